"""The numbered steps from an empty schema to the memory's tables in PostgreSQL. Never edit one that was released: add the next."""

from __future__ import annotations

# Keys, hashes and names are compared by their bytes, as SQLite compares them. Ids are never used twice.
MIGRATIONS: tuple[str, ...] = (
    """
    CREATE EXTENSION IF NOT EXISTS vector WITH SCHEMA public;

    CREATE TABLE wherein.memory (
        is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
        wipes   bigint NOT NULL DEFAULT 0
    );
    INSERT INTO wherein.memory DEFAULT VALUES;

    CREATE TABLE wherein.asked_pages (
        id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        key          text COLLATE "C" NOT NULL UNIQUE,
        hash         text COLLATE "C" NOT NULL,
        title        text NOT NULL,
        content_hash text NOT NULL
    );
    CREATE INDEX asked_pages_by_hash ON wherein.asked_pages (hash);

    CREATE TABLE wherein.questions (
        id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        page        bigint NOT NULL REFERENCES wherein.asked_pages (id),
        key         text COLLATE "C" NOT NULL,
        text        text NOT NULL,
        uses        bigint NOT NULL,
        askers      bigint NOT NULL,
        score       double precision NOT NULL,
        first_asked double precision NOT NULL,
        last_asked  double precision NOT NULL,
        UNIQUE (page, key)
    );
    CREATE INDEX questions_by_score ON wherein.questions (page, score DESC);
    CREATE INDEX questions_by_last_asked ON wherein.questions (last_asked);
    CREATE INDEX questions_by_askers ON wherein.questions (askers);

    CREATE TABLE wherein.answers (
        id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        question     bigint NOT NULL REFERENCES wherein.questions (id) ON DELETE CASCADE,
        rank         integer NOT NULL,
        text         text NOT NULL,
        quote        text NOT NULL,
        block        text NOT NULL,
        quote_start  bigint NOT NULL,
        answer_start bigint NOT NULL,
        confidence   double precision NOT NULL,
        found_by     text NOT NULL,
        model        text NOT NULL,
        evidence     boolean NOT NULL,
        standing     text NOT NULL,
        stored       double precision NOT NULL,
        document     text COLLATE "C" NOT NULL,
        generation   bigint NOT NULL,
        text_hash    text NOT NULL,
        options      text NOT NULL
    );
    CREATE INDEX answers_by_question ON wherein.answers (question, rank);
    CREATE INDEX answers_by_standing ON wherein.answers (standing) WHERE standing <> 'current';
    CREATE INDEX answers_by_document ON wherein.answers (document) WHERE document <> '';

    CREATE TABLE wherein.askers (
        question bigint NOT NULL REFERENCES wherein.questions (id) ON DELETE CASCADE,
        asker    text COLLATE "C" NOT NULL,
        PRIMARY KEY (question, asker)
    );
    CREATE INDEX askers_by_asker ON wherein.askers (asker, question);

    CREATE TABLE wherein.feedback (
        id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        page          bigint NOT NULL REFERENCES wherein.asked_pages (id),
        question      text NOT NULL,
        verdict       text NOT NULL,
        context       text NOT NULL,
        answer        text NOT NULL,
        answer_start  bigint,
        given         double precision NOT NULL,
        asker         text COLLATE "C" NOT NULL,
        typed         text NOT NULL,
        document      text NOT NULL,
        block         text NOT NULL,
        wording       text COLLATE "C" NOT NULL,
        typed_wording text COLLATE "C" NOT NULL
    );
    CREATE INDEX feedback_by_page ON wherein.feedback (page);
    CREATE INDEX feedback_by_given ON wherein.feedback (given);
    CREATE INDEX feedback_by_asker ON wherein.feedback (asker);
    CREATE INDEX feedback_by_wording ON wherein.feedback (md5(wording));
    CREATE INDEX feedback_by_typed_wording ON wherein.feedback (md5(typed_wording));

    CREATE TABLE wherein.vectors (
        encoder  text COLLATE "C" NOT NULL,
        question bigint NOT NULL REFERENCES wherein.questions (id) ON DELETE CASCADE,
        code     bytea NOT NULL,
        vector   public.halfvec NOT NULL,
        PRIMARY KEY (encoder, question)
    );
    CREATE INDEX vectors_by_question ON wherein.vectors (question);
    """,
)

"""The numbered steps from an empty file to today's tables. Never edit one that was released: add the next."""

from __future__ import annotations

# Ids are never used twice (AUTOINCREMENT), so that what was derived from a wiped question can't be
# taken for a later one's. Vectors and codes are apart from questions: a walk over the codes of a
# million questions reads 45 MB, not a gigabyte.
MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE state (
        name  TEXT PRIMARY KEY,
        value INTEGER NOT NULL
    ) WITHOUT ROWID;
    INSERT INTO state VALUES ('wipes', 0);

    CREATE TABLE pages (
        id           INTEGER PRIMARY KEY AUTOINCREMENT,
        key          TEXT NOT NULL UNIQUE,
        hash         TEXT NOT NULL,
        title        TEXT NOT NULL,
        content_hash TEXT NOT NULL
    );
    CREATE INDEX pages_by_hash ON pages (hash);

    CREATE TABLE questions (
        id          INTEGER PRIMARY KEY AUTOINCREMENT,
        page        INTEGER NOT NULL REFERENCES pages (id),
        key         TEXT NOT NULL,
        text        TEXT NOT NULL,
        uses        INTEGER NOT NULL,
        askers      INTEGER NOT NULL,
        score       REAL NOT NULL,
        first_asked REAL NOT NULL,
        last_asked  REAL NOT NULL,
        UNIQUE (page, key)
    );
    CREATE INDEX questions_by_score ON questions (page, score DESC);
    CREATE INDEX questions_by_last_asked ON questions (last_asked);

    CREATE TABLE answers (
        id           INTEGER PRIMARY KEY AUTOINCREMENT,
        question     INTEGER NOT NULL REFERENCES questions (id) ON DELETE CASCADE,
        rank         INTEGER NOT NULL,
        text         TEXT NOT NULL,
        quote        TEXT NOT NULL,
        block        TEXT NOT NULL,
        quote_start  INTEGER NOT NULL,
        answer_start INTEGER NOT NULL,
        confidence   REAL NOT NULL,
        found_by     TEXT NOT NULL,
        model        TEXT NOT NULL,
        evidence     INTEGER NOT NULL,
        standing     TEXT NOT NULL,
        stored       REAL NOT NULL
    );
    CREATE INDEX answers_by_question ON answers (question, rank);
    CREATE INDEX answers_by_standing ON answers (standing) WHERE standing <> 'current';

    CREATE TABLE askers (
        question INTEGER NOT NULL REFERENCES questions (id) ON DELETE CASCADE,
        asker    TEXT NOT NULL,
        PRIMARY KEY (question, asker)
    ) WITHOUT ROWID;

    CREATE TABLE feedback (
        id           INTEGER PRIMARY KEY AUTOINCREMENT,
        page         INTEGER NOT NULL REFERENCES pages (id),
        question     TEXT NOT NULL,
        verdict      TEXT NOT NULL,
        context      TEXT NOT NULL,
        answer       TEXT NOT NULL,
        answer_start INTEGER,
        given        REAL NOT NULL
    );
    CREATE INDEX feedback_by_page ON feedback (page);
    CREATE INDEX feedback_by_given ON feedback (given);

    CREATE TABLE codes (
        encoder  TEXT NOT NULL,
        question INTEGER NOT NULL REFERENCES questions (id) ON DELETE CASCADE,
        code     BLOB NOT NULL,
        PRIMARY KEY (encoder, question)
    ) WITHOUT ROWID;
    CREATE INDEX codes_by_question ON codes (question);

    CREATE TABLE vectors (
        encoder  TEXT NOT NULL,
        question INTEGER NOT NULL REFERENCES questions (id) ON DELETE CASCADE,
        vector   BLOB NOT NULL,
        PRIMARY KEY (encoder, question)
    ) WITHOUT ROWID;
    CREATE INDEX vectors_by_question ON vectors (question);
    """,
    """
    ALTER TABLE feedback ADD COLUMN asker TEXT NOT NULL DEFAULT '';
    CREATE INDEX feedback_by_asker ON feedback (asker);
    CREATE INDEX askers_by_asker ON askers (asker, question);
    """,
)

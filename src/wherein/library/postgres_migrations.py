"""The numbered steps from an empty schema to the library's tables in PostgreSQL. Never edit one that was released: add the next."""

from __future__ import annotations

# Ids, sources and times are compared by their bytes, as SQLite compares them, whatever the database's own order of letters.
# Texts are kept in chunks, so that a passage is cut from one or two of them however long its document is.
MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE wherein.library (
        is_only    boolean PRIMARY KEY DEFAULT true CHECK (is_only),
        identity   text   NOT NULL DEFAULT gen_random_uuid()::text,
        generation bigint NOT NULL DEFAULT 0
    );
    INSERT INTO wherein.library DEFAULT VALUES;

    CREATE TABLE wherein.documents (
        id                text COLLATE "C" PRIMARY KEY,
        source            text COLLATE "C" NOT NULL UNIQUE,
        title             text    NOT NULL,
        kind              text    NOT NULL,
        language          text,
        words             bigint  NOT NULL,
        length            bigint  NOT NULL,
        content_hash      text    NOT NULL,
        created           text COLLATE "C",
        modified          text COLLATE "C",
        published         text COLLATE "C",
        added             text COLLATE "C" NOT NULL,
        generation        bigint  NOT NULL,
        blocks            bytea   NOT NULL,
        words_beside_main bigint  NOT NULL,
        outdated          boolean NOT NULL DEFAULT false,
        file              text,
        unread            text    NOT NULL,
        generated         text    NOT NULL,
        parser            integer NOT NULL
    );
    CREATE INDEX documents_by_generation ON wherein.documents (generation);
    CREATE INDEX documents_by_added ON wherein.documents (added, id);

    CREATE TABLE wherein.removed (
        id         text COLLATE "C" PRIMARY KEY,
        generation bigint NOT NULL
    );
    CREATE INDEX removed_by_generation ON wherein.removed (generation);

    CREATE TABLE wherein.chunks (
        document text COLLATE "C" NOT NULL REFERENCES wherein.documents (id) ON DELETE CASCADE,
        number   integer NOT NULL,
        text     text NOT NULL,
        PRIMARY KEY (document, number)
    );

    CREATE TABLE wherein.passages (
        document text COLLATE "C" NOT NULL REFERENCES wherein.documents (id) ON DELETE CASCADE,
        number   integer NOT NULL,
        start    bigint  NOT NULL,
        stop     bigint  NOT NULL,
        section  text    NOT NULL,
        main     boolean NOT NULL,
        PRIMARY KEY (document, number)
    );
    CREATE INDEX passages_beside_main ON wherein.passages (document, number) WHERE NOT main;

    CREATE TABLE wherein.pages (
        document   text COLLATE "C" NOT NULL REFERENCES wherein.documents (id) ON DELETE CASCADE,
        number     integer NOT NULL,
        start      bigint  NOT NULL,
        stop       bigint  NOT NULL,
        boxes      bytea,
        recognised boolean NOT NULL,
        PRIMARY KEY (document, number)
    );

    CREATE TABLE wherein.given (
        document text COLLATE "C" PRIMARY KEY,
        title    text,
        own      text NOT NULL,
        tags     text NOT NULL DEFAULT '[]'
    );
    """,
    # The library of a team that a document is in; '' is the one that every database has.
    """
    ALTER TABLE wherein.documents ADD COLUMN library text COLLATE "C" NOT NULL DEFAULT '';
    ALTER TABLE wherein.documents DROP CONSTRAINT documents_source_key;
    ALTER TABLE wherein.documents ADD CONSTRAINT documents_source_key UNIQUE (library, source);
    ALTER TABLE wherein.removed ADD COLUMN library text COLLATE "C" NOT NULL DEFAULT '';
    CREATE INDEX documents_by_library ON wherein.documents (library, generation);
    CREATE INDEX removed_by_library ON wherein.removed (library, generation);
    """,
)

"""The numbered steps from an empty file to today's tables. Never edit one that was released: add the next."""

from __future__ import annotations

# Texts are kept in chunks, so that a passage is cut from one or two of them however long its
# document is, and so that a row never nears SQLite's limit of a billion bytes.
MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE state (
        name  TEXT PRIMARY KEY,
        value INTEGER NOT NULL
    ) WITHOUT ROWID;
    INSERT INTO state VALUES ('generation', 0);

    CREATE TABLE documents (
        id           TEXT PRIMARY KEY,
        source       TEXT NOT NULL UNIQUE,
        title        TEXT NOT NULL,
        kind         TEXT NOT NULL,
        language     TEXT,
        words        INTEGER NOT NULL,
        length       INTEGER NOT NULL,
        content_hash TEXT NOT NULL,
        created      TEXT,
        modified     TEXT,
        published    TEXT,
        added        TEXT NOT NULL,
        generation   INTEGER NOT NULL,
        blocks       BLOB NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX documents_by_generation ON documents (generation);
    CREATE INDEX documents_by_added ON documents (added, id);

    CREATE TABLE removed (
        id         TEXT PRIMARY KEY,
        generation INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX removed_by_generation ON removed (generation);

    CREATE TABLE chunks (
        document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        number   INTEGER NOT NULL,
        text     TEXT NOT NULL,
        PRIMARY KEY (document, number)
    ) WITHOUT ROWID;

    CREATE TABLE passages (
        document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        number   INTEGER NOT NULL,
        start    INTEGER NOT NULL,
        stop     INTEGER NOT NULL,
        section  TEXT NOT NULL,
        PRIMARY KEY (document, number)
    ) WITHOUT ROWID;

    CREATE TABLE pages (
        document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        number   INTEGER NOT NULL,
        start    INTEGER NOT NULL,
        stop     INTEGER NOT NULL,
        boxes    BLOB,
        PRIMARY KEY (document, number)
    ) WITHOUT ROWID;
    """,
    # Earlier versions stored only the main text of web pages; adding a page again stores all its visible text.
    """
    ALTER TABLE passages ADD COLUMN main INTEGER NOT NULL DEFAULT 1;
    CREATE INDEX passages_beside_main ON passages (document, number) WHERE main = 0;
    ALTER TABLE documents ADD COLUMN words_beside_main INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE documents ADD COLUMN outdated INTEGER NOT NULL DEFAULT 0;
    UPDATE documents SET outdated = 1 WHERE kind IN ('html', 'mhtml');
    """,
    # What a person gave a document outlives its being read again, which replaces its row. `own` is the
    # title that it has by itself.
    """
    CREATE TABLE given (
        document TEXT PRIMARY KEY,
        title    TEXT,
        own      TEXT NOT NULL,
        tags     TEXT NOT NULL DEFAULT '[]'
    ) WITHOUT ROWID;
    """,
    """
    ALTER TABLE pages ADD COLUMN recognised INTEGER NOT NULL DEFAULT 0;
    """,
    # The state of the file when it was read (`FileState.packed`); NULL where it is not known.
    """
    ALTER TABLE documents ADD COLUMN file TEXT;
    """,
    # What a document holds and was not read, the places of generated text, and the version of the parser
    # (`Format.version`); documents of before were read by version 0.
    """
    ALTER TABLE documents ADD COLUMN unread TEXT NOT NULL DEFAULT '[]';
    ALTER TABLE documents ADD COLUMN generated TEXT NOT NULL DEFAULT '[]';
    ALTER TABLE documents ADD COLUMN parser INTEGER NOT NULL DEFAULT 0;
    """
    # Files that earlier versions took for plain text, by their names.
    + "".join(
        f"UPDATE documents SET outdated = 1 WHERE kind = 'text' AND lower(source) LIKE '%{suffix}';\n"
        for suffix in (
            ".csv",
            ".tsv",
            ".tab",
            ".srt",
            ".vtt",
            ".ipynb",
            ".ics",
            ".ical",
            ".vcf",
            ".vcard",
            ".json",
            ".jsonl",
            ".ndjson",
            ".geojson",
            ".yaml",
            ".yml",
            ".toml",
            ".ini",
            ".cfg",
            ".conf",
            ".properties",
        )
    ),
    # The library of a team that a document is in; '' is the one that every home has. The sources of two libraries may be
    # the same, and `source` is unique: in other libraries than '' it begins with the library and a line feed.
    """
    ALTER TABLE documents ADD COLUMN library TEXT NOT NULL DEFAULT '';
    ALTER TABLE removed ADD COLUMN library TEXT NOT NULL DEFAULT '';
    CREATE INDEX documents_by_library ON documents (library, generation);
    CREATE INDEX removed_by_library ON removed (library, generation);
    """,
)

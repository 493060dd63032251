"""The numbered steps from nothing to the tables of people. Never edit one that was released: add the next."""

from __future__ import annotations

_TABLES = """
    CREATE TABLE {of}people (
        id       TEXT PRIMARY KEY,
        name     TEXT NOT NULL UNIQUE,
        is_admin INTEGER NOT NULL,
        added    TEXT NOT NULL
    );
    CREATE TABLE {of}tokens (
        id      TEXT PRIMARY KEY,
        person  TEXT NOT NULL REFERENCES {of}people (id) ON DELETE CASCADE,
        program TEXT NOT NULL,
        hash    TEXT NOT NULL UNIQUE,
        rights  TEXT NOT NULL,
        made    TEXT NOT NULL,
        expires TEXT,
        parent  TEXT REFERENCES {of}tokens (id) ON DELETE CASCADE
    );
    CREATE INDEX {index}tokens_by_parent ON {of}tokens (parent);
    CREATE INDEX {index}tokens_by_person ON {of}tokens (person);
    CREATE TABLE {of}members (
        called TEXT NOT NULL,
        person TEXT NOT NULL REFERENCES {of}people (id) ON DELETE CASCADE,
        PRIMARY KEY (called, person)
    );
    CREATE INDEX {index}members_by_person ON {of}members (person);
    CREATE TABLE {of}libraries (
        id    TEXT PRIMARY KEY,
        name  TEXT NOT NULL UNIQUE,
        owner TEXT REFERENCES {of}people (id) ON DELETE SET NULL
    );
    CREATE INDEX {index}libraries_by_owner ON {of}libraries (owner);
    INSERT INTO {of}libraries VALUES ('', 'main', NULL);
    CREATE TABLE {of}shares (
        library TEXT NOT NULL REFERENCES {of}libraries (id) ON DELETE CASCADE,
        folder  TEXT NOT NULL,
        base    TEXT NOT NULL,
        whom    TEXT NOT NULL,
        role    TEXT NOT NULL,
        PRIMARY KEY (library, folder, base, whom)
    );
    CREATE INDEX {index}shares_by_whom ON {of}shares (whom);
    CREATE TABLE {of}audit (
        number {counter},
        at     TEXT NOT NULL,
        person TEXT NOT NULL,
        what   TEXT NOT NULL,
        about  TEXT NOT NULL
    )
"""
# Admins' tokens whose person is no admin any more would have been an admin's again with a later promotion.
_ENDED = """
    CREATE TABLE {of}ended (
        session TEXT PRIMARY KEY,
        until   TEXT NOT NULL
    );
    CREATE INDEX {index}audit_by_person ON {of}audit (person, number);
    DELETE FROM {of}tokens WHERE rights = 'admin'
        AND person IN (SELECT id FROM {of}people WHERE is_admin = 0);
    UPDATE {of}tokens SET rights = replace(rights, ' admin', '')
        WHERE person IN (SELECT id FROM {of}people WHERE is_admin = 0)
"""
SQLITE = (
    _TABLES.format(of="", index="", counter="INTEGER PRIMARY KEY AUTOINCREMENT"),
    _ENDED.format(of="", index=""),
)
POSTGRES = (
    _TABLES.format(
        of="wherein.", index="", counter="bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY"
    ),
    _ENDED.format(of="wherein.", index=""),
)

BEGIN TRANSACTION;
CREATE TABLE chunks (
        document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        number   INTEGER NOT NULL,
        text     TEXT NOT NULL,
        PRIMARY KEY (document, number)
    ) WITHOUT ROWID;
INSERT INTO "chunks" VALUES('{tides_id}',0,'Tides at Grey Rock

The tide at Grey Rock rises by four metres in spring and by two metres at other times.
');
INSERT INTO "chunks" VALUES('{lighthouse_id}',0,'The lighthouse on Grey Rock

The lighthouse on Grey Rock was built in 1871 by the engineer Martha Lind, after nine ships had been lost there in one winter. Its tower is 31 metres high, stands on the bare stone of the island, and is seen from 18 miles away.

The keepers

Three keepers lived in the house below the tower, and a boat brought them bread, oil and letters every second week. The last of them left in 1968, when the lamp was made to turn without anybody, and since then the house has been empty for most of the year.');
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
INSERT INTO "documents" VALUES('{tides_id}','{tides}','tides','text','en',22,107,'024af406a4eb8813df6f90f72dfa274a4193635788eb4e06f634f73c29feeb4e',NULL,NULL,NULL,'2026-11-24T22:53:13+00:00',2,X'5B5B22706172616772617068222C302C31385D2C5B22706172616772617068222C32302C3130365D5D');
INSERT INTO "documents" VALUES('{lighthouse_id}','{lighthouse}','The lighthouse on Grey Rock','html','en',102,527,'446e7cc0d425e1eb76ee6c57f58c401c7b4b614eb568888e10c07d5d3adf94e5',NULL,NULL,NULL,'2026-11-24T22:53:13+00:00',1,X'5B5B2268656164696E67222C302C32372C315D2C5B22706172616772617068222C32392C3235365D2C5B2268656164696E67222C3235382C3236392C325D2C5B22706172616772617068222C3237312C3532375D5D');
CREATE TABLE pages (
        document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        number   INTEGER NOT NULL,
        start    INTEGER NOT NULL,
        stop     INTEGER NOT NULL,
        boxes    BLOB,
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
INSERT INTO "passages" VALUES('{tides_id}',0,0,106,'[]');
INSERT INTO "passages" VALUES('{lighthouse_id}',0,0,256,'["The lighthouse on Grey Rock"]');
INSERT INTO "passages" VALUES('{lighthouse_id}',1,258,527,'["The lighthouse on Grey Rock", "The keepers"]');
CREATE TABLE removed (
        id         TEXT PRIMARY KEY,
        generation INTEGER NOT NULL
    ) WITHOUT ROWID;
CREATE TABLE state (
        name  TEXT PRIMARY KEY,
        value INTEGER NOT NULL
    ) WITHOUT ROWID;
INSERT INTO "state" VALUES('generation',2);
CREATE INDEX documents_by_generation ON documents (generation);
CREATE INDEX documents_by_added ON documents (added, id);
CREATE INDEX removed_by_generation ON removed (generation);
COMMIT;
PRAGMA user_version = 1;

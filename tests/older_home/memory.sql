BEGIN TRANSACTION;
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
INSERT INTO "answers" VALUES(1,1,0,'Martha Lind','The lighthouse on Grey Rock was built in 1871 by the engineer Martha Lind, after nine ships had been lost there in one winter.','2f8a30f00efd220d543f6faea9dd0de2',0,62,8.45281544862788503102e-01,'small','small@67b7a417355b',0,'current',{now});
INSERT INTO "answers" VALUES(2,2,0,'1968','The last of them left in 1968, when the lamp was made to turn without anybody, and since then the house has been empty for most of the year.','fe3317b081e98dca2fd9a5af31fc3e25',116,25,7.44578243178868115492e-01,'small','small@67b7a417355b',0,'current',{now});
INSERT INTO "answers" VALUES(3,3,0,'four metres','The tide at Grey Rock rises by four metres in spring and by two metres at other times.','2bbd121735163acec3d795eb2728ff98',0,31,7.23331410797748541874e-01,'small','small@67b7a417355b',0,'current',{now});
CREATE TABLE askers (
        question INTEGER NOT NULL REFERENCES questions (id) ON DELETE CASCADE,
        asker    TEXT NOT NULL,
        PRIMARY KEY (question, asker)
    ) WITHOUT ROWID;
INSERT INTO "askers" VALUES(1,'');
INSERT INTO "askers" VALUES(2,'');
INSERT INTO "askers" VALUES(3,'');
CREATE TABLE codes (
        encoder  TEXT NOT NULL,
        question INTEGER NOT NULL REFERENCES questions (id) ON DELETE CASCADE,
        code     BLOB NOT NULL,
        PRIMARY KEY (encoder, question)
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
    , asker TEXT NOT NULL DEFAULT '');
CREATE TABLE pages (
        id           INTEGER PRIMARY KEY AUTOINCREMENT,
        key          TEXT NOT NULL UNIQUE,
        hash         TEXT NOT NULL,
        title        TEXT NOT NULL,
        content_hash TEXT NOT NULL
    );
INSERT INTO "pages" VALUES(1,'document:{lighthouse_id}','{lighthouse_page}','The lighthouse on Grey Rock','446e7cc0d425e1eb76ee6c57f58c401c7b4b614eb568888e10c07d5d3adf94e5');
INSERT INTO "pages" VALUES(3,'document:{tides_id}','{tides_page}','tides','024af406a4eb8813df6f90f72dfa274a4193635788eb4e06f634f73c29feeb4e');
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
INSERT INTO "questions" VALUES(1,1,'who built the lighthouse on grey rock','Who built the lighthouse on Grey Rock?',1,1,6.92731788157233154381e+02,{now},{now});
INSERT INTO "questions" VALUES(2,1,'when did the last keeper leave','When did the last keeper leave?',1,1,6.92731788182001537298e+02,{now},{now});
INSERT INTO "questions" VALUES(3,3,'how much does the tide rise in spring','How much does the tide rise in spring?',1,1,692.731788193696,{now},{now});
CREATE TABLE state (
        name  TEXT PRIMARY KEY,
        value INTEGER NOT NULL
    ) WITHOUT ROWID;
INSERT INTO "state" VALUES('wipes',0);
CREATE TABLE vectors (
        encoder  TEXT NOT NULL,
        question INTEGER NOT NULL REFERENCES questions (id) ON DELETE CASCADE,
        vector   BLOB NOT NULL,
        PRIMARY KEY (encoder, question)
    ) WITHOUT ROWID;
CREATE INDEX pages_by_hash ON pages (hash);
CREATE INDEX questions_by_score ON questions (page, score DESC);
CREATE INDEX questions_by_last_asked ON questions (last_asked);
CREATE INDEX answers_by_question ON answers (question, rank);
CREATE INDEX answers_by_standing ON answers (standing) WHERE standing <> 'current';
CREATE INDEX feedback_by_page ON feedback (page);
CREATE INDEX feedback_by_given ON feedback (given);
CREATE INDEX codes_by_question ON codes (question);
CREATE INDEX vectors_by_question ON vectors (question);
CREATE INDEX feedback_by_asker ON feedback (asker);
CREATE INDEX askers_by_asker ON askers (asker, question);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('pages',3);
INSERT INTO "sqlite_sequence" VALUES('questions',3);
INSERT INTO "sqlite_sequence" VALUES('answers',3);
COMMIT;
PRAGMA user_version = 2;

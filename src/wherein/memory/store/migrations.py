"""The numbered steps from an empty file to today's tables. Never edit one that was released: add the next."""

from __future__ import annotations

import sqlite3

from wherein.home.database import Migration
from wherein.questions.normalisation import question_key
from wherein.questions.wording import wording_key


def _keys_and_blocks_anew(connection: sqlite3.Connection) -> None:
    """Recompute every question's key, and mark every answer to be read again.

    A block's identity now includes its headings, which were not stored. Answers judged wrong stay wrong.
    """
    connection.execute("UPDATE answers SET standing = 'stale' WHERE standing <> 'wrong'")
    _keys_anew(connection)


def _hashes_of_texts(connection: sqlite3.Connection) -> None:
    """Add the hash of the text and the options to answers, and recompute every question's key.

    Both are empty for older answers, which are shown beside a question but never served again.
    """
    for column in ("text_hash", "options"):
        connection.execute(f"ALTER TABLE answers ADD COLUMN {column} TEXT NOT NULL DEFAULT ''")
    _keys_anew(connection)


def _keys_anew(connection: sqlite3.Connection) -> None:
    """Recompute every question's key from its text, since keys now distinguish more questions.

    Questions of a page with the same new key are merged: the older one takes the other's uses, askers and answers.
    """
    rows = connection.execute("SELECT id, page, text, key FROM questions ORDER BY id").fetchall()
    first: dict[tuple[int, str], int] = {}
    changed: list[tuple[str, int]] = []
    for identity, page, text, old in rows:
        key = question_key(text)
        kept = first.setdefault((page, key), identity)
        if kept != identity:
            _join(connection, kept, identity)
        elif key != old:
            changed.append((key, identity))
    # In two steps: a key that is given up by one question may be taken by another.
    connection.executemany(
        "UPDATE questions SET key = ' ' || id WHERE id = ?", [(i,) for _, i in changed]
    )
    connection.executemany("UPDATE questions SET key = ? WHERE id = ?", changed)


def _wordings_of_verdicts(connection: sqlite3.Connection) -> None:
    """Give verdicts the columns by which they are found again, and compute the wordings of earlier ones."""
    there = {row[1] for row in connection.execute("PRAGMA table_info(feedback)")}
    for column in sorted({"typed", "document", "block", "wording", "typed_wording"} - there):
        connection.execute(f"ALTER TABLE feedback ADD COLUMN {column} TEXT NOT NULL DEFAULT ''")
    rows = connection.execute("SELECT id, question FROM feedback").fetchall()
    connection.executemany(
        "UPDATE feedback SET wording = ?1, typed_wording = ?1 WHERE id = ?2",
        [(wording_key(question).lower(), identity) for identity, question in rows],
    )
    connection.execute("CREATE INDEX IF NOT EXISTS feedback_by_wording ON feedback (wording)")
    connection.execute(
        "CREATE INDEX IF NOT EXISTS feedback_by_typed_wording ON feedback (typed_wording)"
    )


def _join(connection: sqlite3.Connection, kept: int, gone: int) -> None:
    connection.execute(
        "UPDATE questions SET uses = questions.uses + other.uses, score = max(questions.score, other.score),"
        " first_asked = min(questions.first_asked, other.first_asked),"
        " last_asked = max(questions.last_asked, other.last_asked)"
        " FROM (SELECT uses, score, first_asked, last_asked FROM questions WHERE id = ?) AS other"
        " WHERE questions.id = ?",
        (gone, kept),
    )
    connection.execute("UPDATE answers SET question = ? WHERE question = ?", (kept, gone))
    connection.execute(
        "INSERT OR IGNORE INTO askers SELECT ?, asker FROM askers WHERE question = ?", (kept, gone)
    )
    connection.execute(
        "UPDATE questions SET askers = (SELECT count(*) FROM askers WHERE question = ?) WHERE id = ?",
        (kept, kept),
    )
    connection.execute("DELETE FROM questions WHERE id = ?", (gone,))


# Ids are never used twice (AUTOINCREMENT), so that what was derived from a wiped question can't be
# taken for a later one's. Vectors and codes are apart from questions: a walk over the codes of a
# million questions reads 45 MB, not a gigabyte.
MIGRATIONS: tuple[Migration, ...] = (
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
    _keys_and_blocks_anew,
    """
    ALTER TABLE answers ADD COLUMN document TEXT NOT NULL DEFAULT '';
    ALTER TABLE answers ADD COLUMN generation INTEGER NOT NULL DEFAULT 0;
    """,
    # Texts of web pages hold all that shows now: an answer is served again once its block is found there.
    "UPDATE answers SET standing = 'stale' WHERE standing = 'current'",
    _hashes_of_texts,
    _wordings_of_verdicts,
)

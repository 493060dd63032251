"""Files that fail in ways a parser does not expect, beside one that is read."""

from __future__ import annotations

import os
from pathlib import Path

UNNAMEABLE = os.fsdecode(b"caf\xe9.txt")


def bad_files(folder: Path) -> Path:
    """A folder with one good file, a name that is not UTF-8, and mails nested 3,000 deep."""
    folder.mkdir()
    (folder / "good.txt").write_text("The ferry to Bergen costs 240 kroner.")
    (folder / UNNAMEABLE).write_text("A good text.")
    (folder / os.fsdecode(b"big\xe9.txt")).write_text("A long text. " * 500_000)
    parts = "".join(
        f"Content-Type: multipart/mixed; boundary=b{n}\r\n\r\n--b{n}\r\n" for n in range(3000)
    )
    mail = f"From: a@example.org\r\nSubject: Deep\r\nMIME-Version: 1.0\r\n{parts}\r\nhello"
    (folder / "deep.eml").write_text(mail)
    (folder / "deep.mhtml").write_text(mail)
    return folder


FAILING = ["big\ufffd.txt", "caf\ufffd.txt", "deep.eml", "deep.mhtml"]

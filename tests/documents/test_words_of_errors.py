"""What is said of a broken or hostile file is wherein's own sentence, never the words of an exception."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from tests.documents import made
from tests.documents.growth import CONSTRUCTS
from wherein.core.errors import WhereinError
from wherein.documents.fetch import fetch
from wherein.documents.isolation.failure import as_failure
from wherein.documents.parse import parse
from wherein.documents.source import Source

_DIGITS = "9" * 5_000
HOSTILE: dict[str, bytes] = {
    "span.html": f"<table><tr><th colspan={_DIGITS}>a<th>b<tr><td>c<td>d</table>".encode(),
    "list.html": f"<ol start={_DIGITS}><li value={_DIGITS}>a</ol>".encode(),
    "dates.html": f'<meta name=date content="{_DIGITS}-01-01"><p>It is.'.encode(),
    "year.rtf": b"{\\rtf1{\\info{\\creatim\\yr99999999999\\mo1\\dy1}}It is.\\par}",
    "digits.rtf": f"{{\\rtf1{{\\info{{\\creatim\\yr{_DIGITS}\\mo1\\dy1}}}}It is.\\par}}".encode(),
    "code.rtf": b"{\\rtf1 \\u99999999999? It is.\\par}",
    "uc.rtf": b"{\\rtf1 \\uc \\u? It is.\\par}",
    "bin.rtf": b"{\\rtf1{\\pict\\bin}It is.\\par}",
    "date.eml": b"From: a@b.c\r\nDate: Tue, 99 Foo 99999999 99:99:99 +9999999\r\n\r\nIt is.\r\n",
    "type.eml": b"From: a@b.c\r\nSubject: x\r\nContent-Type: ;;;=\r\n\r\nIt is.\r\n",
    "front.md": f"---\ndate: {_DIGITS}-13-45\n---\nIt is.".encode(),
}
_CLASS_NAME = re.compile(r"\b[A-Z]\w*(?:Error|Exception|Warning|Iteration)\b")


def _broken() -> Iterator[tuple[str, bytes]]:
    """Each made file cut short, with bytes changed, and with parts twice; the same at each run."""
    chance = random.Random(7)
    for kind, (name, make) in sorted(made.MAKERS.items()):
        data = make(["Some words here.", "And more of them."])
        for _ in range(12):
            at = chance.randrange(1, len(data))
            changed = bytearray(data)
            for _ in range(chance.choice((1, 4, 40))):
                changed[chance.randrange(len(data))] = chance.randrange(256)
            yield name, chance.choice((data[:at], data[:at] + data[at // 2 :], bytes(changed)))
        for make_construct in list(CONSTRUCTS[kind].values())[:: 1 if kind == "eml" else 4]:
            yield name, make_construct(3)


def _said(error: Exception, name: str) -> str:
    failure = as_failure(error, name)
    assert failure.what
    assert failure.next_step
    assert "\n" not in str(failure)
    return str(failure)


def test_no_error_of_a_file_has_the_words_of_an_exception() -> None:
    met = 0
    for name, data in (*HOSTILE.items(), *_broken()):
        try:
            parse(Source(data, name, f"/{name}"))
        except Exception as error:
            met += 1
            said = _said(error, name)
            assert not _CLASS_NAME.search(said), said
            cause: BaseException | None = error
            while cause is not None:
                own = "" if isinstance(cause, WhereinError) else str(cause).strip()
                assert len(own) < 4 or own not in said, said
                cause = cause.__cause__
    assert met > 20


@pytest.mark.parametrize(
    "name", [name for name in HOSTILE if not name.endswith(("uc.rtf", "code.rtf", "bin.rtf"))]
)
def test_an_odd_number_or_date_costs_no_text(name: str) -> None:
    text = parse(Source(HOSTILE[name], name, f"/{name}")).text
    # The item of a list has its number before it.
    assert "It is." in text or text.startswith("a") or text.endswith(" a")


@pytest.mark.parametrize(
    "address",
    [
        "http://",
        "https://",
        "http:///x",
        "http://[::",
        "http://x:abc/",
        "http://\0/",
        "http://x:99999999/",
    ],
)
def test_what_is_no_address_is_told_as_that(address: str) -> None:
    with pytest.raises(WhereinError) as caught:
        fetch(address, private=True, resolver=lambda host, port: [])
    assert not _CLASS_NAME.search(str(caught.value))
    assert "unpack" not in str(caught.value)


def test_a_line_break_in_a_name_breaks_no_sentence() -> None:
    error = as_failure(ValueError("x"), "two\nlines\u2028.txt")
    assert "\n" not in str(error)
    assert "\u2028" not in str(error)

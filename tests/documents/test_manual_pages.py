"""Manual pages: their source in both macro packages, and what `man` prints."""

from __future__ import annotations

import pytest

from tests.clock import growth
from wherein.core.document import BlockKind, Document
from wherein.core.unread import Unread, UnreadKind
from wherein.documents.parse import parse
from wherein.documents.source import Source
from wherein.passages.split import split


def read(text: str, name: str) -> Document:
    return parse(Source(text.encode(), name, f"/{name}"))


def blocks(document: Document) -> list[tuple[str, str]]:
    return [(block.kind.value, block.span.of(document.text)) for block in document.blocks]


def described(document: Document) -> dict[str, str]:
    """What stands under each term, its paragraphs joined."""
    found: dict[str, str] = {}
    for block in document.blocks:
        if block.kind is BlockKind.CELL and block.row is not None:
            text = block.span.of(document.text)
            found[block.row] = f"{found[block.row]} | {text}" if block.row in found else text
    return found


MAN = r"""'\" t
.\" A note of the writer.
.de Vb \" Begin verbatim text
.nf
..
.ie \n(.g .ds Aq \(aq
.el       .ds Aq '
.if t \{\
.TH WRONG 9
.\}
.TH PACK 1 "2021\-05\-03" "pack 1.2" "User Commands"
.SH NAME
pack \- put files together
.SH SYNOPSIS
.B pack
[\fIOPTION\fR]... \fIFILE\fR
.SH OPTIONS
.SS Choosing files
.TP
\fB\-x\fR, \fB\-\-exclude\fR=\fIPATTERN\fR
Leave out files that match \fIPATTERN\fR.
.IP
It is a glob.
.TP
.B \-a
.TQ
.B \-\-all
Take hidden files too; don\*(Aqt stop.
.PP
\fB\-\-level\fR=\fIN\fR
.RS 4
How hard to try.
.sp
.if n \{\
.RS 4
.\}
.nf
pack --level=9 a
.fi
.if n \{\
.RE
.\}
.RE
.PP
These are all.
.IP \(bu 2
first
.IP \(bu 2
second
.SH EXIT STATUS
.TS
tab(;) box;
lb lb
l l.
Status;Meaning
0;It is done.
2;T{
A file
is missing.
T}
.TE
.EQ
x over y
.EN
"""

PRINTED = """\
PACK(1)                          User Commands                         PACK(1)

NAME
       pack - put files together

SYNOPSIS
       pack [OPTION]... FILE

OPTIONS
   Choosing files
       -x, --exclude=PATTERN
              Leave  out files that match PATTERN, wherever they are in the di‐
              rectory or below it.

              It is a glob.

       -a, --all
              Take hidden files too; don't stop.

       -q     Be quiet.

       These are all.  A paragraph that is filled  may  have  spaces  anywhere
       the   line   needs  them  without  a  name  that  stands  before  them.

           pack --level=9 a
           pack b

       •   first

       •   second

EXIT STATUS
       0      It is done.
       2      A file is missing.

pack 1.2                          2021-05-03                           PACK(1)
"""


@pytest.mark.parametrize(("text", "name"), [(MAN, "pack.1"), (PRINTED, "pack.txt"), (PRINTED, "-")])
def test_an_option_stands_whole_before_what_it_does_under_its_section(text: str, name: str) -> None:
    document = read(text, name)
    assert document.kind == "manual"
    assert document.title == "pack - put files together"
    found = described(document)
    assert "-x, --exclude=PATTERN" in found
    assert found["-x, --exclude=PATTERN"].startswith("Leave out files that match PATTERN")
    assert found["-x, --exclude=PATTERN"].endswith("| It is a glob.")
    passage = next(one for one in split(document) if "--exclude" in one.text)
    assert passage.section == ("OPTIONS", "Choosing files")


def test_the_source_of_a_page_has_its_sections_terms_listings_and_tables() -> None:
    document = read(MAN, "pack.1")
    assert ("paragraph", "pack [OPTION]... FILE") in blocks(document)
    assert described(document)["-a / --all"] == "Take hidden files too; don't stop."
    assert described(document)["--level=N"] == "How hard to try."
    assert ("code", "pack --level=9 a") in blocks(document)
    assert blocks(document)[-1] == ("paragraph", "PACK\n1\n2021-05-03\npack 1.2\nUser Commands")
    assert not document.blocks[-1].main
    assert [text for kind, text in blocks(document) if kind == "list_item"] == ["first", "second"]
    cells = {
        block.span.of(document.text): block for block in document.blocks if block.column is not None
    }
    assert (cells["A file is missing."].row, cells["A file is missing."].column) == ("2", "Meaning")
    assert document.dates.modified == "2021-05-03"
    assert document.unread == (Unread(UnreadKind.EQUATION, 1),)
    assert "note of the writer" not in document.text
    assert "WRONG" not in document.text


def test_a_printed_page_is_joined_over_its_lines() -> None:
    document = read(PRINTED, "pack.txt")
    assert "in the directory or below it." in document.text
    assert (
        "paragraph",
        "These are all. A paragraph that is filled may have spaces anywhere the line needs them without a name that stands before them.",
    ) in blocks(document)
    assert ("code", "pack --level=9 a\npack b") in blocks(document)
    assert described(document)["-q"] == "Be quiet."
    assert described(document)["0"] == "It is done."
    assert described(document)["2"] == "A file is missing."
    assert [text for kind, text in blocks(document) if kind == "list_item"] == ["first", "second"]
    beside = [block.span.of(document.text) for block in document.blocks if not block.main]
    assert beside == ["PACK(1) User Commands PACK(1)", "pack 1.2 2021-05-03 PACK(1)"]


def test_a_page_printed_for_a_terminal_loses_its_strikes_tabs_and_colours() -> None:
    struck = PRINTED.replace("NAME", "N\bNA\bAM\bME\bE").replace("FILE", "_\bF_\bI_\bL_\bE")
    struck = struck.replace("              ", "\t      ").replace("first", "\x1b[1mfirst\x1b[0m")
    assert read(struck, "a.txt").text == read(PRINTED, "a.txt").text


MDOC = r""".Dd $Mdocdate: May 3 2021 $
.Dt PACK 1
.Os
.Sh NAME
.Nm pack
.Nd put files together
.Sh SYNOPSIS
.Nm
.Op Fl aq
.Op Fl x Ar pattern
.Ar
.Sh OPTIONS
.Bl -tag -width Ds
.It Fl x Ar pattern , Fl Fl exclude Ns = Ns Ar pattern
Leave out files that match
.Ar pattern .
.Pp
See
.Xr glob 7 .
.It Fl o Xo
.Sm off
.Ar name Cm = Ar value
.Sm on
.Xc
Set an option.
.Bl -enum
.It
first
.It
second
.El
.El
.Bd -literal
pack a
.Ed
"""


def test_a_page_of_the_other_macros_has_signs_and_brackets_as_generated_text() -> None:
    document = read(MDOC, "pack.1")
    assert document.kind == "manual"
    assert document.title == "pack – put files together"
    assert ("paragraph", "pack [-aq] [-x pattern]") in blocks(document)
    found = described(document)
    assert (
        found["-x pattern, --exclude=pattern"]
        == "Leave out files that match pattern. | See glob(7)."
    )
    assert found["-o name=value"] == "Set an option. | 1. first | 2. second"
    assert ("code", "pack a") in blocks(document)
    made = {place.of(document.text) for place in document.generated}
    assert {"-", "[", "]", "(", ")", "1. "} <= made
    assert not any("pattern" in each for each in made)


def test_a_macro_that_calls_itself_ends() -> None:
    text = ".TH A 1\n.de XX\nx\n.XX\n.XX\n..\n.SH NAME\na\n.XX\nIt ends.\n"
    assert len(read(text, "a.1").text) < 100_000


@pytest.mark.parametrize(
    "text",
    [
        ".profile is read first.\n\nA text.",
        "See tar(1)\n\nfor more, and\nthe rest.",
        "...\nA text.\n",
        "a\n.TH b\n",
    ],
)
def test_other_texts_are_no_manual_pages(text: str) -> None:
    assert read(text, "a.txt").kind == "text"


@pytest.mark.parametrize(
    "unit",
    [
        ".if n \\{\\\n",
        ".B x\n",
        ".as A x\n\\*A\n",
    ],
)
def test_a_long_source_takes_time_in_proportion(unit: str) -> None:
    def parsed(times: int) -> None:
        read(".TH A 1\n.SH NAME\na\n" + unit * times, "a.1")

    assert growth(parsed, 500, 4_000) < 24


@pytest.mark.parametrize("unit", ["       -a     x\n", "       \u2022   x\n", "       1.  x\n"])
def test_a_long_printed_page_takes_time_in_proportion(unit: str) -> None:
    def parsed(times: int) -> None:
        read("A(1)      It      A(1)\n\nNAME\n       a - it\n\n" + unit * times, "a.txt")

    assert growth(parsed, 500, 4_000) < 24

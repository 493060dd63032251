"""Makes small files that a parser once read in quadratic or exponential time, for `growth`. Each construct is one fault."""

from __future__ import annotations

from collections.abc import Mapping

from tests.documents.growth_zipped import Maker

_MAN = ".TH A 1\n.SH NAME\na \\- it\n"
_MDOC = ".Dd x\n.Dt A 1\n.Sh NAME\n.Nm a\n"
_PRINTED = "A(1)      It      A(1)\n\nNAME\n       a - it\n\n       "
_LATEX = "\\documentclass{article}\\begin{document}\nIt begins.\n\n"
_RST = "Title\n=====\n\n"


def _cues(n: int) -> bytes:
    """Two cues of n lines that follow each other at once, so that lines of the first may come again."""
    cues = (
        f"00:00:0{cue}.000 --> 00:00:0{cue + 1}.000\n"
        + "".join(f"a{line}{cue}\n" for line in range(n))
        for cue in (0, 1)
    )
    return ("WEBVTT\n\n" + "\n".join(cues)).encode()


def _long_header(n: int) -> bytes:
    return ("[" + "a." * n + "a]\n" + "".join(f"k{k} = 1\n" for k in range(n))).encode()


HOSTILE: Mapping[str, Mapping[str, Maker]] = {
    "manual": {
        "conditions of conditions": lambda n: (_MAN + ".if n " * n + "\n").encode(),
        "choices of conditions": lambda n: (_MAN + ".ie n " * n + "\n").encode(),
        "loops of loops": lambda n: (_MAN + ".while n \\{\\\n" * n).encode(),
        "backslashes of a macro": lambda n: (_MAN + ".de XX\n" + "\\" * 8 * n + "\n..\n.XX\n").encode(),
        "all arguments of a macro": lambda n: (_MAN + ".de XX\n" + "\\\\$*" * n + "\n..\n.XX " + "a " * n).encode(),
        "punctuation in brackets": lambda n: (_MDOC + ".Op a" + " ." * n + " x\n").encode(),
        "names in one line": lambda n: (_PRINTED + "abcde  " * n + "x\n").encode(),
        "bullets in one line": lambda n: (_PRINTED + "- " * n + "x\n").encode(),
    },
    "latex": {
        "pictures of notes": lambda n: (_LATEX + "\\footnote{\\begin{tikzpicture}} " * n).encode(),
        "listings of notes": lambda n: (_LATEX + "\\footnote{\\begin{verbatim}} " * n).encode(),
    },
    "rst": {
        "values of an option": lambda n: (_RST + "-a" + "=a" * n + " 5\n").encode(),
        "values of options": lambda n: (_RST + ", ".join(["-a" + "=a" * (n // 4)] * 4) + " 5\n").encode(),
        "names of a target": lambda n: (_RST + ".. _" + "`a`" * n + "\n").encode(),
        "a long substitution": lambda n: (_RST + ".. |a| replace:: " + "b " * n + "\n\n" + "|a| " * n).encode(),
        "substitutions of substitutions": lambda n: (
            _RST + ".. |a0| replace:: b\n" + "".join(f".. |a{k + 1}| replace:: |a{k}| |a{k}|\n" for k in range(n)) + f"\n|a{n}|\n"
        ).encode(),
    },
    "asciidoc": {"spaces of a heading": lambda n: ("= T\n\n== a" + " " * n + "b\n").encode()},
    "org": {
        "spaces of a heading": lambda n: ("* T\n\n* a" + " " * n + "b\n").encode(),
        "spaces of a term": lambda n: ("* T\n\n- a" + " " * n + "b\n").encode(),
        "drawers without an end": lambda n: ("* T\n\n" + ":a:\n" * n).encode(),
    },
    "code": {
        "spaces of a function": lambda n: (
            "// it\n" + ("a" + " " * 200 + "(" + "x" * 190 + ";x\n") * (n // 400)
        ).encode(),
    },
    "subtitles": {"lines of cues": _cues},
    "toml": {"parts of a header": _long_header, "parts of a key": lambda n: ("a." * n + "a = 1\n").encode()},
    "yaml": {
        "brackets": lambda n: ("[" * n).encode(),
        "lists in deep lists": lambda n: ("[" * 90 + "[]," * n + "]" * 90).encode(),
    },
}  # fmt: skip

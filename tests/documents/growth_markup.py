"""Makes manual pages and texts in markup that repeat or nest one construct, for `growth`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tests.documents.growth_zipped import Maker


def repeated(before: str, units: Iterable[str], after: str = "") -> dict[str, Maker]:
    """A file for each unit that has it n times between a beginning and an end."""
    return {
        f"{unit!r}": (lambda n, unit=unit: (before + unit * n + after).encode())  # type: ignore[misc]
        for unit in units
    }


def printed(units: Iterable[str]) -> dict[str, Maker]:
    """What `man` prints, with each unit n times in a section."""
    return {
        f"printed {name}": make
        for name, make in repeated(
            "A(1)      It      A(1)\n\nNAME\n       a - it\n\n", units
        ).items()
    }


MANUAL: Mapping[str, Maker] = {
    **repeated(
        ".TH A 1\n.SH NAME\na \\- it\n.de XX\n.XX \\\\$1 x\n..\n.de YY\nx\n.YY\n.YY\n..\n",
        (
            ".TP\n", ".TP\n-a\nx\n", ".IP\n", ".IP -a\n", ".RS\n", ".RS\n.RE\n", "x\n.RS\n", ".RE\n", ".PP\n", ".PP\nx\n", ".nf\n", ".nf\nx\n.fi\n",
            ".SH\n", ".SH A\n", ".if n \\{\\\n", ".if t \\{\\\n", ".\\}\n", ".ie n x\n", ".el x\n", ".XX a\n", ".YY\n", ".de A\n", ".am XX\nx\n..\n",
            ".ds A x\n", ".as A x\n\\*A\n", ".TS\n", ".TS\nl l.\na\tb\n.TE\n", ".TS\nl.\nT{\n", ".EQ\n", "\\", "\\f", "\\fB", "\\*", "\\*(", "\\[", "\\s", "\\h'",
            "\\(bu", "\\n", "x\\\n", "x \\\"", ".B x\n", ".BR a \"", ".BR \"a\"\"b\" ", ".UR x\n", ".br\n", "\n", "x\n", " x\n", "x ", "'\n", ".als A XX\n",
        ),
    ),
    **{
        f"mdoc {name}": make
        for name, make in repeated(
            ".Dd x\n.Dt A 1\n.Sh NAME\n.Nm a\n",
            (
                ".Bl -tag\n", ".Bl -column\n", ".It Fl a\n", ".It a Ta b\n", ".El\n", ".It Xo\n", ".Xc\n", ".Op Fl a\n", ".Oo\n", ".Oc\n", ".Ns\n", ".Fl ",
                ".Fo a\n", ".Fa b\n", ".Fc\n", ".Bd -literal\n", ".Ed\n", "x\n", ".Ar a b c\n", ".Xr a 1 ,\n", ".Sm off\n", ".TS\n", "Op Fl ", " a",
                ".Bl -enum\n.It\nx\n", ".Pf a b\n", ".Fn f a\n",
            ),
        ).items()
    },
    **printed(
        (
            "       -a\n", "       -a\n              x\n", "       -a     x\n", "              x\n", "       x\n\n", "NAME\n", "   a\n", "       x  ", "\b", "x\bx", "\x1b[1m",
            "       x\n              y\n                     z\n", "       •   x\n", "       1.  x\n", "       x-\n", "x", " ", "A(1)  b  A(1)\n",
        )
    ),
    "printed stairs": lambda n: ("A(1)   A(1)\n\nNAME\n       a - it\n\n" + "".join(" " * (7 + k % 60) + "x\n" for k in range(n))).encode(),
}  # fmt: skip

RST: Mapping[str, Maker] = {
    **repeated(
        "Title\n=====\n\nIt begins.\n\n",
        (
            "x\n", "x\n\n", "- x\n", "- \n", "- - x\n", "1. x\n", "#. x\n", "(a) x\n", ":a: x\n", "-a  x\n", "x\n  y\n", "x\n  y\n\n", "A\n-\n\n", "Ab\n--\n", "====\n",
            "====\nAb\n====\n", "+--+--+\n", "|  |  |\n", "+--+\n|a |\n+--+\n\n", "== ==\n", "== ==\na  b\n== ==\n\n", ".. \n", ".. x\n", ".. note::\n", ".. note:: x\n\n   y\n", ".. a::\n   :b: c\n",
            ".. list-table::\n\n   * - a\n     - b\n", ".. csv-table::\n\n   a,b\n", ".. |a| replace:: b\n", "|a| ", ".. _a: b\n", ".. [1] x\n", "x::\n\n  y\n\n", "x::\n", ">>> a\n", "| a\n",
            "*", "**", "`", "``", "*a* ", "**a** ", "`a`_ ", "``a`` ", ":a:`b` ", ":a:`", "`a <b>`_ ", "_", "a_ ", "a__ ", "\\", "|", "[1]_ ", "a", " ", "\n", "  x\n", "__ x\n",
        ),
    ),
    "nested items": lambda n: ("- " * n + "x").encode(),
    "stairs": lambda n: "".join(" " * (2 * (k % 60)) + "- a\n\n" for k in range(n)).encode(),
    "stairs of quotations": lambda n: "".join(" " * (k % 60) + "a\n\n" for k in range(n)).encode(),
    "a long cell": lambda n: ("+----+\n" + "| ab |\n" * n + "+----+\n").encode(),
    "a long cell of columns": lambda n: ("== ==\na  b\n" + "   c\n" * n + "== ==\n").encode(),
    "a wide grid": lambda n: ("+--" * n + "+\n" + "|a " * n + "|\n" + "+--" * n + "+\n").encode(),
    "a long cell of a list": lambda n: (".. list-table::\n\n   * - a\n" + "       b\n" * n).encode(),
}  # fmt: skip

LATEX: Mapping[str, Maker] = {
    **repeated(
        "\\documentclass{article}\\title{A}\n\\newcommand{\\aa}{bbbb}\n\\begin{document}\n\\maketitle\nIt begins.\n\n",
        (
            "x ", "x\n", "\n\n", "x\n\n", "{", "}", "{x}", "{x}{y}", "[", "]", "[x]", "$", "$x$", "$x^{", "$x_{1}$", "&", "%", "% x\n", "\\", "\\\\", "\\\\[1pt]", "\\x", "\\x{", "\\x[", "\\x{a}",
            "\\section{A}\n", "\\section{", "\\begin{itemize}", "\\begin{itemize}\\item x\\end{itemize}", "\\item x\n", "\\item[", "\\end{itemize}", "\\begin{tabular}{l}", "\\begin{tabular}{ll}a&b\\\\c&d\\end{tabular}\n",
            "\\begin{verbatim}", "\\begin{verbatim}\nx\n\\end{verbatim}\n", "\\begin{equation}", "\\begin{x}", "\\end{x}", "\\footnote{", "\\footnote{a}", "\\emph{", "\\textbf{a} ", "\\ref{a}", "\\cite", "\\cite{",
            "\\verb|a|", "\\verb|", "\\frac", "\\frac{a}{b}", "\\frac{", "\\'e", "\\'", "\\c{", "\\alpha", "\\caption{a}", "\\caption{", "\\aa ", "\\newcommand{\\cc}{\\aa\\aa}\n", "\\title{", "\\maketitle ",
            "\\includegraphics[", "\\href{a}{b}", "\\url{", "\\bibitem{a} b\n", "\\begin{tikzpicture}", "\\begin{frame}{a}", "--", "~", "``", "\\multicolumn{2}{c}{a} ", "\\hline ",
        ),
    ),
    "commands of commands": lambda n: ("\\newcommand{\\xa}{bb}\n" + "".join(f"\\newcommand{{\\x{chr(98 + k % 20) * (1 + k // 20)}}}{{\\x{chr(97 + k % 20) * (1 + k // 20)} b}}\n" for k in range(n % 200)) + "\\xb " * n).encode(),
    "rows": lambda n: ("\\begin{tabular}{ll}" + "a & b \\\\\n" * n + "\\end{tabular}").encode(),
    "cells of one row": lambda n: ("\\begin{tabular}{ll}" + "a & " * n + "\\end{tabular}").encode(),
}  # fmt: skip

CODE: Mapping[str, Maker] = repeated(
    "#!/usr/bin/python3\n# It begins.\nx = 1\n",
    (
        "# a\n", "#\n", "def f(a):\n", "    def f(a):\n", "class A:\n", "\n# a\ndef f():\n", '"""\n', '"""a"""\n', "'''", "x = '''\n", "x = 1\n", "x", " ", "\n", "\t", "def ", "(", "#", "a b c(d e",
        "def f(" + "a, " * 60, "    " * 30 + "def f():\n",
    ),
)  # fmt: skip
LOG: Mapping[str, Maker] = repeated(
    "2024-05-03 10:00:00 It begins.\n",
    ("2024-05-03 10:00:00 x\n", "x\n", "  x\n", "\n", "x", "2024-05-03 ", "1", "[", "May  3 10:00:00 a b\n", "127.0.0.1 - - [a\n", "\x1b[1m", "INFO\n"),
)  # fmt: skip

_LIGHT = (
    "x ",
    "x\n",
    "\n",
    "x\n\n",
    "- x\n",
    "1. x\n",
    "a :: b\n",
    "a:: b\n",
    "|",
    "| a | b\n",
    "*",
    "*a* ",
    "_",
    "`",
    "+",
    "~",
    "[",
    "[[",
    "]]",
    "<<",
    "<<a>> ",
    "{",
    "{a}",
    ":",
    "#",
    "=",
    ".",
    "//\n",
    "/",
)
ORG: Mapping[str, Maker] = repeated(
    "* It begins\n\n",
    (*_LIGHT, "* a\n", "#+begin_src\n", "#+end_src\n", "#+begin_quote\n", ":a:\n", ":END:\n", ": a\n", "|---\n", "[[a][b]] ", "[[a][", "#+title: a\n", "# a\n"),
)  # fmt: skip
ASCIIDOC: Mapping[str, Maker] = repeated(
    "= It begins\n\n",
    (*_LIGHT, "== a\n", "----\n", "====\n", "////\n", "|===\n", "|===\n|a |b\n|===\n", "[a]\n", "NOTE: a\n", ":a: {a}{a}\n", "image::a[b]\n", "http://a[b] ", "http://", "link:", "+\n", ".A\n", "**", "a::\n", "** a\n", "2+|"),
)  # fmt: skip

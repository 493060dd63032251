"""LaTeX is read as what its commands say of the text."""

from __future__ import annotations

from wherein.core.document import BlockKind, Document
from wherein.core.unread import Unread, UnreadKind
from wherein.documents.parse import parse
from wherein.documents.source import Source

TEXT = r"""% A note of the writer.
\documentclass[11pt]{article}
\newcommand{\sys}{\textsc{Ferry}}
\newcommand{\todo}[1]{\textcolor{red}{#1}}
\title{The \emph{Ferry}\thanks{Paid by nobody.}}
\author{Oda Lind\\ Bergen \and Per \"Olund}
\begin{document}
\maketitle
\begin{abstract}
We sail.
\end{abstract}
\section{Introduction}\label{sec:intro}
The \sys{} sails at 5--7~knots; see Section~\ref{sec:fares} and \citep[p.~3]{lind2020}.
It costs \$40\footnote{In winter \textbf{only}.} or 50\% more. ``Quoted'' na\"ive caf\'{e}.

\subsection*{Method}
\begin{itemize}
\item First % not this
\item[--] Second $x^{10} + \alpha_i \leq \frac{a+b}{2}$
  \begin{enumerate}
   \item inner \verb|a_b{| code
  \end{enumerate}
\end{itemize}
\begin{description}
\item[Quay] Where it lies.
\end{description}
\begin{table}[ht]
\caption{Prices of \emph{tickets}}
\begin{tabular}{l|r@{ }r}
\toprule
Ticket & Winter & Summer \\ \midrule
Adult & 40 & 60 \\
Child & \multicolumn{2}{c}{free} \\
\bottomrule
\end{tabular}
\end{table}
\includegraphics[width=\linewidth]{a.png}
\begin{lstlisting}[language=C]
x = {1};  % kept
\end{lstlisting}
\unknown{one}{two} \input{other}
\begin{thebibliography}{9}
\bibitem{lind2020} O. Lind, \emph{Boats}, 2020.
\end{thebibliography}
\end{document}
"""


def read(text: str, name: str = "a.tex") -> Document:
    return parse(Source(text.encode(), name, f"/{name}"))


def blocks(document: Document) -> list[tuple[str, str]]:
    return [(block.kind.value, block.span.of(document.text)) for block in document.blocks]


def test_paragraphs_are_what_is_printed() -> None:
    document = read(TEXT)
    assert (document.kind, document.title) == ("latex", "The Ferry")
    found = blocks(document)
    assert ("paragraph", "Authors: Oda Lind, Bergen, Per Ölund") in found
    assert (
        "paragraph",
        "The Ferry sails at 5–7\u00a0knots; see Section\u00a0[sec:fares] and [lind2020]. It costs $40[2] or 50% more. “Quoted” naïve café.",
    ) in found
    assert ("paragraph", "[2] In winter only.") in found
    assert ("paragraph", "one two") in found
    assert "note of the writer" not in document.text
    assert "textcolor" not in document.text


def test_sections_lists_listings_and_formulas() -> None:
    document = read(TEXT)
    found = blocks(document)
    headings = [
        (b.level, b.span.of(document.text)) for b in document.blocks if b.kind is BlockKind.HEADING
    ]
    assert headings == [
        (1, "The Ferry[1]"), (2, "Abstract"), (2, "Introduction"), (3, "Method"), (2, "References"),
    ]  # fmt: skip
    assert ("list_item", "First") in found
    assert ("list_item", "– Second x^(10) + α_i ≤(a+b)/2") in found
    assert ("list_item", "1. inner a_b{ code") in found
    assert ("list_item", "[lind2020] O. Lind, Boats, 2020.") in found
    assert ("code", "x = {1};  % kept") in found
    assert ("caption", "Prices of tickets") in found


def test_tables_and_descriptions_have_headers() -> None:
    document = read(TEXT)
    found = {
        b.span.of(document.text): (b.row, b.column)
        for b in document.blocks
        if b.kind is BlockKind.CELL
    }
    assert found["60"] == ("Adult", "Summer")
    assert found["free"] == ("Child", "Winter")
    assert found["Where it lies."] == ("Quay", None)


def test_what_is_counted_or_put_in_is_told() -> None:
    document = read(TEXT)
    made = [place.of(document.text) for place in document.generated]
    assert {"[1]", "Authors: ", "Abstract", "1. ", "("} <= set(made)
    assert document.unread == (
        Unread(UnreadKind.PICTURE, 1), Unread(UnreadKind.OBJECT, 1), Unread(UnreadKind.COMMENT, 2),
    )  # fmt: skip


def test_a_text_that_begins_as_latex_is_latex_by_any_name() -> None:
    assert read(TEXT, "paper").kind == "latex"
    assert read("We wrote \\documentclass{a} there.", "a.txt").kind == "text"


def test_nested_commands_beyond_all_bounds_end() -> None:
    text = read(
        "\\emph{" * 5_000 + "deep" + "}" * 5_000 + " \\footnote{" * 5_000 + "note" + "}" * 5_000
    ).text
    assert "deep" in text
    assert "note" in text

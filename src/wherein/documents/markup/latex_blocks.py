"""Adds the blocks of a LaTeX text: sections, paragraphs, lists, tables, listings, captions and notes."""

from __future__ import annotations

import re
from bisect import bisect_left

from wherein.core.unread import Unread, UnreadKind
from wherein.documents.building.block_writer import BlockWriter, Term, generated, own_text
from wherein.documents.markup.latex_text import ACCENTS, LIGATURES, SYMBOLS, accented
from wherein.documents.markup.latex_tokens import Kind, Tokens

_SECTIONS = (
    "part",
    "chapter",
    "section",
    "subsection",
    "subsubsection",
    "paragraph",
    "subparagraph",
)
# Commands of which so many arguments are not shown.
_DROPPED = {
    **dict.fromkeys(
        """label index pagestyle thispagestyle usepackage documentclass RequirePackage bibliographystyle vspace hspace vskip hypersetup
        graphicspath usetheme usecolortheme setcounter_ newcounter color pagenumbering selectlanguage geometry cline cmidrule
        phantom vphantom hphantom linespread usetikzlibrary theoremstyle captionsetup bibliography addbibresource nocite
        lstset ensuremath_ pagecolor fontsize_ markright nobibliography listfiles hyphenation includeonly DeclareGraphicsExtensions
        LoadClass NeedsTeXFormat ProvidesPackage ProvidesClass newlength newsavebox newif excludecomment address_ institute_ titlerunning
        authorrunning stepcounter refstepcounter value arabic""".split(), 1
    ),
    **dict.fromkeys(
        """setlength addtolength setcounter addtocounter newtheorem definecolor_ fontsize renewcommand newcommand providecommand
        DeclareMathOperator markboth setmainfont_ rule colorbox_ raisebox_ DeclareRobustCommand pgfplotsset_ newcolumntype
        addcontentsline_ numberwithin""".split(), 2
    ),
    **dict.fromkeys("newenvironment renewenvironment definecolor addcontentsline titleformat_ NewDocumentCommand RenewDocumentCommand".split(), 3),
    **dict.fromkeys("textcolor colorbox hyperref_ foreignlanguage resizebox_ setmainfont parbox multirow_ raisebox scalebox".split(), 1),
    "resizebox": 2, "multirow": 2, "multicolumn": 2, "titlespacing": 4, "titleformat": 4, "fcolorbox": 2,
}  # fmt: skip
_REFERENCES = frozenset(
    """ref eqref pageref autoref cref Cref nameref vref cite citep citet citeauthor citeyear citealp citealt citenum parencite textcite
    autocite footcite Cite Citet Citep""".split()
)
VERBATIM = frozenset(
    "verbatim lstlisting minted Verbatim alltt BVerbatim LVerbatim semiverbatim code".split()
)
_MATH = frozenset(
    "equation align gather multline displaymath math eqnarray alignat flalign dmath IEEEeqnarray".split()
)
PICTURES = frozenset("tikzpicture picture pspicture pgfpicture circuitikz forest axis".split())
TABLES = frozenset(
    "tabular tabularx longtable tabulary array_ tabu supertabular xltabular tblr".split()
)
_LISTS = frozenset(
    "itemize enumerate description compactitem compactenum inparaenum asparaenum".split()
)
_LABELLED = {
    **{name: name.capitalize() for name in "theorem lemma proof definition proposition corollary remark example claim conjecture exercise".split()},
    "thm": "Theorem", "lem": "Lemma", "prop": "Proposition", "cor": "Corollary", "defn": "Definition",
}  # fmt: skip
_HEADED = {
    "abstract": "Abstract",
    "acknowledgments": "Acknowledgments",
    "acknowledgements": "Acknowledgements",
    "keywords": "Keywords",
}
_DEEPEST = 60
_MOST_EXPANDED = 200
"""Tokens and characters of what stands for a command of the text's own."""
_TIMES_EXPANDED = 4
_LEAST_EXPANDED = 20_000
"""Such commands may make a text this many times as long, and so many characters; later ones show nothing."""
_CELL_END, _ROW_END = "\x1d", "\x1e"


class LatexBlocks:
    """Reads the tokens of one text."""

    def __init__(self, tokens: Tokens) -> None:
        self.writer = BlockWriter()
        self.counts = dict.fromkeys((UnreadKind.PICTURE, UnreadKind.OBJECT, UnreadKind.COMMENT), 0)
        self.counts[UnreadKind.COMMENT] = len(tokens.comments)
        self.title = ""
        self._tokens = tokens
        self._macros: dict[str, str] = {}
        self._left = _TIMES_EXPANDED * len(tokens.text) + _LEAST_EXPANDED
        self._front: dict[str, str] = {}
        self._parts: list[str] = []
        self._notes: list[str] = []
        self._lists: list[tuple[str, int, Term | None]] = []
        self._mark = ""
        self._math = False
        self._inside = 0
        self._levels: dict[str, int] = {}

    def unread(self) -> tuple[Unread, ...]:
        """What was not read."""
        return tuple(Unread(kind, count) for kind, count in self.counts.items() if count)

    def read(self) -> None:
        """Add all blocks: of the body where the text has one, else of all of it."""
        tokens = self._tokens
        begin = next((at for at in range(len(tokens)) if self._begins(at, "document")), None)
        self._set_levels()
        if begin is None:
            self._run(0, len(tokens))
        else:
            self._read_preamble(begin)
            self._run(begin + 4, len(tokens))
        self._flush()
        for note in self._notes:
            self.writer.paragraph(note)

    def _begins(self, at: int, name: str) -> bool:
        tokens = self._tokens
        is_begin = tokens.kinds[at] is Kind.COMMAND and tokens.said[at] == "begin"
        return is_begin and tokens.is_sign(at + 1, "{") and tokens.said[at + 2 : at + 3] == [name]

    def _set_levels(self) -> None:
        used = {
            said.rstrip("*")
            for kind, said in zip(self._tokens.kinds, self._tokens.said, strict=True)
            if kind is Kind.COMMAND
        }
        first = 2 if "maketitle" in used else 1
        names = [name for name in _SECTIONS if name in used]
        self._levels = {name: first + number for number, name in enumerate(names)}

    def _read_preamble(self, end: int) -> None:
        """Take title, authors, date and macros without arguments."""
        at = 0
        while at < end:
            name = self._tokens.said[at] if self._tokens.kinds[at] is Kind.COMMAND else ""
            at = self._of_definition(name, at) if name else at + 1

    def _of_definition(self, name: str, at: int) -> int:
        tokens = self._tokens
        if name in ("title", "author", "date", "subtitle"):
            start, stop, after = self._argument(self._after_option(at + 1))
            if after > at + 1:
                self._front.setdefault(name, self._inline(start, stop))
                return after
        elif name.rstrip("*") in ("newcommand", "renewcommand", "providecommand", "def"):
            start, stop, after = self._argument(at + 1)
            if tokens.is_sign(after, "{") and stop - start == 1:
                first, last, end = self._argument(after)
                if last - first <= _MOST_EXPANDED:
                    self._macros[tokens.said[start]] = self._inline(first, last)[:_MOST_EXPANDED]
                return end
        return at + 1

    def _argument(self, at: int) -> tuple[int, int, int]:
        """First token, end and what comes after an argument: a group, or one token."""
        tokens = self._tokens
        if at < len(tokens) and tokens.kinds[at] is Kind.TEXT and not tokens.said[at].strip():
            at += 1
        if tokens.is_sign(at, "{") and at in tokens.closes:
            close = tokens.closes[at]
            return at + 1, close, close + 1
        if at >= len(tokens) or tokens.kinds[at] not in (Kind.COMMAND, Kind.SYMBOL):
            return at, at, at
        return at, at + 1, at + 1

    def _after_option(self, at: int) -> int:
        """What comes after arguments in brackets."""
        tokens = self._tokens
        while tokens.is_sign(at, "[") and at in tokens.closes:
            at = tokens.closes[at] + 1
        return at

    def _inline(self, start: int, end: int) -> str:
        """What a range of tokens shows, in a line."""
        if end == start + 1 and self._tokens.kinds[start] in (Kind.COMMAND, Kind.SYMBOL):
            # A command alone has no arguments: those behind it belong to what it is an argument of.
            said = self._tokens.said[start].rstrip("*")
            return self._macros.get(said) or SYMBOLS.get(said, "").strip("\n")
        outer, self._parts = self._parts, []
        self._inside += 1
        if self._inside <= _DEEPEST:
            self._run(start, end)
        else:
            self._parts.append(self._tokens.raw(start, end))
        text = "".join(self._parts)
        self._inside -= 1
        self._parts = outer
        return text.strip()

    def _run(self, at: int, end: int) -> None:
        while at < end:
            at = self._one(at, end)

    def _one(self, at: int, end: int) -> int:
        tokens = self._tokens
        kind, said = tokens.kinds[at], tokens.said[at]
        if kind is Kind.TEXT:
            self._parts.append(self._words(said))
        elif kind is Kind.BLANK:
            if self._inside:
                self._parts.append(" ")
            else:
                self._flush()
        elif kind is Kind.SYMBOL:
            return self._of_symbol(said, at)
        elif kind is Kind.COMMAND:
            return self._of_command(said, at, end)
        elif said == "$":
            self._math = not self._math if not tokens.is_sign(at + 1, "$") else self._math
        elif said == "&":
            self._parts.append(_CELL_END)
        elif said in "[]":
            self._parts.append(said)
        elif said == "{" and not self._math and at and tokens.is_sign(at - 1, "}"):
            self._parts.append(" ")  # two arguments of a command are two things
        elif said == "{" and self._math and self._parts and self._parts[-1][-1:] in ("^", "_"):
            return self._of_script(at)
        return at + 1

    def _words(self, text: str) -> str:
        if self._math:
            return text.replace("\n", " ")
        for signs, shown in LIGATURES:
            if signs in text:
                text = text.replace(signs, shown)
        return text.replace("\n", " ")

    def _of_script(self, at: int) -> int:
        """A power or index of several characters, in brackets."""
        close = self._tokens.closes.get(at, at)
        text = self._inline(at + 1, close)
        self._parts.append(text if len(text) < 2 else generated("(") + text + generated(")"))
        return close + 1

    def _of_symbol(self, said: str, at: int) -> int:
        if said == "\\":
            after = self._after_option(at + 1)
            self._parts.append("\n" if not self._inside else _ROW_END)
            return after
        if said in ("(", "[", ")", "]"):
            self._math = said in "(["
        elif said in ACCENTS and not self._math:
            return self._of_accent(said, at)
        else:
            self._parts.append(SYMBOLS.get(said, said))
        return at + 1

    def _of_accent(self, accent: str, at: int) -> int:
        start, stop, after = self._argument(at + 1)
        if after == at + 1:  # the letter is in the text that follows
            tokens = self._tokens
            if after < len(tokens) and tokens.kinds[after] is Kind.TEXT:
                said = tokens.said[after].lstrip(" ")
                self._parts.append(accented(said[:1], accent) + self._words(said[1:]))
                return after + 1
            return after
        self._parts.append(accented(self._inline(start, stop), accent))
        return after

    def _of_command(self, said: str, at: int, end: int) -> int:
        name = said.rstrip("*")
        for handled in (self._of_block_command, self._of_word_command):
            after = handled(name, at, end)
            if after is not None:
                return after
        if name in self._macros:
            shown = self._macros[name]
            self._left -= len(shown)
            self._parts.append(shown if self._left > 0 else "")
            return at + 1
        if name in ACCENTS and (len(name) == 1 or self._math):
            return self._of_accent(name, at)
        if name in SYMBOLS:
            shown = SYMBOLS[name]
            if shown == "\n\n":
                self._flush()
            elif shown == "\n" and self._inside:
                self._parts.append(_ROW_END)
            else:
                self._parts.append(shown)
            return at + 1
        after = at + 1
        for _ in range(_DROPPED.get(name, 0)):
            after = self._argument(self._after_option(after))[2]
        return self._after_option(after)

    def _of_block_command(self, name: str, at: int, end: int) -> int | None:
        if name in self._levels and not self._inside:
            start, stop, after = self._argument(self._after_option(at + 1))
            self._flush()
            self.writer.heading(self._inline(start, stop), self._levels[name])
            return after
        if name == "begin":
            return self._begin(at, end)
        if name == "end":
            start, stop, after = self._argument(at + 1)
            self._end(self._tokens.raw(start, stop))
            return after
        if name == "item":
            return self._item(at)
        if name == "bibitem":
            start, stop, after = self._argument(self._after_option(at + 1))
            self._flush()
            self._mark = generated("[") + self._inline(start, stop) + generated("] ")
            return after
        if name in ("caption", "captionof") and not self._inside:
            start, stop, after = self._argument(self._after_option(at + 1))
            self._flush()
            self.writer.caption(self._inline(start, stop))
            return after
        if name in ("frametitle", "framesubtitle"):
            start, stop, after = self._argument(at + 1)
            self._flush()
            self.writer.heading(self._inline(start, stop), 2)
            return after
        if name == "maketitle":
            self._add_front()
            return at + 1
        if name in ("title", "author", "date", "subtitle", "newcommand", "renewcommand", "def"):
            after = self._of_definition(name, at)
            return after if after > at + 1 else None
        return None

    def _of_word_command(self, name: str, at: int, end: int) -> int | None:
        if name in _REFERENCES:
            start, stop, after = self._argument(self._after_option(at + 1))
            label = " ".join(self._tokens.raw(start, stop).split())
            self._parts.append(generated("[") + label + generated("]"))
            return after
        if name in ("footnote", "footnotetext", "thanks", "marginpar"):
            start, stop, after = self._argument(self._after_option(at + 1))
            mark = generated(f"[{len(self._notes) + 1}]")
            self._notes.append(f"{mark} ")
            number = len(self._notes) - 1
            self._notes[number] += self._inline(start, stop)
            self._parts.append(mark)
            return after
        if name in ("url", "nolinkurl", "path"):
            start, stop, after = self._argument(at + 1)
            self._parts.append(self._tokens.raw(start, stop))
            return after
        if name == "href":
            return self._argument(at + 1)[2]
        if name in ("verb", "lstinline"):
            return self._of_verb(at)
        if name in ("frac", "dfrac", "tfrac"):
            first = self._argument(at + 1)
            if first[2] == at + 1:  # "\frac12"
                following = self._tokens.said[at + 1] if at + 1 < len(self._tokens) else ""
                if self._tokens.kinds[at + 1 : at + 2] == [Kind.TEXT] and following[:2].isalnum():
                    self._parts.append(following[:1] + generated("/") + following[1:])
                    return at + 2
                return at + 1
            second = self._argument(first[2])
            upper, lower = self._inline(first[0], first[1]), self._inline(second[0], second[1])
            self._parts.append(f"{_bracketed(upper)}{generated('/')}{_bracketed(lower)}")
            return second[2]
        if name == "includegraphics":
            self.counts[UnreadKind.PICTURE] += 1
            return self._argument(self._after_option(at + 1))[2]
        if name in ("input", "include", "subfile", "includepdf", "lstinputlisting"):
            self.counts[UnreadKind.OBJECT] += 1
            return self._argument(self._after_option(at + 1))[2]
        return None

    def _of_verb(self, at: int) -> int:
        """Text between two of any one sign, as it stands in the file."""
        tokens = self._tokens
        begins = tokens.starts[at] + 1 + len(tokens.said[at])
        sign = tokens.text[begins : begins + 1]
        close = (
            tokens.text.find("}" if sign == "{" else sign, begins + 1, begins + 1_000)
            if sign
            else -1
        )
        if close < 0:
            return at + 1
        self._parts.append(tokens.text[begins + 1 : close])
        after = at + 1
        while after < len(tokens) and tokens.starts[after] <= close:
            if tokens.ends[after] > close + 1 and tokens.kinds[after] is Kind.TEXT:
                self._parts.append(self._words(tokens.text[close + 1 : tokens.ends[after]]))
            after += 1
        return after

    def _add_front(self) -> None:
        self._flush()
        if title := self._front.get("title", ""):
            title = " ".join(title.replace(_ROW_END, " ").split())
            self.title = own_text(title)
            self.writer.heading(title, 1)
        if authors := self._front.get("author", ""):
            names = ", ".join(
                part.strip() for part in re.split(r"\x1e|\n", authors) if part.strip()
            )
            self.writer.paragraph(generated("Authors: ") + names)
        if date := self._front.get("date", ""):
            self.writer.paragraph(date)

    def _begin(self, at: int, end: int) -> int:
        start, stop, after = self._argument(at + 1)
        name = self._tokens.raw(start, stop)
        plain = name.rstrip("*")
        if plain in VERBATIM or plain in PICTURES or plain == "comment":
            return self._raw(name, plain, after, end)
        if plain in TABLES and self._inside <= 1:
            return self._table(name, plain, after, end)
        if plain in _MATH:
            self._parts.append("" if self._inside else "\n")
            self._math = True
        elif plain in _LISTS or plain == "thebibliography":
            self._flush()
            self._lists.append((plain, 0, self.writer.term))
            if plain == "thebibliography":
                self.writer.heading(generated("References"), self._levels.get("section", 1))
                return self._argument(after)[2]
        elif plain in _HEADED:
            self._flush()
            self.writer.heading(generated(_HEADED[plain]), 2)
        elif plain in _LABELLED:
            self._flush()
            self._mark = generated(_LABELLED[plain] + ": ")
        elif plain == "frame":
            self._flush()
            first, last, following = self._argument(self._after_option(after))
            if following > last > first:
                self.writer.heading(self._inline(first, last), 2)
                return following
        elif plain == "minipage" or plain == "multicols":
            return self._argument(self._after_option(after))[2]
        elif not self._inside:
            self._flush()
        return self._after_option(after)

    def _end(self, name: str) -> None:
        plain = name.rstrip("*")
        if plain in _MATH:
            self._parts.append("" if self._inside else "\n")
            self._math = False
        elif (plain in _LISTS or plain == "thebibliography") and self._lists:
            self._flush()
            self.writer.term = self._lists.pop()[2]
        elif not self._inside:
            self._flush()

    def _item(self, at: int) -> int:
        tokens = self._tokens
        self._flush()
        kind, number, outer = self._lists.pop() if self._lists else ("itemize", 0, None)
        self._lists.append((kind, number + 1, outer))
        after = at + 1
        self.writer.term = outer
        self._mark = ""
        if tokens.is_sign(after, "[") and after in tokens.closes:
            close = tokens.closes[after]
            name = self._inline(after + 1, close)
            if kind == "description":
                self.writer.begin_term([name])
            else:
                self._mark = name + " " if name else ""
            return close + 1
        if "enum" in kind:
            self._mark = generated(f"{number + 1}. ")
        return after

    def _raw(self, name: str, plain: str, after: int, end: int) -> int:
        """What stands as it is up to the end of an environment, or of what it is within: a listing, or a picture that is counted."""
        tokens = self._tokens
        begins = tokens.ends[after - 1]
        ending = f"\\end{{{name}}}"
        until = tokens.starts[end] if end < len(tokens) else len(tokens.text)
        close = tokens.text.find(ending, begins, until)
        close = until if close < 0 else close
        self._flush()
        if plain in PICTURES:
            self.counts[UnreadKind.PICTURE] += 1
        elif plain != "comment":
            text = tokens.text[begins:close]
            kept = bisect_left(tokens.comments, close) - bisect_left(tokens.comments, begins)
            self.counts[UnreadKind.COMMENT] -= kept
            self.writer.code(
                re.sub(
                    r"\A[ \t]*(?:\[[^\]\n]{0,300}\])?(?:\{[^}\n]{0,60}\})?[ \t]*(?=\n)", "", text
                )
            )
        while after < end and tokens.starts[after] < close + len(ending):
            after += 1
        return after

    def _table(self, name: str, plain: str, after: int, end: int) -> int:
        """A table: rows that end in two backslashes, cells parted by "&"; lines below the first row mark it as a header."""
        tokens = self._tokens
        self._flush()
        after = self._after_option(after)
        for _ in range(2 if plain in ("tabularx", "tabulary", "xltabular") else 1):
            after = self._after_option(self._argument(after)[2])
        stop = after
        while stop < end and not (
            tokens.kinds[stop] is Kind.COMMAND
            and tokens.said[stop] == "end"
            and tokens.said[stop + 2 : stop + 3] == [name]
        ):
            stop += 1
        text, header_rows = self._rows(after, stop)
        rows = [[" ".join(cell.split()) for cell in row.split(_CELL_END)] for row in text]
        self.writer.table(rows, header_rows)
        return min(stop + 4, end) if stop < end else end

    def _rows(self, at: int, end: int) -> tuple[list[str], int]:
        """The rows of a table, and how many stand above the first line that is not at its top."""
        tokens = self._tokens
        rows: list[str] = []
        header_rows = 0
        outer, self._parts = self._parts, []
        self._inside += 1
        while at < end:
            kind, said = tokens.kinds[at], tokens.said[at]
            if kind is Kind.COMMAND and said in (
                "hline",
                "midrule",
                "toprule",
                "bottomrule",
                "endhead",
                "Xhline",
            ):
                header_rows = header_rows or (len(rows) if len(rows) <= 3 else 0)
                at += 1
            elif (kind is Kind.SYMBOL and said == "\\") or (
                kind is Kind.COMMAND and said == "tabularnewline"
            ):
                rows.append("".join(self._parts))
                self._parts = []
                at = self._after_option(at + 1)
            else:
                at = self._one(at, end)
        rows.append("".join(self._parts))
        self._inside -= 1
        self._parts = outer
        rows = [row.replace(_ROW_END, " ") for row in rows if row.strip(_CELL_END + " \n")]
        return rows, header_rows if header_rows < len(rows) else 0

    def _flush(self) -> None:
        """End the paragraph."""
        if self._inside:
            self._parts.append(" ")
            return
        text = "".join(self._parts).replace(_CELL_END, " ").replace(_ROW_END, "\n")
        self._parts = []
        lines = (line.strip(" ") for line in re.sub("[ \t]+", " ", text).split("\n"))
        text = "\n".join(line for line in lines if line)
        if not text:
            return
        text, self._mark = self._mark + text, ""
        self.writer.item(text) if self._lists else self.writer.paragraph(text)


def _bracketed(text: str) -> str:
    return text if len(text) < 2 or text.isalnum() else generated("(") + text + generated(")")

"""Gives the shown text of a Word paragraph: fields by their results, equations, no hidden or deleted text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from wherein.documents.building.canonical import clean
from wherein.documents.building.whole_number import whole_number
from wherein.documents.office.equations import EQUATIONS, equation_pieces

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_WORD_2010 = "{http://schemas.microsoft.com/office/word/2010/wordml}"
_BREAKS = {
    "br": "\n",
    "cr": "\n",
    "tab": "\t",
    "ptab": "\t",
    "noBreakHyphen": "\u2011",
    "softHyphen": "\u00ad",
}
_NOT_SHOWN = frozenset(
    {
        W + "del",
        W + "moveFrom",
        W + "delText",
        W + "rPr",
        W + "pPr",
        W + "sdtPr",
        W + "rt",
        W + "txbxContent",
        FALLBACK,
    }
)
_PAGE_NUMBER = re.compile(r"\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b", re.IGNORECASE)
_STRUCK = "~~"
_RAISED = re.compile(r"[0-9][0-9.,]*|[-−+][0-9]+|\*+")


@dataclass(slots=True)
class Shown:
    """The text of one paragraph and the places in it whose characters the file lacks."""

    text: str = ""
    generated: list[tuple[int, int]] = field(default_factory=list)

    def add(self, text: str, *, generated: bool = False) -> None:
        text = clean(text) if text else ""
        if generated and text:
            self.generated.append((len(self.text), len(self.text) + len(text)))
        self.text += text


@dataclass(slots=True)
class _Field:
    """A field that is open: its instruction so far, and whether its result has begun."""

    instruction: str = ""
    in_result: bool = False
    form: Any = None

    @property
    def hides(self) -> bool:
        """Whether what stands in it now is not shown: its instruction, or a page number."""
        return not self.in_result or _PAGE_NUMBER.match(self.instruction) is not None


class ParagraphTexts:
    """Reads paragraphs in order, since a field may go over several; counts what is hidden.

    `look_of` says of a run's properties, its paragraph and the paragraph's style whether the run is unseen, and whether
    it is struck through.
    """

    def __init__(
        self,
        is_hidden_style: Callable[[str], bool],
        look_of: Callable[[Any, Any, str], tuple[bool, bool]],
    ) -> None:
        self._is_hidden_style = is_hidden_style
        self._look_of = look_of
        self._paragraph: Any = None
        self._style = ""
        self._is_struck = False
        self._fields: list[_Field] = []
        self._hiding = 0  # how many of them show nothing now
        self._was_hidden = False
        self.hidden = 0
        """Stretches of hidden text, each counted once."""

    def begin_part(self) -> None:
        """Forget fields that the part before left open."""
        self._fields = []
        self._hiding = 0

    def of(self, paragraph: Any, style: str = "") -> Shown:
        """The shown text of a paragraph; text boxes and notes are read on their own."""
        shown = Shown()
        self._was_hidden = self._is_struck = False
        self._paragraph, self._style = paragraph, style
        self._read(paragraph, shown, bool(style) and self._is_hidden_style(style))
        self._strike(shown, False)
        return shown

    def _strike(self, shown: Shown, is_struck: bool) -> None:
        """Put the sign of struck words where they begin or end, as in web pages."""
        if is_struck != self._is_struck:
            shown.add(_STRUCK, generated=True)
            self._is_struck = is_struck

    def _read(self, element: Any, shown: Shown, hidden: bool) -> None:
        for child in element.iterchildren():
            tag = child.tag
            if not isinstance(tag, str) or tag in _NOT_SHOWN:
                continue
            if tag == W + "r":
                self._run(child, shown, hidden)
            elif tag == W + "sdt":
                if not is_placeholder(child):
                    self._read(child, shown, hidden)
            elif tag in EQUATIONS:
                for text, generated in [] if self._hides() else equation_pieces(child):
                    shown.add(text, generated=generated)
            elif tag == W + "fldSimple":
                if not _PAGE_NUMBER.match(child.get(W + "instr", "")):
                    self._read(child, shown, hidden)
            else:
                self._read(child, shown, hidden)

    def _run(self, run: Any, shown: Shown, hidden: bool) -> None:
        properties = run.find(W + "rPr")
        hidden = self._run_is_hidden(properties, hidden)
        texts = list(self._texts(run))
        is_struck = False
        if not hidden and texts:
            hidden, is_struck = self._look_of(properties, self._paragraph, self._style)
        if hidden:
            has_text = any(text.strip() for text, _ in texts)
            self.hidden += has_text and not self._was_hidden
            self._was_hidden = self._was_hidden or has_text
            return
        self._was_hidden = self._was_hidden and not texts
        if texts and (not is_struck or any(text.strip() for text, _ in texts)):
            self._strike(shown, is_struck)
        is_raised = _value(properties, "vertAlign") == "superscript"
        if (
            is_raised
            and shown.text[-1:].strip()
            and _RAISED.fullmatch("".join(t for t, _ in texts).strip())
        ):
            shown.add("^", generated=True)  # a raised digit is no digit of the number before it
        for text, generated in texts:
            shown.add(text, generated=generated)

    def _run_is_hidden(self, properties: Any, hidden: bool) -> bool:
        own = properties.find(W + "vanish") if properties is not None else None
        if own is not None:
            return own.get(W + "val") not in ("0", "false", "off")
        style = _value(properties, "rStyle")
        return hidden or (bool(style) and self._is_hidden_style(style))

    def _hides(self) -> bool:
        return self._hiding > 0

    def _texts(self, run: Any) -> Iterator[tuple[str, bool]]:
        """The texts of a run, each with whether the file lacks it as characters."""
        for child in run.iterchildren():
            tag = child.tag
            if tag == W + "fldChar":
                yield from self._field(child)
            elif tag == W + "instrText":
                if self._fields and not self._fields[-1].in_result:
                    self._fields[-1].instruction += child.text or ""
            elif self._hides() or not isinstance(tag, str) or tag in _NOT_SHOWN:
                continue
            elif tag == W + "t":
                yield child.text or "", False
            elif tag == W + "sym":
                code = child.get(W + "char", "")
                # Symbol fonts live in the private use area; only a plain code says what it is.
                yield (
                    chr(int(code, 16)) if re.fullmatch("0[0-9A-Fa-f]{3}", code) else "\ufffd",
                    False,
                )
            elif tag.startswith(W) and tag[len(W) :] in _BREAKS:
                yield _BREAKS[tag[len(W) :]], False
            elif len(child):
                yield from self._nested(child)

    def _nested(self, element: Any) -> Iterator[tuple[str, bool]]:
        """The text within a drawing or another element of a run, such as a ruby's base."""
        for child in element.iterchildren():
            if not isinstance(child.tag, str) or child.tag in _NOT_SHOWN:
                continue
            if child.tag == W + "r":
                yield from self._texts(child)
            elif child.tag == W + "t":
                yield child.text or "", False
            else:
                yield from self._nested(child)

    def _field(self, mark: Any) -> Iterator[tuple[str, bool]]:
        kind = mark.get(W + "fldCharType")
        if kind == "begin":
            self._fields.append(_Field(form=mark.find(W + "ffData")))
            self._hiding += 1
        elif kind == "separate" and self._fields:
            self._hiding -= self._fields[-1].hides
            self._fields[-1].in_result = True
            self._hiding += self._fields[-1].hides
        elif kind == "end" and self._fields:
            closed = self._fields.pop()
            self._hiding -= closed.hides
            if closed.form is not None and not self._hides():
                text = form_value(closed.form)
                if text:
                    yield text, True


def form_value(form: Any) -> str:
    """What a form field without a text of its own shows: a box, ticked or not, or the chosen item of a list."""
    box = form.find(W + "checkBox")
    if box is not None:
        state = box.find(W + "checked")
        state = box.find(W + "default") if state is None else state
        is_ticked = state is not None and state.get(W + "val", "1") not in ("0", "false")
        return "[x]" if is_ticked else "[ ]"
    choices = form.find(W + "ddList")
    if choices is not None:
        items = [item.get(W + "val", "") for item in choices.iterchildren(W + "listEntry")]
        at = whole_number(_value(choices, "result"), 0)
        return str(items[at]) if at < len(items) else ""
    return ""


def is_placeholder(control: Any) -> bool:
    """Whether a content control shows only its placeholder ("Click to enter text")."""
    mark = control.find(f"{W}sdtPr/{W}showingPlcHdr")
    return mark is not None and mark.get(W + "val") not in ("0", "false", "off")


def _value(element: Any, name: str) -> str:
    child = element.find(W + name) if element is not None else None
    return str(child.get(W + "val", "")) if child is not None else ""

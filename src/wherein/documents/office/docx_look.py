"""Tells how a run of Word's text looks: whether a person sees it at all, and whether it is struck through.

Text is unseen in the colour of what is behind it, or too small. Where what is behind it is not certain (a picture, a
shape, a table style), it counts as seen. Knows no layout: what a page shows behind a paragraph is told by page breaks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass
from typing import Any

from wherein.documents.building.colours import WHITE, Colour, look_alike
from wherein.documents.building.whole_number import whole_number
from wherein.documents.office.docx_text import FALLBACK, W

_UNKNOWN: Colour = (-1000, -1000, -1000)
"""A ground whose colour is not told: no text has it."""
_SHOWING: Colour = (1000, 1000, 1000)
"""The colour of text that Word gives one in which it shows, or whose colour is not told."""
_SMALLEST = 3
"""In half points: text of this size is half a millimetre high. Small print begins at four points."""
_NARROWEST = 5
"""In percent of a letter's width."""
_LOWEST = 20
"""In twentieths of a point: a line or row of exactly this height cuts its text off."""
_OFF = ("0", "false", "off", "none")
# ECMA-376, 17.18.40.
_HIGHLIGHTS: dict[str, Colour] = {
    "black": (0, 0, 0), "white": WHITE, "blue": (0, 0, 255), "cyan": (0, 255, 255), "green": (0, 255, 0),
    "magenta": (255, 0, 255), "red": (255, 0, 0), "yellow": (255, 255, 0), "darkBlue": (0, 0, 128),
    "darkCyan": (0, 128, 128), "darkGreen": (0, 128, 0), "darkMagenta": (128, 0, 128), "darkRed": (128, 0, 0),
    "darkYellow": (128, 128, 0), "darkGray": (128, 128, 128), "lightGray": (192, 192, 192),
}  # fmt: skip
# The colours of a theme whose value is nearly always the same; others are stated beside their names.
_THEME = {"background1": WHITE, "light1": WHITE, "text1": (0, 0, 0), "dark1": (0, 0, 0)}
# What makes letters show that have the colour of their ground.
_WORD_2010 = "{http://schemas.microsoft.com/office/word/2010/wordml}"
_EFFECTS = frozenset(
    (
        *(W + name for name in ("outline", "shadow", "emboss", "imprint")),
        *(_WORD_2010 + name for name in ("textFill", "textOutline", "shadow", "glow", "props3d")),
    )
)
_DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"
_VML = "{urn:schemas-microsoft-com:vml}"
_LEAST_PICTURE = 130_000_000_000
"""In square EMU: one square centimetre. A word in white is on no smaller picture."""
_LEAST_OF_HEADER = 50 * _LEAST_PICTURE
"""A smaller picture in the header of each page is a logo."""


@dataclass(slots=True)
class _Look:
    """What one set of run properties says of each of these; None where it says nothing. `ground` is the highlight or shading."""

    colour: Colour | None = None
    size: int | None = None
    width: int | None = None
    struck: bool | None = None
    ground: Colour | None = None
    effect: bool = False

    def over(self, below: _Look) -> _Look:
        """This look, with what it does not state taken from `below`."""
        return _Look(
            below.colour if self.colour is None else self.colour,
            below.size if self.size is None else self.size,
            below.width if self.width is None else self.width,
            below.struck if self.struck is None else self.struck,
            below.ground if self.ground is None else self.ground,
            self.effect or below.effect,
        )


_PLAIN = _Look()


@dataclass(frozen=True, slots=True)
class _Place:
    """What is behind a paragraph: a colour, and whether that is the page's own; and whether its lines are cut off."""

    ground: Colour
    is_page: bool = False
    is_cut: bool = False


class RunLooks:
    """Says how runs look.

    `chain_of` gives the elements of a style and of those that it is based on; "" is the default paragraph style.
    `pictures` gives the paragraphs that may have a picture or shape behind them, and is asked at most once.
    `document` and `styles` are the roots of those parts.
    """

    def __init__(
        self,
        chain_of: Callable[[str], Iterable[Any]],
        pictures: Callable[[], Container[Any]],
        document: Any,
        styles: Any,
    ) -> None:
        self._chain_of = chain_of
        self._pictures = pictures
        self._over_pictures: Container[Any] | None = None
        defaults = styles.find(f"{W}docDefaults/{W}rPrDefault/{W}rPr")
        self._defaults = _PLAIN if defaults is None else _stated(defaults)
        # Few documents have a line that is cut off; in the others no paragraph is asked for it.
        self._has_cuts = any(
            _is_low(each, "lineRule", "line") or _is_low(each, "hRule", "val")
            for root in (document, styles)
            for each in root.iter(W + "spacing", W + "trHeight")
        )
        self._styles: dict[str, _Look] = {}
        self._paragraph_styles: dict[str, _Look] = {}
        self._last: tuple[Any, _Place] | None = None

    def of(self, properties: Any, paragraph: Any, style: str) -> tuple[bool, bool]:
        """Whether a run is unseen, and whether it is struck through; `properties` are its own, `style` its paragraph's."""
        look = self._paragraph_style(style)
        if properties is not None:
            name = properties.find(W + "rStyle")
            if name is not None and name.get(W + "val"):
                look = self._style(name.get(W + "val")).over(look)
            look = _stated(properties).over(look)
        tiny = look.size is not None and look.size <= _SMALLEST
        narrow = look.width is not None and look.width <= _NARROWEST
        unseen = tiny or narrow or self._is_blank(look, paragraph, style)
        return unseen, bool(look.struck) and not unseen

    def _is_blank(self, look: _Look, paragraph: Any, style: str) -> bool:
        """Whether the letters can't be told from what is behind them, or stand in a line too low to show them."""
        if look.colour is None and not self._has_cuts:
            return False
        place = self._place(paragraph, style)
        if place.is_cut or look.colour is None or look.effect:
            return place.is_cut
        if not look_alike(look.colour, place.ground if look.ground is None else look.ground):
            return False
        return look.ground is not None or not place.is_page or not self._is_over_picture(paragraph)

    def _is_over_picture(self, paragraph: Any) -> bool:
        if self._over_pictures is None:
            self._over_pictures = self._pictures()
        return paragraph in self._over_pictures

    def _paragraph_style(self, name: str) -> _Look:
        if name not in self._paragraph_styles:
            self._paragraph_styles[name] = self._style(name).over(self._defaults)
        return self._paragraph_styles[name]

    def _style(self, name: str) -> _Look:
        if name not in self._styles:
            look = _PLAIN
            for element in self._chain_of(name):
                properties = element.find(W + "rPr")
                if properties is not None:
                    look = look.over(_stated(properties))
            self._styles[name] = look
        return self._styles[name]

    def _place(self, paragraph: Any, style: str) -> _Place:
        if self._last is None or self._last[0] is not paragraph:
            self._last = paragraph, self._place_of(paragraph, style)
        return self._last[1]

    def _place_of(self, paragraph: Any, style: str) -> _Place:
        owners = [paragraph, *self._chain_of(style)]
        stated = [found for each in owners if (found := each.find(W + "pPr")) is not None]
        spacings = (spacing for each in stated if (spacing := each.find(W + "spacing")) is not None)
        line = next((each for each in spacings if each.get(W + "line") is not None), None)
        is_cut = line is not None and _is_low(line, "lineRule", "line")
        ground = next((f for p in stated if (f := _fill(p.find(W + "shd"))) is not None), None)
        if ground is not None:
            return _Place(ground, is_cut=is_cut)
        around = self._around(paragraph)
        return _Place(around.ground, around.is_page, is_cut or around.is_cut)

    def _around(self, paragraph: Any) -> _Place:
        """What the cells, tables and the page around a paragraph have behind it."""
        element = paragraph
        is_cut = False
        for element in paragraph.iterancestors():
            tag = element.tag
            if tag in (W + "txbxContent", W + "hdr", W + "ftr"):
                return _Place(_UNKNOWN, is_cut=is_cut)
            found = None
            if tag == W + "tc":
                found = _fill(element.find(f"{W}tcPr/{W}shd"))
            elif tag == W + "tr":
                found = _fill(element.find(f"{W}tblPrEx/{W}shd"))
                height = element.find(f"{W}trPr/{W}trHeight")
                is_cut = is_cut or (height is not None and _is_low(height, "hRule", "val"))
            elif tag == W + "tbl":
                found = self._fill_of_table(element)
            if found is not None:
                return _Place(found, is_cut=is_cut)
        page = element.find(W + "background")
        if page is None:
            return _Place(WHITE, is_page=True, is_cut=is_cut)
        stated = None if len(page) else _colour(page.get(W + "color", ""), None, False)
        return _Place(WHITE if stated == WHITE else _UNKNOWN, is_page=True, is_cut=is_cut)

    def _fill_of_table(self, table: Any) -> Colour | None:
        """The shading of a whole table; one of its style is not told, since it may be for some cells alone."""
        found = _fill(table.find(f"{W}tblPr/{W}shd"))
        name = table.find(f"{W}tblPr/{W}tblStyle")
        if found is not None or name is None or not name.get(W + "val"):
            return found
        has_shading = any(
            next(element.iter(W + "shd"), None) is not None
            for element in self._chain_of(name.get(W + "val"))
        )
        return _UNKNOWN if has_shading else None


def _stated(properties: Any) -> _Look:
    """The look that run properties state."""
    look = _Look()
    for child in properties.iterchildren():
        tag = child.tag
        value = child.get(W + "val", "") if isinstance(tag, str) else ""
        if tag == W + "color":
            theme = child.get(W + "themeColor")
            look.colour = _colour(value, theme, _is_shaded(child, "theme")) or _SHOWING
        elif tag == W + "sz":
            look.size = whole_number(value, 100)
        elif tag == W + "w":
            look.width = whole_number(value.removesuffix("%"), 100)
        elif tag in (W + "strike", W + "dstrike"):
            look.struck = value not in _OFF or bool(look.struck)
        elif tag == W + "highlight":
            look.ground = _HIGHLIGHTS.get(value, look.ground)
        elif tag == W + "shd" and look.ground is None:
            look.ground = _fill(child)
        elif tag in _EFFECTS:
            is_none = value in _OFF or child.find(_WORD_2010 + "noFill") is not None
            look.effect = look.effect or not is_none
    return look


def _is_low(element: Any, rule: str, height: str) -> bool:
    """Whether an element states so low an exact height that no text shows in it."""
    low = whole_number(element.get(W + height), _LOWEST + 1) <= _LOWEST
    return low and element.get(W + rule) == "exact"


def _fill(shading: Any) -> Colour | None:
    """The colour of a shading; None for one that is transparent or missing."""
    if shading is None or shading.get(W + "val") == "nil":
        return None
    pattern = shading.get(W + "val", "clear")
    if pattern == "solid":
        theme, shaded = shading.get(W + "themeColor"), _is_shaded(shading, "theme")
        return _colour(shading.get(W + "color", ""), theme, shaded) or _UNKNOWN
    if pattern != "clear":
        return _UNKNOWN
    theme, stated = shading.get(W + "themeFill"), shading.get(W + "fill", "auto")
    if theme is None and stated in ("auto", ""):
        return None
    return _colour(stated, theme, _is_shaded(shading, "themeFill")) or _UNKNOWN


def _is_shaded(element: Any, name: str) -> bool:
    return element.get(f"{W}{name}Tint") is not None or element.get(f"{W}{name}Shade") is not None


def _colour(stated: str, theme: str | None, is_shaded: bool) -> Colour | None:
    """A colour; None for one that Word chooses so that the text shows, and for one that is not told."""
    if theme in _THEME and not is_shaded:
        return _THEME[theme]
    if re.fullmatch("[0-9A-Fa-f]{6}", stated) is None:
        return None
    red, green, blue = bytes.fromhex(stated)
    return red, green, blue


def paragraphs_over_pictures(body: Any) -> frozenset[Any]:
    """The paragraphs of a body on whose pages a picture or shape may stand behind the text.

    Pages end at page breaks, at those that Word recorded when it last drew the document, and at sections.
    """
    found: list[Any] = []
    page: list[Any] = []
    has_picture = False
    ends = (W + "br", W + "lastRenderedPageBreak", W + "sectPr", W + "pageBreakBefore")
    tags = (W + "p", _DRAWING + "anchor", W + "pict", *ends)
    for element in body.iter(*tags):
        if element.tag == W + "p":
            page.append(element)
        elif element.tag not in ends:
            has_picture = has_picture or _is_behind(element, _LEAST_PICTURE)
        elif element.tag != W + "br" or element.get(W + "type") == "page":
            found += page if has_picture else []
            # The paragraph with the break is on both pages.
            page, has_picture = page[-1:], False
    found += page if has_picture else []
    return frozenset(found)


def has_picture_behind(part: Any) -> bool:
    """Whether a header or footer has a large picture or shape behind the text of its pages."""
    return any(
        _is_behind(each, _LEAST_OF_HEADER) for each in part.iter(_DRAWING + "anchor", W + "pict")
    )


def _is_behind(drawn: Any, least: int) -> bool:
    """Whether a drawing may be behind text, and has at least this area where it tells its size."""
    if next(drawn.iterancestors(FALLBACK), None) is not None:
        return False
    if drawn.tag == W + "pict":
        # The letters of a watermark are no ground.
        is_text = next(drawn.iter(_VML + "textpath"), None) is not None
        return not is_text and any("z-index:-" in (each.get("style") or "") for each in drawn)
    extent = drawn.find(_DRAWING + "extent")
    if drawn.get("behindDoc") in ("0", "false") or extent is None:
        return False
    return whole_number(extent.get("cx"), 0) * whole_number(extent.get("cy"), 0) >= least

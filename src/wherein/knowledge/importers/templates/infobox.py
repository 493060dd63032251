"""Renders infoboxes as rows of label and value. Knows parameter names, not the page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from wherein.knowledge.importers.templates.numbers import grouped

_BOX = re.compile(
    r"(?:infobox|taxobox|speciesbox|subspeciesbox|infraspeciesbox|hybridbox|automatic taxobox|virusbox|chembox|drugbox|geobox|planetbox"
    r"|starbox|ficha de|infoboks|infokutija|tietolaatikko|карточка|картка|info/|infotaula|inligtingskas)\b.*|.* infobox|infobox.*",
    re.IGNORECASE,
)
# Rows that set how the box looks, or name files.
_UNSEEN = re.compile(
    r"(?:.*[_ ]|)(?:image|images|img|photo|pic|picture|logo|flag|seal|shield|coat[_ ]of[_ ]arms|blank[_ ]emblem|map|mapframe|pushpin|caption|alt|upright|size"
    r"|width|height[_ ]px|color|colour|style|class|bgcolor|background|footnotes?|refs?|note|notes|module|embed|embedded|child|bodyclass|italic|italic_title"
    r"|dot|label_position|position|relief|zoom|frame|align|border|landscape|signature|audio|sound|video|dab|link|listen|cat|categories?|show|hide|status_ref"
    r"|prec|wikidata|fetchwikidata|suppressfields|type_extra|demographics_type|templatename|name_lang|nolink|box_width|title_color|autoconvert|unit_pref|iso_code"
    r"|stdinchi|smiles|inchi|jmol|chemspiderid|pubchem|unii|unii_ref|chebi|chembl|kegg|drugbank|einecs|rtecs|echa_infocard|verifiedfields|watchedfields)"
    r"(?:[_ ]?(?:\d+|size|alt|caption|width|upright|link|map|ref|text|type|label|skyline|flag|seal|shield|name|file|relief|zoom|alt_name|lat|long))*",
    re.IGNORECASE,
)  # fmt: skip
_PAIRS = (
    (r"(.*?)label(\d*)", (r"\1data\2",)),
    (r"(.*?)_?title(\d*)", (r"\1_name\2", r"\1_date\2", r"\1\2", r"\1_info\2")),
    (r"(.*?)_type(\d*)", (r"\1_name\2",)),
    (r"(.*?)_name(_sec\d+)", (r"\1_info\2",)),
    (r"(blank\d*)_name", (r"\1_info",)),
    (r"(.*?)_(?:name|label|header)(\d*)", (r"\1_value\2", r"\1_data\2", r"\1_info\2")),
    (r"(credits)title(\d*)", (r"\1\2",)),
    (r"free(\d*)label", (r"free\1text", r"free\1")),
    (r"label_?(\w+)", (r"text_?\1",)),
)
"""Patterns of label parameters with their value parameters; the first value parameter that is present counts."""
_UNITS = {
    "km2": "km²", "sq_mi": "sq mi", "sqmi": "sq mi", "m": "m", "ft": "ft", "km": "km", "mi": "mi", "ha": "ha", "acre": "acres", "kg": "kg", "lb": "lb",
    "cm": "cm", "in": "in", "mm": "mm", "c": "°C", "f": "°F", "kmh": "km/h", "mph": "mph", "tonnes": "tonnes", "m2": "m²", "sqft": "sq ft", "m3": "m³",
}  # fmt: skip
_UNIT = re.compile(
    r"(.+?)_(" + "|".join(sorted(_UNITS, key=len, reverse=True)) + r")", re.IGNORECASE
)
_MEASURED = re.compile(
    r"area|elevation|length|width|height|depth|density|distance|weight|mass|population|diameter|discharge|volume|dimension|prominence|isolation|max|min|avg|total|land|water|wing|range|speed|altitude|radius|precipitation",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"[-−+~<>]?\s?\d[\d,. ]*(?:[–-]\d[\d,.]*)?")
_MEANT = {
    "birth date": "born", "birth place": "place of birth", "birth name": "name at birth", "death date": "died", "death place": "place of death",
    "death cause": "cause of death", "pop": "population", "population total": "population", "population est": "population (estimate)",
    "area total": "area", "alma mater": "education (alma mater)", "num employees": "number of employees", "leader name": "leader", "spouse": "spouse",
}  # fmt: skip
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z][a-z])")
_NOTHING = frozenset(
    (
        "",
        "yes",
        "no",
        "y",
        "n",
        "auto",
        "auto1",
        "none",
        "-",
        "–",
        "—",
        "true",
        "false",
        "off",
        "on",
    )
)


def is_infobox(name: str) -> bool:
    """Whether a template of this lower-case name is an infobox."""
    return _BOX.fullmatch(name) is not None


def rows_of(parameters: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Label and value of each non-empty row, in the box's own order.

    Some parameters are the label of another one. A unit at the end of a parameter's name is moved to the value
    ("area_total_km2 = 6.77" is "area", "6.77 km²").
    """
    given = {name.strip(): value.strip() for name, value in parameters}
    labels = _labels(given)
    for name, value in given.items():
        if name in labels.values() or name.isdecimal():
            continue
        if value.casefold() in _NOTHING or (name not in labels and _UNSEEN.fullmatch(name)):
            continue
        label = given[labels[name]] if name in labels else ""
        if not label:
            label, value = _with_unit(name, value)
        yield label, value


def _labels(given: dict[str, str]) -> dict[str, str]:
    """A mapping from each value parameter to the parameter with its label."""
    found: dict[str, str] = {}
    for name, said in given.items():
        if not said:
            continue
        for pattern, partners in _PAIRS:
            match = re.fullmatch(pattern, name, re.IGNORECASE)
            partner = match and next(
                (
                    p
                    for p in (match.expand(other) for other in partners)
                    if p != name and given.get(p)
                ),
                None,
            )
            if partner:
                found.setdefault(partner, name)
                break
    return found


def _with_unit(name: str, value: str) -> tuple[str, str]:
    match = _UNIT.fullmatch(name)
    if match and _MEASURED.search(match[1]) and _NUMBER.fullmatch(value):
        name, value = match[1], f"{grouped(value)} {_UNITS[match[2].casefold()]}"
    elif "population" in name:
        value = grouped(value)
    label = " ".join(_CAMEL.sub(" ", re.sub(r"\d+$", "", name.replace("_", " "))).split())
    return _MEANT.get(label.casefold(), label), value

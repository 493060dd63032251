"""Explains in wherein's own words what is wrong with a value of a request, instead of using the validator's words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_SAID: Mapping[str, str] = {
    "missing": "it is missing",
    "extra_forbidden": "there is no such field",
    "string_type": "a text is expected",
    "string_unicode": "a text in UTF-8 is expected",
    "string_too_short": "it needs at least {min_length} {characters}",
    "string_too_long": "it may have at most {max_length} {characters}",
    "string_pattern_mismatch": "the text does not have the expected form",
    "too_short": "it needs at least {min_length} {items}",
    "too_long": "it may have at most {max_length} {items}",
    "greater_than": "a number above {gt} is expected",
    "greater_than_equal": "a number of at least {ge} is expected",
    "less_than": "a number below {lt} is expected",
    "less_than_equal": "a number of at most {le} is expected",
    "finite_number": "a finite number is expected",
    "literal_error": "one of {expected} is expected",
    "enum": "one of {expected} is expected",
    "bool_type": "true or false is expected",
    "bool_parsing": "true or false is expected",
    "list_type": "a list is expected",
    "dict_type": "an object is expected",
    "model_type": "an object is expected",
    "model_attributes_type": "an object is expected",
}
_NUMBERS = ("int_", "float_", "decimal_")
_OTHER = "a value of another type is expected"


def what_is_wrong(error: Mapping[str, Any], is_file: bool = False) -> str:
    """A clause on one error of pydantic; `is_file` where a file is expected there."""
    kind, context = str(error["type"]), dict(error.get("ctx") or {})
    if kind == "text":  # our own, of `wire.Text`
        return str(error["msg"])
    if is_file and kind != "missing":
        return "a file is expected"
    if kind.startswith(_NUMBERS):
        return "a whole number is expected" if kind.startswith("int_") else "a number is expected"
    is_text = isinstance(error.get("input"), str)  # whose characters a validator counts as items
    least = context.get("min_length", context.get("max_length"))
    one = "" if least == 1 else "s"
    context |= {
        "characters": f"character{one}",
        "items": f"character{one}" if is_text else f"item{one}",
    }
    return _SAID.get(kind, _OTHER).format_map(context)

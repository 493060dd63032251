"""What breaks between two versions of contracts/openapi.json: `python -m tools.release.contract OLD NEW`, a line for each.

Breaks for who asks: a route, a parameter or a field of an answer that is gone, another type, a request that needs more. What is new is
no break. Exit status 1 where something breaks.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

Form = Mapping[str, Any]


def breaks(old: Form, new: Form) -> list[str]:
    """A sentence for each break, in the order of the routes and then of the forms."""
    return [*_routes(old, new), *_forms(old, new)]


def _routes(old: Form, new: Form) -> Iterator[str]:
    for path, methods in old["paths"].items():
        for method, route in methods.items():
            name = f"{method.upper()} {path}"
            now = new["paths"].get(path, {}).get(method)
            if now is None:
                yield f"{name} is gone."
                continue
            yield from _parameters(name, route, now)
            for content in ("requestBody", "responses"):
                yield from _contents(name, content, route, now)


def _parameters(name: str, route: Form, now: Form) -> Iterator[str]:
    before = {(each["name"], each["in"]) for each in route.get("parameters", ())}
    after = {(each["name"], each["in"]): each for each in now.get("parameters", ())}
    yield from (f"{name} has no parameter {key[0]} any more." for key in sorted(before - set(after)))  # fmt: skip
    for key, each in after.items():
        if each.get("required") and key not in before:
            yield f"{name} needs the parameter {key[0]}."


def _contents(name: str, part: str, route: Form, now: Form) -> Iterator[str]:
    """Media types with their forms: of the request, and of the answer with status 200."""
    before, after = (_media(each, part) for each in (route, now))
    for media, schema in before.items():
        if media not in after:
            yield f"{name} has no {media} any more."
        elif after[media] != schema:
            yield f"{name} has another form of {media}."


def _media(route: Form, part: str) -> dict[str, Any]:
    holder = route.get(part, {})
    if part == "responses":
        holder = holder.get("200", {})
    return {media: each.get("schema") for media, each in holder.get("content", {}).items()}


def _forms(old: Form, new: Form) -> Iterator[str]:
    requests = _sent(new)
    now = new["components"]["schemas"]
    for name, schema in old["components"]["schemas"].items():
        if name not in now:
            yield f"The form {name} is gone."
            continue
        fields, later = schema.get("properties", {}), now[name].get("properties", {})
        for field, kind in fields.items():
            if field not in later:
                yield f"{name} has no field {field} any more."
            elif _kind(kind) != _kind(later[field]):
                yield f"The field {field} of {name} has another type."
        gained = set(now[name].get("required", ())) - set(schema.get("required", ()))
        if name in requests:
            yield from (f"{name} needs the field {field}." for field in sorted(gained))
        else:
            lost = set(schema.get("required", ())) - set(now[name].get("required", ()))
            yield from (f"{name} may be without {field}." for field in sorted(lost))


def _kind(schema: Form) -> Any:
    """A schema without the words that only people read."""
    if isinstance(schema, Mapping):
        return {key: _kind(value) for key, value in schema.items() if key not in ("description", "title", "default", "examples")}  # fmt: skip
    return [_kind(each) for each in schema] if isinstance(schema, list) else schema


def _sent(form: Form) -> set[str]:
    """The forms that requests are made of, and those that they hold."""
    open_ones = [str(route.get("requestBody", "")) for methods in form["paths"].values() for route in methods.values()]  # fmt: skip
    found: set[str] = set()
    while open_ones:
        text = open_ones.pop()
        for name in form["components"]["schemas"]:
            if name not in found and f"/{name}'" in text:
                found.add(name)
                open_ones.append(str(form["components"]["schemas"][name]))
    return found


def main(argv: list[str]) -> int:
    if len(argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    old, new = (json.loads(Path(name).read_text("utf-8")) for name in argv)
    found = breaks(old, new)
    for sentence in found:
        print(sentence)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

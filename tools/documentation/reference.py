"""The reference pages, generated from the code: commands, HTTP routes, settings, Python, and the papers' tables. Writes no file."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterator
from dataclasses import MISSING, Field, fields
from pathlib import Path
from typing import Any

from wherein_lab.published import read_tables

import wherein
from tools.commands import commands, general_options
from tools.documentation.dependencies import dependencies_page
from tools.documentation.figures import published_rows
from tools.documentation.files import files_page
from tools.documentation.privacy import privacy_page
from wherein.home.folder import Settings
from wherein.home.generative_settings import GenerativeSettings
from wherein.home.speech_settings import SpeechSettings

ROOT = Path(__file__).resolve().parents[2]
_METHODS = ("get", "post", "put", "patch", "delete")


def pages() -> dict[str, str]:
    """The Markdown of each page, by its path in the site."""
    return {
        "reference/commands.md": "\n".join(_commands()),
        "reference/http.md": "\n".join(_http()),
        "reference/settings.md": "\n".join(_settings()),
        "reference/python.md": "\n".join(_python()),
        "reference/files.md": "\n".join(files_page()),
        "dependencies.md": "\n".join(dependencies_page()),
        "published.md": "\n".join(_published()),
        "privacy.md": privacy_page(),
    }


def _commands() -> Iterator[str]:
    yield "# Commands\n\nFrom the commands' own help. Options of every command, before or after it:\n"
    yield from _rows("option", general_options())
    for command in commands():
        yield f"\n## `{command.words}`\n\n```\n{command.words} {command.usage}\n```\n"
        for paragraph in command.help.split("\n\n"):
            kept = "\n" in paragraph
            yield f"```\n{paragraph}\n```\n" if kept else f"{_text(paragraph)}\n"
        yield from _rows("option", command.options)


def _http() -> Iterator[str]:
    form = json.loads((ROOT / "contracts" / "openapi.json").read_text("utf-8"))
    yield "# HTTP\n\nFrom `contracts/openapi.json`. Every route but `/v1/health` wants the token in `Authorization: Bearer …`.\n"
    for path, methods in form["paths"].items():
        for method in _METHODS:
            if method in methods:
                yield from _route(f"{method.upper()} {path}", methods[method])
    yield "\n# Forms\n"
    for name, schema in form["components"]["schemas"].items():
        yield f"\n## {name}\n\n{_text(schema.get('description', ''))}\n"
        required = set(schema.get("required", ()))
        rows = [
            (f"{key}{'' if key in required else ' (optional)'}", f"{_type(each)}. {each.get('description', '')}")
            for key, each in schema.get("properties", {}).items()
        ]  # fmt: skip
        yield from _rows("field", rows)


def _route(title: str, route: dict[str, Any]) -> Iterator[str]:
    yield f"\n## `{title}`\n\n{_text(route.get('description') or route.get('summary', ''))}\n"
    rows = [
        (f"{each['name']} ({each['in']})", f"{_type(each.get('schema', {}))}. {each.get('description', '')}")
        for each in route.get("parameters", ())
    ]  # fmt: skip
    yield from _rows("parameter", rows)
    for what, content in (
        ("Takes", route.get("requestBody", {}).get("content", {})),
        ("Gives", route["responses"].get("200", {}).get("content", {})),
    ):
        for media, each in content.items():
            if kind := _type(each.get("schema", {})):
                yield f"{what} {kind} as `{media}`.\n"


def _type(schema: dict[str, Any]) -> str:
    """The type in words, with a link to the form that it names."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[-1]
        return f"[{name}](#{name.lower()})"
    if many := schema.get("anyOf") or schema.get("oneOf"):
        return " or ".join(filter(None, map(_type, many)))
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {})) or 'anything'}"
    if "enum" in schema:
        return " or ".join(f"`{value}`" for value in schema["enum"])
    return str(schema.get("type", ""))


def _settings() -> Iterator[str]:
    yield "# Settings\n\nLines of `config.toml` in the home folder, from the code. [What each does](../settings.md) is told there at length.\n"
    for title, kind in (
        ("", Settings),
        ("`[generative]`", GenerativeSettings),
        ("`[speech]`", SpeechSettings),
    ):
        if title:
            yield f"\n## {title}\n"
        told = _told(kind)
        yield from _rows(
            "setting",
            [(_setting(each), told.get(each.name, "")) for each in fields(kind)],
        )  # fmt: skip


def _setting(field: Field[Any]) -> str:
    """How a setting and its default are written; one without a default only by its name."""
    return (
        field.name
        if field.default is MISSING
        else f"{field.name} = {json.dumps(field.default, default=str)}"
    )


def _told(kind: type) -> dict[str, str]:
    """What the docstring of a class says of each field: "name: text" or "name, other: text"."""
    found: dict[str, str] = {}
    for names, text in re.findall(
        r"^([a-z_, ]+): (.+(?:\n    .+)*)", inspect.getdoc(kind) or "", re.M
    ):
        for name in names.split(", "):
            found[name] = " ".join(text.split())
    return found


def _python() -> Iterator[str]:
    yield "# Python\n\n`wherein.__all__`, from the code. [Which command is which method](../python.md) is a table of its own.\n"
    for name in wherein.__all__:
        yield from _object(name, getattr(wherein, name))


def _object(name: str, value: Any) -> Iterator[str]:
    yield f"\n## {name}\n"
    if not callable(value):
        return
    if not (inspect.isclass(value) and issubclass(value, Exception)):
        yield f"```python\n{_signature(name, value)}\n```\n"
    yield f"{_docstring(value)}\n"
    if not inspect.isclass(value):
        return
    for method, function in inspect.getmembers(value):
        if method.startswith("_") or method not in vars(value):
            continue
        if isinstance(function, property) and function.__doc__:
            yield f"\n### {name}.{method}\n\n{_docstring(function)}\n"
        elif inspect.isroutine(function) and function.__doc__:
            yield f"\n### {name}.{method}\n\n```python\n{_signature(method, function)}\n```\n\n{_docstring(function)}\n"


def _signature(name: str, value: Any) -> str:
    try:
        text = str(inspect.signature(value))
    except (TypeError, ValueError):
        return f"{name}(…)"
    text = re.sub(r"<([^<>]|<[^<>]*>)*>", "…", text)
    return f"{name}{text}".replace("'", "")


def _docstring(value: Any) -> str:
    text = inspect.getdoc(value) or ""
    return _text(text) if text else ""


def _published() -> Iterator[str]:
    yield "# Beside the papers\n\nEach figure of ours is read from the file of its condition in `benchmarks/results`; `wherein eval reproduce TABLE` measures it again.\n"
    for table in read_tables(ROOT / "benchmarks" / "published.yaml").values():
        yield f"\n## {table.what}\n\n{table.paper}; table `{table.table}`. {table.differs}\n"
        yield from published_rows(table)


def _rows(head: str, rows: Any) -> Iterator[str]:
    """A table of what is typed and what it does; nothing where there are no rows."""
    if not rows:
        return
    yield f"\n| {head} | |\n| --- | --- |"
    for form, text in rows:
        told = _text(" ".join(str(text).split())).replace("|", "\\|")
        yield f"| <code>{_text(form).replace('|', '&#124;')}</code> | {told} |"
    yield ""


def _text(text: str) -> str:
    """Text as Markdown: what would be read as tags is shown."""
    return text.replace("<", "&lt;").replace(">", "&gt;")

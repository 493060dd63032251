"""What the command line can, Python can: each command has its place in the façade, and each part of the façade its documentation."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import wherein
from wherein import Engine
from wherein.answering.articles.bases import Bases
from wherein.answering.moving.backup import back_up, restore
from wherein.answering.moving.copying import copy_all
from wherein.answering.readers.models import Models
from wherein.answering.remembering.kept_questions import KeptQuestions
from wherein.assets.releases import newest_release
from wherein.cli.main import main
from wherein.people.audit import Audit
from wherein.people.people import People
from wherein.retrieval.by_milvus.search_side import SearchSide
from wherein.samples import write_samples
from wherein.speech.hearing.hearing import hear
from wherein.speech.registry import synthesiser
from wherein.speech.saying.said import as_said

DOC = (Path(__file__).resolve().parents[2] / "docs" / "python.md").read_text("utf-8")

# The methods that do what a command does.
COMMANDS: dict[str, tuple[object, ...]] = {
    "ask": (Engine.ask, Engine.stream, Engine.ask_each, Engine.grid_sources, wherein.grid_csv, wherein.grid_xlsx, wherein.grid_json),
    "chat": (wherein.Conversation, Engine.understand),
    "search": (Engine.search, Engine.labels, Engine.search_notes),
    "add": (Engine.add,),
    "watch": (Engine.watch,),
    "list": (Engine.documents,),
    "show": (Engine.document,),
    "remove": (Engine.remove,),
    "kb add": (Bases.make,),
    "kb update": (Bases.update,),
    "kb list": (Bases.installed, Bases.damaged, Bases.unfinished, Bases.missing),
    "kb remove": (Bases.remove,),
    "kb share": (Bases.share,),
    "kb unshare": (Bases.unshare,),
    "kb fetch": (Bases.catch_up,),
    "memory top": (KeptQuestions.top,),
    "memory similar": (KeptQuestions.similar,),
    "memory judge": (KeptQuestions.judge_kept,),
    "memory export": (KeptQuestions.export, KeptQuestions.verdicts),
    "index build": (SearchSide.build,),
    "index status": (SearchSide.status,),
    "index verify": (SearchSide.verify,),
    "index drop": (SearchSide.drop,),
    "memory import": (KeptQuestions.import_lines,),
    "memory wipe": (KeptQuestions.forget,),
    "memory set-aside": (KeptQuestions.set_aside,),
    "memory stats": (KeptQuestions.stats,),
    "models list": (Models.known,),
    "models get": (Models.get,),
    "models undo": (Models.undo,),
    "models remove": (Models.remove,),
    "people list": (People.all, People.groups),
    "people add": (People.add,),
    "people remove": (People.remove,),
    "people join": (People.join,),
    "people leave": (People.leave,),
    "people audit": (Audit.latest,),
    "tokens list": (People.tokens,),
    "tokens add": (People.make_token,),
    "tokens revoke": (People.revoke,),
    "share list": (People.libraries, People.shares),
    "share new": (People.add_library,),
    "share add": (People.share,),
    "share remove": (People.unshare,),
    "migrate": (copy_all,),
    "backup": (back_up,),
    "restore": (restore,),
    "transcribe": (hear,),
    "listen": (hear, Engine.ask),
    "speak": (synthesiser, as_said),
    "update": (newest_release,),
    "samples": (write_samples,),
    "doctor": (wherein.checks, wherein.report),
}  # fmt: skip
# Doors themselves; the documentation names the functions that open them.
DOORS = {"serve", "mcp", "completion", "service install", "service status", "service remove"}
OF_THE_LAB = {"eval", "train"}


def commands(group: click.Group, before: str = "") -> Iterator[str]:
    context = click.Context(group)
    for name in group.list_commands(context):
        if before == "" and name in OF_THE_LAB:
            continue
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands(command, f"{before}{name} ")
        else:
            yield f"{before}{name}"


def test_each_command_has_its_methods() -> None:
    assert set(commands(main)) == set(COMMANDS) | DOORS
    assert all(callable(method) for methods in COMMANDS.values() for method in methods)


def public(part: type) -> list[str]:
    return [name for name in vars(part) if not name.startswith("_") and name != "close"]


@pytest.mark.parametrize("part", [Engine, Bases, KeptQuestions, Models])
def test_each_public_name_is_documented_and_typed(part: type) -> None:
    for name in public(part):
        if (part, name) != (Engine, "open"):
            assert re.search(rf"\b{name}\b", DOC), f"docs/python.md does not name {name}"
        value = inspect.getattr_static(part, name)
        called = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
        if callable(called):
            assert "return" in inspect.get_annotations(called), name
            assert called.__doc__ or name in ("home", "assets"), name


def test_the_example_runs(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", DOC, re.DOTALL)
    note = tmp_path / "search_without_reading.md"
    note.write_text("# Scripts\n\nThe script search_without_reading.py shows retrieval alone.\n")
    code = code.replace("/tmp/wherein-example", str(tmp_path / "home"))
    exec(compile(code.replace('"examples"', repr(str(note))), "python.md", "exec"), {})
    assert "search_without_reading.py in Scripts" in capsys.readouterr().out

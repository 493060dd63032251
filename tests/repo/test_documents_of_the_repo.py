"""The repository keeps its own rules: links lead somewhere, docs run, files open with what they are."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import click
import pytest
from wherein_lab.conditions import read_condition

import wherein
from wherein.cli.main import main
from wherein.core import errors
from wherein.documents.formats import FORMATS
from wherein.home.folder import Settings
from wherein.home.generative_settings import GenerativeSettings

ROOT = Path(__file__).resolve().parents[2]
MARKDOWN = [
    *("README.md", "ARCHITECTURE.md", "NOTICE.md", "contracts/README.md", "examples/README.md"),
    *(path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "docs").rglob("*.md"))),
]
# Larger than 1 MB, each with a notice beside it.
LARGE = {
    "benchmarks/questions/training-documents/documents.tar.xz",
    "models/large/reader.packed.onnx",
    "models/small/reader.int8.onnx",
    "models/static/rows.int8.npy",
}


def tracked() -> list[str]:
    """Files of the repository, also before they are committed."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return [name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


@pytest.mark.parametrize("name", MARKDOWN)
def test_links_lead_somewhere(name: str) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", (ROOT / name).read_text("utf-8")):
        if not target.startswith("http"):
            assert (ROOT / name).parent.joinpath(target).exists(), target


def test_the_tours_python_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (code,) = re.findall(
        r"```python\n(.*?)```", (ROOT / "docs" / "tour.md").read_text("utf-8"), re.S
    )
    assert len(code.strip().splitlines()) <= 12
    monkeypatch.chdir(tmp_path)
    (tmp_path / "src").symlink_to(ROOT / "src")
    exec(compile(code, "tour.md", "exec"), {})
    assert [path.name for path in tmp_path.iterdir()] == ["src"]


def test_the_readme_has_one_picture_and_says_what_wherein_is_not() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    assert len(readme.splitlines()) <= 80
    assert len(re.findall(r"!\[", readme)) == 1
    assert "## What it is not" in readme
    assert all(path.stem in readme for path in (ROOT / "docs" / "guides").glob("*.md"))


def test_every_command_is_documented() -> None:
    tour = (ROOT / "docs" / "tour.md").read_text("utf-8")
    context = click.Context(main)
    for name in main.list_commands(context):
        assert re.search(rf"`(?:wherein )?{name}\b", tour), name
        command = main.get_command(context, name)
        assert command is not None
        assert command.help


def _commands(command: click.Command, name: str) -> Iterator[tuple[str, click.Command]]:
    if not isinstance(command, click.Group):
        yield name, command
        return
    context = click.Context(command)
    for child in command.list_commands(context):
        found = command.get_command(context, child)
        assert found is not None
        yield from _commands(found, f"{name} {child}".strip())


def test_every_command_helps_and_prints_json() -> None:
    lacking = set()
    for name, command in _commands(main, ""):
        assert command.help, name
        if not any("--json" in parameter.opts for parameter in command.params):
            lacking.add(name)
    # An export is JSON already, and so is what training prints.
    assert {name for name in lacking if not name.startswith("train ")} == {"memory export"}


def test_every_setting_and_variable_is_documented() -> None:
    documents = "\n".join((ROOT / name).read_text("utf-8") for name in MARKDOWN)
    for setting in (*fields(Settings), *fields(GenerativeSettings)):
        assert re.search(rf"`\[?{setting.name}\b|^{setting.name} = ", documents, re.M), setting.name
    used = {
        name
        for path in (ROOT / "src").rglob("*.py")
        for name in re.findall(r"\bWHEREIN_[A-Z_]+", path.read_text("utf-8"))
    }
    assert {"WHEREIN_HOME", "WHEREIN_PASSWORD"} <= used
    for name in used:
        assert name in documents, name


def test_every_format_is_documented() -> None:
    table = (ROOT / "docs" / "formats.md").read_text("utf-8")
    for kind, form in FORMATS.items():
        if kind != "text":  # any other text, under any name
            assert all(f"`{suffix}`" in table for suffix in form.suffixes[:2]), kind


def test_every_format_has_a_row_of_growth_or_is_said_to_have_none() -> None:
    told = (ROOT / "docs" / "formats.md").read_text("utf-8")
    _, _, table = told.partition("| format | constructs |")
    rows = set(re.findall(r"^\| (\w+) \| [\d,]+ \|", table.partition("\n\n")[0], re.M))
    (without,) = re.findall(r"No row yet have (.*?), which", told)
    assert rows.isdisjoint(re.findall(r"`(\w+)`", without))
    assert rows | set(re.findall(r"`(\w+)`", without)) == set(FORMATS)


def test_every_condition_names_a_command_and_its_data() -> None:
    known = dict(_commands(main, ""))
    paths = sorted((ROOT / "benchmarks" / "conditions").glob("*.yaml"))
    assert paths
    for path in paths:
        condition = read_condition(path)
        assert condition.name == path.stem
        words = [word for word in condition.command if not word.startswith("-")]
        assert any(" ".join(words[:length]) in known for length in (1, 2, 3)), path.name
        for data, digest in condition.data.items():
            assert re.fullmatch("[0-9a-f]{64}", digest), (path.name, data)


def test_every_module_the_map_names_is_there() -> None:
    """A file that a document names in code marks exists, so that the map does not drift."""
    for name in MARKDOWN:
        text = (ROOT / name).read_text("utf-8")
        for path in re.findall(
            r"`((?:src|web|tests|tools|benchmarks|contracts)/[\w./-]+\.\w+)`", text
        ):
            example = "/dist/" in path or "NAME" in path
            assert example or (ROOT / path).exists(), (name, path)


def _modules() -> list[Path]:
    return sorted((ROOT / "src").rglob("*.py"))


@pytest.mark.parametrize("path", _modules(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_each_module_says_what_it_is(path: Path) -> None:
    text = path.read_text("utf-8")
    docstring = ast.get_docstring(ast.parse(text))
    assert docstring, "a module opens with one line on what it knows and does not"
    assert path.stem not in {"utils", "util", "common", "misc", "helpers"}


def test_layers_in_the_map_are_the_layers_that_are_held() -> None:
    held = re.search(r"layers =\n((?:    .*\n)+)", (ROOT / ".importlinter").read_text("utf-8"))
    assert held
    packages = set(re.findall(r"\w+", held.group(1)))
    drawn = re.search(
        r"## Layers.*?```text\n(.*?)```", (ROOT / "ARCHITECTURE.md").read_text("utf-8"), re.S
    )
    assert drawn
    assert packages <= set(re.findall(r"\w+", drawn.group(1)))


def test_packages_are_all_listed() -> None:
    listed = set(
        tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"][
            "packages"
        ]
    )
    there = {
        path.parent.relative_to(ROOT / "src").as_posix().replace("/", ".")
        for path in (ROOT / "src").rglob("__init__.py")
    }
    assert listed == there | {"wherein_lexicon", "wherein_models"}


def test_no_large_file_but_the_models_and_what_one_learned() -> None:
    for name in tracked():
        if (ROOT / name).stat().st_size > 1_000_000:
            assert name in LARGE
            folder = (ROOT / name).parent
            assert any((folder / one).exists() for one in ("NOTICE.md", "SOURCES.md"))


def test_nothing_names_where_packages_come_from() -> None:
    hosts = re.compile(
        rb"files\.python" + rb"hosted|pypi\.org/" + rb"simple|registry\.npm" + rb"js"
    )
    for name in tracked():
        assert not hosts.search((ROOT / name).read_bytes()), name


def test_ci_runs_what_a_person_runs() -> None:
    lines = (ROOT / ".ci" / "run").read_text("utf-8").splitlines()
    commands = [line for line in lines if line and not line.startswith(("#", "set ", "cd "))]
    assert commands == ["make test"]


def test_all_names_exactly_what_is_public() -> None:
    assert wherein.__all__ == sorted(wherein.__all__)
    assert set(wherein.__all__) == set(wherein._HOMES)
    for name in wherein.__all__:
        assert getattr(wherein, name).__module__ == f"wherein.{wherein._HOMES[name]}"
    with pytest.raises(AttributeError):
        wherein.nonsense  # noqa: B018 - looking it up is the test


def test_importing_loads_nothing_heavy() -> None:
    code = (
        "import sys, wherein, wherein.cli.main, wherein.cli.asking.ask; "
        "print([m for m in ('numpy', 'onnxruntime', 'tantivy', 'fastapi', 'rich') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_drawn_tree_of_errors_is_the_real_one() -> None:
    def tree(kind: type[errors.WhereinError]) -> set[str]:
        return {kind.__name__}.union(*(tree(child) for child in kind.__subclasses__()))

    drawn = set(re.findall(r"\b[A-Z]\w+", (errors.__doc__ or "").split("\n\n", 1)[1]))
    ours = {name for name in tree(errors.WhereinError) if hasattr(errors, name)}
    assert ours == {name for name in drawn if hasattr(errors, name)}
    for name in ours:
        assert getattr(errors, name).code


def _raised() -> list[tuple[str, str]]:
    """(place, next step) of every WhereinError raised with literal texts."""
    found = []
    names = {name for name in vars(errors) if isinstance(getattr(errors, name), type)}
    for path in _modules():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in names
                and len(node.args) == 2
            ):
                step = ast.unparse(node.args[1])
                if isinstance(node.args[1], ast.Constant):
                    step = str(node.args[1].value)
                found.append((f"{path.name}:{node.lineno}", step))
    return found


def test_every_error_has_a_next_step_and_its_commands_exist() -> None:
    raised = _raised()
    assert len(raised) > 30
    known = set(main.list_commands(click.Context(main)))
    for place, step in raised:
        assert step.strip("'\" "), place
        for command in re.findall(r"wherein ([a-z]+) ", f"{step} "):
            assert command in known, (place, step)

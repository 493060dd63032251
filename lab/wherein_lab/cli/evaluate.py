"""`wherein eval`: measuring. Loads one measurement's module at a time."""

from __future__ import annotations

import importlib
import json
from pathlib import Path

import click

from wherein.cli.options import as_json
from wherein.cli.terminal.printing import print_json, say
from wherein.core.errors import UsageError

# The module and name of each measurement's command.
_MEASUREMENTS: dict[str, tuple[str, str]] = {
    "edited-questions": ("wherein_lab.cli.keeping.eval_memory", "edited_questions"),
    "entity": ("wherein_lab.cli.linking.eval_entity", "entity"),
    "entity-answers": ("wherein_lab.cli.linking.eval_entity", "entity_answers"),
    "entity-cost": ("wherein_lab.cli.linking.eval_entity_paper", "entity_cost"),
    "entity-curves": ("wherein_lab.cli.linking.eval_entity_paper", "entity_curves"),
    "entity-generation": ("wherein_lab.cli.linking.eval_entity_paper", "entity_generation"),
    "evidence": ("wherein_lab.cli.answering.eval_evidence", "evidence"),
    "reproduce": ("wherein_lab.cli.reproduce", "reproduce"),
    "followups": ("wherein_lab.cli.answering.followups", "evaluate"),
    "linking": ("wherein_lab.cli.linking.eval_linking", "linking"),
    "memory": ("wherein_lab.cli.keeping.eval_memory", "memory"),
    "memory-pairs": ("wherein_lab.cli.keeping.eval_memory", "memory_pairs"),
    "memory-revisits": ("wherein_lab.cli.keeping.eval_memory", "memory_revisits"),
    "memory-load": ("wherein_lab.cli.keeping.eval_memory", "memory_load"),
    "memory-scale": ("wherein_lab.cli.keeping.eval_memory", "memory_scale"),
    "typing": ("wherein_lab.cli.keeping.eval_memory", "typing"),
    "repairs": ("wherein_lab.cli.answering.repairs", "repairs"),
    "understood": ("wherein_lab.cli.answering.understood", "understood"),
    "reading": ("wherein_lab.cli.reading.eval_reading", "reading"),
    "answering": ("wherein_lab.cli.answering.eval_answering", "answering"),
    "pages": ("wherein_lab.cli.reading.eval_pages", "pages"),
    "kinds": ("wherein_lab.cli.reading.eval_kinds", "kinds"),
    "page": ("wherein_lab.cli.reading.eval_reading", "page"),
    "escalation": ("wherein_lab.cli.reading.eval_reading", "escalation"),
    "retrieval": ("wherein_lab.cli.keeping.eval_retrieval", "retrieval"),
    "stopping": ("wherein_lab.cli.reading.stopping", "evaluate"),
    "strangers": ("wherein_lab.cli.answering.eval_strangers", "strangers"),
    "early-end": ("wherein_lab.cli.reading.stopping", "early_end"),
    "grid": ("wherein_lab.cli.answering.eval_grid", "grid"),
    "several": ("wherein_lab.cli.answering.eval_multi_sentence", "several"),
    "doors": ("wherein_lab.cli.doors.eval_doors", "doors"),
    "page-doors": ("wherein_lab.cli.doors.eval_doors", "page_doors"),
    "soak": ("wherein_lab.cli.doors.eval_doors", "soak"),
    "printed-order": ("wherein_lab.cli.reading.eval_printed", "printed_order"),
    "scans": ("wherein_lab.cli.reading.eval_scans", "scans"),
    "tables": ("wherein_lab.cli.reading.eval_tables", "tables"),
    "versions": ("wherein_lab.cli.answering.eval_multi_sentence", "versions"),
    "compare": ("wherein_lab.cli.eval_report", "compare"),
    "report": ("wherein_lab.cli.eval_report", "report"),
    "anchoring": ("wherein_lab.cli.doors.eval_browser", "anchoring"),
    "pdf-marks": ("wherein_lab.cli.doors.eval_browser", "pdf_marks"),
    "app-speed": ("wherein_lab.cli.doors.eval_browser", "app_speed"),
    "canonical-text": ("wherein_lab.cli.reading.eval_pages", "canonical_text"),
    "browser-memory": ("wherein_lab.cli.doors.eval_browser", "browser_memory"),
    "satisfaction": ("wherein_lab.cli.doors.eval_browser", "satisfaction"),
    "scale": ("wherein_lab.cli.keeping.eval_scale", "scale"),
    "kb-scale": ("wherein_lab.cli.keeping.eval_scale", "kb_scale"),
    "long-document": ("wherein_lab.cli.keeping.eval_scale", "long_document"),
    "library": ("wherein_lab.cli.keeping.eval_library", "library"),
    "library-answers": ("wherein_lab.cli.keeping.eval_library", "library_answers"),
    "together": ("wherein_lab.cli.keeping.eval_library", "together"),
    "speech": ("wherein_lab.cli.doors.eval_speech", "speech"),
}


class _Group(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*super().list_commands(ctx), *_MEASUREMENTS])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in _MEASUREMENTS:
            module, name = _MEASUREMENTS[cmd_name]
            command = getattr(importlib.import_module(module), name)
            assert isinstance(command, click.Command)
            return command
        return super().get_command(ctx, cmd_name)


@click.group("eval", cls=_Group)
def eval_command() -> None:
    """Run measurements, and replay earlier ones."""


@eval_command.command("conditions")
@click.argument("names", nargs=-1)
@click.option("--folder", type=click.Path(path_type=Path), default=Path("benchmarks/conditions"))
@click.option("--results", type=click.Path(path_type=Path), default=Path("benchmarks/results"))
@as_json
def conditions_command(names: tuple[str, ...], folder: Path, results: Path, as_json: bool) -> int:
    """Replay the conditions (all, or those named); exit 1 if a figure is missing or out of bounds."""
    from wherein_lab.conditions import Verdict, read_condition, replay

    files = {path.stem: path for path in sorted(folder.glob("*.yaml"))}
    unknown = [name for name in names if name not in files]
    if unknown or not files:
        raise UsageError(
            f"There is no condition {', '.join(unknown) or 'in ' + str(folder)}.",
            f"There are: {', '.join(files) or 'none'}.",
        )
    replays = []
    for name in names or files:
        condition = read_condition(files[name])
        say(f"{name}: {condition.what} (about {condition.minutes:g} min)", err=True)
        done = replay(condition)
        replays.append(done)
        if done.output is not None:
            results.mkdir(parents=True, exist_ok=True)
            (results / f"{name}.json").write_text(json.dumps(done.output, indent=1) + "\n", "utf-8")
        if not as_json:
            figures = "  ".join(f"{key} {value:g}" for key, value in done.figures.items())
            say(f"  {done.verdict.value}  {figures}")
            for remark in done.remarks:
                say(f"  {remark}")
    if as_json:
        print_json(
            {
                "conditions": [
                    {
                        "condition": done.condition,
                        "verdict": done.verdict.value,
                        "figures": dict(done.figures),
                        "remarks": list(done.remarks),
                    }
                    for done in replays
                ]
            }
        )
    return 1 if any(done.verdict is Verdict.FAILED for done in replays) else 0


@eval_command.command("documents")
@as_json
def documents_command(as_json: bool) -> None:
    """Parse every real document of the shared set, and list those that differ from its index, with the reason."""
    from wherein_lab.data.shared_data import shared_folder
    from wherein_lab.reading.documents import measure_documents

    _print(measure_documents(shared_folder()), as_json)


@eval_command.command("main-text")
@as_json
def main_text_command(as_json: bool) -> None:
    """Compare the main text extracted from real pages with the expected one."""
    from wherein_lab.data.shared_data import shared_folder
    from wherein_lab.reading.main_text import measure_main_text

    _print(measure_main_text(shared_folder()), as_json)


@eval_command.command("speed")
@click.option("--repeat", type=click.IntRange(1, 50), default=3, show_default=True)
@click.option("--get", "models", multiple=True, help="A model to install first; may be repeated.")
@as_json
def speed_command(repeat: int, models: tuple[str, ...], as_json: bool) -> None:
    """Time the first answer and the whole page, on a page of 10,000 tokens with a warm process."""
    from wherein_lab.reading.page_speed import measure

    _print(measure(repeat, models), as_json)


@eval_command.command("cold")
@click.option("--repeat", type=click.IntRange(1, 50), default=5, show_default=True)
@as_json
def cold_command(repeat: int, as_json: bool) -> None:
    """Time a new process from the command to the first answer, on a 10-page PDF."""
    from wherein_lab.answering.cold_start import measure

    _print(measure(repeat), as_json)


def _print(figures: object, as_json: bool) -> None:
    if as_json:
        print_json(figures)
    else:
        assert isinstance(figures, dict)
        for key, value in figures.items():
            say(f"{key:<24} {value}")

"""`wherein eval strangers`: questions that people wrote about their own documents."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from wherein.cli.options import as_json
from wherein.cli.terminal.printing import print_json, say
from wherein.cli.terminal.terminal import progress

if TYPE_CHECKING:
    from wherein_lab.answering.failed_at import FailedAt
    from wherein_lab.answering.strangers import Judged

_FOLDER = click.Path(path_type=Path, exists=True, file_okay=False)


@click.command("strangers")
@click.option("--data", required=True, type=click.Path(path_type=Path),
              help="A folder with documents and questions.jsonl: question, file, answers, wrong, kind, format.")  # fmt: skip
@click.option("--reader", "readers", multiple=True, help="A larger reader to install beside the one that comes with wherein; may be repeated.")  # fmt: skip
@click.option("--library", "of_library", is_flag=True, help="Add all documents, and ask the library instead of each document.")  # fmt: skip
@click.option("--beside", type=_FOLDER, multiple=True, help="With --library: a folder of further documents to add; may be repeated.")  # fmt: skip
@click.option("--show", is_flag=True, help="Print each wrong answer, on standard error.")
@as_json
def strangers(
    data: Path,
    readers: tuple[str, ...],
    of_library: bool,
    beside: tuple[Path, ...],
    show: bool,
    as_json: bool,
) -> None:
    """Ask each question of its own document, and judge what is shown first, by kind and format.

    Says at which stage each question failed: whether the text has the answer, a reader read it, marked it, and whether
    it was shown."""
    from wherein_lab.answering.failed_at import counted, failed_at
    from wherein_lab.answering.strangers import Asked, figures, judge_folder, read_asked
    from wherein_lab.fresh_home import open_with
    from wherein_lab.reading.recorder import Recorder

    asked = read_asked(data)
    recorder = Recorder()
    stages: list[FailedAt | None] = []
    with (
        tempfile.TemporaryDirectory(prefix="wherein-strangers-") as home,
        open_with(Path(home), readers, recorder.around) as engine,
    ):
        if of_library:
            names = sorted({one.file for one in asked})
            with progress("Adding") as on_added:
                engine.add(*(data / name for name in names), *beside, on_progress=on_added)
        texts: dict[str, str] = {}

        def judged_one(one: Asked, how: Judged) -> None:
            needs_text = not how.is_satisfied and one.answers and not how.failed
            if needs_text and one.file not in texts:
                texts[one.file] = engine.read(str(data / one.file)).text
            stages.append(failed_at(one, how, texts.get(one.file, ""), recorder))
            recorder.forget()

        with progress("Asking") as on_progress:
            judged = judge_folder(
                engine, data, asked, on_progress, judged_one, of_library=of_library
            )
    if show:
        _show(judged, stages)
    found: dict[str, Any] = {
        "all": figures(judged),
        "failed_at": counted(stages),
        **_tables(judged),
    }
    if as_json:
        print_json(found)
        return
    for name, value in (*found["all"].items(), *found["failed_at"].items()):
        say(f"{name:<36} {value}")
    for by, rows in found.items():
        for name, row in rows.items() if by.startswith("by_") else ():
            say(f"{name:<24} " + "  ".join(f"{key} {value}" for key, value in row.items()))


def _tables(judged: Sequence[Judged]) -> dict[str, Any]:
    from wherein_lab.answering.strangers import by_grade, table

    return {
        "by_grade": by_grade(judged),
        "by_format": table(judged, lambda one: one.asked.form),
        "by_kind": table(judged, lambda one: one.asked.kind),
        "by_document_kind": table(judged, lambda one: one.asked.document_kind),
        "by_length": table(
            judged,
            lambda one: (
                "follow-up" if one.asked.after else "short" if one.asked.short else "question"
            ),
        ),
    }


def _show(judged: Sequence[Judged], stages: Sequence[FailedAt | None]) -> None:
    for one, stage in zip(judged, stages, strict=True):
        if not one.is_satisfied:
            wanted = " | ".join(one.asked.answers) or "nothing"
            shown = one.failed or (f"{one.grade}: {one.shown!r}" if one.grade else "not here")
            why = f" [{stage.value}]" if stage else ""
            say(f"{one.asked.file}: {one.asked.question}\n    {wanted} <- {shown}{why}", err=True)

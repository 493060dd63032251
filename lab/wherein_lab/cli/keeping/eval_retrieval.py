"""`wherein eval retrieval`: retrievers compared on a corpus and its questions."""

from __future__ import annotations

import json
from pathlib import Path

import click

from wherein.cli.options import as_json
from wherein.cli.terminal.printing import say, say_sentence


@click.command("retrieval")
@click.option("--set", "set_name", help="A declared data set to use instead of files.")
@click.option(
    "--corpus",
    multiple=True,
    type=click.Path(path_type=Path),
    help="A file or folder to search; may be repeated.",
)
@click.option("--questions", type=click.Path(path_type=Path))
@click.option(
    "--retriever",
    default="bm25,dense,hybrid",
    show_default=True,
    help="Names, with commas between.",
)
@click.option(
    "--k",
    "cutoffs",
    default="1,5,20",
    show_default=True,
    help="Cutoffs of the measures, with commas between.",
)
@click.option(
    "--relevance",
    type=click.Choice(["given", "answer", "answer-in-title", "title"]),
    help="What counts as relevant.  [default: as the set declares, else its own judgements]",
)
@click.option("--limit", type=click.IntRange(min=1), help="Ask a random sample of this size.")
@click.option("--seed", type=int, default=0, show_default=True)
@click.option(
    "--runs",
    type=click.Path(path_type=Path),
    help="Write a TREC run file for each retriever into this folder.",
)
@click.option(
    "--qrels",
    type=click.Path(path_type=Path),
    help="TREC judgements to use instead of the questions' own.",
)
@click.option(
    "--run",
    "given",
    multiple=True,
    help="A TREC run to measure as well, as NAME=FILE; may be repeated.",
)
@click.option(
    "--per-question",
    is_flag=True,
    help="Add each question's scores, for paired tests with eval compare.",
)
@as_json
def retrieval(
    set_name: str | None,
    corpus: tuple[Path, ...],
    questions: Path | None,
    retriever: str,
    cutoffs: str,
    relevance: str | None,
    limit: int | None,
    seed: int,
    runs: Path | None,
    qrels: Path | None,
    given: tuple[str, ...],
    per_question: bool,
    as_json: bool,
) -> int:
    """Compare retrievers on a corpus and its questions.

    The corpus is a folder of documents, JSON lines, SQuAD or BEIR. A line of the questions:

    \b
    {"id": "q1", "question": "Who climbed it first?",
     "answers": ["Whymper"], "relevant": {"alps.md": 1}}

    "relevant" names documents by path in the folder, or by id. Without it,
    --relevance answer takes passages that contain an answer. The first line of a table (.tsv) has the
    names of its columns: id, question, answers, relevant.

    A retriever that can't be made here is left out with its reason, and the exit status is 1.
    """
    from wherein.core.errors import UsageError
    from wherein_lab.data.datasets import data_set
    from wherein_lab.data.relevance import Relevance
    from wherein_lab.data.trec import write_run
    from wherein_lab.registry.retrievers import BENCHED
    from wherein_lab.retrieval.retrieval import Job, compare

    names = list(dict.fromkeys(part.strip() for part in retriever.split(",")))
    for name in names:
        if name not in BENCHED:
            raise UsageError(
                f"There is no retriever {name!r}.", f"Choose among {', '.join(sorted(BENCHED))}."
            )
    try:
        ks = sorted({int(part) for part in cutoffs.split(",")})
    except ValueError as error:
        raise UsageError(f"--k {cutoffs} is not a list of numbers.", "Write --k 1,5,20.") from error
    if ks[0] < 1:
        raise UsageError(f"A cutoff of {ks[0]} is not a positive number.", "Write --k 1,5,20.")
    chosen = Relevance.GIVEN
    if set_name is not None:
        declared = data_set(set_name)
        corpus, questions = declared.paths()
        chosen = declared.relevance
    if not corpus or questions is None:
        raise UsageError(
            "There is nothing to measure on.", "Give --set, or --corpus and --questions."
        )
    if relevance is not None:
        chosen = Relevance(relevance)
    files = {}
    for pair in given:
        name, _, path = pair.partition("=")
        if not path:
            raise UsageError(f"--run {pair} names no file.", "Write --run NAME=FILE.")
        files[name] = Path(path)
    job = Job(corpus, questions, chosen, max(ks), limit, seed, qrels)
    report = compare(job, names, ks, files)
    if runs is not None:
        runs.mkdir(parents=True, exist_ok=True)
        for run in (run for run in report.runs if run.retriever in names):
            asked = (question.id for question in report.questions)
            found = zip(asked, run.found, strict=True)
            write_run(runs / f"{run.retriever}.trec", run.retriever, found)
    summary = report.summary(per_question)
    if as_json:
        say(json.dumps(summary, ensure_ascii=False))
        return 1 if report.not_made else 0
    say(f"{summary['n']} questions, {summary['passages']} passages")
    for reason, count in summary["skipped"].items():
        say(f"left out: {count} {reason}")
    shown = [str(measure) for measure in report.measures]
    shown += ["milliseconds", "milliseconds_p99", "index_seconds", "index_bytes"]
    shown += ["peak_memory_bytes"]
    rows = summary["retrievers"]
    width = max(len(name) for name in shown)
    say(" " * width + "".join(f"{name:>16}" for name in rows))
    for measure in shown:
        figures = "".join(f"{row.get(measure, '-'):>16}" for row in rows.values())
        say(f"{measure:<{width}}{figures}")
    for name in [*rows][1:]:
        unlike = rows[name][f"ranked_unlike_{next(iter(rows))}"]
        say(f"{name} ranks {unlike} of {summary['n']} questions unlike {next(iter(rows))}.")
    for name, reason in report.not_made.items():
        say_sentence(f"wherein: {name} is left out: {reason}")
    return 1 if report.not_made else 0

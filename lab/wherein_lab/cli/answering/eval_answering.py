"""`wherein eval answering`: questions to a corpus through retrievers and readers; arguments in, JSON out."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import click

from wherein.cli.options import as_json
from wherein.cli.terminal.printing import print_json, say, say_sentence
from wherein.cli.terminal.terminal import progress

BY_MARGIN = "-by-margin"
"""Suffix of a reader's name: only the reader's margin decides, as when it gates a language model."""


@click.command("answering")
@click.option(
    "--corpus",
    multiple=True,
    type=click.Path(path_type=Path),
    help="A file or folder to search; may be repeated.",
)
@click.option(
    "--questions", type=click.Path(path_type=Path), help="Questions with answers or facts."
)
@click.option("--set", "set_name", help="A declared data set to use instead of files.")
@click.option(
    "--retriever",
    default="hybrid",
    show_default=True,
    help="Names, with commas between; `given` takes the passages that the data set assigns to the question.",
)
@click.option(
    "--reader",
    default="small,sentence",
    show_default=True,
    help="Readers to ask in turn until one answers: small, small-by-margin, sentence, generative.",
)
@click.option(
    "--model",
    help="The generative reader's model: a name, a .gguf file, or the name that --url has for it.",
)
@click.option("--url", default="", help="An OpenAI-compatible endpoint for the generative reader.")
@click.option(
    "--prompt",
    default="words",
    show_default=True,
    help="The form of the prompt: words, kar or retrieval-augmented.",
)
@click.option(
    "--words",
    type=click.IntRange(1),
    default=130,
    show_default=True,
    help="Words of the passages in the prompt.",
)
@click.option(
    "--spans", is_flag=True, help="Have the model answer every question with a few words."
)
@click.option(
    "--gated", is_flag=True, help="Ask the model only where the small reader finds evidence."
)
@click.option(
    "--depth",
    type=click.IntRange(1),
    default=5,
    show_default=True,
    help="Passages to read for each question.",
)
@click.option("--limit", type=click.IntRange(1), help="Ask a random sample of this size.")
@click.option(
    "--balanced", is_flag=True, help="Sample equally many answerable and unanswerable questions."
)
@click.option(
    "--absent", is_flag=True, help="Remove the documents that answer half of the questions."
)
@click.option(
    "--longest-context",
    type=click.IntRange(1),
    help="Leave out questions whose assigned passages have more words than this.",
)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option(
    "--per-question",
    is_flag=True,
    help="Add each question's F1 and EM, for paired tests with eval compare.",
)
@click.option(
    "--rows",
    type=click.Path(path_type=Path),
    help="Write each question's result to this JSON-lines file.",
)
@as_json
def answering(
    corpus: tuple[Path, ...], questions: Path | None, set_name: str | None, retriever: str,
    reader: str, model: str | None, url: str, prompt: str, words: int, spans: bool, gated: bool, depth: int,
    limit: int | None, balanced: bool, absent: bool, longest_context: int | None, seed: int,
    per_question: bool, rows: Path | None, as_json: bool,
) -> int:  # fmt: skip
    """Measure answers: correct, refused, verbatim; seconds and tokens.

    The corpus is a folder of documents, JSON lines, SQuAD or BEIR. A line of the questions:

    \b
    {"id": "q1", "question": "Who climbed it first?", "answers": ["Whymper"]}
    {"id": "q2", "question": "Who swam it first?", "unanswerable": true}

    The first line of a table (.tsv) names its columns: id, question, answers.

    A retriever that can't be made here is left out with its reason, and the exit status is 1.
    """
    from wherein.answering.readers.readers import Readers
    from wherein.assets.store import AssetStore
    from wherein.core.errors import UsageError
    from wherein.home.folder import Home
    from wherein.home.generative_settings import GenerativeSettings
    from wherein_lab.answering.answering import GIVEN, run, scores_by_question
    from wherein_lab.data.datasets import data_set
    from wherein_lab.data.nuggets import missing, read_nuggets
    from wherein_lab.data.relevance import Relevance
    from wherein_lab.data.sampling import Job
    from wherein_lab.registry.readers import by_margin
    from wherein_lab.registry.retrievers import BENCHED

    relevance = Relevance.GIVEN
    if set_name is not None:
        declared = data_set(set_name)
        corpus, questions = declared.paths()
        relevance = declared.relevance
    if not corpus or questions is None:
        raise UsageError("There is nothing to ask.", "Give --set, or --corpus and --questions.")
    home = Home.choose(None)
    settings = home.settings().generative
    if model is not None:
        settings = replace(settings or GenerativeSettings(model), model=model, url=url)
    if settings is not None:
        settings = replace(
            settings,
            prompt=prompt,
            words=words,
            dates=False,
            whole_sentences=not spans,
            gated=gated,
        )
    # Passages carry their document's title in their section.
    readers = Readers(AssetStore(home.assets), lambda d: "", lambda d: None, settings)
    stages = []
    for name in (part.strip() for part in reader.split(",")):
        read_by = readers.stage(name.removesuffix(BY_MARGIN))
        stages.append(by_margin(read_by) if name.endswith(BY_MARGIN) else read_by)
    facts = read_nuggets(questions) if questions.name.endswith((".jsonl", ".jsonl.gz")) else {}
    job = Job(
        corpus, questions, depth, limit, seed, balanced, absent, relevance, longest_context, facts
    )
    names = list(dict.fromkeys(name.strip() for name in retriever.split(",")))
    if unknown := [name for name in names if name not in (*BENCHED, GIVEN)]:
        raise UsageError(
            f"There is no retriever {unknown[0]!r}.",
            f"Choose among {', '.join(sorted((*BENCHED, GIVEN)))}.",
        )
    with progress("Asking") as on_progress:
        report, said = run(job, names, stages, readers.selector(), on_progress)
    if per_question:
        for name, some in said.items():
            report["retrievers"][name] |= scores_by_question(some)
    report["data"] = [str(path.name) for path in (*corpus, questions)]
    if settings is not None and "generative" in report["readers"]:
        report["model"] = settings.model
    if rows is not None:
        with rows.open("w", encoding="utf-8") as file:
            for name, some in said.items():
                for one in some:
                    row = {
                        "retriever": name, "id": one.question.id, "question": one.question.text,
                        "answers": one.question.answers, "answered": one.result.answered,
                        "said": one.shown or [a.text for a in one.result.perhaps[:1]],
                        "confidence": [round(a.confidence, 4) for a in (*one.result.answers, *one.result.perhaps)][:1],
                        "steps": [[s.name, s.outcome.value, s.reason] for s in one.result.steps],
                    }  # fmt: skip
                    if one.question.id in facts:
                        row["missing"] = missing(facts[one.question.id], one.shown)
                    file.write(json.dumps(row, ensure_ascii=False) + "\n")
    if as_json:
        print_json(report)
        return 1 if "not_made" in report else 0
    say(f"{report['n']} questions, {report['passages']} passages, {report['skipped']}")
    for name, figures in report["retrievers"].items():
        say(name)
        for figure, value in figures.items():
            if figure != "intervals":
                spread = figures.get("intervals", {}).get(figure)
                say(f"  {figure:<20} {value}" + (f"  {spread}" if spread else ""))
    for name, reason in report.get("not_made", {}).items():
        say_sentence(f"wherein: {name} is left out: {reason}")
    return 1 if "not_made" in report else 0

"""Writes a reader's model card from its measured results: tables, data, licences, examples. Measures nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

READING = (
    ("has_answer_em", "EM, always answering"),
    ("has_answer_f1", "F1, always answering"),
    ("f1", "F1 with refusal"),
    ("auroc", "AUROC"),
    ("refusal_precision", "refusal precision"),
    ("refusal_recall", "refusal recall"),
    ("ece", "ECE"),
    ("coverage_at_80", "coverage at 80 % right"),
)
PAGE = (
    ("answer_in_top1", "top 1"),
    ("answer_in_top3", "top 3"),
    ("f1", "F1"),
    ("shown_precision", "marks shown right"),
    ("shown_mean", "marks shown"),
    ("refused_wrongly", "nothing shown"),
)
Result = tuple[str, Mapping[str, Any]]  # a label, and the JSON of the measurement


FEWEST = 20
"""A field with this many questions has a row of its own."""


def card(
    head: str, files: Sequence[Mapping[str, Any]], data: Mapping[str, Any],
    results: Sequence[Result], examples: Sequence[tuple[str, str]],
) -> str:  # fmt: skip
    """The card as Markdown. `head` is written by hand: what the reader is and where it fails. `data` is the training set's
    manifest; `results` are the objects of `eval reading` and `eval page`, including the sentence baseline's;
    `examples` are (set, Markdown of `eval reading --failures`).
    """
    reading = [row for row in results if "has_answer_f1" in row[1]]
    pages = [row for row in results if "answer_in_top1" in row[1]]
    parts = [head.strip(), "", *_files(files), *_sources(data), "## Numbers", ""]
    parts += [
        "Rates in per cent with their 95 % bootstrap intervals; see docs/training-trials.md.",
        "",
    ]
    if reading:
        parts += ["### From the right paragraph", "", *_table(reading, READING)]
    for label, row in reading:
        # A colon in an article's title ("Transformers: …") looks like a field.
        domains = [
            (f"{label}: {name}", part)
            for name, part in row.get("domains", {}).items()
            if name and part["n"] >= FEWEST
        ]
        if domains:
            parts += [f"### {label} by domain", "", *_table(domains, READING)]
    if pages:
        parts += ["### From whole pages", "", *_table(pages, PAGE)]
    for label, text in examples:
        shifted = text.replace("### ", "#### ")
        parts += [f"## Where it fails: {label}", "", shifted.strip(), ""]
    return "\n".join(parts).rstrip() + "\n"


def _files(files: Sequence[Mapping[str, Any]]) -> list[str]:
    lines = ["| file | bytes | SHA-256 |", "| --- | ---: | --- |"]
    # The constants of reader.json are fitted again without a new card.
    kept = [file for file in files if file["path"] != "reader.json"]
    lines += [f"| {f['path']} | {f['bytes']:,} | `{f['sha256']}` |" for f in kept]
    return [*lines, ""]


def _sources(data: Mapping[str, Any]) -> list[str]:
    lines = [
        "## Trained on", "",
        "| set | questions | licence | origin | paragraphs removed, met in a set to measure on |",
        "| --- | ---: | --- | --- | ---: |",
    ]  # fmt: skip
    for name, row in data["sources"].items():
        lines.append(
            f"| {name} | {row['questions']:,} | {row['licence']} | {row['origin']} "
            f"| {row['contexts_removed']} |"
        )
    return [*lines, ""]


def _table(rows: Sequence[Result], columns: Sequence[tuple[str, str]]) -> list[str]:
    head = " | ".join(name for _, name in columns)
    lines = [f"| set and reader | n | {head} |", f"| --- | ---: |{' ---: |' * len(columns)}"]
    for label, row in rows:
        cells = " | ".join(_cell(row, key) for key, _ in columns)
        lines.append(f"| {label} | {row['n']:,} | {cells} |")
    return [*lines, ""]


def _cell(row: Mapping[str, Any], key: str) -> str:
    value = row.get(key)
    if value is None:
        return "–"
    if key == "shown_mean":
        return f"{value:.2f}"
    spread = row.get("intervals", {}).get(key)
    said = f"{100 * value:.1f}"
    return f"{said} ({100 * spread[0]:.1f}–{100 * spread[1]:.1f})" if spread else said

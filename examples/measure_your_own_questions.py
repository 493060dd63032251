"""Measure answers to your own questions with the lab: a folder of documents, and a line of JSON for each question."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

from wherein.cli.main import invoke

QUESTIONS = [
    {"id": "1", "question": "Who built the boat?", "answers": ["Ada Berg"]},
    {"id": "2", "question": "How many people does the boat carry?", "answers": ["twelve", "12"]},
    {"id": "3", "question": "Who was the first king of Norway?", "unanswerable": True},
]

with TemporaryDirectory() as folder:
    documents, questions = Path(folder) / "documents", Path(folder) / "questions.jsonl"
    documents.mkdir()
    (documents / "boat.md").write_text(
        "# The boat\n\nAda Berg built the boat in 1931. It carries twelve people.\n"
    )
    questions.write_text("".join(json.dumps(row) + "\n" for row in QUESTIONS))

    arguments = ["--corpus", str(documents), "--questions", str(questions), "--retriever", "bm25"]
    invoke(["--home", f"{folder}/home", "eval", "answering", *arguments])

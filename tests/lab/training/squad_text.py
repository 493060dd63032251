"""A small SQuAD-format world for the training tests: made-up articles whose words are known."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

CLS, SEP = 101, 102  # BERT's English uncased word pieces, as in `tiny_tokenizer`
NAMES = ["Ada", "Bela", "Cleo", "Dora", "Edda", "Fritz", "Gerd", "Hanna"]
THINGS = ["bridge", "engine", "clock", "tower", "harbour", "mill", "tunnel", "lamp"]


def article(number: int, paragraphs: int = 3) -> dict[str, Any]:
    rows = []
    for place in range(paragraphs):
        name, thing = NAMES[(number + place) % 8], THINGS[(2 * number + place) % 8]
        year = str(1800 + 10 * number + place)
        text = (
            f"In the old town of article {number} there is much to see on walk {place}. "
            f"The {thing} was built by {name} in {year} and people like it."
        )
        rows.append(
            {
                "context": text,
                "qas": [
                    question(f"{number}.{place}.who", f"Who built the {thing}?", name, text),
                    question(f"{number}.{place}.when", f"When was the {thing} built?", year, text),
                    {
                        "id": f"{number}.{place}.not",
                        "question": f"Who painted the {thing}?",
                        "is_impossible": True,
                        "answers": [],
                    },
                ],
            }
        )
    return {"title": f"Old_town_{number}", "paragraphs": rows}


def question(identity: str, words: str, answer: str, text: str) -> dict[str, Any]:
    return {
        "id": identity,
        "question": words,
        "is_impossible": False,
        "answers": [{"text": answer, "answer_start": text.index(answer)}],
    }


def write_squad(path: Path, articles: list[dict[str, Any]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(json.dumps({"version": "test", "data": articles}).encode()))
    return path


def tiny_tokenizer(texts: list[str]) -> Tokenizer:
    """A WordPiece tokenizer over the texts' own words and every character, BERT's marks at their
    usual places."""
    pieces = {"[PAD]": 0, "[UNK]": 1, "[CLS]": 101, "[SEP]": 102}
    words = sorted({word for text in texts for word in normal(text)})
    letters = sorted(
        {c for word in words for c in word} | set("abcdefghijklmnopqrstuvwxyz0123456789")
    )
    for piece in (*words, *letters, *(f"##{c}" for c in letters)):
        pieces.setdefault(piece, 103 + len(pieces))
    tokenizer = Tokenizer(models.WordPiece(pieces, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return tokenizer


def normal(text: str) -> list[str]:
    lowered = normalizers.BertNormalizer(lowercase=True).normalize_str(text)
    return [word for word, _ in pre_tokenizers.BertPreTokenizer().pre_tokenize_str(lowered)]

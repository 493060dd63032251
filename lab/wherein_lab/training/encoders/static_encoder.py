"""Makes `models/static`: distilled from all-MiniLM-L6-v2, weighted, and trained on questions with their paragraphs.

1. model2vec's distillation (Tulkens & van Dongen, 2024): each token alone through the transformer,
   mean pooled; principal components.
2. A row's length is the token's rarity, idf over the training paragraphs.
3. Two losses: a question is pulled closer to its paragraph than to the others of the batch (InfoNCE), and the
similarities between questions stay those of the transformer (relational distillation). Without the second, all
questions become similar and duplicates are recognised less well.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from wherein.encoding.static import LAYOUT
from wherein_lab.training.examples.question_pairs import Paragraph, batches

if TYPE_CHECKING:
    import torch
    from tokenizers import Tokenizer

SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
Ids: TypeAlias = NDArray[np.int64]
OnStep: TypeAlias = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Recipe:
    """The hyperparameters, with those of the shipped encoder as defaults."""

    dimensions: int = 256
    epochs: int = 2
    batch: int = 256
    learning_rate: float = 3e-3
    temperature: float = 0.05
    question_side: float = 0.7
    """Weight of the loss from question to paragraph; the rest is the loss from paragraph to question."""
    teacher_weight: float = 0.3
    taught_questions: int = 60_000
    teacher_batch: int = 256
    titled: float = 0.5
    """Share of paragraphs that are trained with their title in front."""
    seed: int = 0


def make(
    weights: Path,
    tokenizer: Tokenizer,
    paragraphs: Sequence[Paragraph],
    recipe: Recipe,
    on_step: OnStep,
) -> NDArray[np.float32]:
    """The trained rows, (vocabulary, dimensions); `weights`: all-MiniLM-L6-v2 as published."""
    from transformers import AutoModel

    tokenizer.no_padding()
    tokenizer.no_truncation()
    model = AutoModel.from_pretrained(weights).eval()
    on_step("distilling the tokens")
    rows = distilled(model, tokenizer.get_vocab_size(), recipe.dimensions)
    rows *= rarity(_ids(tokenizer, [p.text for p in paragraphs]), len(rows))[:, None]
    rows /= np.linalg.norm(rows, axis=1).mean()
    for name in SPECIAL:
        rows[tokenizer.token_to_id(name)] = 0
    draw = np.random.default_rng(recipe.seed)
    every = sorted({q for p in paragraphs for q in (*p.questions, *p.unanswerable)})
    chosen = draw.permutation(len(every))[: recipe.taught_questions]
    questions = _ids(tokenizer, [every[at] for at in chosen])
    on_step(f"reading {len(questions)} questions with the transformer")
    lesson = read_by(model, questions)
    return contrasted(rows, tokenizer, paragraphs, questions, lesson, recipe, on_step)


def distilled(model: torch.nn.Module, vocabulary: int, dimensions: int) -> NDArray[np.float32]:
    """(vocabulary, dimensions): principal components of the transformer's output for each token alone."""
    alone = pooled(model, [np.array([token]) for token in range(vocabulary)])
    centred = alone - alone.mean(axis=0)
    _, directions = np.linalg.eigh(centred.T @ centred / len(centred))
    rows: NDArray[np.float32] = (centred @ directions[:, ::-1][:, :dimensions]).astype(np.float32)
    return rows


def rarity(texts: Sequence[Ids], vocabulary: int) -> NDArray[np.float32]:
    """(vocabulary,): idf over the texts, as BM25 counts it."""
    seen = np.zeros(vocabulary)
    for ids in texts:
        seen[np.unique(ids)] += 1
    return np.log(1 + (len(texts) - seen + 0.5) / (seen + 0.5)).astype(np.float32)


def read_by(model: torch.nn.Module, texts: Sequence[Ids]) -> NDArray[np.float32]:
    """(len(texts), 384): the transformer's vectors of the texts, normalised to length 1."""
    vectors = pooled(model, texts)
    lengths: NDArray[np.float32] = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.divide(vectors, lengths)


def pooled(model: torch.nn.Module, texts: Sequence[Ids], batch: int = 256) -> NDArray[np.float32]:
    """(len(texts), 384): the mean of the transformer's output over each text's tokens, [CLS] and [SEP] included."""
    import torch

    order = np.argsort([len(ids) for ids in texts], kind="stable")
    vectors = np.zeros((len(texts), model.config.hidden_size), dtype=np.float32)
    with torch.inference_mode():
        for start in range(0, len(order), batch):
            some = order[start : start + batch]
            width = max(len(texts[at]) for at in some) + 2
            ids = torch.zeros((len(some), width), dtype=torch.long)
            mask = torch.zeros_like(ids)
            for row, at in enumerate(some):
                marked = [101, *texts[at].tolist(), 102]
                ids[row, : len(marked)] = torch.tensor(marked)
                mask[row, : len(marked)] = 1
            hidden = model(input_ids=ids, attention_mask=mask).last_hidden_state  # (B, T, 384)
            means = (hidden * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
            vectors[some] = means.numpy()
    return vectors


def contrasted(
    rows: NDArray[np.float32],
    tokenizer: Tokenizer,
    paragraphs: Sequence[Paragraph],
    questions: Sequence[Ids],
    lesson: NDArray[np.float32],
    recipe: Recipe,
    on_step: OnStep,
) -> NDArray[np.float32]:
    """The rows after training; `lesson`: the transformer's vectors of `questions`."""
    import torch
    from torch.nn.functional import cross_entropy, embedding_bag, kl_div, log_softmax, normalize

    torch.manual_seed(recipe.seed)
    draw = np.random.default_rng(recipe.seed)
    table = torch.nn.Parameter(torch.tensor(rows))
    titles = _ids(tokenizer, [p.title + "." for p in paragraphs])
    bodies = _ids(tokenizer, [p.text for p in paragraphs])
    asked = [_ids(tokenizer, p.questions) for p in paragraphs]
    taught = torch.tensor(lesson)

    def encode(texts: Sequence[Ids]) -> torch.Tensor:
        """(len(texts), dimensions), the same computation as `StaticEncoder`."""
        starts = np.cumsum([0] + [len(ids) for ids in texts[:-1]])
        tokens = torch.tensor(np.concatenate(texts))
        return normalize(embedding_bag(tokens, table, torch.tensor(starts), mode="sum"), dim=-1)

    def body(place: int) -> Ids:
        if draw.random() < recipe.titled:
            return np.concatenate([titles[place], bodies[place]])
        return bodies[place]

    steps = recipe.epochs * sum(1 for _ in batches(paragraphs, recipe.batch, draw))
    optimiser = torch.optim.Adam([table], lr=recipe.learning_rate, betas=(0.9, 0.99))
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min(1, (step + 1) / 50) * max(0.02, 1 - step / steps)
    )
    apart = torch.eye(recipe.teacher_batch) * 1e4  # exclude each text's similarity with itself
    step = 0
    for _ in range(recipe.epochs):
        for pairs in batches(paragraphs, recipe.batch, draw):
            scores = encode([asked[p][q] for p, q in pairs]) @ encode([body(p) for p, _ in pairs]).T
            scores = scores / recipe.temperature
            right = torch.arange(len(pairs))
            loss = recipe.question_side * cross_entropy(scores, right)
            loss = loss + (1 - recipe.question_side) * cross_entropy(scores.T, right)
            some = draw.integers(0, len(questions), recipe.teacher_batch)
            ours = encode([questions[at] for at in some])
            theirs = taught[some]
            loss = loss + recipe.teacher_weight * kl_div(
                log_softmax(ours @ ours.T / recipe.temperature - apart, 1),
                log_softmax(theirs @ theirs.T / recipe.temperature - apart, 1),
                log_target=True,
                reduction="batchmean",
            )
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            step += 1
            if step % 100 == 0:
                on_step(f"step {step} of {steps}, loss {loss.item():.3f}")
    trained: NDArray[np.float32] = table.detach().numpy()
    return trained


def save(rows: NDArray[np.float32], tokenizer: Tokenizer, folder: Path) -> str:
    """Write the encoder's files, int8 with a scale per row; returns the encoder's name."""
    rows = rows.copy()
    for special in SPECIAL:
        rows[tokenizer.token_to_id(special)] = 0
    scales = (np.abs(rows).max(axis=1) / 127).astype(np.float32)
    small = np.round(rows / np.maximum(scales, 1e-12)[:, None]).astype(np.int8)
    folder.mkdir(parents=True, exist_ok=True)
    np.save(folder / LAYOUT.rows, small)
    np.save(folder / LAYOUT.scales, scales)
    digest = hashlib.sha256(small.tobytes()).hexdigest()[:8]
    name = f"static-{rows.shape[1]}-{digest}"
    manifest = {
        "name": name,
        "dimensions": rows.shape[1],
        "licence": "Apache-2.0",
        "origin": "all-MiniLM-L6-v2, distilled and trained by wherein_lab.training.encoders.static_encoder",
    }
    text = json.dumps(manifest, indent=2) + "\n"
    (folder / LAYOUT.manifest).write_text(text, encoding="utf-8")
    return name


def _ids(tokenizer: Tokenizer, texts: Sequence[str]) -> list[Ids]:
    cut = tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)
    return [np.array(encoding.ids, dtype=np.int64) for encoding in cut]

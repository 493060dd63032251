"""An exported model computes what was trained, and the gate refuses a worse one."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="exporting needs the train extra (torch)")
pytest.importorskip("onnx", reason="exporting needs the train extra (onnx)")

import onnxruntime
import torch
from wherein_lab.data.squad_file import read_squad
from wherein_lab.registry.readers import open_reader
from wherein_lab.training.network.export import FP16, FP32, INT8, WEIGHTS, export
from wherein_lab.training.network.model import SpanReader
from wherein_lab.training.network.shape import Shape
from wherein_lab.training.network.weights import load_weights
from wherein_lab.training.release.check import compare

from tests.lab.training.squad_text import CLS, SEP, article, tiny_tokenizer, write_squad
from wherein.reading.calibration import FEATURES

SHAPE = Shape(vocabulary=700, positions=128, layers=2, channels=32, heads=4, inner=64)
SETTINGS = {
    "name": "tiny", "format": 1, "window_tokens": 96, "stride_tokens": 32, "question_tokens": 24,
    "prefix_tokens": 8, "max_answer_tokens": 10,
    "calibration": {"weights": dict.fromkeys(FEATURES, 0.0) | {"margin": 1.0}, "intercept": 0.0},
    "bound": 0.5, "perhaps_bound": 0.2,
}  # fmt: skip


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> tuple[SpanReader, Path]:
    folder = tmp_path_factory.mktemp("reader")
    torch.manual_seed(1)
    model = SpanReader(SHAPE)
    export(model, folder, SETTINGS)
    return model, folder


def inputs(rows: int, length: int) -> dict[str, np.ndarray[tuple[int, ...], np.dtype[np.int64]]]:
    random = np.random.default_rng(0)
    mask = np.ones((rows, length), np.int64)
    mask[-1, length // 2 :] = 0
    types = np.zeros((rows, length), np.int64)
    types[:, 5:] = 1
    return {
        "input_ids": random.integers(1, SHAPE.vocabulary, (rows, length)),
        "attention_mask": mask,
        "token_type_ids": types,
    }


@pytest.mark.parametrize(("name", "tolerance"), [(FP32, 1e-5), (FP16, 5e-3), (INT8, 0.15)])
@pytest.mark.parametrize(("rows", "length"), [(1, 7), (3, 40)])
def test_the_graph_computes_what_the_model_does(
    exported: tuple[SpanReader, Path], name: str, tolerance: float, rows: int, length: int
) -> None:
    model, folder = exported
    feed = inputs(rows, length)
    with torch.no_grad():
        wanted = model(*(torch.from_numpy(feed[key]) for key in feed))
    session = onnxruntime.InferenceSession(folder / name, providers=["CPUExecutionProvider"])
    got = session.run(["start_logits", "end_logits"], feed)
    seen = feed["attention_mask"] == 1
    for one, other in zip(wanted, got, strict=True):
        assert np.abs(one.numpy() - other)[seen].max() < tolerance


def test_the_graph_needs_nothing_but_standard_operators(exported: tuple[SpanReader, Path]) -> None:
    import onnx

    for name in (FP32, FP16, INT8):
        graph = onnx.load(str(exported[1] / name))
        assert {node.domain for node in graph.graph.node} <= {"", "ai.onnx"}
        assert next(o.version for o in graph.opset_import if o.domain == "") == 17


def test_half_weights_load_again(exported: tuple[SpanReader, Path]) -> None:
    model, folder = exported
    again = load_weights(folder / WEIGHTS, SHAPE)
    for name, tensor in model.state_dict().items():
        assert torch.allclose(tensor, again.state_dict()[name], atol=1e-3), name


def test_the_gate_refuses_a_worse_reader(tmp_path: Path) -> None:
    """A reader whose heads were made to mark the answers of this little world against one drawn
    at random: each passes against itself, the random one does not pass against the other."""
    articles = [article(number) for number in range(4)]
    path = write_squad(tmp_path / "towns.json.gz", articles)
    texts = [p["context"] for a in articles for p in a["paragraphs"]]
    tokenizer = tiny_tokenizer([*texts, "Old town Who built the When was painted?"])
    good, bad = SpanReader(SHAPE), SpanReader(SHAPE)
    teach(good, tokenizer, articles)
    folders = [tmp_path / "good", tmp_path / "bad"]
    for model, folder in zip((good, bad), folders, strict=True):
        export(model, folder, SETTINGS)
        tokenizer.save(str(folder / "tokenizer.json"))
    opened = [open_reader(str(folder)) for folder in folders]
    files = [("towns", read_squad(path))]
    assert any(row.worse for row in compare(opened[0], opened[1], files, None, 0))
    assert not any(row.worse for row in compare(opened[1], opened[0], files, None, 0))
    assert not any(row.worse for row in compare(opened[0], opened[0], files, None, 0))


def teach(model: SpanReader, tokenizer: object, articles: list[dict[str, object]]) -> None:
    """Teach a model the little world by heart."""
    from wherein_lab.training.examples.windows import Pieces, Window, collate
    from wherein_lab.training.runs.reader import span_loss

    from wherein.passages.heading_prefix import heading_prefix

    windows = []
    for number, entry in enumerate(articles):
        prefix = tokenizer.encode(heading_prefix(f"Old town {number}", ())).ids[-8:]  # type: ignore[attr-defined]
        for paragraph in entry["paragraphs"]:  # type: ignore[attr-defined]
            for qa in paragraph["qas"]:
                asked = tokenizer.encode(qa["question"]).ids[:24]  # type: ignore[attr-defined]
                place = qa["answers"][0] if qa["answers"] else None
                marked = (
                    (place["answer_start"], place["answer_start"] + len(place["text"]))
                    if place
                    else None
                )
                pieces = Pieces(tokenizer, paragraph["context"], marked)  # type: ignore[arg-type]
                first = len(asked) + 2 + len(prefix)
                start, end = (0, 0) if pieces.answer is None else (p + first for p in pieces.answer)
                ids = (CLS, *asked, SEP, *prefix, *pieces.ids, SEP)
                windows.append(Window(ids, len(asked) + 2, first, start, end))
    batch = collate(windows)
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    for _ in range(150):
        loss = span_loss(model, batch, "cpu", half=False)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    assert loss.item() < 0.5, "it did not learn its little world, so the test would prove nothing"

"""Questions of whole pages as training articles: what is read, where it is asked, what is refused."""

from __future__ import annotations

import io
import json
import tarfile
from pathlib import Path
from typing import Any

import pytest
from wherein_lab.data.shared_data import shared_folder
from wherein_lab.training.examples.data import build, load
from wherein_lab.training.examples.page_questions import read_page_questions
from wherein_lab.training.examples.sources import TRAINING, Form, Source

from wherein.core.errors import DataMissing

SOURCE = Source("pages", "each page's own", "made for this test", held=0, form=Form.PAGES)
FILLER = "Nothing here speaks of machines or of people, only of weather and of roads. " * 12
PAGE = f"""# The mill

## History

The mill was built by Ada in 1801. {FILLER}

### Owners

Bela bought the mill from Ada in 1850. The price was never told. {FILLER}

## Visits

The mill is open on Sundays. Cleo shows the mill to visitors. {FILLER}
"""


def row(
    name: str, question: str, accepted: list[str], context: str, split: str = "train"
) -> dict[str, Any]:
    kind = "plain" if accepted else "absent"
    return {
        "id": name, "page": "mill.md", "kind": kind, "question": question, "accepted": accepted,
        "context": context, "split": split,
    }  # fmt: skip


ROWS = [
    row("built", "Who built the mill?", ["Ada", "built by Ada in 1801"], "The mill was built by Ada in 1801."),
    row("bought", "Who bought the mill?", ["Bela"], "Bela bought the mill from Ada in 1850."),
    row("guide", "Who shows the mill?", ["Cleo", "Bela bought"], "Cleo shows the mill to visitors."),
    row("painted", "Who painted the mill?", [], ""),
    row("zebras", "Zebras?", [], ""),
    row("twice", "What is the weather?", ["weather"], "only of weather and of roads."),
    row("gone", "What does it cost?", ["a penny"], "It costs a penny."),
    row("across", "Where?", ["roads.\n\nVisits"], "roads.\n\nVisits"),
    {**row("tuning", "When?", ["1801"], "The mill was built by Ada in 1801.", "tune"), "page": "other.md"},
]  # fmt: skip


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    folder = tmp_path / SOURCE.path
    folder.mkdir(parents=True)
    (folder / "questions.jsonl").write_text("".join(json.dumps(one) + "\n" for one in ROWS))
    pages = [{"page": name, "licence": f"licence of {name}"} for name in ("mill.md", "other.md")]
    (folder / "pages.jsonl").write_text("".join(json.dumps(one) + "\n" for one in pages))
    with tarfile.open(folder / "pages.tar.xz", "w:xz") as tar:
        for name in ("mill.md", "other.md"):
            member = tarfile.TarInfo(f"pages/{name}")
            member.size = len(PAGE.encode())
            tar.addfile(member, io.BytesIO(PAGE.encode()))
    return tmp_path


def test_a_page_becomes_an_article_of_its_passages(shared: Path) -> None:
    (article,) = read_page_questions(shared / SOURCE.path).articles
    assert article["title"] == "The mill"
    assert article["licence"] == "licence of mill.md"
    history = next(p for p in article["paragraphs"] if "built by Ada" in p["context"])
    owners = next(p for p in article["paragraphs"] if "Bela bought" in p["context"])
    assert history["context"].startswith("The mill\n\nHistory"), "its own headings are in its text"
    assert history["section"] == []
    assert owners["section"] == ["The mill", "History"]


def test_each_question_is_marked_in_its_passage(shared: Path) -> None:
    (article,) = read_page_questions(shared / SOURCE.path).articles
    marked = {}
    for paragraph in article["paragraphs"]:
        for qa in paragraph["qas"]:
            if qa["answers"]:
                first = qa["answers"][0]
                start = first["answer_start"]
                assert paragraph["context"][start:].startswith(first["text"])
                marked[qa["id"]] = paragraph["context"][start - 9 : start]
    assert marked.keys() == {"built", "bought", "guide"}
    assert marked["built"] == "built by ", "the place in the context, not the first on the page"


def test_what_cannot_be_placed_is_counted(shared: Path) -> None:
    assert read_page_questions(shared / SOURCE.path).refused == {
        "context not once": 2,
        "answer across passages": 1,
        "absent, and no passage shares a word": 1,
    }


def test_an_absent_question_is_asked_of_its_nearest_passages(shared: Path) -> None:
    (article,) = read_page_questions(shared / SOURCE.path).articles
    places = [p["context"] for p in article["paragraphs"] for qa in p["qas"] if qa["is_impossible"]]
    assert 1 <= len(places) <= 3
    assert all("mill" in place for place in places)


def test_a_set_of_pages_keeps_licences_sections_and_clean_misses(
    shared: Path, tmp_path: Path
) -> None:
    manifest = build(shared, tmp_path / "set", [SOURCE], [])
    contexts, examples = load(tmp_path / "set")
    assert {example.licence for example in examples} == {"licence of mill.md"}
    assert manifest["sources"]["pages"]["questions_refused"]["context not once"] == 2
    assert any(context.section == ("The mill", "History") for context in contexts)
    guide = next(example for example in examples if example.id == "pages/guide")
    assert guide.negatives
    for place in guide.negatives:
        assert "Bela bought" not in contexts[place].text, "a further accepted answer is no miss"


def test_a_folder_without_its_files_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(DataMissing, match=r"questions\.jsonl"):
        read_page_questions(tmp_path)


def test_the_real_questions_are_all_placed_and_none_is_for_tuning() -> None:
    folder = shared_folder() / SOURCE.path
    if not folder.is_dir():
        pytest.skip("The page questions are not on this machine.")
    read = read_page_questions(folder)
    asked = [
        json.loads(line) for line in (folder / "questions.jsonl").read_text("utf-8").splitlines()
    ]
    training = {one["id"] for one in asked if one["split"] == "train"}
    placed = {
        qa["id"].split("@")[0] for a in read.articles for p in a["paragraphs"] for qa in p["qas"]
    }
    assert placed <= training
    assert len(training) - len(placed) == sum(read.refused.values())
    assert sum(read.refused.values()) <= len(training) // 100, read.refused


@pytest.mark.parametrize(
    "name", ["pages-of-other-fields", "pages-asked-again", "other-fields-asked-again"]
)
def test_the_questions_of_the_checkout_are_all_placed(name: str) -> None:
    (source,) = [source for source in TRAINING if source.name == name]
    folder = shared_folder() / source.path
    if not folder.is_dir():
        pytest.skip("The page questions are not on this machine.")
    read = read_page_questions(folder, source.questions)
    questions = source.questions or folder / "questions.jsonl"
    asked = [json.loads(line) for line in questions.read_text("utf-8").splitlines()]
    placed = {
        qa["id"].split("@")[0] for a in read.articles for p in a["paragraphs"] for qa in p["qas"]
    }
    assert read.refused == {}
    assert placed == {one["id"] for one in asked}

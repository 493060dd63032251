"""Corpora and questions in every supported form, and the errors of bad ones."""

from __future__ import annotations

import gzip
import json
import tarfile
from pathlib import Path

import pytest
from wherein_lab.data.corpora import WHOLE_UNITS, Question, read_corpus, read_questions

from wherein.core.errors import DataMissing, UsageError


def lines(path: Path, *rows: object) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_our_own_lines_plain_and_gzip(tmp_path: Path) -> None:
    row = {"id": "a", "title": "Alps", "text": "The Matterhorn."}
    plain = lines(tmp_path / "c.jsonl", row)
    packed = tmp_path / "c.jsonl.gz"
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    for path in (plain, packed):
        corpus = read_corpus(path)
        (passage,) = corpus.passages
        assert (passage.document, passage.section) == ("a", ("Alps",))
        assert passage.text == "The Matterhorn."
        assert corpus.documents == 1


def test_flashrag_lines_and_missing_ids(tmp_path: Path) -> None:
    path = lines(tmp_path / "c.jsonl", {"contents": "One."}, {"contents": "Two.", "title": "T"})
    assert [p.document for p in read_corpus(path).passages] == ["line-1", "T"]


def test_several_files_are_one_corpus(tmp_path: Path) -> None:
    lines(tmp_path / "part-0.jsonl", {"id": "a", "text": "One."})
    lines(tmp_path / "part-1.jsonl", {"id": "b", "text": "Two."})
    assert read_corpus(tmp_path / "part-*.jsonl").documents == 2
    assert read_corpus(tmp_path / "part-0.jsonl", tmp_path / "part-1.jsonl").documents == 2


def test_empty_and_repeated_items_are_counted(tmp_path: Path) -> None:
    path = lines(
        tmp_path / "c.jsonl",
        {"id": "a", "text": "One."},
        {"id": "a", "text": "Another one."},
        {"id": "b", "text": " \n"},
    )
    corpus = read_corpus(path)
    assert corpus.left_out == {"repeated": 1, "empty": 1}
    assert len(corpus.passages) == 1


def test_items_without_ids_are_the_same_by_title_and_text(tmp_path: Path) -> None:
    path = lines(
        tmp_path / "c.jsonl",
        {"title": "Oslo", "text": "A city."},
        {"title": "Oslo", "text": "A town of that name."},
        {"title": "Oslo", "text": "A town of that name."},
        {"title": "Oslo", "text": "A city."},
        {"title": "Bergen", "text": "A city."},
    )
    corpus = read_corpus(path)
    assert [passage.document for passage in corpus.passages] == ["Oslo", "line-2", "Bergen"]
    assert corpus.left_out == {"repeated": 2}


def test_an_enormous_item_is_cut_and_nothing_of_it_lost(tmp_path: Path) -> None:
    text = "\n\n".join(f"Paragraph {n} says something about mountains." for n in range(400))
    corpus = read_corpus(lines(tmp_path / "c.jsonl", {"id": "a", "title": "T", "text": text}))
    assert len(corpus.passages) > 5
    assert all(len(p.text.split()) <= WHOLE_UNITS for p in corpus.passages)
    assert sum(p.text.count("Paragraph") for p in corpus.passages) == 400
    assert all(p.span.of(text) == p.text for p in corpus.passages)


def test_headings_named_by_their_places(tmp_path: Path) -> None:
    text = "Opening words.\nEarly life\nBorn in 1900.\nYouth\nWent to school."
    sections = [
        {"heading": "Early life", "level": 1, "start": text.index("Early")},
        {"heading": "Youth", "level": 2, "start": text.index("Youth")},
    ]
    row = {"id": "a", "title": "Somebody", "text": text, "sections": sections}
    passages = read_corpus(lines(tmp_path / "c.jsonl", row)).passages
    assert [p.section for p in passages] == [
        ("Somebody",),
        ("Somebody", "Early life"),
        ("Somebody", "Early life", "Youth"),
    ]
    assert passages[2].text.endswith("Went to school.")


def test_a_folder_of_documents(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "alps.md").write_text("# Alps\n\nThe Matterhorn is high.\n")
    (tmp_path / "noise.pdf").write_bytes(b"\x00\x01\x02")
    corpus = read_corpus(tmp_path)
    assert {p.document for p in corpus.passages} == {"sub/alps.md"}
    assert corpus.left_out == {"empty": 1}


def test_a_folder_that_was_packed(tmp_path: Path) -> None:
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "leave.md").write_text("# Leave\n\nThirty days a year.\n", "utf-8")
    packed = tmp_path / "rules.tar.gz"
    with tarfile.open(packed, "w:gz") as archive:
        archive.add(folder, "rules")
    (passage,) = read_corpus(packed).passages
    assert (passage.document, passage.section) == ("rules/leave.md", ("Leave",))
    with tarfile.open(packed, "w:gz") as archive:
        archive.add(folder / "leave.md", "../leave.md")
    with pytest.raises(UsageError, match="can't be unpacked"):
        read_corpus(packed)
    packed.write_bytes(b"no archive")
    with pytest.raises(UsageError, match="can't be unpacked"):
        read_corpus(packed)
    with pytest.raises(DataMissing):
        read_corpus(tmp_path / "absent.tar")


def test_a_beir_folder(tmp_path: Path) -> None:
    lines(tmp_path / "corpus.jsonl", {"_id": "d1", "title": "", "text": "One."})
    lines(
        tmp_path / "queries.jsonl", {"_id": "q1", "text": "which one"}, {"_id": "q2", "text": "no"}
    )
    (tmp_path / "qrels").mkdir()
    (tmp_path / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\nq1\td1\t2\n")
    assert [p.document for p in read_corpus(tmp_path).passages] == ["d1"]
    assert read_questions(tmp_path) == [Question("q1", "which one", {"d1": 2})]


def test_squad_json_is_corpus_and_questions(tmp_path: Path) -> None:
    paragraph = {
        "context": "Paris is in France.",
        "qas": [
            {"id": "q1", "question": "Where?", "answers": [{"text": "France", "answer_start": 12}]},
            {"id": "q2", "question": "Who?", "answers": [], "is_impossible": True},
        ],
    }
    path = tmp_path / "s.json"
    path.write_text(json.dumps({"data": [{"title": "Old_Paris", "paragraphs": [paragraph]}]}))
    (passage,) = read_corpus(path).passages
    assert passage.section == ("Old Paris",)
    first, second = read_questions(path)
    assert first.grades == {passage.document: 1}
    assert first.answers == ("France",)
    assert not second.is_answerable


@pytest.mark.parametrize(
    ("content", "line"),
    [('{"text": "a"}\n{"text": \n', 2), ("[1]\n", 1), ('{"id": "x"}\n', 1)],
)
def test_a_wrong_line_is_named(tmp_path: Path, content: str, line: int) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text(content)
    with pytest.raises(UsageError, match=f"Line {line} of"):
        read_corpus(path)


def test_a_question_without_a_question_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="Line 1 of"):
        read_questions(lines(tmp_path / "q.jsonl", {"id": "1"}))


def test_missing_and_empty_files_are_errors(tmp_path: Path) -> None:
    with pytest.raises(DataMissing):
        read_corpus(tmp_path / "none.jsonl")
    with pytest.raises(DataMissing):
        read_corpus(tmp_path / "none-*.jsonl")
    with pytest.raises(UsageError, match="nothing to search"):
        read_corpus(lines(tmp_path / "c.jsonl", {"text": ""}))


def test_items_without_ids_are_all_kept(tmp_path: Path) -> None:
    rows = [
        {"title": "T", "text": "One."},
        {"title": "T", "text": "Two."},
        {"id": None, "text": "3."},
    ]
    corpus = read_corpus(lines(tmp_path / "c.jsonl", *rows, {"id": None, "text": "Four."}))
    assert [p.document for p in corpus.passages] == ["T", "line-2", "line-3", "line-4"]
    assert corpus.left_out == {}


def test_flashrag_contents_begin_with_their_title(tmp_path: Path) -> None:
    rows = [
        {"id": "0", "contents": '"Alps"\nThe Matterhorn.'},
        {"id": "1", "contents": '"A" is a letter.'},
    ]
    first, second = read_corpus(lines(tmp_path / "c.jsonl", *rows)).passages
    assert (first.section, first.text) == (("Alps",), "The Matterhorn.")
    assert (second.section, second.text) == ((), '"A" is a letter.')


def test_questions_that_cannot_be_counted_are_named(tmp_path: Path) -> None:
    twice = [{"id": "1", "question": "a"}, {"id": "1", "question": "b"}]
    with pytest.raises(UsageError, match=r"Line 2 of .* repeats the question id '1'"):
        read_questions(lines(tmp_path / "q.jsonl", *twice))
    for grades in ("d1", {"d1": "high"}, {"d1": None}, 3):
        with pytest.raises(UsageError, match=r"Line 1 of .* wrong grades"):
            read_questions(lines(tmp_path / "q.jsonl", {"question": "a", "relevant": grades}))
    (tmp_path / "s.json").write_text('{"data": [{"title": "T"}]}')
    with pytest.raises(UsageError, match="not SQuAD"):
        read_questions(tmp_path / "s.json")
    (tmp_path / "s.json").write_text('{"data": ')
    with pytest.raises(UsageError, match="not SQuAD"):
        read_corpus(tmp_path / "s.json")


def test_a_grade_of_zero_is_not_relevant(tmp_path: Path) -> None:
    row = {"id": "1", "question": "a", "relevant": {"d1": 0, "d2": 2}}
    assert read_questions(lines(tmp_path / "q.jsonl", row))[0].grades == {"d2": 2}

"""The registry of retrieval benchmarks: files, checksums, licences, relevance. Runs nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from wherein.core.errors import DataMissing, UsageError
from wherein_lab.data.relevance import Relevance
from wherein_lab.data.shared_data import shared_path


@dataclass(frozen=True, slots=True)
class DataSet:
    """A declared data set. Paths are relative to the shared folder; `files` has the SHA-256 of each."""

    name: str
    what: str
    licence: str
    corpus: tuple[str, ...]
    questions: str
    relevance: Relevance
    files: Mapping[str, str]

    def paths(self) -> tuple[tuple[Path, ...], Path]:
        """Corpus files and questions file. Raises DataMissing when one is missing or has another checksum."""
        for relative, sha256 in self.files.items():
            path = shared_path(relative)
            with path.open("rb") as file:
                if hashlib.file_digest(file, "sha256").hexdigest() != sha256:
                    raise DataMissing(
                        f"{relative} is not the file that {self.name} was declared with.",
                        "Put the declared version there, or measure it with --corpus.",
                    )
        return tuple(shared_path(path) for path in self.corpus), shared_path(self.questions)


_OPENINGS = {
    f"data/entity/kb_openings-{number}.jsonl.gz": sha256
    for number, sha256 in enumerate(
        (
            "65bda20d888d087c7e3d13dd8edd5fb2911217aacfee1e5a76023ee6b5b2223a",
            "573c5cb0b7ad7c6c84769edaabb84221fd500a66e018ae431629e358573d3ee1",
            "cc9e238445759bb05586ee7ee2d65b980f4d13357390430d8a9bea6bca3de2ba",
            "7456b5c015f49da0fcb5b4529c157b12f45f760103ed8208107b6277dbbe6107",
            "1b081508c87d76c7d1bd7fc00c224fb2c04e76e60dea26fb0e9881f0e10ee156",
        )
    )
}
_WIKIPEDIA = "CC BY-SA 3.0"


def _judged(name: str, what: str, licence: str, corpus_sha: str, questions_sha: str) -> DataSet:
    base = f"data/retrieval/{name.replace('-', '_')}"
    corpus, questions = f"{base}_corpus.jsonl.gz", f"{base}_queries.jsonl.gz"
    files = {corpus: corpus_sha, questions: questions_sha}
    return DataSet(name, what, licence, (corpus,), questions, Relevance.GIVEN, files)


def _squad(name: str, what: str, licence: str, file: str, sha256: str) -> DataSet:
    path = f"data/squad/{file}"
    return DataSet(name, what, licence, (path,), path, Relevance.GIVEN, {path: sha256})


_CRANFIELD = _judged(
    "cranfield",
    "1,400 abstracts on aerodynamics",
    "not stated",
    "6dc174c1f17107073faa13a0382b3e1c5ee9aed846124a2dd9a19348f76caa71",
    "ca779420ba163bd6cf0488a189a2061245686bfff218e605a8813485ac86627c",
)
_CLAPNQ = _judged(
    "clapnq",
    "596 passages of Wikipedia with long answers",
    "Apache-2.0",
    "045e03c5b8ce3c3e7aff9cc88a06255010a88d4e51fb20779045f7d27d5fcf2c",
    "a2480a1a689b7a121c0b718767fcc3a60ce41d800bf76010e980d94ac20d9294",
)

DATA_SETS = {
    data.name: data
    for data in (
        _CRANFIELD,
        _CLAPNQ,
        DataSet(
            "clapnq-openings",
            "clapnq mixed with 65,986 openings of articles",
            f"Apache-2.0; {_WIKIPEDIA}",
            (*_CLAPNQ.corpus, *_OPENINGS),
            _CLAPNQ.questions,
            Relevance.GIVEN,
            {**_CLAPNQ.files, **_OPENINGS},
        ),
        _judged(
            "multihop",
            "2,884 paragraphs; questions that need two or more",
            "MIT",
            "e63b919175820deffe470be945e129d62499de30c7b6f91a04019c34a0b4c723",
            "3cdc9915b6e4da401161921a417e9237b71e33dcc9a4fabf304a46605fcfb304",
        ),
        _judged(
            "dbpedia-entity",
            "9,363 openings of entities; keyword and full questions, graded",
            "MIT",
            "8b0a9d73cc922439d64931d5203677ecf52c7ecc779f1b3a419a646c5d7e7564",
            "03ba31de56d4e50e856bb7715547081b678f3dcd7251b9414ee19456fce80d99",
        ),
        _squad(
            "squad",
            "1,092 paragraphs of 25 articles; each question was asked of one",
            "CC BY-SA 4.0",
            "devset-A.json.gz",
            "9a2d4c61bcc0051c9a38f777f3901eb335f9522509084e98b2929aafcb5eecfb",
        ),
        _squad(
            "natural-questions",
            "1,089 paragraphs; lower-case search queries",
            "CC BY-SA 3.0; MIT",
            "nq-A.json.gz",
            "ac1c4415d75886fa0c9649c6a2490fe0440fe02bd9901a6b8bd260e669f49c83",
        ),
        DataSet(
            "entity-openings",
            "65,986 openings of articles; EntityQuestions, the entity's article is right",
            f"MIT; {_WIKIPEDIA}",
            tuple(_OPENINGS),
            "data/entity/eq_questions.jsonl.gz",
            Relevance.TITLE,
            {
                **_OPENINGS,
                "data/entity/eq_questions.jsonl.gz": (
                    "6e07ee62466be39e63dbf0bf36c3ec3674c78236c8320864269958d8a0ddfc86"
                ),
            },
        ),
        DataSet(
            "articles",
            "150 whole articles with headings; FactoidQA, a passage of the article with the answer",
            "GFDL; CC BY-SA 3.0",
            ("data/entity/kb_fulltext_factoidqa.jsonl.gz",),
            "data/entity/fqa_questions.jsonl.gz",
            Relevance.ANSWER_IN_TITLE,
            {
                "data/entity/kb_fulltext_factoidqa.jsonl.gz": (
                    "dcace02f36cf2ebdb89b2756234b362096b68c377f9938c302cce9d23c248601"
                ),
                "data/entity/fqa_questions.jsonl.gz": (
                    "5f9e3d5f1341cabae74e81708050aa67285de96c00e43d1fa3f3f60d208aad6b"
                ),
            },
        ),
    )
}


def data_set(name: str) -> DataSet:
    """The data set of that name. Raises UsageError for a name that isn't declared."""
    try:
        return DATA_SETS[name]
    except KeyError:
        raise UsageError(
            f"There is no data set {name!r}.", "Choose among " + ", ".join(DATA_SETS) + "."
        ) from None

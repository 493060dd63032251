"""Builds the retrievers of benchmarks by name, over passages in a folder. Knows no measures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from wherein.core.errors import UsageError
from wherein.core.passage import Passage
from wherein.retrieval.passage_source import PassageTable
from wherein.retrieval.retriever import Index, Retriever

if TYPE_CHECKING:
    from wherein.encoding.encoder import Encoder

Build: TypeAlias = Callable[[Sequence[Passage], Path], Retriever]


def built(name: str, passages: Sequence[Passage], folder: Path) -> Retriever:
    """The retriever with that name over these passages; raises UsageError for an unknown name."""
    try:
        build = BENCHED[name]
    except KeyError:
        raise UsageError(
            f"There is no retriever {name!r}.", "Choose among " + ", ".join(sorted(BENCHED)) + "."
        ) from None
    return build(passages, folder)


def _filled(index: Index, passages: Sequence[Passage]) -> Index:
    group: list[Passage] = []
    for passage in passages:
        if group and group[0].document != passage.document:
            index.replace(group[0].document, group)
            group = []
        group.append(passage)
    if group:
        index.replace(group[0].document, group)
    index.commit(1)
    return index


def _static() -> Encoder:
    from wherein.assets.store import shipped_folder
    from wherein.encoding.static import StaticEncoder

    shipped = shipped_folder()
    return StaticEncoder.load(shipped / "static", shipped / "wordpiece" / "tokenizer.json")


def _transformer() -> Encoder:
    from wherein.assets.store import AssetStore, shipped_folder
    from wherein.encoding.transformer import TransformerEncoder
    from wherein.home.folder import Home

    folder = AssetStore(Home.choose(None).assets).verified("minilm-l6")
    return TransformerEncoder.load(folder, shipped_folder() / "wordpiece" / "tokenizer.json")


def _bm25(passages: Sequence[Passage], folder: Path) -> Retriever:
    from wherein.retrieval.by_words.bm25 import Bm25Index

    return _filled(Bm25Index.open(folder / "bm25", PassageTable(passages)), passages)


def _dense(encoder: Callable[[], Encoder]) -> Build:
    def build(passages: Sequence[Passage], folder: Path) -> Retriever:
        from wherein.retrieval.by_vectors.dense import DenseIndex

        index = DenseIndex.open(folder / "dense", PassageTable(passages), encoder())
        return _filled(index, passages)

    return build


def _hybrid(passages: Sequence[Passage], folder: Path) -> Retriever:
    from wherein.retrieval.closest_sentence import ClosestSentence
    from wherein.retrieval.hybrid import words_and_meaning

    words, meaning = _bm25(passages, folder), _dense(_static)(passages, folder)
    return words_and_meaning(words, meaning, ClosestSentence(_static()))


def _hybrid_by_rank(passages: Sequence[Passage], folder: Path) -> Retriever:
    from wherein.retrieval.hybrid import HybridRetriever

    return HybridRetriever([_bm25(passages, folder), _dense(_static)(passages, folder)])


def _keyword(passages: Sequence[Passage], folder: Path) -> Retriever:
    from wherein.retrieval.by_words.keyword import KeywordIndex

    return _filled(KeywordIndex.of(folder / "keyword", PassageTable(passages), _static()), passages)


def _kar(encoder: Callable[[], Encoder]) -> Build:
    def build(passages: Sequence[Passage], folder: Path) -> Retriever:
        from wherein.retrieval.by_words.kar import KarIndex

        return _filled(KarIndex(encoder(), PassageTable(passages)), passages)

    return build


def _bm25s(passages: Sequence[Passage], folder: Path) -> Retriever:
    from wherein_lab.registry.baselines import Bm25s

    return Bm25s(passages)


def _yake(passages: Sequence[Passage], folder: Path) -> Retriever:
    from wherein_lab.registry.baselines import YakeIndex

    return _filled(YakeIndex(PassageTable(passages)), passages)


def _keybert(passages: Sequence[Passage], folder: Path) -> Retriever:
    from wherein_lab.registry.baselines import KeybertIndex

    return _filled(KeybertIndex(_transformer(), PassageTable(passages)), passages)


def _reread(passages: Sequence[Passage], folder: Path) -> Retriever:
    from wherein_lab.registry.baselines import Reranked
    from wherein_lab.registry.readers import open_reader

    opened = open_reader("small")
    # In a corpus, a passage's outermost heading is its title.
    opened.titles.update((p.document, p.section[0] if p.section else "") for p in passages)
    return Reranked(_hybrid(passages, folder), opened.reader)


BENCHED: dict[str, Build] = {
    "bm25": _bm25,
    "bm25s": _bm25s,
    "dense": _dense(_static),
    "dense-minilm": _dense(_transformer),
    "hybrid": _hybrid,
    "hybrid-rrf": _hybrid_by_rank,
    "kar": _kar(_transformer),
    "kar-static": _kar(_static),
    "hybrid-reread": _reread,
    "keybert": _keybert,
    "keyword": _keyword,
    "yake": _yake,
}

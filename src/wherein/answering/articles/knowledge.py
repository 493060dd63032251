"""Opens the knowledge bases of one home once, and gives links, articles and credits. Names implementations."""

from __future__ import annotations

import shlex
import threading
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from wherein.answering.articles.about_articles import without_qualifier
from wherein.answering.articles.article_words import ArticleWords
from wherein.core.document import Document
from wherein.core.errors import BaseDamaged, LibraryError, UnknownDocument, UsageError
from wherein.core.link import Link, LinkCandidate
from wherein.core.passage import Hit, Passage
from wherein.core.text.readable import quoted
from wherein.home.folder import Home
from wherein.knowledge.building import installed_bases
from wherein.knowledge.damage import what_to_do
from wherein.knowledge.names import NameKind, key_of, norms, words_of
from wherein.passages.split import split
from wherein.questions.completing.synonyms import with_synonyms
from wherein.retrieval.retriever import Retriever

if TYPE_CHECKING:
    from wherein.knowledge.store import InstalledBase
    from wherein.linking.linker import Linker
    from wherein.retrieval.by_words.entity import FusedRetriever


_DEPTH = 40
MOST_NAME_WORDS = 5
"""Most words of a name that leads to no article."""
MOST_HOMONYMS = 30
"""Most articles of a name that are looked through for homonyms."""
LEAD_CHARACTERS = 1000
"""Characters at the start of an article that show which words it uses."""


class Knowledge:
    """Reads the bases of a home. Threads may share it.

    Every method that reads raises BaseDamaged for a damaged base. The caller then leaves that base out
    (`pass_over`) and asks the remaining ones again.
    """

    def __init__(self, home: Home, only: Collection[str] | None = None) -> None:
        """With `only`, no other bases than these are there."""
        self._only = only
        self._folder = home.knowledge
        self._lock = threading.RLock()
        self._bases: dict[str, InstalledBase] = {}
        self._passed_over: dict[str, str] = {}
        self._seen: tuple[tuple[str, int, int], ...] = ()
        self._linker: Linker | None = None
        self._uncertain: Linker | None = None
        self._words: ArticleWords | None = None

    def close(self) -> None:
        with self._lock:
            for base in self._bases.values():
                base.close()
            self._bases, self._seen = {}, ()
            self._linker = self._uncertain = self._words = None

    def link(self, question: str) -> tuple[Link, ...]:
        """The links of a question to articles of any base; empty when no base is installed."""
        linker = self._open()
        return (
            ()
            if linker is None
            else tuple(self._with_homonyms(link, question) for link in linker.link(question))
        )

    def _with_homonyms(self, link: Link, question: str) -> Link:
        """The link with all articles of its name as candidates, also those that it was not chosen from.

        The first is the one that the question tells from the others: "Tobias Merrow the sailor".
        """
        name, _, _ = link.id.partition(":")
        with self._lock:
            base = self._bases.get(name)
        key = None if base is None else base.names.key(key_of(link.surface))
        if base is None or key is None:
            return link
        known = {candidate.id for candidate in link.candidates}
        titles = [base.title(each.article) for each in base.names.postings(key)[:MOST_HOMONYMS]]
        plain = without_qualifier(link.title)
        of_the_name = [title for title in titles if without_qualifier(title) == plain]
        more = [
            LinkCandidate(f"{name}:{title}", title, 0.0, 1.0 / len(of_the_name))
            for title in of_the_name
            if f"{name}:{title}" not in known
        ]
        every = (*link.candidates, *more)
        rest = set(norms(question[: link.span.start] + " " + question[link.span.end :]))
        told = [
            candidate
            for candidate in every
            if without_qualifier(candidate.title) == plain
            and (apart := set(norms(candidate.title[len(plain) :])))
            and apart <= rest
        ]
        if len(told) == 1 and told[0].id != link.id:
            chosen = replace(told[0], score=link.score)
            others = [replace(each, score=0.0) for each in every if each is not told[0]]
            every = (chosen, *others)
        return replace(link, candidates=every)

    def uncertain_links(self, question: str) -> tuple[Link, ...]:
        """Links of the question with every uncertain candidate; for notes, not for reading."""
        self._open()
        with self._lock:
            uncertain = self._uncertain
        return () if uncertain is None else uncertain.link(question)

    @property
    def names(self) -> frozenset[str]:
        """The names of the bases that can be asked."""
        self._open()
        with self._lock:
            return frozenset(self._bases)

    @property
    def fingerprint(self) -> tuple[tuple[str, int, int], ...]:
        """Identifies the content of all bases; it changes when one is added, built again or removed."""
        self._open()
        with self._lock:
            return self._seen

    @property
    def is_installed(self) -> bool:
        """Whether there is a base, readable or not."""
        return bool(self._installed())

    def _installed(self) -> list[str]:
        every = installed_bases(self._folder)
        return [name for name in every if self._only is None or name in self._only]

    @property
    def has_bases(self) -> bool:
        """Whether at least one readable base is installed."""
        return self._open() is not None

    def by_words(self) -> FusedRetriever | None:
        """A retriever over all articles, by words and by confidently linked names.

        None where no base has a word index.
        """
        from wherein.retrieval.by_words.entity import FusedRetriever

        self._open()
        with self._lock:
            words, uncertain = self._words, self._uncertain
        if not words or uncertain is None:
            return None
        # An article is unpacked and split for each hit, and of many hits few are read.
        return FusedRetriever(words, uncertain.link, self, depth=_DEPTH)

    def without_article(self, question: str) -> tuple[str, ...]:
        """The names in a question that a base has as redirects to themselves, at once or in a circle, and so without an article."""
        with self._lock:
            bases = list(self._bases.values())
        every = words_of(question)
        found: list[str] = []
        for first in range(len(every)):
            for last in range(first, min(first + MOST_NAME_WORDS, len(every))):
                name = question[every[first].span.start : every[last].span.end]
                if any(base.leads_to_itself(name) for base in bases):
                    found.append(name)
        return tuple(found)

    def damage(self) -> tuple[str, ...]:
        """One sentence for each base that can't be opened, and for each whose word index can't be searched."""
        self._open()
        with self._lock:
            unopened = tuple(self._passed_over.values())
            damaged = () if self._words is None else self._words.damaged
        return unopened + tuple(
            f"The articles of {name} can't be searched by their words."
            f" Build the base again: wherein kb add {name} SOURCE"
            for name in damaged
        )

    def pass_over(self, error: BaseDamaged) -> None:
        """Leave out a damaged base until another base of its name is installed."""
        with self._lock:
            self._bases.pop(error.base, None)
            self._pass_over(error.base, error)
            self._put_together()

    def _pass_over(self, name: str, error: LibraryError) -> None:
        if isinstance(error, BaseDamaged):
            said = f"The knowledge base {name} is damaged and was passed over. {what_to_do(name)}"
        else:
            said = f"The knowledge base {name} was passed over. {error}"
        self._passed_over[name] = said

    def words(self, bases: Collection[str] | None = None) -> int:
        """The number of words of the articles in the word indexes of all bases, or of these."""
        with self._lock:
            return 0 if self._words is None else self._words.words(bases)

    def with_synonyms(self, question: str) -> str | None:
        """The question with synonyms that the named article uses; None where nothing changes."""
        for link in self.link(question):
            article = self.document(link.id)
            worded = (
                None if article is None else with_synonyms(question, article.text[:LEAD_CHARACTERS])
            )
            if worded is not None:
                return worded
        return None

    def document(self, identity: str) -> Document | None:
        """The article with a link's id; None where no base has it."""
        from wherein.knowledge.document import article_document

        name, _, title = identity.partition(":")
        with self._lock:
            base = self._bases.get(name)
        number = base.number(title) if base is not None else None
        if base is None or number is None:
            return None
        return article_document(base.info, base.article(number))

    def articles(self, name: str, most: int) -> tuple[str, list[str]]:
        """The time when a base was built, and its articles' titles. Raises UsageError where it has more than `most`."""
        self._open()
        with self._lock:
            base = self._bases.get(name)
        if base is None:
            return "", []
        if base.info.articles > most:
            raise UsageError(
                f"{name} has {base.info.articles:,} articles, and a table asks at most {most:,} documents.",
                f"Name some of them: --each {name}:TITLE",
            )
        return base.info.built, [base.title(number) for number in range(base.info.articles)]

    def passages_of(self, document: str) -> Sequence[Passage]:
        """The article's passages; each has the title as its outermost heading."""
        article = self.document(document)
        return [] if article is None else split(article)

    def title(self, identity: str) -> str | None:
        """The title of a link's id; None where no base of that name is open."""
        name, _, title = identity.partition(":")
        with self._lock:
            return title if name in self._bases else None

    def article(self, called: str) -> Document | None:
        """The article that a person calls "BASE:TITLE"; None where no base has the name before the colon.

        A redirect leads to its article, and letter case and accents make no difference. Raises
        UnknownDocument where the base has no such article.
        """
        name, colon, title = called.partition(":")
        self._open()
        with self._lock:
            base = self._bases.get(name)
        if base is None or not colon:
            return None
        found = self.document(f"{name}:{title.strip()}")
        if found is not None:
            return found
        key = base.names.key(key_of(title))
        whole = (
            [] if key is None else [p for p in base.names.postings(key) if p.kind <= NameKind.ALIAS]
        )
        if not whole:
            raise UnknownDocument(
                f"The knowledge base {name} has no article {quoted(title.strip(), 100)}.",
                f"Look for it: wherein search {shlex.quote(title.strip())}",
            )
        return self.document(f"{name}:{base.title(whole[0].article)}")

    def _open(self) -> Linker | None:
        """The linker over the bases installed now, including those that another process has just added."""
        from wherein.knowledge.store import InstalledBase

        names = self._installed()
        seen = tuple(
            (name, status.st_ino, status.st_ctime_ns)  # a number of a removed file is used again
            for name in names
            for status in [(self._folder / name / "base.sqlite").stat()]
        )
        with self._lock:
            if seen != self._seen:
                self._passed_over = {}
                self._bases = {}  # a question under way keeps what it holds
                for name in names:
                    try:
                        self._bases[name] = InstalledBase(self._folder / name)
                    except LibraryError as error:
                        self._pass_over(name, error)
                self._put_together()
                self._seen = seen
            return self._linker

    def _put_together(self) -> None:
        """Open the linker and retriever over all bases; a base that can't be opened is left out."""
        from wherein.linking.logit import UNCERTAIN_BOUND, LogitLinker

        self._linker = self._uncertain = self._words = None
        while self._bases:
            bases = list(self._bases.values())
            try:
                self._words = ArticleWords(bases)
            except BaseDamaged as error:
                del self._bases[error.base]
                self._pass_over(error.base, error)
                continue
            self._linker = LogitLinker(bases)
            self._uncertain = LogitLinker(bases, least=UNCERTAIN_BOUND)
            return


def beside(library: Retriever, articles: Retriever) -> Retriever:
    """The hits of two collections alternately, since their scores can't be compared."""
    from wherein.retrieval.hybrid import HybridRetriever

    return HybridRetriever((library, articles))


def has_a_word_of(words: str, hits: Sequence[Hit]) -> bool:
    """Whether any hit has a word of the question; hits that only vectors found may have none."""
    from wherein.retrieval.by_words.words import index_terms, question_terms

    wanted = set(question_terms(words))
    return any(
        not wanted.isdisjoint(index_terms(" ".join((*hit.passage.section, hit.passage.text))))
        for hit in hits
    )

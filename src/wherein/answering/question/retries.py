"""The rules of further attempts: whether to make one, and with which question. Asks nothing itself.

A rule takes the original question and the result so far. It returns the question of the attempt, or None to skip
the attempt.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeAlias

from wherein.answering.articles.about_articles import by_its_names
from wherein.answering.articles.knowledge import Knowledge
from wherein.answering.grading.grades import in_words
from wherein.answering.library.documents import Documents
from wherein.core.answer import Result
from wherein.core.document import Document
from wherein.core.link import Link
from wherein.documents.clauses.parties import LONGEST_LOOK, asking_party
from wherein.knowledge.names import key_of
from wherein.questions.halves import halves
from wherein.questions.plain_words import in_contract_words
from wherein.questions.question import Question, parse_question
from wherein.questions.roles import in_role
from wherein.questions.spelling.spelling import Speller, words_of
from wherein.questions.spelling.spelling_retry import repaired_question
from wherein.questions.words.dictionary import english

LONGEST_TEXT = 5_000_000
"""Most code points of the documents whose words serve for repairs; in longer ones only function words are repaired."""


Rule: TypeAlias = Callable[[Question, Result], Question | None]


def corrected_spelling(documents: Sequence[Document]) -> Rule:
    """The question with its slips repaired by the words of these documents, where it is not answered as typed."""

    def question_for(question: Question, so_far: Result) -> Question | None:
        if so_far.answered:
            return None
        meant = respelled(question.text, documents)
        return None if meant is None else parse_question(meant)

    return question_for


def corrected_in_library(
    document: Callable[[str], Document], occurs: Callable[[str], bool]
) -> Rule:
    """The question with its slips repaired by the words of the nearest documents, where the library does not answer it as
    typed. `document` returns a document by its id.

    The nearest documents have the names and terms that no dictionary has. A word that the library has (`occurs`) stays,
    and only such a word replaces another.
    """

    def question_for(question: Question, so_far: Result) -> Question | None:
        if so_far.answered:
            return None
        names = dict.fromkeys(hit.passage.document for hit in so_far.nearest)
        nearest = [one for one in map(document, names) if one.language in (None, "en")]
        meant = respelled(question.text, nearest, occurs)
        return None if meant is None else parse_question(meant)

    return question_for


def in_the_party(documents: Sequence[Document]) -> Rule:
    """The question in the words of the document, where it is not answered surely.

    Of one contract or policy alone, whose text says "the Tenant" where its reader says "I", and "guest" for "mum".
    """

    def question_for(question: Question, so_far: Result) -> Question | None:
        if len(documents) != 1 or documents[0].language not in (None, "en"):
            return None
        if so_far.several or (so_far.answers and in_words(so_far.answers[0].confidence) == "sure"):
            return None
        party = asking_party(documents[0])
        if party is None:
            return None
        begins = documents[0].text[:LONGEST_LOOK]
        worded = in_contract_words(question.text, begins, _occurrence(begins))
        worded = in_role(worded, party) or worded
        return parse_question(worded) if worded != question.text else None

    return question_for


def half(number: int) -> Rule:
    """One half of a double question, 0 or 1; None for a single question and where several sentences answer."""

    def question_for(question: Question, so_far: Result) -> Question | None:
        both = None if so_far.several else halves(question.text)
        return None if both is None else parse_question(both[number])

    return question_for


def _occurrence(text: str) -> Callable[[str], bool]:
    """Whether a text has a word or phrase, also in the plural."""
    folded = text.casefold()

    def occurs(words: str) -> bool:
        written = re.escape(words.casefold())
        return re.search(rf"(?<![\w-]){written}(?:e?s)?(?![\w-])", folded) is not None

    return occurs


def synonym_expansion(knowledge: Knowledge) -> Rule:
    """The question with synonyms from the article it names; None where it is answered, corrected or unchanged."""

    def question_for(question: Question, so_far: Result) -> Question | None:
        if so_far.answered or so_far.meant is not None:
            return None
        worded = knowledge.with_synonyms(question.text)
        return None if worded is None else parse_question(worded)

    return question_for


def unless_summed_up(question: Question, so_far: Result) -> Question | None:
    """The question unchanged; None where several sentences answer it already (a topic request)."""
    return None if so_far.several else question


def where_no_article_answered(
    links: Sequence[Link], knowledge: Knowledge, documents: Documents
) -> Rule:
    """The rule for searching all articles.

    It returns the question where no article answered, or, without links, where nothing answered. A name that a linked
    article does not contain is replaced by the article's own.

    "Who designed the Iron Lady?" is linked to the article "Eiffel Tower". Where that article does not answer, all articles
    are asked; and if its text has no "Iron Lady", they are asked "Who designed the Eiffel Tower?".
    """

    def says(identity: str, name: str) -> bool:
        """Whether an article's title or text contains the name; both are compared as keys."""
        article = documents.article(identity)
        return f" {key_of(name)}" in f" {key_of(article.title)} {key_of(article.text)}"

    def question_for(question: Question, so_far: Result) -> Question | None:
        answered = so_far.answered and (
            not links or any(knowledge.title(a.document) for a in so_far.answers)
        )
        if answered:
            return None
        if so_far.meant is not None:
            return parse_question(so_far.meant)
        named = by_its_names(question.text, links, says)
        return question if named == question.text else parse_question(named)

    return question_for


def respelled(
    question: str, documents: Sequence[Document], occurs: Callable[[str], bool] | None = None
) -> str | None:
    """The question with its slips repaired by words of the documents; None where nothing is repaired.

    None for documents in other languages too, since the dictionary is English. `occurs` is whether what is asked has a
    word; None is whether these documents have it.
    """
    if any(document.language not in (None, "en") for document in documents):
        return None
    length = sum(len(document.text) for document in documents)
    text = "\n".join(document.text for document in documents) if length <= LONGEST_TEXT else ""
    if all(_is_in_a_list(word, text) for word in words_of(question)):
        return None  # before the text's words are gathered, which takes longer than this
    speller = Speller(english(), text)
    return repaired_question(question, speller, occurs or speller.is_on_page)


def _is_in_a_list(word: str, text: str) -> bool:
    plain = word.lower().replace("\u2019", "'").removesuffix("'s")
    if plain in english():
        return True
    found = re.search(rf"(?<![\w'\u2019]){re.escape(plain)}(?!\w)", text, re.IGNORECASE)
    return found is not None

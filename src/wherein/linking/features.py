"""Computes the features of a mention and a candidate article: some seventy named numbers. Decides nothing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import IntFlag

from wherein.knowledge.article_kind import ArticleKind
from wherein.knowledge.name_index import Posting
from wherein.knowledge.names import NameKind
from wherein.linking.mentions import Mention, overlap
from wherein.linking.question import Articles, Question
from wherein.linking.variants import Change, is_demonym


def clear_names(question: Question, mentions: Sequence[Mention]) -> list[Mention]:
    """Mentions that are almost certainly names: whole titles of several words, or of one word with a capital inside."""
    return [
        mention
        for mention in mentions
        if mention.change is Change.NONE
        and mention.postings[0].kind <= NameKind.ALIAS
        and (mention.last > mention.first or (question.cased and mention.first > 0))
        and (not question.cased or question.capital[mention.first])
    ]


_JOINING = frozenset({"of", "the", "de", "for", "al", "bin", "von", "van", "la", "du", "in", "on"})


def _other_names(question: Question, mention: Mention, clear: Sequence[Mention]) -> set[int]:
    """The words of other mentions that can't be part of this one's name: side by side with it, or separated from it by
    another word."""
    others: set[int] = set()
    for other in clear:
        between = range(min(other.last, mention.last) + 1, max(other.first, mention.first))
        side_by_side = (
            mention.last > mention.first
            and other.last > other.first
            and mention.postings[0].kind <= NameKind.ALIAS
            and not between
            and not overlap(other, mention)
        )
        if side_by_side or any(
            question.norms[at] not in _JOINING and not (question.cased and question.capital[at])
            for at in between
        ):
            others.update(range(other.first, other.last + 1))
    return others


def _run(question: Question, mention: Mention, others: set[int]) -> tuple[int, int]:
    """The longer name that the words seem to be part of, as (first, last), judged by capitals or by rarity."""

    def belongs(at: int) -> bool:
        return question.like_a_name[at] and at not in others

    first, last = mention.first, mention.last
    while True:
        if first > 0 and belongs(first - 1) and not question.parted[first]:
            first -= 1
        elif (
            first > 1
            and question.norms[first - 1] in _JOINING
            and belongs(first - 2)
            and not question.parted[first]
        ):
            first -= 2
        elif (
            first > 2
            and {question.norms[first - 1], question.norms[first - 2]} <= _JOINING
            and belongs(first - 3)
            and not question.parted[first]
        ):
            first -= 3
        else:
            break
    count = len(question.norms)
    while True:
        if (
            last + 1 < count
            and belongs(last + 1)
            and not question.parted[last + 1]
            and not (last > first and is_demonym(question.norms[last + 1]))
        ):
            last += 1
        elif last + 2 < count and question.norms[last + 1] in _JOINING and belongs(last + 2):
            last += 2
        elif (
            last + 3 < count
            and {question.norms[last + 1], question.norms[last + 2]} <= _JOINING
            and belongs(last + 3)
        ):
            last += 3
        else:
            break
    return first, last


_OPENING_QUOTES, _CLOSING_QUOTES = "\"'\u201c\u2018", "\"'\u201d\u2019"
_POSSESSIVES = frozenset({"'s", "\u2019s"})
_AUXILIARIES = frozenset(
    "did does do is was are were has have had can could would will should".split()
)
_WHEREABOUTS = frozenset({"in", "from", "at", "near"})


def mention_features(
    question: Question, mention: Mention, clear: Sequence[Mention] = ()
) -> list[float]:
    """The features that all candidates of a mention share, in the order of `SHARED`."""
    others = _other_names(question, mention, clear)
    values = {
        **_of_form(question, mention),
        **_of_capitals(question, mention),
        **_of_rarity(question, mention, others),
        **_of_place(question, mention),
        **_of_neighbours(question, mention, others),
        **_of_longer_name(question, mention, others),
    }
    return [float(values[name]) for name in SHARED]


def _inside(mention: Mention) -> range:
    """The indexes of the mention's words in the question."""
    return range(mention.first, mention.last + 1)


def _of_form(question: Question, mention: Mention) -> dict[str, float]:
    """The mention's words, and how they differ from the name."""
    words = question.words
    letters = words[mention.last].span.end - words[mention.first].span.start
    inside = _inside(mention)
    return {
        "inflected": mention.change is Change.INFLECTED,
        "slip": mention.change is Change.SLIP,
        "words": math.log(len(inside)),
        "letters": math.log(letters),
        "one_word": mention.first == mention.last,
        "sharing": math.log(mention.sharing),
        "asked_inside": sum(question.asked[at] for at in inside) / len(inside),
        "slip_in_short": 1.0 / mention.changed if mention.changed else 0.0,
        "slip_readings": math.log(mention.readings),
        "slip_swapped": mention.swapped,
    }


def _of_capitals(question: Question, mention: Mention) -> dict[str, float]:
    """The capitals of the mention's words, in a question whose capitals say something."""
    capitals = [question.capital[at] for at in _inside(mention)]
    return {
        "capitals": sum(capitals) / len(capitals) if question.cased else 0.5,
        "lower_among_capitals": question.cased and not any(capitals),
        "no_capitals": not question.cased,
    }


def _of_rarity(question: Question, mention: Mention, others: set[int]) -> dict[str, float]:
    """How rare the words are, and how much of the question's content they and the `others` leave."""
    inside, telling = _inside(mention), question.telling
    rarities = [question.rarity[at] for at in inside]
    rarest = max(rarities)
    total = question.total - sum(telling[at] for at in others)
    covered = sum(telling[at] for at in inside) / max(total, 1e-6)
    is_one_word = mention.first == mention.last
    return {
        "covered": covered,
        "left_over": _left_over(question, inside, others) / 10.0,
        "rarest": rarest / 10.0,
        "rarity": sum(rarities) / 20.0,
        "nameness": max(question.nameness[at] for at in inside),
        "common_one_word": is_one_word and question.nameness[mention.first] < 0.3,
        "others": bool(others),
        "no_capitals_rarest": float(not question.cased) * rarest / 10.0,
        "no_capitals_covered": float(not question.cased) * covered,
    }


def _of_place(question: Question, mention: Mention) -> dict[str, float]:
    """Where in the question the mention is."""
    count = len(question.norms)
    return {
        "begins_question": mention.first == 0,
        "near_end": mention.first / count,
        "near_start": (count - 1 - mention.last) / count,
        "ends_question": mention.last == count - 1,
        "subject": _is_subject(question, mention.first),
    }


def _of_neighbours(question: Question, mention: Mention, others: set[int]) -> dict[str, float]:
    """The words and marks directly before and after the mention."""
    text, words = question.text, question.words
    before, after = mention.first - 1, mention.last + 1
    start, end = words[mention.first].span.start, words[mention.last].span.end
    touches_before = before >= 0 and "," not in text[words[before].span.end : start]
    touches_after = after < len(words) and "," not in text[end : words[after].span.start]
    word_before = question.norms[before] if before >= 0 else ""
    return {
        "capital_before": question.cased and touches_before and before > 0 and question.capital[before],
        "capital_after": question.cased and touches_after and _capital_after(question, mention, others),
        "name_before": _name_like(question, before) if touches_before else 0.0,
        "name_after": _name_like(question, after) if touches_after else 0.0,
        "quoted": start > 0 and text[start - 1] in _OPENING_QUOTES and text[end : end + 1] in _CLOSING_QUOTES,
        "follows_of": word_before == "of",
        "follows_the": word_before == "the",
        "follows_auxiliary": word_before in _AUXILIARIES,
        "follows_by": word_before == "by",
        "follows_in": word_before in _WHEREABOUTS,
        "follows_a": word_before in ("a", "an"),
        "possessive": text[end : end + 3].strip()[:2] in _POSSESSIVES,
        "and_beside": _joined_by_and(question, mention),
        "comma_beside": _comma_beside(question, mention),
    }  # fmt: skip


def _capital_after(question: Question, mention: Mention, others: set[int]) -> bool:
    """Whether the next word has a capital that may belong to the mention's name."""
    after = mention.last + 1
    if not question.capital[after] or after in others:
        return False
    return not (mention.last > mention.first and is_demonym(question.norms[after]))


def _of_longer_name(question: Question, mention: Mention, others: set[int]) -> dict[str, float]:
    """The longer name that the words seem to be part of: how much of it they are, and how often they are no name."""
    run = _run(question, mention, others)
    inside = _inside(mention)
    own = sum(question.telling[at] for at in inside)
    whole = max(own, sum(question.telling[at] for at in range(run[0], run[1] + 1)))
    lower = not any(question.capital[at] for at in inside)
    is_whole = run == (mention.first, mention.last)
    return {
        "run_whole": is_whole,
        "run_share": own / max(whole, 1e-6),
        "run_left": (whole - own) / 10.0,
        "lower_whole": question.cased and lower and is_whole,
        "rarest_lower": float(lower) * max(question.rarity[at] for at in inside) / 10.0,
        "alone": _alone(question, mention, run, others),
    }


def _left_over(question: Question, inside: range, others: set[int]) -> float:
    """The share of the question's content words that are in no mention."""
    if not others:
        return question.unasked_total - sum(question.unasked[inside.start : inside.stop])
    return sum(
        value for at, value in enumerate(question.unasked) if at not in inside and at not in others
    )


def _alone(question: Question, mention: Mention, run: tuple[int, int], others: set[int]) -> bool:
    """Whether the mention is a whole capitalised name, and the rest of the question has only question words."""
    inside = range(mention.first, mention.last + 1)
    return (
        question.cased
        and mention.change is Change.NONE
        and run == (mention.first, mention.last)
        and all(question.capital[at] or question.asked[at] for at in inside)
        and not any(
            question.unasked[at]
            for at in range(len(question.norms))
            if at not in inside and at not in others
        )
    )


_BEFORE_SUBJECT = 5
"""Most words before a question's first auxiliary: "How many noun classes does …"."""


def _is_subject(question: Question, first: int) -> bool:
    """Whether the mention is the subject of the question's first auxiliary: "Is the ant …", "What does X …"."""
    for at, norm in enumerate(question.meant[:_BEFORE_SUBJECT]):
        if norm in _AUXILIARIES:
            after = question.norms[at + 1] if at + 1 < len(question.norms) else ""
            return first == at + 1 + (after in ("the", "a", "an"))
    return False


def _comma_beside(question: Question, mention: Mention) -> bool:
    """Whether a comma joins it to another name, as in "Beaver, Michigan"; False in enumerations."""
    if not {"and", "or"}.isdisjoint(question.norms):
        return False
    text, words = question.text, question.words

    def comma(at: int) -> bool:
        return "," in text[words[at - 1].span.end : words[at].span.start]

    first, after = mention.first, mention.last + 1
    return (first > 0 and question.like_a_name[first - 1] and comma(first)) or (
        after < len(words) and question.like_a_name[after] and comma(after)
    )


def _joined_by_and(question: Question, mention: Mention) -> bool:
    norms_, like = question.norms, question.like_a_name
    before, after = mention.first - 1, mention.last + 1
    return (before > 0 and norms_[before] == "and" and like[before - 1]) or (
        after + 1 < len(norms_) and norms_[after] == "and" and like[after + 1]
    )


class Situation(IntFlag):
    """The situations that a candidate's weights depend on, besides the feature."""

    PLAIN = 0
    UNCASED = 1
    """The question's capitals carry no information."""
    ONE_WORD = 2
    DERIVED = 4
    """A name that follows from the title or the lead: a place, first and last word, …"""
    PARTIAL = 8
    """One rare word of a title."""
    INFLECTED = 16
    SLIP = 32


SHARED = (
    "inflected", "slip", "words", "letters", "one_word", "capitals", "lower_among_capitals",
    "begins_question", "capital_before", "capital_after", "name_before", "name_after", "covered",
    "left_over", "rarest", "rarity", "nameness", "common_one_word", "sharing", "near_end",
    "near_start", "quoted", "follows_of", "follows_the", "others",
    "run_whole", "run_share", "run_left", "lower_whole", "rarest_lower", "asked_inside",
    "and_beside", "comma_beside", "alone", "no_capitals", "no_capitals_rarest",
    "no_capitals_covered", "possessive", "follows_auxiliary", "follows_by", "follows_in",
    "follows_a", "ends_question", "slip_in_short", "slip_readings", "slip_swapped", "subject",
)  # fmt: skip
"""Features that all candidates of a mention share."""
READY = (
    *(kind.name.lower() for kind in NameKind),
    "mentions", "mentions_share", "rank", "kind_asked", "kind_unknown",
    "disambiguation", "list", "time", "inside_longer",
)  # fmt: skip
"""Features of an article from the name index."""
READ = (
    "overlap", "overlap_any", "title_words_missing", "proper_but_lower", "other_case",
    "place_words_missing", "surname",
)  # fmt: skip
"""Features that need the article's title and opening."""
OF_OPENING = 2
"""The number of first features in `READ` that need the opening."""
_MOST_MISSING = 12
ORDER = (*SHARED, *READY, *READ)
"""The order in which features are given."""


def most_of_read(situation: int, kind: NameKind) -> tuple[float, ...]:
    """The largest possible value of each feature in `READ`; the least is 0."""
    missing = math.log1p(_MOST_MISSING)
    cased = float(not situation & Situation.UNCASED)
    place = float(kind is NameKind.PLACE)
    return (1.0, 1.0, missing, cased, cased, place * missing, float(kind is NameKind.PARTIAL))


_BY_CHANGE = {
    Change.NONE: 0,
    Change.INFLECTED: int(Situation.INFLECTED),
    Change.SLIP: int(Situation.SLIP),
}
_BY_KIND = tuple(
    int(
        Situation.PARTIAL
        if kind is NameKind.PARTIAL
        else Situation.DERIVED
        if kind > NameKind.ALIAS
        else Situation.PLAIN
    )
    for kind in NameKind
)


def situations_of(question: Question, mention: Mention) -> list[int]:
    """The `Situation`, as a number, of a mention's candidates by the `NameKind` of the name."""
    found = _BY_CHANGE[mention.change]
    if not question.cased:
        found |= int(Situation.UNCASED)
    if mention.first == mention.last:
        found |= int(Situation.ONE_WORD)
    return [found | added for added in _BY_KIND]


def _name_like(question: Question, at: int) -> float:
    """How likely a neighbouring word is part of a longer name: rare, and no question word."""
    if question.norms[at].isdigit():
        return 0.5
    return question.unasked[at] * question.nameness[at] / 10.0


_ONE_HOT = tuple(tuple(float(other is kind) for other in NameKind) for kind in NameKind)


def ready_features(
    posting: Posting,
    kind: ArticleKind,
    asks: float,
    rank: int,
    mentions: int,
    most_mentions: int,
    inside_longer: bool,
) -> list[float]:
    """The numbers of one candidate in the order of `READY`.

    `asks` is the question's log odds for the article's kind. `mentions` is the article's number of mentions,
    `most_mentions` that of the most mentioned article of the same name.
    """
    return [
        *_ONE_HOT[posting.kind],
        math.log1p(mentions) / 5.0,
        (mentions + 0.5) / (most_mentions + 0.5),
        math.log1p(rank),
        asks,
        float(kind is ArticleKind.UNKNOWN),
        float(kind is ArticleKind.DISAMBIGUATION),
        float(kind is ArticleKind.LIST),
        float(kind is ArticleKind.TIME),
        float(inside_longer),
    ]


def opening_features(
    question: Question, mention: Mention, posting: Posting, articles: Articles
) -> list[float]:
    """The first features of `READ`, which need the opening."""
    shared = articles.overlap(question, mention.first, mention.last, posting.article)
    return [shared, float(shared > 0)]


def title_features(
    question: Question, mention: Mention, posting: Posting, kind: ArticleKind, articles: Articles
) -> list[float]:
    """The other features of `READ`, which need only the title."""
    first, last = mention.first, mention.last
    title, title_words = articles.head(posting.article)
    own = question.norms[first : last + 1]
    missing = min(_MOST_MISSING, sum(word not in own for word in title_words))
    proper = len(title_words) > 1 and title[title.rfind(" ") + 1 :][:1].isupper()
    lower = question.cased and not question.capital[last]
    words = question.words
    surface = question.text[words[first].span.start : words[last].span.end]
    other_case = (
        question.cased and surface[1:] not in title and surface[1:].lower() in title.lower()
    )
    surname = (
        posting.kind is NameKind.PARTIAL
        and kind is ArticleKind.PERSON
        and title_words[-1:] == own[-1:]
    )
    return [
        math.log1p(missing),
        float(proper and lower),
        float(other_case),
        float(posting.kind is NameKind.PLACE) * math.log1p(missing),
        float(surname),
    ]

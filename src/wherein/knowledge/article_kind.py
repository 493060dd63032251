"""Classifies an article by its first sentence, with a table of nouns. Has no model."""

from __future__ import annotations

import re
from enum import IntEnum


class ArticleKind(IntEnum):
    """The kinds of things that questions ask for in different ways."""

    UNKNOWN = 0
    PERSON = 1
    PLACE = 2
    BUILDING = 3
    SCREEN = 4
    MUSIC = 5
    BOOK = 6
    COMPANY = 7
    BAND = 8
    TEAM = 9
    SCHOOL = 10
    LIVING = 11
    EVENT = 12
    PEOPLE = 13
    TIME = 14
    LIST = 15
    DISAMBIGUATION = 16
    OTHER = 17


_NOUNS = {
    ArticleKind.PERSON: """
        actor actress singer politician player footballer writer author poet painter musician composer
        scientist physicist chemist mathematician president king queen emperor pope bishop saint
        general officer admiral soldier lawyer judge journalist director producer screenwriter novelist
        artist sculptor architect engineer inventor businessman businesswoman entrepreneur cyclist
        skier swimmer athlete boxer wrestler golfer driver racer coach manager cricketer rapper dj
        songwriter guitarist drummer bassist pianist violinist comedian presenter broadcaster host model
        philosopher historian economist theologian psychologist biologist botanist zoologist physician
        doctor surgeon professor academic teacher scholar diplomat statesman governor senator mayor
        minister duke prince princess earl baron count knight nobleman explorer activist dancer
        choreographer conductor photographer cartoonist illustrator astronaut pilot priest monk
        missionary rabbi runner skater gymnast goalkeeper midfielder defender striker forward pitcher
        quarterback person man woman personality figure member leader founder playwright critic editor
        translator astronomer geologist chef designer animator murderer killer criminal outlaw
        character goalkeeper outfielder infielder catcher archer fencer rower sailor referee umpire
        polymath naturalist dramatist humorist essayist novelist biographer physiologist pathologist
        anthropologist sociologist linguist philologist psychiatrist psychoanalyst pharaoh tsar sultan
        caliph shah shogun khan emir monarch ruler conqueror regent chancellor reformer
        revolutionary nationalist conquistador industrialist financier banker philanthropist humanist
        mystic prophet nun friar archbishop evangelist preacher nurse midwife spy aviator
        cellist organist virtuoso filmmaker lexicographer astrologer prelate
        """,
    ArticleKind.PLACE: """
        city town village commune municipality district county province state country region island
        river lake mountain sea ocean suburb neighbourhood neighborhood capital department borough
        parish township settlement community locality hamlet area territory peninsula valley desert bay
        creek glacier peak hill range volcano archipelago continent nation republic kingdom road street
        highway canton prefecture voivodeship oblast gmina ward census-designated place waterfall cape
        beach forest crater planet moon star galaxy asteroid constellation empire colony park
        """,
    ArticleKind.BUILDING: """
        building church cathedral stadium bridge station airport castle palace museum tower house
        hospital temple mosque monastery abbey theatre theater arena dam fort fortress prison hotel
        skyscraper lighthouse library monument memorial statue cemetery mall ship ballpark
        """,
    ArticleKind.SCREEN: """
        film movie series show episode sitcom anime drama documentary soap telenovela game program
        programme franchise musical miniseries
        """,
    ArticleKind.MUSIC: "song album single ep soundtrack opera symphony track record hymn anthem concerto ballet mixtape",
    ArticleKind.BOOK: "novel book magazine newspaper comic manga journal poem story play novella publication series-of-novels memoir",
    ArticleKind.COMPANY: """
        company corporation organization organisation agency bank airline label party charity union
        institution association federation manufacturer brand publisher network channel website store
        chain studio society foundation service subsidiary newspaper-group group firm retailer ministry
        institute military army navy
        """,
    ArticleKind.BAND: "band duo trio quartet orchestra ensemble boyband choir",
    ArticleKind.TEAM: "team club franchise-team league conference",
    ArticleKind.SCHOOL: "university college school academy gymnasium seminary",
    ArticleKind.LIVING: """
        species genus family animal plant bird mammal fish insect reptile amphibian tree flower breed
        moth beetle spider frog snake lizard dinosaur fungus bacterium bacteria virus order subspecies
        shrub fruit vegetable rodent marsupial cat dog snail butterfly cultivar herb grass
        """,
    ArticleKind.EVENT: """
        war battle election tournament championship season event festival race disaster attack siege
        revolution conflict accident earthquake hurricane cup games competition draft match campaign
        crisis treaty award ceremony contest operation massacre riot final
        """,
    ArticleKind.PEOPLE: "language dialect tribe people religion ethnic-group denomination peoples",
    ArticleKind.TIME: "year month day century decade holiday era",
}  # fmt: skip
_PERSON_ENDINGS = ("ologist", "ographer", "ician")
_KIND_OF_NOUN = {noun: kind for kind, nouns in _NOUNS.items() for noun in nouns.split()}
_PREDICATE = re.compile(
    r"\b(?:is|was|are|were)\s+(?:also\s+|currently\s+|formerly\s+)?(?:(?:one|some|any|part|a type|a kind|a genus|a species|the name)\s+of\s+)?(?:an?|the|two|several)?\s*([^.,;]{3,120})"
)
_PHRASE_END = re.compile(
    r"(?<![\w-])(?:of|in|from|who|which|that|at|on|for|by|located|with|born|and|created|written|directed|released|played|based|between|to|near|best|known|used|found|made|set|recorded|produced|published|founded|established|native|endemic)\b"
)
_BORN = re.compile(r"\((?:[^()]*?\bborn\b|[^()]{0,60}\b\d{3,4}\s*[–—-])|\bborn (?:on|in)\b")
_MAY_REFER = re.compile(r"\b(?:may|can|could) (?:also )?(?:refer|mean|stand)\b|refers to (?:two|several|many|multiple)|:\s*$", re.IGNORECASE)  # fmt: skip


def article_kind(title: str, opening: str) -> ArticleKind:
    """The article's kind; UNKNOWN where the first sentence does not show it, or the opening is empty."""
    head = opening[:400]
    if is_disambiguation(title, opening):
        return ArticleKind.DISAMBIGUATION
    if title.lower().startswith(("list of ", "lists of ", "index of ", "outline of ")):
        return ArticleKind.LIST
    match = _PREDICATE.search(head)
    if match:
        phrase = match.group(1)
        end = _PHRASE_END.search(phrase)
        words = re.findall(
            r"[^\W\d_]+(?:-[^\W\d_]+)*", (phrase[: end.start()] if end else phrase).lower()
        )
        for word in reversed(words[-6:]):
            if word.endswith(_PERSON_ENDINGS):
                return ArticleKind.PERSON
            for noun in (word, word.rsplit("-", 1)[-1], word.removesuffix("s")):
                if noun in _KIND_OF_NOUN:
                    kind = _KIND_OF_NOUN[noun]
                    born = kind in (ArticleKind.PLACE, ArticleKind.EVENT) and _BORN.search(
                        head[:120]
                    )
                    return ArticleKind.PERSON if born else kind
    if _BORN.search(head[:160]):
        return ArticleKind.PERSON
    return ArticleKind.OTHER if match else ArticleKind.UNKNOWN


def is_disambiguation(title: str, opening: str) -> bool:
    """Whether the page is a disambiguation page, which only lists articles with one name."""
    if title.lower().endswith("(disambiguation)"):
        return True
    return _MAY_REFER.search(opening[:160].split("\n", 1)[0]) is not None

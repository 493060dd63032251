"""Generates questions from the openings of articles by patterns; they are labelled as synthetic. Works on text, knows
no tokens.

The relations are EntityQuestions' (Sciavolino et al., 2021, "Simple Entity-Centric Questions
Challenge Dense Retrievers", whose wording of the questions this follows), the answers are marked in the opening by a
pattern. No question of that set is used, and no opening of an article that any set asks about: those openings have 90
words or more in the data, all others were cut at 45 or 70.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wherein.core.errors import DataMissing

CUT_AT = (45, 70)
"""The lengths in words at which openings were cut of articles that no question set asks about."""
LEAST_WORDS = 18
MOST_OF_A_RELATION = 1200
"""Most answerable questions per relation; a third as many unanswerable ones are kept."""
NOT_SAID_SHARE = 0.25
"""Of the questions that fit an opening but that its text does not answer, this share is kept."""

_MONTH = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December)"
)
_DATE = rf"(?:\d{{1,2}} {_MONTH},? \d{{3,4}}|{_MONTH} \d{{1,2}}, \d{{3,4}}|(?:c\. ?)?\d{{4}})"
_WORD = r"(?:(?:[A-Z]\.)+|(?:St|Mt|Ft|Dr|Jr|Sr|Mr|Mrs)\.|[A-Z](?:[\w'’&-]|\.(?=\w))*)"
_NAME = rf"{_WORD}(?: (?:(?:of|the|de|la|le|du|van|von|der|al-)\b ?)*(?:{_WORD}|\d+\b))*"
_PLACE = rf"{_NAME}(?:, {_NAME}){{0,2}}"
_PEOPLE = rf"{_NAME}(?:,? (?:and|&) {_NAME})?"
_ROLE = (
    r"(?:(?:[A-Z][\w-]+ ){0,2}(?:[a-z][\w/&-]+ |R&B )*?(?:author|writer|novelist|poet|playwright|journalist|singer"
    r"|singer-songwriter|songwriter|rapper|musician|guitarist|pianist|composer|band|group|duo|trio|artist|DJ"
    r"|director|filmmaker|actor|actress|businessman|entrepreneur|developer|company|model|footballer) )?"
)
_WORKS = r"(?:album|EP|mixtape|song|single)"
_BOOKS = r"(?:novel|book|novella|play|poem|short story|memoir|manga|comic|series of books|non-fiction book)"
_FILMS = r"(?:film|movie|drama|comedy|documentary|thriller|western)"
_GENRES = (
    r"(?:(?:alternative|indie|hard|punk|progressive|folk|pop|glam|gothic|heavy|death|black|thrash|power|doom"
    r"|melodic|post|electronic|ambient|country|Christian|contemporary|soft|southern|psychedelic|free|Latin)[ -])?"
    r"(?:rock|pop|jazz|metal|hip hop|hip-hop|rap|punk|folk|country|blues|soul|R&B|reggae|techno|house|trance"
    r"|electronica|bluegrass|gospel|opera|hardcore|grunge|ska|funk|disco|new wave|dance)"
)
_POSITIONS = (
    r"(?:goalkeeper|(?:left |right |centre |central )?(?:defender|midfielder|back)|(?:left |right )?winger|striker"
    r"|forward|quarterback|linebacker|wide receiver|running back|tight end|cornerback|safety|pitcher|catcher"
    r"|outfielder|infielder|shortstop|first baseman|second baseman|third baseman|point guard|shooting guard"
    r"|small forward|power forward|center|centre|defenceman|defenseman|goaltender|left wing|right wing|fullback"
    r"|halfback|prop|hooker|flanker|scrum-half|fly-half|lock|bowler|batsman|all-rounder|wicket-keeper)"
)
_LANGUAGES = (
    r"(?:English|French|German|Spanish|Italian|Portuguese|Russian|Polish|Dutch|Swedish|Danish|Norwegian|Finnish"
    r"|Japanese|Chinese|Korean|Hindi|Tamil|Telugu|Malayalam|Bengali|Urdu|Persian|Arabic|Hebrew|Turkish|Greek"
    r"|Latin|Czech|Hungarian|Romanian|Bulgarian|Serbian|Croatian|Ukrainian|Catalan|Welsh|Irish|Afrikaans)"
)
_KINDS = (
    r"(?:village|town|city|municipality|commune|river|mountain|lake|district|building|church|island|hamlet"
    r"|suburb|parish|neighbou?rhood|museum|school|university|college|park|bridge|castle|airport|stadium|region"
    r"|county|province|creek|peak|valley|hospital|hotel|station|house|monument|cemetery|theat(?:re|er))"
)
_COUNTRY = (
    r"(?:Argentina|Australia|Austria|Bangladesh|Belgium|Brazil|Bulgaria|Canada|Chile|China|Colombia|Croatia|Cuba"
    r"|the Czech Republic|Denmark|Egypt|England|Estonia|Ethiopia|Finland|France|Germany|Ghana|Greece|Hungary"
    r"|Iceland|India|Indonesia|Iran|Iraq|Ireland|Israel|Italy|Jamaica|Japan|Kenya|Latvia|Lithuania|Malaysia"
    r"|Mexico|Morocco|Nepal|the Netherlands|New Zealand|Nigeria|Norway|Pakistan|Peru|the Philippines|Poland"
    r"|Portugal|Romania|Russia|Scotland|Serbia|Slovakia|Slovenia|South Africa|South Korea|Spain|Sri Lanka|Sweden"
    r"|Switzerland|Taiwan|Thailand|Turkey|Ukraine|the United Kingdom|the United States|Uruguay|Venezuela|Vietnam"
    r"|Wales|Zimbabwe)"
)
_STOP = r"(?!(?:who|from|of|in|for|best|known|and|that|whose|with|at|to|on|during|currently|active|by|born|based)\b)"
_TRADE = rf"{_STOP}[a-z][a-z-]+(?: {_STOP}[a-z][a-z-]+){{0,2}}"
_CRAFT = rf"(?:{_TRADE}(?:, {_TRADE})*(?:,? and {_TRADE})?)"


@dataclass(frozen=True, slots=True)
class Relation:
    """One relation that questions ask about. `pattern` marks the answer as its group `a` or `b`; `kind` decides by the
    first sentence whether the question applies; `said` matches openings that have the answer in a form the
    pattern misses (an empty pattern: never ask where the pattern finds nothing).
    """

    name: str
    questions: tuple[str, ...]
    pattern: re.Pattern[str]
    kind: re.Pattern[str]
    said: re.Pattern[str]


_PERSON = re.compile(
    r"\((?:[^()]*?\b)?(?:born|b\.)|\([^()]*\d{3,4} ?[–-] ?[^()]*\d{3,4}\) (?:was|is) an? "
)
_MUSIC = re.compile(rf"\b(?:is|was) (?:an?|the) [^.]{{0,80}}\b{_WORKS}(?![-\w])")
_BAND = re.compile(
    r"\b(?:is|was|are|were) (?:an?|the) [^.]{0,60}\b(?:band|duo|(?:musical|pop|rock|vocal|girl|hip hop) group|musician|singer|rapper|guitarist)\b"
)
_BOOK = re.compile(rf"\b(?:is|was) (?:an?|the) [^.]{{0,80}}\b{_BOOKS}\b")
_FILM = re.compile(rf"\b(?:is|was) (?:an?|the) [^.]{{0,60}}\b{_FILMS}\b")
_SPOT = re.compile(rf"\b(?:is|was) (?:an?|the) [^.]{{0,60}}\b{_KINDS}\b")
_FIRM = re.compile(
    r"\b(?:is|was) (?:an?|the) [^.]{0,80}\b(?:company|firm|organi[sz]ation|corporation|label|club|charity|bank|airline|party|society|magazine|newspaper|network)\b"
)
_MADE = re.compile(
    r"\b(?:is|was) (?:an?|the) [^.]{0,80}\b(?:game|software|car|aircraft|camera|engine|device|console|phone|motorcycle|series|character)\b"
)
_LAND = re.compile(
    r"\b(?:is|was) (?:an?|the|one of the) [^.]{0,80}\b(?:country|state|province|region|county|district|republic|kingdom|department|territory|prefecture|governorate|municipality|voivodeship|oblast|canton|community)\b"
)


def _relation(
    name: str, asked: tuple[str, ...], pattern: str, kind: re.Pattern[str], said: str
) -> Relation:
    return Relation(name, asked, re.compile(pattern), kind, re.compile(said, re.IGNORECASE))


RELATIONS = (
    _relation("born on", ("When was {} born?", "What is {}'s date of birth?"),
              rf"\((?:[^()]*?\b)?(?:born|b\.) (?:on )?(?P<a>{_DATE})|\((?P<b>{_DATE}) ?[–-] ?(?:{_DATE})?", _PERSON, ""),
    _relation("died on", ("When did {} die?",), rf"\([^()]*?{_DATE} ?[–-] ?(?P<a>{_DATE})\)", _PERSON, r"\bdied?\b|death|\bd\. |[–-] ?\d|killed"),
    _relation("born in", ("Where was {} born?", "What is {}'s place of birth?"),
              rf"\b[Bb]orn (?:on )?(?:{_DATE} )?(?:in|at) (?P<a>{_PLACE})|\([^()]*\bborn (?:on )?{_DATE},? (?:in )?(?P<b>{_PLACE})", _PERSON, r"\bborn\b[^.]*\b(?:in|at)\b|native|birth"),
    _relation("died in", ("Where did {} die?",), rf"\bdied (?:on )?(?:{_DATE} )?(?:in|at) (?P<a>{_PLACE})", _PERSON, r"\bdied\b|death|killed"),
    _relation("work", ("What kind of work does {} do?", "What is {}'s occupation?", "What did {} do for a living?"),
              rf"\) (?:is|was) an? (?:(?:[A-Z][\w-]+(?: and )?)+ |former |retired |professional )*(?P<a>{_CRAFT})(?=[.,;]| (?:who|from|of|in|for|best|known|and|that|whose|with|at|to|on|during|currently)\b)", _PERSON, ""),
    _relation("married", ("Who is {} married to?", "Who did {} marry?"), rf"\b(?:married(?: to)?|(?:wife|husband|widow) of) {_ROLE}(?P<a>{_NAME})", _PERSON, r"marri|wife|husband|widow|spouse|wed\b"),
    _relation("educated", ("Where was {} educated?", "Where did {} go to school?"),
              rf"\b(?:educated at|attended|graduated from|studied at|graduate of) (?P<a>(?:the )?{_NAME}(?: at {_NAME})?)", _PERSON, r"educat|attend|graduat|stud|school|college|universit"),
    _relation("position", ("What position does {} play?",), rf"\b(?:plays?|played|playing|is|was) (?:primarily |mainly |usually )?(?:as )?(?:an? )?(?:[A-Z][\w-]+ )*(?:professional )?(?:former )?(?:footballer who (?:plays|played) as an? )?(?P<a>{_POSITIONS})\b", re.compile(r"footballer|football player|baseball player|basketball player|hockey player|rugby"), _POSITIONS),
    _relation("famous", ("What is {} famous for?", "What is {} known for?"), r"\b(?:best known|famous|well known|known|noted|notable) for (?P<a>[^.;()]{4,90}?)(?=[.;(]|, (?:and|which|who)\b)", _PERSON, r"known|famous|noted|notable"),
    _relation("performed", ("Who performed {}?", "Who released {}?"), rf"\b{_WORKS} (?:released |recorded |performed |written and recorded )?by (?:the )?{_ROLE}(?P<a>{_PEOPLE})", _MUSIC, r"\bby\b"),
    _relation("label", ("What music label is {} represented by?", "Which label released {}?"), rf"\b(?P<a>(?:{_NAME} )?Records)\b", re.compile(rf"{_MUSIC.pattern}|{_BAND.pattern}"), r"records|label|released (?:on|by|through)"),
    _relation("music", ("What type of music does {} play?",), rf"\b(?:is|was|are|were) (?:an?|the) (?:[A-Z][\w-]+ )*(?P<a>{_GENRES})(?: [a-z-]+)? (?:band|duo|group|musician|singer|artist|guitarist)\b", _BAND, r"rock|pop|jazz|metal|hip|rap|punk|folk|country|blues|soul|reggae|techno|music"),
    _relation("author", ("Who is the author of {}?", "Who wrote {}?"), rf"\b{_BOOKS} (?:was )?(?:written )?by {_ROLE}(?P<a>{_PEOPLE})|\bwritten by {_ROLE}(?P<b>{_PEOPLE})", _BOOK, r"\bby\b|author|writer|wrote"),
    _relation("director", ("Who directed {}?", "Who was the director of {}?"), rf"\bdirected (?:and [a-z-]+ )?by {_ROLE}(?P<a>{_PEOPLE})", _FILM, r"direct"),
    _relation("country", ("Which country is {} located in?", "What country is {} in?"), rf"\bis (?:an?|the) (?:(?!\b(?:by|from|near)\b)[^.;]){{0,160}}?\b(?:in|of|,) (?P<a>{_COUNTRY})\b(?!n)", _SPOT, _COUNTRY),
    _relation("located", ("Where is {} located?", "Where is {}?"), rf"\b(?:is|was) (?:an?|the) [^.]{{0,60}}\b{_KINDS} (?:located |situated )?in (?P<a>(?:the )?{_PLACE}(?: in (?:the )?{_PLACE})?)", _SPOT, r"\bin\b|located"),
    _relation("capital", ("What is the capital of {}?",), rf"\b(?:capital(?: city)?(?: \([^)]*\))? (?:is|was)|with (?:its )?capital (?:at|in)) (?:the (?:city|town) of )?(?P<a>{_NAME})", _LAND, r"capital"),
    _relation("founder", ("Who founded {}?", "Who was {} founded by?"), rf"\b(?:founded|established|started|co-founded)(?: in \d{{4}})? by {_ROLE}(?P<a>{_PEOPLE})", _FIRM, r"found|establish|start|creat"),
    _relation("founded on", ("When was {} founded?",), rf"\b(?:founded|established|formed|created) (?:in|on) (?P<a>{_DATE})", re.compile(rf"{_FIRM.pattern}|{_BAND.pattern}"), r"found|establish|form|creat|\d{4}"),
    _relation("headquarters", ("Where is the headquarter of {}?", "Where is {} based?"), rf"\b(?:headquartered|based|headquarters (?:is|are)) (?:in|at) (?P<a>{_PLACE})", _FIRM, r"headquarter|based|office|\bin [A-Z]"),
    _relation("owner", ("Who owns {}?",), rf"\b(?:owned(?: and operated)? by|(?:a )?subsidiary of|(?:a )?division of) (?:the )?{_ROLE}(?P<a>{_PEOPLE})", re.compile(rf"{_FIRM.pattern}|{_SPOT.pattern}"), r"own|subsidiary|division|\bby\b"),
    _relation("maker", ("Which company is {} produced by?", "Who was {} created by?", "Who made {}?"), rf"\b(?:developed|produced|manufactured|created|designed|built)(?: and [a-z]+)? by (?:the )?{_ROLE}(?P<a>{_PEOPLE})", _MADE, r"\bby\b|develop|produc|manufactur|creat"),
    _relation("language", ("Which language was {} written in?", "What language is {} in?"), rf"\b(?:is|was) (?:an?|the) (?:[\w-]+ ){{0,4}}?(?P<a>{_LANGUAGES})[ -]language\b|\b(?:written|published|broadcast|recorded|sung) in (?P<b>{_LANGUAGES})\b", re.compile(rf"{_BOOK.pattern}|{_FILM.pattern}|{_FIRM.pattern}|{_MUSIC.pattern}"), _LANGUAGES),
)  # fmt: skip


def made_articles(openings: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """SQuAD-format articles of one paragraph each, from openings with and without an answer."""
    room: Counter[tuple[str, bool]] = Counter()
    for opening in openings:
        title, text = str(opening["title"]), str(opening["text"])
        name = re.sub(r" \([^)]*\)$", "", title)
        count = len(text.split())
        if count > max(CUT_AT) or count < LEAST_WORDS or not _is_about(name, text):
            continue
        if count < max(CUT_AT) and count not in CUT_AT:
            continue
        questions = []
        for relation, question in _questions(title, name, text):
            kind = (relation, question["is_impossible"])
            room[kind] += 1
            if room[kind] <= MOST_OF_A_RELATION // (3 if question["is_impossible"] else 1):
                questions.append(question)
        if questions:
            yield {"title": title, "paragraphs": [{"context": text, "qas": questions}]}


def read_openings(folder: Path) -> tuple[list[dict[str, Any]], str]:
    """Synthetic articles of all `kb_openings` files in a folder, and a hash of those files. Raises DataMissing."""
    paths = sorted(folder.glob("kb_openings-*.jsonl.gz"))
    if not paths:
        raise DataMissing(f"There are no openings in {folder}.", "Give the folder of kb_openings.")
    digest = hashlib.sha256()
    openings: list[dict[str, Any]] = []
    for path in paths:
        raw = path.read_bytes()
        digest.update(raw)
        openings += [json.loads(line) for line in gzip.decompress(raw).decode().splitlines()]
    openings.sort(key=lambda opening: hashlib.sha256(str(opening["title"]).encode()).digest())
    return list(made_articles(openings)), digest.hexdigest()


def _is_about(name: str, text: str) -> bool:
    """Whether the text begins with the name or its last word; if not, its beginning is missing."""
    head = text[: 60 + len(name)].casefold()
    return name.casefold() in head or name.split()[-1].casefold() in head


def _questions(title: str, name: str, text: str) -> Iterator[tuple[str, dict[str, Any]]]:
    first = re.split(r"(?<=[a-z)])\.\s", text, maxsplit=1)[0]
    for relation in RELATIONS:
        if not relation.kind.search(first):
            continue
        draw = _draw(title, relation.name)
        question = relation.questions[draw % len(relation.questions)].format(name)
        found = relation.pattern.search(text)
        span = _span(found, text) if found else None
        key = hashlib.sha256(f"{title}\x1f{relation.name}".encode()).hexdigest()[:12]
        if span is not None:
            start, answer = span
            if answer.casefold() not in name.casefold():
                answers = [{"text": answer, "answer_start": start}]
                yield relation.name, _asked(key, question, answers)
        elif not relation.said.search(text) and (draw >> 8) % 100 < 100 * NOT_SAID_SHARE:
            yield relation.name, _asked(key, question, [])


def _asked(key: str, question: str, answers: list[dict[str, Any]]) -> dict[str, Any]:
    return {"id": key, "question": question, "is_impossible": not answers, "answers": answers}


def _span(found: re.Match[str], text: str) -> tuple[int, str] | None:
    """The marked answer without a full stop or comma at its end; None where nothing remains."""
    group = next((each for each in ("a", "b") if found.groupdict().get(each)), None)
    if group is None:
        return None
    start = found.start(group)
    answer = text[start : found.end(group)].rstrip(" ,;&-")
    if answer.casefold().startswith("the ") and len(answer) > 8:
        start, answer = start + 4, answer[4:]
    return (start, answer) if len(answer) > 1 else None


def _draw(title: str, relation: str) -> int:
    return int.from_bytes(hashlib.sha256(f"{relation}\x1f{title}".encode()).digest()[:4], "big")

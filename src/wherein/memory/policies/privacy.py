"""The privacy rules: which pages, addresses and questions are never stored. Pure rules; knows no store.

In doubt, the rules forget: a long number may be a price and an unknown word a typo, but it may also be a person's
telephone number or name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from wherein.core.document import BlockKind, Document, is_of_team
from wherein.memory.policies.page_url import canonical_url, has_query, site_of
from wherein.memory.store.store import PageKey
from wherein.questions.words.word_key import folded_key

LONGEST_QUESTION = 500
"""Most code points of a question; a longer one is a pasted text that nobody asks again."""


class NotKept(StrEnum):
    """The reason why something is not stored, in words for the person."""

    PRIVATE_WINDOW = "the window is private"
    NO_ADDRESS = "the page has no web address"
    FILE = "pages opened from a file are not remembered"
    QUERY = "the address has a query string, and those are not allowed"
    SITE = "the site is not among those to remember"
    TOPIC = "the page is about none of the topics to remember"
    SIGNED_IN = "the page looks like one behind a login"
    EMPTY = "the question has no words"
    LONG = "the question is too long to be asked again"
    SECRET = "the address holds what looks like a secret"
    PERSONAL = "the question holds an e-mail address, a telephone, card or identity number"
    NAME = "the question may name a person whom the page does not name"
    NO_ANSWER = "no answer is in a block of the text"
    SWITCHED_OFF = "the memory is switched off"
    NOT_ADDED = "the document is not in the library"


@dataclass(frozen=True, slots=True)
class PrivacyRules:
    """The privacy settings of a person or a server.

    sites: store only questions of these sites and their subdomains; () is all.
    topics: store only questions of pages about one of these, see `about`; () is all.
    query_sites: sites whose addresses may be stored with their query string ("*" is all).
    shared: others see a question after `askers` different people asked it; otherwise each asker sees only their own.
    """

    sites: tuple[str, ...] = ()
    query_sites: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    shared: bool = False
    askers: int = 1
    retention_days: float | None = None


DEFAULT_RULES = PrivacyRules()


def page_key(document: Document, rules: PrivacyRules = DEFAULT_RULES) -> PageKey | NotKept:
    """The key under which this document's questions are stored, or the reason why none are.

    The key of a file is its document's id, which does not reveal the path. So it is of a web page in a library of a team,
    which only some may read.
    """
    source = document.source
    if source.lower().startswith("file:"):
        return NotKept.FILE
    if not _SCHEME.match(source) or is_of_team(document.id):
        return PageKey(f"document:{document.id}") if source.strip("-") else NotKept.NO_ADDRESS
    return url_key(source, rules)


def url_key(url: str, rules: PrivacyRules = DEFAULT_RULES) -> PageKey | NotKept:
    """The key of a web address, or the reason why its page is not remembered."""
    if url.strip().lower().startswith("file:"):
        return NotKept.FILE
    canonical = canonical_url(url)
    if canonical is None:
        return NotKept.NO_ADDRESS
    site = site_of(canonical)
    if rules.sites and not _among(site, rules.sites):
        return NotKept.SITE
    if has_query(canonical) and not _among(site, rules.query_sites):
        return NotKept.QUERY
    if _SIGNED_IN_ADDRESS.search(canonical):
        return NotKept.SIGNED_IN
    if _has_secret(canonical):
        return NotKept.SECRET
    return PageKey(canonical)


def about(question: str, document: Document, topics: Sequence[str]) -> bool:
    """Whether all words of one topic are in the question, the page's title or its headings.

    Words are compared as questions are: without case and marks.
    """
    headings = (
        block.span.of(document.text) for block in document.blocks if block.kind is BlockKind.HEADING
    )
    there = set(folded_key(" ".join((question, document.title, *headings))).split())
    return any(there.issuperset(folded_key(topic).split() or ("",)) for topic in topics)


def looks_signed_in(document: Document) -> bool:
    """Whether the text has a line that only signed-in people see."""
    return any(line.strip().casefold() in _SIGN_OUT for line in document.text.split("\n"))


def why_not_kept(
    question: str, document: Document, rules: PrivacyRules, dictionary: Container[str]
) -> NotKept | None:
    """The reason why questions about this document and verdicts are not stored; None where they may be."""
    if looks_signed_in(document):
        return NotKept.SIGNED_IN
    if rules.topics and not about(question, document, rules.topics):
        return NotKept.TOPIC
    return question_refusal(question, document.text, dictionary)


def question_refusal(question: str, page: str, dictionary: Container[str]) -> NotKept | None:
    """The reason why a question is not stored; None where it may be.

    `page` is the page's text: names on it may be stored. `dictionary` has common words in lower case; a word that is
    in neither may be a person's name.
    """
    if len(question) > LONGEST_QUESTION:
        return NotKept.LONG
    if not folded_key(question):
        return NotKept.EMPTY
    if has_personal_data(question):
        return NotKept.PERSONAL
    return NotKept.NAME if _may_name(question, page, dictionary) else None


def has_personal_data(text: str) -> bool:
    """True for e-mail addresses, telephone, card, account and national identity numbers."""
    plain = _with_plain_digits(text)
    if any(pattern.search(plain) for pattern in _personal()):
        return True
    return any(_is_card(match.group()) for match in _DIGIT_RUN.finditer(plain))


_SCHEME = re.compile(r"[a-z][a-z0-9+.-]+:", re.IGNORECASE)  # two letters: C: is a drive
_SIGNED_IN_ADDRESS = re.compile(
    r"^https?://(?:(?:web)?mail|inbox|accounts?|login|signin|auth|sso|my|intranet|banking|ebanking)\."
    r"|/(?:log-?in|sign-?in|sign-?on|log-?out|sign-?out|accounts?|my-?account|inbox|checkout|cart|basket"
    r"|billing|settings|preferences|dashboard|wp-admin|admin|profile/edit|password|oauth2?|sso)(?:[/.?]|$)",
    re.IGNORECASE,
)
# A token of JSON (RFC 7519), a UUID, 24 letters and digits without a break.
_TOKEN = re.compile(
    r"^eyJ[\w-]{10,}|(?<![0-9a-z])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![0-9a-z])",
    re.IGNORECASE,
)
_LONG_RUN = re.compile(r"[0-9A-Za-z]{24,}")
_MIXED_RUN = re.compile(r"[0-9A-Za-z]{10,}")
_LONGEST_WORDS = 24


def _has_secret(canonical: str) -> bool:
    """Whether a part of the path is long and looks random: such an address by itself gives access."""
    return any(map(_looks_random, canonical.partition("://")[2].partition("?")[0].split("/")[1:]))


def _looks_random(part: str) -> bool:
    if _TOKEN.search(part) or any(map(_has_digits, _LONG_RUN.findall(part))):
        return True
    return len(part) >= _LONGEST_WORDS and any(
        _has_digits(run) and any(map(str.isupper, run)) and any(map(str.islower, run))
        for run in _MIXED_RUN.findall(part)
    )


def _has_digits(run: str) -> bool:
    """Whether letters and digits are mixed."""
    return any(map(str.isalpha, run)) and any(map(str.isdigit, run))


_SIGN_OUT = frozenset(
    (
        *("log out", "logout", "log off", "sign out", "signout", "sign off"),
        *("abmelden", "ausloggen", "se déconnecter", "déconnexion", "cerrar sesión", "esci"),
        *("uitloggen", "logga ut", "выйти", "退出登录", "ログアウト", "로그아웃", "تسجيل الخروج"),
    )
)

_SEPARATOR = r"[ .\-\u2010-\u2013/]?"
_PERSONAL = (
    r"[^\s@<>()]+\s?(?:@|\(at\)|\[at\])\s?[^\s@<>()]+\s?(?:\.|\(dot\)|\[dot\])\s?[a-z]{2,}",  # e-mail
    rf"\+\s?\(?\d(?:{_SEPARATOR}[()]?\d){{7,14}}",  # +41 44 668 18 00
    r"\(\d{2,5}\)\s?\d{2,4}[ .\-]?\d{2,5}",  # (212) 555-0123
    r"(?<![\d.,])\d{3}[ .\-]\d{3}[ .\-]\d{4}(?!\d)",  # 212-555-0123
    r"(?<![\d\-])\d{3}-\d{4}(?![\d\-])",  # 555-0123
    rf"(?<![\d.,])0\d(?:{_SEPARATOR}\d){{7,12}}(?!\d)",  # 044 668 18 00
    r"(?<!\d)\d{3}-\d{2}-\d{4}(?!\d)",  # social security number, United States
    r"\b[a-z]{2}\s?\d{2}\s?\d{2}\s?\d{2}\s?[a-d]\b",  # national insurance, Britain
    r"\b[a-z]{5}\d{4}[a-z]\b",  # permanent account number, India
    r"\b[xyz]?\d{7,8}-?[a-z]\b",  # DNI and NIE, Spain
    r"\b[a-z]{6}\d{2}[a-z]\d{2}[a-z]\d{3}[a-z]\b",  # codice fiscale, Italy
    r"\b[a-z]{2}\d{2}(?:\s?[a-z0-9]{4}){2,7}(?:\s?[a-z0-9]{1,3})?\b(?<=\d{2})",  # IBAN
    r"\b756[.\s]?\d{4}[.\s]?\d{4}[.\s]?\d{2}\b",  # AHV, Switzerland
    r"(?<!\d)\d{4}[ \-]\d{4}[ \-]\d{4}(?!\d)",  # Aadhaar, India
    r"(?<!\d)[12]\s?\d{2}\s?[01]\d\s?\d{2}\s?\d{3}\s?\d{3}(?:\s?\d{2})?(?!\d)",  # NIR, France
    r"(?<!\d)\d{6}[-+]\d{4}(?!\d)",  # personnummer and CPR, Sweden and Denmark
    r"(?<![\d,])\d{9,}(?![\d,])",  # any other number that is written as one long run
)


@cache
def _personal() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in _PERSONAL)


_DIGIT_RUN = re.compile(r"(?<!\d)\d(?:[ \-]?\d){12,18}(?!\d)")
_NAME_WORD = re.compile(r"[^\W\d_]+(?:['\u2019\-][^\W\d_]+)*")


def _with_plain_digits(text: str) -> str:
    return "".join(
        str(unicodedata.decimal(character)) if character.isdecimal() else character
        for character in unicodedata.normalize("NFKC", text)
    )


def _is_card(run: str) -> bool:
    """Luhn's check over 13 to 19 digits."""
    digits = [int(character) for character in run if character.isdigit()]
    doubled = [sum(divmod(2 * digit, 10)) for digit in digits[-2::-2]]
    return len(digits) >= 13 and (sum(doubled) + sum(digits[-1::-2])) % 10 == 0


def _may_name(question: str, page: str, dictionary: Container[str]) -> bool:
    unknown = []
    capitalised = 0
    words = _NAME_WORD.findall(question.replace("\u2019", "'"))
    for number, word in enumerate(words):
        is_title = word[:1].isupper() and not word.isupper()
        capitalised += is_title
        plain = folded_key(word)
        parts = plain.split()
        if parts and all(part in dictionary for part in parts) and not (is_title and number > 0):
            continue
        if len(word) > 1 and not (word.isupper() and len(word) <= 5):
            unknown.append((word, all(part in dictionary for part in parts)))
    # "What Is The Tallest Tower": where every word has a capital, a capital says nothing.
    if capitalised > 2 and capitalised >= 0.7 * len(words):
        unknown = [(word, known) for word, known in unknown if not known]
    if not unknown:
        return False
    on_page = page.casefold().replace("\u2019", "'")
    return any(
        word.casefold().removesuffix("'s") not in on_page
        for word, _ in unknown
        if _is_written_apart(word)
    )


def _is_written_apart(word: str) -> bool:
    """Whether the script has spaces and capitals; without them, names can't be detected."""
    return all(unicodedata.name(character, "").startswith(("LATIN", "GREEK", "CYRILLIC")) or character in "'-"
               for character in word)  # fmt: skip


def _among(site: str, sites: tuple[str, ...]) -> bool:
    return any(
        allowed == "*" or site == allowed.lower() or site.endswith("." + allowed.lower())
        for allowed in sites
    )

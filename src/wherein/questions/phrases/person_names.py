"""Decides whether a name may be a person's, and a man's or a woman's. Knows no page.

An unknown name may be anybody's: only evidence against it counts.
"""

from __future__ import annotations

import re

from wherein.questions.phrases.followup_terms import WORD
from wherein.questions.words.dictionary import english

HE = frozenset("he him his himself".split())
SHE = frozenset("she her hers herself".split())

_MEN = frozenset(
    """abraham adam adolf ahmed alan albert alejandro alexander alexei ali allen andreas andrew anthony antonio
    arthur august augustin barack ben benjamin bernard bill bob bobby boris brian bruce bruno carl carlos charles
    christian christopher claude daniel david dennis diego dmitri donald douglas eddie edgar edmund eduard edward
    enrique eric ernest eugene felix ferdinand francis franklin franz fred frederick friedrich gary george gerald
    gilbert giovanni giuseppe gordon gottfried graham gustav guy hans harold harry heinrich henri henry herbert
    hermann howard hugh hugo ian immanuel isaac ivan jack jacob jacques james jan jason jean jeff jim jimmy joe
    joel johan johann johannes john johnny jonathan jorge jose joseph joshua juan julian julius karl keith ken
    kenneth kevin konrad kurt larry lawrence leo leonard leonardo lewis louis ludwig luis manuel marco mark martin
    matthew max michael mick miguel mike mikhail mohammed muhammad napoleon neil nicholas nick nikola oliver oscar
    otto pablo patrick paul pedro peter philip pierre rafael ralph ray raymond richard robert roger ronald rudolf
    salvador sam samuel scott sean sergei simon stan stanley stephen steve steven ted terry theo theodore thomas
    tim timothy tom tony victor vincent vladimir walter wayne wilhelm will william winston wolfgang""".split()
)
_WOMEN = frozenset(
    """abigail ada agatha agnes alice amanda amelia amy ana angela anita ann anna anne annie astrid audrey barbara
    beatrice bertha betty brigitte camille carol caroline carmen catherine charlotte christina christine clara
    claudia cleopatra cynthia deborah diana diane dolores donna dorothy edith eleanor elena elisabeth elise eliza
    elizabeth ella ellen elsa emily emma erika esther eva evelyn faith fatima florence frances frida gabriela
    georgette gertrude gloria grace greta hannah harriet heather helen helena helga hilda ida ingrid irene isabel
    isabella jacinda jane janet janis jennifer jessica joan joanna josephine joyce juana judith julia julie karen
    katharine katherine kathleen kelly lata laura lea lena leontyne lillian linda lisa louise lucia lucy luisa
    mabel madeleine margaret margarethe maria marie marianne marion marta martha mary mathilde maud megan mia
    michelle mildred miriam monica nancy natalie nina nora olga olivia paula pauline phyllis rachel rebecca renate
    rita rosa rosalind rosemary ruth sabine sally sandra sara sarah selma sharon sheila simone sofia sonia sophia
    sophie stella susan susanna sylvia teresa theresa toni ursula valentina vera veronica victoria virginia
    viola wallis wanda wilhelmina yoko yvonne""".split()
)
_HE_FORM = frozenset("mr king prince lord sir baron duke emperor pope father".split())
_SHE_FORM = frozenset(
    "mrs ms miss queen princess lady dame baroness duchess empress sister".split()
)
_FORMS = _HE_FORM | _SHE_FORM | frozenset("dr prof professor saint st president captain".split())

_PLACES = frozenset(
    name.strip()
    for name in """afghanistan, africa, albania, algeria, america, andorra, angola, antarctica, argentina, armenia, asia,
    australia, austria, azerbaijan, bahamas, bahrain, bangladesh, barbados, belarus, belgium, belize, benin, bhutan,
    bolivia, botswana, brazil, britain, brunei, bulgaria, burkina faso, burundi, cambodia, cameroon, canada, cape verde,
    chile, china, colombia, congo, costa rica, croatia, cuba, cyprus, czechia, denmark, djibouti, dominica, east timor,
    ecuador, egypt, el salvador, england, eritrea, estonia, eswatini, ethiopia, europe, fiji, finland, france, gabon,
    gambia, germany, ghana, great britain, greece, greenland, grenada, guatemala, guinea, guyana, haiti, honduras,
    hungary, iceland, india, indonesia, iran, iraq, ireland, israel, italy, ivory coast, jamaica, japan, jordan,
    kazakhstan, kenya, kiribati, kosovo, kuwait, kyrgyzstan, laos, latvia, lebanon, lesotho, liberia, libya,
    liechtenstein, lithuania, luxembourg, madagascar, malawi, malaysia, maldives, mali, malta, mauritania, mauritius,
    mexico, micronesia, moldova, monaco, mongolia, montenegro, morocco, mozambique, myanmar, namibia, nauru, nepal,
    netherlands, nicaragua, niger, nigeria, norway, oceania, oman, pakistan, palau, palestine, panama, paraguay, peru,
    philippines, poland, portugal, puerto rico, qatar, romania, russia, rwanda, samoa, san marino, saudi arabia,
    scotland, senegal, serbia, seychelles, sierra leone, singapore, slovakia, slovenia, somalia, spain, sri lanka, sudan,
    suriname, sweden, switzerland, syria, taiwan, tajikistan, tanzania, thailand, tibet, togo, tonga, tunisia, turkey,
    turkmenistan, tuvalu, uganda, ukraine, united arab emirates, united kingdom, united states, uruguay, uzbekistan,
    vanuatu, venezuela, vietnam, wales, yemen, zambia, zimbabwe, amsterdam, athens, auckland, baghdad, bangkok,
    barcelona, beijing, berlin, bogota, boston, brussels, budapest, buenos aires, cairo, cape town, chicago, copenhagen,
    delhi, dublin, edinburgh, geneva, glasgow, hamburg, hong kong, istanbul, jakarta, jerusalem, karachi, kyiv, lagos,
    las vegas, lima, lisbon, london, los angeles, madrid, manila, melbourne, milan, montreal, moscow, mumbai, munich,
    nairobi, naples, oslo, ottawa, paris, prague, rio de janeiro, rome, san francisco, santiago, sao paulo, seoul,
    shanghai, stockholm, sydney, tehran, tokyo, toronto, vancouver, venice, vienna, warsaw, zurich, alaska, arizona,
    arkansas, california, colorado, connecticut, delaware, florida, hawaii, idaho, illinois, indiana, iowa, kansas,
    kentucky, louisiana, maine, maryland, massachusetts, michigan, minnesota, mississippi, missouri, montana, nebraska,
    nevada, ohio, oklahoma, oregon, pennsylvania, tennessee, texas, utah, vermont, wisconsin, wyoming""".split(",")
)  # fmt: skip
_FIRST_OF_NO_PERSON = frozenset(
    "the a an new north south east west northern southern eastern western upper lower great united san santa los las"
    " mount lake port fort cape".split()
)
_OF_NO_PERSON = frozenset(
    """academy accord accords act act agency airlines airport alliance archive army assembly association atlas award
    bank basin battle bay beach board book bridge bureau canal castle cathedral centre center channel church city club
    code coast college commission committee company conference congress constitution convention corporation council
    county court cup day declaration department desert district dynasty empire encyclopedia expedition federation
    festival foundation fund gallery games government group guide gulf handbook harbour highway history hospital house
    inc institute international island islands kingdom laboratory law league library lighthouse limited ltd magazine
    manual march ministry mission mountain mountains movement museum nation nations office olympics orchestra
    organisation organization palace parliament party peninsula people plan plateau policy prize programme project
    province railway range record records reef region register regulation report republic resolution review revolution
    river road school sea season senate series service society square stadium state states station strait street studio
    summit team temple territory theatre theater times tower treaty tribunal trust union universe university valley
    village war""".split()
)
_IN_BRACKETS = re.compile(r"\s*\(([^()]*)\)\s*$")
_COMMON = 7.3
"""log10 of the count of a word that is as frequent as common nouns are: "Free Culture" has only such words."""


def may_be(name: str, pronoun: str = "") -> bool:
    """Whether the name may be a person's, and fits the pronoun if one is given."""
    bracketed = _IN_BRACKETS.search(name)
    words = [word.lower() for word in WORD.findall(_IN_BRACKETS.sub("", name))]
    if not words or is_no_person(name):
        return False
    if len(name.split()) == 1:  # of one word nothing is known
        return not pronoun or not _is_other(words, pronoun)
    first = next((word for word in words if word not in _FORMS), words[0])
    if _is_other(words, pronoun):
        return False
    if first in _MEN or first in _WOMEN or words[0] in _FORMS or bracketed:
        return True
    if "of" in words:
        return False
    return any((english().frequency(word) or 0.0) < _COMMON for word in words if len(word) > 1)


def is_person(name: str) -> bool:
    """Whether the name of several words begins with a first name or a form of address, and has no word of an institution."""
    words = [word.lower() for word in WORD.findall(name)]
    return len(words) > 1 and words[0] in _MEN | _WOMEN | _FORMS and _OF_NO_PERSON.isdisjoint(words)


def _is_other(words: list[str], pronoun: str) -> bool:
    """Whether the name is a woman's and the pronoun "he", or a man's and "she"."""
    first = next((word for word in words if word not in _FORMS), words[0])
    if pronoun in HE:
        return first in _WOMEN or words[0] in _SHE_FORM
    return pronoun in SHE and (first in _MEN or words[0] in _HE_FORM)


def is_no_person(name: str) -> bool:
    """Whether the name is certainly no person's, but that of a country, a large city, an institution, a work or an event."""
    bracketed = _IN_BRACKETS.search(name)
    if bracketed and re.search(
        r"\b(?:album|band|book|city|film|game|group|magazine|musical|novel|opera|painting|play|series|show|song|team)\b",
        bracketed[1],
        re.I,
    ):
        return True
    plain = _IN_BRACKETS.sub("", name).casefold()
    words = [word.lower() for word in WORD.findall(plain)]
    named = bool(words) and words[0] in _MEN | _WOMEN | _FORMS
    return (
        " ".join(words).removeprefix("the ") in _PLACES
        or (bool(words) and words[0] in _FIRST_OF_NO_PERSON)
        or (not named and not _OF_NO_PERSON.isdisjoint(words))
        or (bool(words) and words[0].isdigit())
    )

"""Detects the language of a text by its script and most frequent short words. Has no model."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

SAMPLE_CHARACTERS = 6000
_FEWEST_WORDS = 6
_FEW_WORDS, _FEWEST_KINDS, _FEWEST_OF_FEW = 30, 3, 2
# No part of a code: "A4" has no "a".
_WORD = re.compile(r"(?<!\w)[^\W\d_]+(?:['’][^\W\d_]+)?(?!\w)")
_CODE = re.compile(r"[A-Z]{2,3}")

# Function words: the commonest of each language, by general knowledge of the language; a word that
# several languages share is weak evidence, and its vote is divided among them. The last English ones are those that a log
# or a price list has, and that would make it Dutch ("door"), Italian ("per") or Swedish ("till").
_STOPWORDS = {
    "en": "the of and to in is that for it was on with as are be this by at from or have an not "
    "which but you they his her were their has been will would there can its we who more "
    "when what per door van over under die men man till bare plus no do me so war den sin",
    "de": "der die das und in zu den von mit ist des sich auf für nicht ein eine dem im als "
    "auch es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem "
    "über so zum war",
    "fr": "de la le et les des en un une du que est pour dans qui par sur pas au plus avec ce "
    "il ne se sont cette ou mais comme nous vous été ses aux leur son elle je à où être "
    "sa",
    "es": "de la que el en y a los del se las por un para con no una su al lo como más pero sus "
    "le ya o este sí porque esta entre cuando muy sin sobre también me hasta hay donde "
    "quien desde",
    "pt": "de a o que e do da em um para com não uma os no se na por mais as dos como mas ao "
    "ele das à seu sua ou quando muito nos já eu também só pelo pela até isso ela entre "
    "depois são você",
    "it": "di e il la che in un a per è una non si con del le i da al dei sono come nel della "
    "gli ha più anche lo alla ma delle su questo o se nella dal degli essere stato molto "
    "ed cui",
    "nl": "de van het een en in is dat op te zijn met voor niet aan er die om ook als dan maar "
    "bij door of naar uit nog worden wordt over heeft hij ze wat deze meer tot geen al "
    "hebben kan",
    "sv": "och att det i en på är som för med den till av inte om ett har de jag var från vi så "
    "kan man när men nu också eller efter över sig där vid han hon mot skulle bara alla "
    "hur under än",
    "da": "og i at det er en til på som for med de den af ikke der var et har jeg han om vi men "
    "fra sig så kan skal ved også hun efter ud nu over havde blev eller hvad være mig "
    "denne kun",
    "nb": "og i det er på som en til å for av at med de har ikke den om et jeg var men fra vi "
    "så kan han ble seg ved også etter hun nå eller være skal vil hva mot meg noe bare "
    "mer sin opp",
    "fi": "ja on ei että se oli hän mutta kun niin ovat myös tai joka hänen kuin sen jos ole "
    "vain nyt mitä sitä mukaan ollut voi sekä olla tämä kanssa jo siitä jonka minä sitten "
    "vielä",
    "pl": "i w na z się nie do to że jest o jak od po za przez dla ale co są być tym jego tak "
    "tylko czy już może który która które jej przy ich także oraz było był pod ze bardzo "
    "przed",
    "cs": "a v se na je že s z do to i o k ve pro jako za by po jsou ale podle od které který "
    "jeho jsem ze při také jen byl už tak bylo která nebo když bude až má ani není jeho "
    "své",
    "sk": "a v sa na je že s z do to aj o k vo pre ako za by po sú ale podľa od ktoré ktorý "
    "jeho som zo pri tiež len bol už tak bolo ktorá alebo keď bude až má ani nie svoje",
    "hu": "a az és hogy nem is egy van ez meg de volt csak mint még már ha azt el vagy lehet ki "
    "kell minden aki pedig majd ezt nagyon után között szerint lett olyan amely így más "
    "itt sem",
    "ro": "de și în a la cu o nu pe este că un din care se pentru mai sau fi au am ca prin după "
    "dar fost sunt al ale lui ce cel sa iar această să cum între foarte îi lor până",
    "tr": "ve bir bu da de için ile olarak çok daha olan gibi ne kadar sonra ama en var değil "
    "olduğu ya her o mi diye kendi bana şey iki ise göre ancak büyük yeni şu içinde yok "
    "tarafından",
    "vi": "là và của có không được trong một cho các với người này những đã khi để từ đến như "
    "về cũng ra ở nhiều vào theo trên năm tại đó sẽ phải nhưng rằng bị hơn nếu",
    "id": "yang dan di untuk dengan pada ini dari dalam tidak itu akan adalah ke juga oleh atau "
    "sebagai karena telah bisa ada saat lebih kepada dapat mereka tersebut kami sudah "
    "bahwa saya",
    "ca": "de la i que el en a per un una els les amb del no és al es com més ha són va aquest "
    "seva dels però també seu aquesta ser molt fins quan entre pels hi tot sobre sense on",
    "ru": "и в не на что он с как по это но а из к за у от так же для то бы его все было был "
    "она мы они вы ее или только при уже о если их когда до чтобы есть нет даже где этот "
    "может",
    "uk": "і в не на що з як по це але а із до за у від так же для то б його все було був вона "
    "ми вони ви її або тільки при вже про якщо їх коли щоб є немає навіть де цей може та "
    "й які",
    "bg": "и в не на че с как по това но а от за у да се е са го към като беше той тя ние вие "
    "те му или само при вече ще ако им когато до има няма който където си този може така "
    "след още",
    "sr": "и у не на да је се са као по то али а од за из би до су га који није била био она "
    "они или само при већ о ако их када има нема где овај може што бити све након још",
    "ar": "في من على إلى أن عن التي هذا الذي هذه مع كان ما لا بعد كما أو بين وقد قد ذلك كل لم "
    "هو هي قبل حيث عند عام منذ وفي حتى غير أي ثم كانت إن خلال",
    "fa": "و در به از که این را با است برای آن یک خود تا بر هم نیز ها می شد شده های اما او ما "
    "یا کرد باید دو کند بود بین پس هر پیش شود دارد وی آنها کرده",
    "ur": "کے میں کی اور سے کا ہے کو نے پر یہ اس کہ ہیں ایک کر تھا بھی نہیں کیا وہ تو جو ہو لیے "
    "گیا ان ساتھ تھے رہے کہا اپنے ہوئے تھی بعد",
    "hi": "के में की है और से का को पर यह ने एक कि हैं भी नहीं लिए हो इस कर था तो जो या वह गया",
    "mr": "आहे आणि या व तो ही हे आहेत त्या एक होते नाही करून मध्ये असे होता होती ते की तर झाले",
}
_BY_WORD: dict[str, tuple[str, ...]] = {}
for _code, _words in _STOPWORDS.items():
    for _word in set(_words.split()):
        _BY_WORD[_word] = (*_BY_WORD.get(_word, ()), _code)

# Scripts that one language of note is written in.
_SCRIPTS = {
    "HIRAGANA": "ja",
    "KATAKANA": "ja",
    "HANGUL": "ko",
    "GREEK": "el",
    "HEBREW": "he",
    "THAI": "th",
    "GEORGIAN": "ka",
    "ARMENIAN": "hy",
    "BENGALI": "bn",
    "TAMIL": "ta",
    "TELUGU": "te",
    "GUJARATI": "gu",
    "KANNADA": "kn",
    "MALAYALAM": "ml",
    "KHMER": "km",
    "LAO": "lo",
    "MYANMAR": "my",
    "SINHALA": "si",
    "ETHIOPIC": "am",
    "GURMUKHI": "pa",
}


def detect(text: str, *, declared: str | None = None) -> str | None:
    """An ISO 639-1 code, or None when there is too little text to decide.

    Looks at about 6,000 characters from the start, middle and end. `declared` is the language that the document states;
    it decides where the text is too short or two languages score alike.
    """
    sample = _sample(text)
    scripts = _scripts(sample)
    letters = sum(scripts.values())
    if not letters:
        return declared
    kana = scripts.get("HIRAGANA", 0) + scripts.get("KATAKANA", 0)
    han = scripts.get("CJK", 0)
    if kana > 0.05 * (kana + han) and kana + han > 0.3 * letters:
        return "ja"
    if han > 0.3 * letters:
        return "zh"
    name, count = max(scripts.items(), key=lambda item: item[1])
    if count > 0.5 * letters and name in _SCRIPTS:
        return _SCRIPTS[name]
    return _by_words(sample, declared)


def _by_words(sample: str, declared: str | None) -> str | None:
    found = _WORD.findall(sample)
    if not sample.isupper():  # "EN-501" has no "en"
        found = [word for word in found if not _CODE.fullmatch(word)]
    words = [word.lower() for word in found]
    if len(words) < _FEWEST_WORDS:
        return declared
    votes: dict[str, float] = {}
    hits: dict[str, float] = {}
    kinds: dict[str, set[str]] = {}
    for word in words:
        codes = _BY_WORD.get(word, ())
        # A single letter may be an initial or a formula.
        weight = 1.0 if len(word) > 1 else 0.25
        for code in codes:
            votes[code] = votes.get(code, 0.0) + weight / len(codes)
            hits[code] = hits.get(code, 0.0) + weight
            kinds.setdefault(code, set()).add(word)
    if not votes:
        return declared
    if declared in votes:
        # A declaration breaks a near tie (Danish and Norwegian) and no more.
        votes[declared] *= 1.25
    best = max(votes, key=lambda code: votes[code])
    # Real text is a quarter function words or more; a list of names is not. To overrule what the
    # document says takes more.
    least = 0.15 if declared and declared != best else 0.06
    # A column of Italian surnames or Spanish streets repeats "di" or "de la"; a sentence has more kinds of them.
    needed = _FEWEST_OF_FEW if len(words) < _FEW_WORDS else _FEWEST_KINDS
    return (
        best
        if len(kinds[best]) >= needed and hits[best] >= max(2.0, least * len(words))
        else declared
    )


def _sample(text: str) -> str:
    if len(text) <= SAMPLE_CHARACTERS:
        return text
    third = SAMPLE_CHARACTERS // 3
    middle = len(text) // 2
    return "\n".join((text[:third], text[middle : middle + third], text[-third:]))


def _scripts(sample: str) -> dict[str, int]:
    """Letters by script, the script being the first word of the character's Unicode name."""
    counts: dict[str, int] = {}
    for character in sample[::3] if len(sample) > 1500 else sample:
        if character.isalpha():
            name = _script(character)
            counts[name] = counts.get(name, 0) + 1
    return counts


@lru_cache(maxsize=4096)
def _script(character: str) -> str:
    return unicodedata.name(character, "UNKNOWN").split(" ", 1)[0].split("-")[0]

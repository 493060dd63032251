"""Renders templates for words of other languages and scripts, with their labels and order. Translates nothing."""

from __future__ import annotations

import re

from wherein.knowledge.importers.templates.call import Call, Rule, same

LANGUAGES = dict(
    row.split(" ", 1)
    for row in """
aa Afar;ab Abkhaz;af Afrikaans;ak Akan;akk Akkadian;als Alemannic;am Amharic;an Aragonese;ang Old English;ar Arabic;arc Aramaic;arz Egyptian Arabic
as Assamese;ast Asturian;av Avar;ay Aymara;az Azerbaijani;ba Bashkir;bar Bavarian;be Belarusian;bg Bulgarian;bho Bhojpuri;bi Bislama;bm Bambara
bn Bengali;bo Tibetan;br Breton;bs Bosnian;ca Catalan;ce Chechen;ceb Cebuano;ch Chamorro;chr Cherokee;ckb Central Kurdish;co Corsican;cop Coptic
cr Cree;crh Crimean Tatar;cs Czech;csb Kashubian;cu Church Slavonic;cv Chuvash;cy Welsh;da Danish;de German;dsb Lower Sorbian;dv Maldivian
dz Dzongkha;ee Ewe;egy Ancient Egyptian;el Greek;en English;enm Middle English;eo Esperanto;es Spanish;et Estonian;eu Basque;fa Persian
ff Fula;fi Finnish;fil Filipino;fj Fijian;fo Faroese;fr French;frm Middle French;fro Old French;frp Arpitan;frr North Frisian;fur Friulian
fy West Frisian;ga Irish;gan Gan Chinese;gd Scottish Gaelic;gl Galician;gn Guarani;goh Old High German;got Gothic;grc Ancient Greek;gsw Swiss German
gu Gujarati;gv Manx;ha Hausa;hak Hakka;haw Hawaiian;he Hebrew;hi Hindi;hr Croatian;hsb Upper Sorbian;ht Haitian Creole;hu Hungarian;hy Armenian
hz Herero;ia Interlingua;id Indonesian;ig Igbo;ilo Ilocano;io Ido;is Icelandic;it Italian;iu Inuktitut;ja Japanese;jam Jamaican Creole;jv Javanese
ka Georgian;kab Kabyle;kg Kongo;ki Kikuyu;kk Kazakh;kl Greenlandic;km Khmer;kn Kannada;ko Korean;krc Karachay-Balkar;ks Kashmiri;ku Kurdish
kv Komi;kw Cornish;ky Kyrgyz;la Latin;lad Ladino;lb Luxembourgish;lg Luganda;li Limburgish;lij Ligurian;lmo Lombard;ln Lingala;lo Lao;lt Lithuanian
ltg Latgalian;lv Latvian;lzh Classical Chinese;mai Maithili;mg Malagasy;mh Marshallese;mi Māori;mk Macedonian;ml Malayalam;mn Mongolian
mnc Manchu;mr Marathi;ms Malay;mt Maltese;my Burmese;na Nauruan;nah Nahuatl;nan Southern Min;nap Neapolitan;nb Norwegian Bokmål;nds Low German
ne Nepali;new Newar;nl Dutch;nn Norwegian Nynorsk;no Norwegian;non Old Norse;nrf Norman;nv Navajo;ny Chewa;oc Occitan;oj Ojibwe;om Oromo;or Odia
os Ossetian;ota Ottoman Turkish;pa Punjabi;pap Papiamento;pi Pali;pl Polish;pms Piedmontese;ps Pashto;pt Portuguese;qu Quechua;rm Romansh
rn Kirundi;ro Romanian;rom Romani;ru Russian;rue Rusyn;rup Aromanian;rw Kinyarwanda;sa Sanskrit;sah Yakut;sat Santali;sc Sardinian;scn Sicilian
sco Scots;sd Sindhi;se Northern Sami;sg Sango;sga Old Irish;sh Serbo-Croatian;shn Shan;si Sinhala;sk Slovak;sl Slovene;sm Samoan;sn Shona;so Somali
sq Albanian;sr Serbian;ss Swazi;st Sotho;su Sundanese;sux Sumerian;sv Swedish;sw Swahili;syc Classical Syriac;szl Silesian;ta Tamil;te Telugu
tet Tetum;tg Tajik;th Thai;ti Tigrinya;tk Turkmen;tl Tagalog;tn Tswana;to Tongan;tpi Tok Pisin;tr Turkish;ts Tsonga;tt Tatar;tw Twi;ty Tahitian
tyv Tuvan;udm Udmurt;ug Uyghur;uk Ukrainian;ur Urdu;uz Uzbek;ve Venda;vec Venetian;vi Vietnamese;vo Volapük;vro Võro;wa Walloon;war Waray;wo Wolof
wuu Wu Chinese;xh Xhosa;yi Yiddish;yo Yoruba;yua Yucatec Maya;yue Cantonese;za Zhuang;zh Chinese;zu Zulu
""".replace("\n", ";").strip(";").split(";")
)  # fmt: skip
"""English names by ISO 639 code, of the most frequent codes in templates `lang-…` and `langx`."""


def _language(code: str) -> str:
    found = LANGUAGES.get(code) or LANGUAGES.get(code.partition("-")[0])
    return "" if found is None else found


def _in_brackets(parts: list[str]) -> str:
    said = [part for part in parts if part]
    return f" ({', '.join(said)})" if said else ""


def _with_label(code: str, call: Call, text: str, romanized: str, literal: str) -> str | None:
    if not text:
        return None
    label = call.get("label")
    shown = "" if label == "none" else label or _language(code)
    parts = [f"{shown}: {text}" if shown else text]
    parts += [f"romanized: {romanized}"] if romanized else []
    parts += [f"lit. '{literal}'"] if literal else []
    return ", ".join(parts)


def _of_its_language(call: Call) -> str | None:
    """`lang-fr`: French: text."""
    return _with_label(
        call.name.partition("-")[2], call, call.get(1, "text"),
        call.get(2, "translit", "tr"), call.get(3, "lit", "translation"),
    )  # fmt: skip


def _langx(call: Call) -> str | None:
    return _with_label(
        call.get(1).casefold(), call, call.get(2, "text"),
        call.get(3, "translit", "tr"), call.get(4, "lit", "translation"),
    )  # fmt: skip


def _last(call: Call) -> str | None:
    return next(reversed(call.items()), None)


def _text(call: Call) -> str | None:
    return call.get(2, "text") or None


def _first(call: Call) -> str | None:
    return call.get(1, "text", "lt") or None


def _nihongo(call: Call) -> str | None:
    english, japanese, romanized, extra = (call.get(n) for n in (1, 2, 3, 4))
    if call.name == "nihongo2":
        return english or None
    if call.name == "nihongo3":
        english, romanized = romanized or english, english if romanized else ""
    if not english:
        english, romanized = romanized, ""
    lead = call.get("lead")
    beside = [f"Japanese: {japanese}" if lead and japanese else japanese, romanized, extra]
    return (english + _in_brackets(beside)).strip() or None


def _labelled(labels: str) -> Rule:
    """Named parameters as "label: text", in this order."""
    rows = [row.split(" ", 1) for row in labels.split(";")]

    def rule(call: Call) -> str | None:
        unlabelled = call.get("labels") == "no"
        found: dict[str, str] = {}
        for key, label in rows:
            text = call.get(key)
            if text and text not in found.values():
                found.setdefault(label, text)
        if not found and (text := call.get(1)):
            return text
        said = (text if unlabelled else f"{label}: {text}" for label, text in found.items())
        return "; ".join(said) or None

    return rule


def _gloss(call: Call) -> str | None:
    text = call.get(1)
    return f"'{text}'" if text else None


def _literally(call: Call) -> str | None:
    texts = call.items()
    return "lit. " + " or ".join(f"'{text}'" for text in texts) if texts else "lit."


def _link_elsewhere(call: Call) -> str | None:
    return call.get("lt", "label", "display", "en", 1) or None


RULES: dict[str, Rule] = {
    **same(_text, "lang|rtl-lang|rtl lang|wikt-lang|wt|nativephrase|native phrase|native name|nativename|native|foreign|in lang text"),
    **same(_langx, "langx|lang-x|langue"),
    **same(_last, "transl|translit|transliteration|tlit|xlit|romanization|semxlit|transl-ar"),
    **same(_first, "script|hebrew|hebr|arabic|polytonic|greek|ruby|ruby-ja|ruby-zh|ja-ruby|cyrl|goth|runic|phoenician|sanskrit"
                   "|devanagari|nastaliq|linear b|cuneiform|hiero text|unichar text|cjkv text|lang-he-n|asiantitle|hant|hans|jpan|kore"),
    **same(_nihongo, "nihongo|nihongo2|nihongo3|nihongo foot|nihongo-s|nihongo krt"),
    **same(_labelled("c Chinese;t traditional Chinese;s simplified Chinese;p pinyin;hp pinyin;w Wade–Giles;j Jyutping;cy Cantonese Yale;poj Pe̍h-ōe-jī;l lit.;first first"), "zh|zhi|zh-full|zh-tsp|zh-cp|chinese text"),
    **same(_labelled("hangul Korean;hangeul Korean;hanja Hanja;rr RR;mr MR;lit lit."), "korean|ko-hhrm|korean/auto|koreanname|lang-ko"),
    **same(_labelled("q Vietnamese;v Vietnamese;chuhan chữ Hán;chunom chữ Nôm;hn Hán-Nôm;lit lit."), "vie|vietnamese"),
    **same(_gloss, "gloss|translation|translated|single quote|singlequote|sq"),
    **same(_literally, "lit|lit.|literally|literal|literal translation"),
    **same(_link_elsewhere, "ill|illm|interlanguage link|interlanguage link multi|link-interwiki|iw|iw2|ill-wd|illwd|wdl|q-link|red link|redlink"),
}  # fmt: skip
FAMILIES: tuple[tuple[re.Pattern[str], Rule], ...] = (
    (re.compile(r"lang-[a-z]{2,3}(?:-[a-z0-9]+)*"), _of_its_language),
    (re.compile(r"script/.*|iso 15924/.*"), lambda call: call.get(2, 1) or None),
)

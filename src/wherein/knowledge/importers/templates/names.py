"""Renders templates of people, countries, teams, ships and places. Knows no page."""

from __future__ import annotations

import re

from wherein.knowledge.importers.templates.call import Call, Rule, same

COUNTRIES = dict(
    row.split(" ", 1)
    for row in """
AFG Afghanistan;ALB Albania;ALG Algeria;AND Andorra;ANG Angola;ARG Argentina;ARM Armenia;ARU Aruba;AUS Australia;AUT Austria;AZE Azerbaijan;BAH Bahamas
BAN Bangladesh;BAR Barbados;BDI Burundi;BEL Belgium;BEN Benin;BER Bermuda;BHU Bhutan;BIH Bosnia and Herzegovina;BIZ Belize;BLR Belarus;BOL Bolivia
BOT Botswana;BRA Brazil;BRN Bahrain;BHR Bahrain;BRU Brunei;BUL Bulgaria;BGR Bulgaria;BUR Burkina Faso;CAF Central African Republic;CAM Cambodia;CAN Canada
CAY Cayman Islands;CHA Chad;CHI Chile;CHL Chile;CHN China;CIV Ivory Coast;CMR Cameroon;COD DR Congo;CGO Congo;COL Colombia;CPV Cape Verde;CRC Costa Rica
CRO Croatia;HRV Croatia;CUB Cuba;CYP Cyprus;CZE Czech Republic;TCH Czechoslovakia;DEN Denmark;DNK Denmark;DJI Djibouti;DOM Dominican Republic;ECU Ecuador
EGY Egypt;ENG England;ERI Eritrea;ESA El Salvador;ESP Spain;EST Estonia;ETH Ethiopia;EUN Unified Team;EUR Europe;FIJ Fiji;FIN Finland;FRA France
FRG West Germany;FRO Faroe Islands;GAB Gabon;GAM Gambia;GBR Great Britain;GDR East Germany;GEO Georgia;GEQ Equatorial Guinea;GER Germany;DEU Germany
GHA Ghana;GIB Gibraltar;GRE Greece;GRC Greece;GRN Grenada;GUA Guatemala;GUI Guinea;GUM Guam;GUY Guyana;HAI Haiti;HKG Hong Kong;HON Honduras;HUN Hungary
INA Indonesia;IDN Indonesia;IND India;IRI Iran;IRN Iran;IRL Ireland;IRQ Iraq;ISL Iceland;ISR Israel;ITA Italy;JAM Jamaica;JOR Jordan;JPN Japan
KAZ Kazakhstan;KEN Kenya;KGZ Kyrgyzstan;KOR South Korea;KOS Kosovo;KSA Saudi Arabia;SAU Saudi Arabia;KUW Kuwait;LAO Laos;LAT Latvia;LVA Latvia;LBA Libya
LBR Liberia;LES Lesotho;LIB Lebanon;LBN Lebanon;LIE Liechtenstein;LTU Lithuania;LUX Luxembourg;MAC Macau;MAD Madagascar;MAR Morocco;MAS Malaysia
MYS Malaysia;MAW Malawi;MDA Moldova;MDV Maldives;MEX Mexico;MGL Mongolia;MNG Mongolia;MKD North Macedonia;MLI Mali;MLT Malta;MNE Montenegro;MON Monaco
MCO Monaco;MOZ Mozambique;MRI Mauritius;MTN Mauritania;MYA Myanmar;NAM Namibia;NCA Nicaragua;NED Netherlands;NLD Netherlands;NEP Nepal;NGR Nigeria;NGA Nigeria
NIG Niger;NIR Northern Ireland;NOR Norway;NZL New Zealand;OMA Oman;PAK Pakistan;PAN Panama;PAR Paraguay;PER Peru;PHI Philippines;PHL Philippines;PLE Palestine
PNG Papua New Guinea;POL Poland;POR Portugal;PRT Portugal;PRK North Korea;PUR Puerto Rico;QAT Qatar;ROU Romania;ROM Romania;RSA South Africa;ZAF South Africa
RUS Russia;RWA Rwanda;SAM Samoa;SCG Serbia and Montenegro;SCO Scotland;SEN Senegal;SGP Singapore;SIN Singapore;SLE Sierra Leone;SLO Slovenia;SVN Slovenia
SMR San Marino;SOM Somalia;SRB Serbia;SRI Sri Lanka;LKA Sri Lanka;SUD Sudan;SSD South Sudan;SUI Switzerland;CHE Switzerland;SUR Suriname;SVK Slovakia
SWE Sweden;SWZ Eswatini;SYR Syria;TAN Tanzania;TGA Tonga;THA Thailand;TJK Tajikistan;TKM Turkmenistan;TLS Timor-Leste;TOG Togo;TPE Chinese Taipei
TWN Taiwan;TRI Trinidad and Tobago;TUN Tunisia;TUR Turkey;UAE United Arab Emirates;UGA Uganda;UKR Ukraine;URS Soviet Union;SUN Soviet Union;URU Uruguay
USA United States;UZB Uzbekistan;VAN Vanuatu;VEN Venezuela;VIE Vietnam;VNM Vietnam;VAT Vatican City;WAL Wales;YEM Yemen;YUG Yugoslavia;ZAM Zambia;ZIM Zimbabwe
US United States;UK United Kingdom;GB United Kingdom;EU European Union;UN United Nations;USSR Soviet Union;PRC China;ROC Taiwan;NZ New Zealand
""".replace("\n", ";").strip(";").split(";")
)  # fmt: skip
"""Countries by the codes of the Olympic Committee, FIFA and ISO 3166 that templates of flags are called with."""


def _country(code: str) -> str:
    return COUNTRIES.get(code.upper(), code) if len(code) <= 4 else code


def _flag(call: Call) -> str | None:
    code = call.get(1)
    return call.get("name") or _country(code) if code else None


def _flag_by_code(call: Call) -> str | None:
    """`{{FRA}}`: the country, by a template named like its code."""
    return COUNTRIES.get(call.name.upper())


def _athlete(call: Call) -> str | None:
    name, code = call.get(1), call.get(2)
    return f"{name} ({_country(code)})" if name and code else name or None


def _sorted_name(call: Call) -> str | None:
    return f"{call.get(1)} {call.get(2)}".strip() or None


def _ship(prefix: str | None = None) -> Rule:
    """`{{USS|Enterprise|CV-65}}`; with the third parameter 1 only the number, with 2 only the name."""

    def rule(call: Call) -> str | None:
        parts = call.numbered()
        before = prefix if prefix is not None else (parts.pop(0) if parts else "")
        name, number, form = (*parts, "", "", "")[:3]
        if not name:
            return None
        full = f"{before} {name}".strip()
        if form == "1" or form == "5":
            return number or full
        if form == "2":
            return name
        return full if form or not number else f"{full} ({number})"

    return rule


def _ship_class(call: Call) -> str | None:
    name, kind, form = call.get(1), call.get(2), call.get(3)
    if not name:
        return None
    return f"{name} class" if form in ("0", "4", "5") else f"{name}-class {kind}".strip()


def _married(call: Call) -> str | None:
    name, begin, end = call.get(1), call.get(2), call.get(3)
    ends = {
        "div": "div.",
        "d": "died",
        "died": "died",
        "sep": "sep.",
        "ann": "ann.",
        "widowed": "died",
    }
    why = ends.get(
        call.get("end", "reason").casefold().rstrip("."), call.get("end", "reason") or "div."
    )
    dates = [f"m. {begin}" if begin else "", f"{why} {end}" if end else ""]
    beside = "; ".join(date for date in dates if date)
    return (f"{name} ({beside})" if beside else name).strip() or None


def _coordinates(call: Call) -> str | None:
    """The text of an inline position; "" for one that is shown only beside the page's title."""
    display = call.get("display").casefold()
    if display in ("title", "t") or not call.numbered():
        return ""
    numbers: list[str] = []
    said: list[str] = []
    for value in call.items():
        if value.upper() in ("N", "S", "E", "W"):
            degrees = "".join(n + mark for n, mark in zip(numbers, "°′″", strict=False))
            said.append(degrees + value.upper())
            numbers = []
        elif re.fullmatch(r"-?\d+(?:\.\d+)?", value):
            numbers.append(value)
    return " ".join(said) or ", ".join(f"{n}°" for n in numbers[:2])


def _roads(call: Call) -> str | None:
    values = call.items()
    roads = [f"{kind}-{number}" if kind in ("I",) else f"{kind} {number}" for kind, number in zip(values[::2], values[1::2], strict=False)]  # fmt: skip
    place = ", ".join(filter(None, (call.get("city1", "loc1"), call.get("city2", "loc2"))))
    return (" / ".join(roads) + (f" – {place}" if place else "")) or None


def _city_state(call: Call) -> str | None:
    return ", ".join(call.items()) or None


def _verse(call: Call) -> str | None:
    return " ".join(call.items()[:2]) or None


def _first(call: Call) -> str | None:
    return call.get("name", "text", 1) or None


def _second(call: Call) -> str | None:
    return call.get(2, 1) or None


def _season(call: Call) -> str | None:
    year = call.get(1)
    return f"{year}–{(int(year) + 1) % 100:02d}" if year.isdecimal() else year or None


def _company(call: Call) -> str | None:
    return f"{call.name.upper()}: {call.get(1)}" if call.get(1) else None


def _url(call: Call) -> str | None:
    return call.get(2, 1) or None


def _goals(call: Call) -> str | None:
    values = call.numbered()
    goals = [f"{at}'" + (f" ({how})" if how else "") for at, how in zip(values[::2], [*values[1::2], ""], strict=False) if at]  # fmt: skip
    return ", ".join(goals) or None


def _rating(call: Call) -> str | None:
    return "/".join(call.items()[:2]) or None


def _party(call: Call) -> str | None:
    return call.get("shortname", 1) or None


_SHIPS = "USS|HMS|HMAS|HMCS|HMNZS|SS|MS|MV|RMS|USCGC|USNS|SMS|INS|HNLMS|HDMS|HSwMS|HNoMS|ORP|BAP|ARA|PNS|RFA|RV|RRS|MT|MY|PS|TSS|GTS|HMT|HMHS|HMY|LÉ|JS|ROKS|ROCS|RSS|KRI|TCG|NRP|SAS|USRC|USAT|USCS|CSS|PT|USAV|MTS|SSBN|HMSAS|HMIS"  # fmt: skip
_SHIPS_OF = "GS|German submarine|Japanese|Russian|French|Italian|Greek|Brazilian|Chilean|Spanish"
_TEAMS = "fb|fb-rt|fb-big|fbw|fbw-rt|fbu|fbu-rt|cr|cr-rt|crw|ru|ru-rt|ruw|rl|rl-rt|bk|bk-rt|bkw|ih|ih-rt|ihw|vb|vb-rt|vbw|vbw-rt|hb|hb-rt|hbw|fh|fh-rt|fhw|bb|wp|wp-rt|bsb|bsbl|afl|fs|fs-rt|fsu|nft|national football team|beachsoccer|bs|tennis team|curl|flagteam"  # fmt: skip

RULES: dict[str, Rule] = {
    **same(
        _flag,
        "flag|flagu|flagcountry|flagg|flag country|flag+link|flaglink|country|country link|noflag|flagioc|flagioc2|flagipc|flagcgf|flagpan|flag team|flagasia"
        "|flagsea|flagmed|flagigf|flagpasoc|flag entry|flagname|flaglist|flagbig|army|navy|air force|marine|naval|nationality|countryflag|country flag|flag2"
        "|geodata country|country data|cgf|iocflag|bot|fiba|fifa",
    ),
    **same(_flag, _TEAMS),
    **same(_athlete, "flagathlete|flagiocathlete|flagiocmedalist|flag athlete|flagmedalist|flagcgfathlete|flagcgfmedalist|flagathlete2|flagplayer|fbplayer|flagteam athlete|flagperson|sportspeople flag"),
    **same(_sorted_name, "sortname|sort name|personname|sorted name"),
    **{name.casefold(): _ship(name) for name in _SHIPS.split("|")},
    **{name.casefold(): _ship(f"{name} submarine" if name == "German" else name) for name in ("German",)},
    **same(_ship(), "ship|ship name|warship"),
    **same(_ship("German submarine"), "gs"),
    **same(_ship_class, "sclass|sclass2|sclass-|ship class|sclass/core"),
    **same(_married, "marriage|marriage link|married"),
    **same(_coordinates, "coord|coordinates|coor|coor d|coor dm|coor dms|coord dms|wikicoord"),
    **same(_roads, "jct|junction"),
    **same(_city_state, "city-state|citystate|city state"),
    **same(_verse, "bibleverse|bibleref|bibleref2|bible verse|bible|sourcetext|bibleverse-nb|quran|quran-usc|qref|cite quran text|hadith"),
    **same(_first, "stnlnk|stn|rws|ukrws|scotrws|tubestation|lds|amtk|njt|metro|airport codes text|lbs|mpl|mpl-|mp|minor planet|lunar crater|linked|wdib|school colors"),
    **same(_second, "station link|stl|stationlink|rail link|amtrak station|party name|icd10|icd9|us patent|patent|uspolabbr|ushr|mtr station|lnl|rcb|adjacent station text|line link|rail color line"),
    **same(_season, "nbay|nhly|nba year|nhl year|wp season|nba season|nhl season|mens ncaa"),
    **same(_first, "mlby|mlb year|nfly|nfl year|baseball year|wnbay|cfly|afl year|by|wsy|alds year|nlds year|alcs year|nlcs year|mls year|mlsy|cfb year|cfl year|tennis year|golf year|f1 year|f1|f1 gp|nascar year"),
    **same(_company, "nyse|nasdaq|lse|tyo|asx|tsx|tsxv|euronext|bse|nse|sehk|krx|twse|fwb|six|bit|sse|szse|sgx|jse|amex|otc pink|otcqx|moex|bmad|bmv|omx|oslo|ose"),
    **same(_url, "url|email|url2"),
    **same(_goals, "goal|goals|pengoal text"),
    **same(_rating, "rating|stars|rating-5|rating-10|rating-christgau|star rating|composition bar|infobox political party/seats|percent bar"),
    **same(_party, "party name with color|party name with colour|party link|political party link|polparty|political party|party stripe name|australian party style name|canadian party colour name"),
}  # fmt: skip
FAMILIES: tuple[tuple[re.Pattern[str], Rule], ...] = (
    (re.compile("|".join(code.lower() for code in COUNTRIES)), _flag_by_code),
)

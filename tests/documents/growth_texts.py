"""Makes text formats that repeat or nest one construct, for `growth`: web pages, Markdown, text, RTF and mail."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from tests.documents.growth_zipped import Maker

HTML_TAGS = (
    "a abbr address area article aside audio b base bdi bdo big blockquote body br button canvas "
    "caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em "
    "embed fieldset figcaption figure font footer form frame frameset h1 h6 head header hgroup hr "
    "html i iframe img input ins kbd label legend li link listing main map mark marquee math menu "
    "meta meter nav nobr noembed noframes noscript object ol optgroup option output p param picture "
    "plaintext pre progress q rb rp rt ruby s samp script search section select slot small source "
    "span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead "
    "time title tr track tt u ul var video wbr xmp unknown"
).split()


def _page(body: str) -> bytes:
    return f"<!doctype html><title>A page</title><p>It begins.{body}<p>It ends.".encode()


def _pages(units: Mapping[str, str]) -> dict[str, Maker]:
    return {name: (lambda n, unit=unit: _page(unit * n)) for name, unit in units.items()}  # type: ignore[misc]


_TABLE = "<table>{}</table>"
HTML: Mapping[str, Maker] = {
    **_pages({f"<{tag}> opened": f"<{tag}>x " for tag in HTML_TAGS}),
    **_pages({f"<{tag}> closed": f"<{tag}>some words</{tag}> " for tag in HTML_TAGS}),
    **_pages({f"<{tag}> with a paragraph": f"<{tag}><p>x</{tag}>" for tag in HTML_TAGS}),
    **_pages({f"</{tag}> alone": f"</{tag}>x" for tag in HTML_TAGS}),
    **_pages(
        {
            "less-than signs": "<", "comments": "<!--x-->", "open comments": "<!--", "entities": "&amp;",
            "half entities": "&am", "numbers": "&#65;", "half numbers": "&#", "quotes": '<p a="',
            "cdata": "<![CDATA[x]]>", "instructions": "<?x ?>", "breaks": "<br> ", "spaces": " ", "line ends": "\n",
            "misnested": "<b><i></b></i>", "links": "<li><a href=x>some words</a>", "anchors in blocks": "<a><div>",
            "links around tables": "<a><table><tr><td>", "foster": "<table><b>x", "options": "<select><option>x",
            "nested lists": "<ul><li>x", "numbered lists": "<ol start=999999999><li value=-999999999>x",
            "articles": "<article><h2>Some words</h2><p>Some more words, and then some.</p></article>",
            "json": '<script type="application/ld+json">{"datePublished":"x"}</script>',
            "uses": "<svg><use href='#a'/></svg>", "sources": "<img srcset='a 1x, b 2x'>",
            "metadata": "<meta name=a content=b>", "headings": "<h2>A heading</h2>", "dates": "<time pubdate>x</time>",
            "rubies": "<ruby>x<rt>y</ruby>", "hidden": "<div hidden>x</div>", "boxes": "<div class=nav><a>x</a></div>",
            "unseen": "<p style='opacity:0'>x</p>", "cut cells": "<td style='clip-path:inset(100%)'>x<svg></svg>",
            "rules": "<style>.a{color:#fff}.b .c{color:red}</style><p class=a>x", "open sheets": "<style>",
            "nested grounds": "<p style='color:#fff;background:#fff'>x<i style='color:red'>",
            "cookies": "<div class='cookie banner'>We use cookies</div>",
        }
    ),
    **{
        f"<{child}> of one <{parent}>": (
            lambda n, parent=parent, child=child: _page(f"<{parent}>{f'<{child}>x' * n}</{parent}>")  # type: ignore[misc]
        )
        for parent, child in (
            ("ul", "li"), ("ol", "li"), ("dl", "dt"), ("select", "option"), ("select", "optgroup"), ("select", "OPTION a=1"),
            ("datalist", "option"), ("ruby", "rt"), ("ruby", "rp"), ("colgroup", "col"), ("map", "area"), ("picture", "source"),
            ("fieldset", "legend"), ("details", "summary"), ("video", "track"), ("table", "caption"), ("table", "tbody"),
            ("head", "meta"), ("tr", "td"), ("form", "button"), ("svg", "g"), ("math", "mi"), ("p", "img"), ("template", "p"),
        )
    },
    "rules of one name": lambda n: _page(
        f"<style>{'.a{color:red}@media x{b{left:0}}' * n}{'{' * n}</style>{'<p class=a>x' * n}"
    ),
    "attributes": lambda n: _page(f"<p {' '.join(f'a{k}=1' for k in range(n))}>x"),
    "a long attribute": lambda n: _page(f"<p class='{'a ' * n}'>x"),
    "a long style": lambda n: _page(f"<p style='{'display ; ' * n}'>x"),
    "a long srcset": lambda n: _page(f"<img srcset='{'a 1x, ' * n}'>x"),
    "a long title": lambda n: b"<title>" + b"a | " * n + b"</title><h1>b</h1><p>It is.",
    "titles and headings": lambda n: b"<title>" + b"ab cd " * n + b"</title>" + b"<h1>xy yz</h1>" * n,
    "a json list": lambda n: _page(f"<script type='application/ld+json'>[{'[[],' * 50}1{']' * 50}{',{}' * n}]</script>"),
    "nested json": lambda n: _page(f"<script type='application/ld+json'>{'[' * n}</script>"),
    "classes": lambda n: _page("".join(f"<div class='c{k} nav'>some words</div>" for k in range(n))),
    "rows": lambda n: _page(_TABLE.format("<tr><th>a<td>b<td>c" * n)),
    "cells of one row": lambda n: _page(_TABLE.format(f"<tr>{'<th>a' * n}<tr>{'<td>b' * n}")),
    "spans": lambda n: _page(_TABLE.format(("<tr>" + "<td colspan=1000 rowspan=65534>x" * 20) * (n // 20 + 1))),
    "tables of spans": lambda n: _page(_TABLE.format(("<tr>" + "<td colspan=1000 rowspan=65534>x" * 5) * 10) * (n // 50 + 1)),
    "spans of header cells": lambda n: _page(_TABLE.format("<tr>" + "<th colspan=1000>h" * n + "<tr>" + "<td>x" * n)),
    "header rows": lambda n: _page(
        _TABLE.format("".join(f"<tr><th>h{k}<th>i{k}" for k in range(n)) + "<tr><td>a<td>b" * n)
    ),
    "header rows above a wide row": lambda n: _page(
        _TABLE.format("".join(f"<tr><th>h{k}<th>i" for k in range(n)) + "<tr>" + "<td>a" * n)
    ),
    "wide header rows": lambda n: _page(
        _TABLE.format((("<tr>" + "<th>h" * 50) * (n // 50 + 1)) + ("<tr>" + "<td>b" * 50) * (n // 50 + 1))
    ),
    "long header": lambda n: _page(_TABLE.format(f"<tr><th>{'long ' * n}<th>b" + "<tr><td>x<td>y" * n)),
    "long row header": lambda n: _page(_TABLE.format(f"<tr><th>{'long ' * n}{'<td>y' * n}<tr><td>x<td>y")),
    "nested tables": lambda n: _page("<table><tr><th>x<td>" * n),
    "long heading": lambda n: _page(f"<h1>{'long ' * n}</h1>" + "<p>Some words are here now.</p>" * n),
    "deep lists of items": lambda n: _page("<ul><li>" * 400 + "<div>x</div>" * n),
    "deep divisions of buttons": lambda n: _page("<div>" * 400 + "<button>x</button>" * n),
}  # fmt: skip


def _marked(unit: str) -> Maker:
    return lambda n: f"It begins. {unit * n} It ends.".encode()


def _lines(unit: str) -> Maker:
    return lambda n: f"It begins.\n\n{unit * n}\n\nIt ends.".encode()


_MARKS = (
    "\t", " ", "\n", "*", "**", "***", "_", "__", "`", "``", "~", "~~", "[", "]", "![", "(", ")", "<", ">", "#", "-", "+",
    "=", "|", "\\", "&", "&amp;", "&#65;", ":", '"', "'", "a", "a ", "a\t", "a  \n", "a\\\n", "*a ", "*a", "a*", "**a ",
    "**a** ", "*a **b ", "_a ", "a_", "~~a ", "~~a~~ ", "`a ", "`a` ", "[a]", "[a](", "[a](b) ", "[a][", "[a][b] ",
    "![a](", "![a](b)", "[a](<", "[a](b '", "[[", "]]", "](", "<a>", "<a ", "</a>", "<!--", "<!-- x --> ", "<?", "<?x?>",
    "<![CDATA[", "<!A", "<a@b.c> ", "<http://a> ", "<http:", "http://a ", "<a b='", "<br>", "* _ ", "*_a ", "a**b", "a***",
    "\\*", "\\[", "$", "^", "é", "\u3000", "\u200b", "&a", "!", "!!", "x](y ", "(((", "\r", "`` ` ", "[a]: b ", "<div>",
)  # fmt: skip
_LINES = (
    "\t\n", "- \n", "- a\n", "* a\n", "+ a\n", "1. a\n", "1) a\n", "> a\n", ">\n", "> > a\n", "# a\n", "#\n", "a\n===\n",
    "a\n---\n", "===\n", "---\n", "***\n", "a\n\n", "a\n", "    a\n", "\ta\n", "```\n", "```\na\n```\n", "~~~\n",
    "| a | b |\n", "|a|b|\n|-|-|\n", "|a|b|\n|-|-|\n|c|d|\n\n", "a | b\n- | -\n", "|-|\n", "[a]: b\n", "[a]: b 'c'\n",
    "[a]:\n", "[a]: <b\n", "[a]: b 'c\n", "<div>\n", "</div>\n\n", "<!--\n", "<script>\n", "<p>a</p>\n\n", "<?\n", "<!A\n",
    "- - a\n", "- 1. a\n", "> - a\n", "- > a\n", "- a\n\n", "- a\n\n  b\n", "* * *\n", "- a\n  - b\n", "1. a\n   - b\n",
    "a  \n", "a\\\n", "\\\n", "[a]: b\n\n[a]\n\n", "a:\n", ": a\n", "![a]: b\n", "&\n", "\n\n", " \n", "   a\n", "> ```\n",
    "- ```\n", ">     a\n", "    \n", "- [ ] a\n", "a\r\n", "\u2028",
)  # fmt: skip


def _stack(before: str, after: str = "a") -> Maker:
    """One line that nests a block n deep, or as deep as `n`."""
    return lambda n: f"It begins.\n\n{before * n}{after}\n\nIt ends.".encode()


def _indented(mark: str, most: int = 60) -> Maker:
    stair = "".join(" " * (len(mark) * k) + f"{mark}a\n" for k in range(most))
    return lambda n: ("It begins.\n\n" + (stair + "\nx\n\n") * max(1, n // most)).encode()


MARKDOWN: Mapping[str, Maker] = {
    **{f"{mark!r}": _marked(mark) for mark in _MARKS},
    **{f"{line!r} lines": _lines(line) for line in _LINES},
    **{f"{mark!r} nested": _stack(mark) for mark in (">", "> ", "- ", "* ", "+ ", "1. ", "- > ", "> - ", ">\t", "-\t")},
    **{f"{mark!r} stairs": _indented(mark) for mark in ("- ", "1. ", "> ", "* ")},
    "stairs": lambda n: "".join(" " * (2 * k) + "- a\n" for k in range(int(n**0.5) + 1)).encode(),
    "emphasis around": lambda n: ("*" * n + "a" + "*" * n).encode(),
    "mixed emphasis around": lambda n: ("*_" * n + "a" + "_*" * n).encode(),
    "brackets around": lambda n: ("[" * n + "a" + "]" * n).encode(),
    "parted links": lambda n: ("[a](" * n).encode(),
    "links around": lambda n: ("[" * n + "a" + "](b)" * n).encode(),
    "pictures around": lambda n: ("![" * n + "a" + "](b)" * n).encode(),
    "parentheses of a target": lambda n: f"[a]({'(' * n}{')' * n})".encode(),
    "backticks of all lengths": lambda n: " ".join("`" * k for k in range(1, int(n**0.5) + 2)).encode(),
    "definitions": lambda n: ("".join(f"[a{k}]: b{k}\n" for k in range(n)) + "\n" + "".join(f"[a{k}] " for k in range(n))).encode(),
    "a table of short rows": lambda n: ("|a" * 60 + "\n" + "|-" * 60 + "\n" + "|x\n" * n).encode(),
    "tables of short rows": lambda n: (("|a" * 60 + "\n" + "|-" * 60 + "\n" + "|x\n" * 60 + "\n") * (n // 60 + 1)).encode(),
    "a wide table": lambda n: ("|a" * n + "\n" + "|-" * n + "\n" + "|x" * n + "\n").encode(),
    "a long header": lambda n: (f"|{'long ' * n}|b|\n|-|-|\n" + "|x|y|\n" * n).encode(),
    "a long heading": lambda n: (f"# {'long ' * n}\n\n" + "Some words are here now.\n\n" * n).encode(),
    "a long paragraph": lambda n: ("Some words are here now.\n" * n).encode(),
    "front matter": lambda n: ("---\n" + "a: b\n" * n + "---\nx").encode(),
    "open front matter": lambda n: ("---\n" + "a: b\n" * n + "x").encode(),
    "tables in raw markup": lambda n: ("<table><tr><th>a<td>b</table>\n\n" * n).encode(),
    "spans in raw markup": lambda n: ("<table>" + "<tr><td colspan=1000 rowspan=65534>x<td>y" * n + "</table>\n\n").encode(),
}  # fmt: skip

TEXT: Mapping[str, Maker] = {
    f"{unit!r}": _marked(unit)
    for unit in (
        "\t", " ", "\n", "\n\n", "x\n", "x\n\n", " \n", "\r", "\f", "a", "a ", ".", ". ", "e.g. ", "? ", "1. ", "(", "\u3002",
        "A\u0301", "word ", "CHAPTER 1\n\n", "Chapter\n\n", "\0", "\ufeff", "\u200b", "😀", "é", "A Title Here\n\n",
        "—", "'", '"', "Mr. ", "...", "\u2028", "\x85", "\u00a0", "- a\n", "a.\n", "Ab. c. ", "x" * 79 + "\n", "&lt;",
        "http://a.b/c ", "a@b.c ", "12.5 ", "U.S. ", "<b>", "{", "\\", "ß", "中", "ก", "ا",
    )
}  # fmt: skip

CSV: Mapping[str, Maker] = {
    f"{unit!r}": (lambda n, unit=unit: b"name,fee\nAda,1\n" + (unit * n).encode())  # type: ignore[misc]
    for unit in (
        "a,1\n", "a,b\n", "1,2\n", "a\n", "\n", "a\n\n", ",", "a,", "1,", '"', '""', '"a', '"a\n', 'a",\n"', '"a"b,', '"a",\n',
        'x,"y\n', "a;b\n", "a\tb\n", "name,fee\nAda,1\nBo,2\n", "a,b\n1,2\n3,4\nc,d\n5,6\n7,8\n", "a,,b,c\n1,,2,3\n\n", "x: , y\n",
    )
}  # fmt: skip


def _units(before: str, after: str, *units: str) -> dict[str, Maker]:
    return {
        f"{unit!r}": (lambda n, unit=unit: (before + unit * n + after).encode())  # type: ignore[misc]
        for unit in units
    }


SUBTITLES: Mapping[str, Maker] = _units(
    "WEBVTT\n\n00:01.000 --> 00:02.000\nIt begins.\n\n", "",
    "00:01.000 --> 00:02.000\nSome words.\n\n", "00:01.000 --> 00:02.000\n", "00:01.000 --> ", "a line\n", "\n", "<i>", "<v ", "1\n",
)  # fmt: skip
_CELL = '{{"cell_type": "{}", "source": "some words", "outputs": [{}]}},'
NOTEBOOK: Mapping[str, Maker] = _units(
    '{"cells": [{"cell_type": "markdown", "source": "# A"},', '{"cell_type": "raw", "source": "x"}]}',
    _CELL.format("markdown", ""), _CELL.format("code", ""), _CELL.format("code", '{"text": ["x\\n", "y"]}'),
    _CELL.format("code", '{"data": {"text/html": "<table><tr><td>a<td>b</table>"}}'), _CELL.format("raw", ""), "{},", "[[]],", "null,",
)  # fmt: skip
CALENDAR: Mapping[str, Maker] = _units(
    "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:It\n", "END:VEVENT\nEND:VCALENDAR\n",
    "COMMENT:x\n", "END:VEVENT\nBEGIN:VEVENT\nSUMMARY:A\n", "BEGIN:VALARM\n", " y\n", "DTSTART:20240503T1000\n", "ATTENDEE;CN=a;", "\\n", 'X;A="',
)  # fmt: skip
CONTACTS: Mapping[str, Maker] = _units(
    "BEGIN:VCARD\nFN:It\n", "END:VCARD\n",
    "NOTE:x\n", "END:VCARD\nBEGIN:VCARD\nFN:A\n", "ADR:;;a;b;c\n", "N:", ";", "NOTE;ENCODING=QUOTED-PRINTABLE:a=\n", "TEL;TYPE=home:1\n", "a.b",
)  # fmt: skip
JSON: Mapping[str, Maker] = {
    "keys": lambda n: ("{" + ",".join(f'"k{k}": "v"' for k in range(n)) + "}").encode(),
    "nested keys": lambda n: ("[" + ",".join(['{"a":' * 40 + "1" + "}" * 40] * (1 + n // 40)) + "]").encode(),
    **_units('{"a": [0', "]}", ",1", ',"a"', ",[1,2]", ',{"a": 1}', ',{"a": 1, "b": {"c": 2}}', ',{"name": "x", "b": {"c": 2}}', ",[[1]]"),
    **_units("", "", '{"a": 1}\n', "[", '{"a":'),
}  # fmt: skip
YAML: Mapping[str, Maker] = {
    "keys": lambda n: "".join(f"k{k}: v\n" for k in range(n)).encode(),
    "anchors": lambda n: ("a: &a x\nb: [" + "*a, " * n + "]").encode(),
    **_units("a:\n", "", "- 1\n", "- {b: 1, c: 2}\n", "- b: 1\n  c: {d: 2}\n", "# note\n", "- [1, 2]\n", "---\na: 1\n", "- 'x'\n", "["),
}  # fmt: skip
TOML: Mapping[str, Maker] = {
    "keys": lambda n: "".join(f"k{k} = 'v'\n" for k in range(n)).encode(),
    "tables": lambda n: "".join(f"[t{k}]\na = 1\n" for k in range(n)).encode(),
    **_units("", "", "[[a]]\nb = 1\n", "# note\n", "\n"),
    **_units("a = [0", "]", ", 1", ", 'x'", ", {b = 1}", ", [1]"),
}  # fmt: skip
INI: Mapping[str, Maker] = _units(
    "[first]\na = 1\n", "", "b = 2\n", "[s]\n", "# note\n", "c: 3\n", "words\n", "\n", "=", " ", "[", "a = \n",
)  # fmt: skip


def _rtf(body: str, head: str = "") -> bytes:
    return ("{\\rtf1\\ansi\\ansicpg1252 " + head + "\\pard It begins.\\par\n" + body + "}").encode()


RTF: Mapping[str, Maker] = {
    "fonts without a charset": lambda n: _rtf("x", "{\\fonttbl" + "".join(f"{{\\f{k} F{k};}}" for k in range(n)) + "}"),
    **{
        f"{unit!r}": (lambda n, unit=unit: _rtf(unit * n))  # type: ignore[misc]
        for unit in (
            "x", "x ", "\\par\n", "x\\par\n", "\\tab ", "\\line ", "{x}", "{", "}", "\\b ", "\\b x\\b0 ", "\\u8364?", "\\'e9",
            "\\uc9 ", "\\outlinelevel0 ", "\\ls1 ", "\\cell ", "x\\cell\\row\n", "\\trowd x\\cell y\\cell\\row\n",
            "\\trowd\\trhdr x\\cell y\\cell\\row\n", "x\\nestcell ", "\\*", "{\\*\\x y}", "{\\pict ff}", "\\bin9 ", "\\s1 ",
            "{\\s1 heading 1;}", "{\\s1", "\\s1\\s1", "heading 1", "{\\title x", "{\\creatim\\yr1", "\\yr1999", "\\~", "\\\\", "\\",
            "\\{", "{\\fonttbl{\\f0 x;}}", "\\fonttbl", "\\'", "\\u", "\\u-", "{\\field{\\fldinst x}{\\fldrslt y}}", "\\f1 ", "\\fs9 ",
            "\\ansicpg1252", "\n", "{\\f1\\fcharset128 x}", "\\uc1\\u1?", "\\x" * 9, "\\cell\\par ", "{\\footnote x}",
        )
    },
    "styles": lambda n: _rtf(
        "".join(f"\\pard\\s{k} x\\par\n" for k in range(n)),
        "{\\stylesheet" + "".join(f"{{\\s{k} heading {k % 9};}}" for k in range(n)) + "}",
    ),
    "nested groups": lambda n: _rtf("{" * n + "x" + "}" * n),
    "a long title": lambda n: _rtf("x", "{\\info{\\title " + "long " * n + "}}"),
    "an open title": lambda n: _rtf("x", "{\\info" + "{\\title long " * n),
    "fonts": lambda n: _rtf("".join(f"\\f{k} x" for k in range(n)), "{\\fonttbl" + "".join(f"{{\\f{k}\\fcharset0 A;}}" for k in range(n)) + "}"),
    "a long header": lambda n: _rtf(f"\\trowd\\trhdr {'long ' * n}\\cell y\\cell\\row\n" + "\\trowd x\\cell y\\cell\\row\n" * n),
    "cells of one row": lambda n: _rtf("\\trowd " + "x\\cell " * n + "\\row\n"),
    "an unended row": lambda n: _rtf("\\trowd x\\cell\\row " + "x\\cell y\\par\n" * n),
}  # fmt: skip

_HEAD = "From: a@example.org\r\nSubject: A mail\r\nDate: Tue, 01 Jul 2003 10:52:37 +0200\r\nMIME-Version: 1.0\r\n"


def _mail(headers: str = "", body: str = "It is here.") -> bytes:
    return f"{_HEAD}{headers}\r\n{body}\r\n".encode()


def _header(name: str, unit: str, before: str = "") -> Maker:
    return lambda n: f"{name}: {before}{unit * n}\r\n{_HEAD}\r\nIt is here.\r\n".encode()


def _parts(n: int, part: str, subtype: str = "mixed") -> bytes:
    body = "".join(f"--b\r\n{part}\r\n" for _ in range(n)) + "--b--\r\n"
    return _mail(f"Content-Type: multipart/{subtype}; boundary=b\r\n", body)


def _nested_parts(n: int) -> bytes:
    opened = "".join(
        f"Content-Type: multipart/mixed; boundary=b{k}\r\n\r\n--b{k}\r\n" for k in range(n)
    )
    return f"{_HEAD}{opened}\r\nhello\r\n".encode()


_UNITS = ("x", " ", "\t", "x ", "\r\n x", ",", ";", "<", "(", '"', "\\", "@", ":", ".", "=?utf-8?q?x?= ", "=?utf-8?b?eA==?= ",
          "=?", "a@b.c, ", "x <a@b.c>, ", "g: a@b.c;", "\"x\" <a@b.c>, ", "(x)", "[", "; a=b", "é", "=?x?q?", "?=", "%41", "\0")  # fmt: skip

EML: Mapping[str, Maker] = {
    **{
        f"{name}: {unit!r}": _header(name, unit)
        for name in ("From", "To", "Cc", "Subject", "Date", "Content-Type", "Content-Disposition",
                     "Content-Transfer-Encoding", "MIME-Version", "Message-ID", "X-Other")
        for unit in _UNITS
    },
    **{f"Content-Type, after a type: {unit!r}": _header("Content-Type", unit, "text/plain") for unit in _UNITS},
    **{f"Content-Disposition, after a kind: {unit!r}": _header("Content-Disposition", unit, "attachment") for unit in _UNITS},
    "parameters": lambda n: _mail("Content-Type: text/plain" + "".join(f"; a{k}=b" for k in range(n)) + "\r\n"),
    "continued parameters": lambda n: _mail("Content-Type: text/plain" + "".join(f"; a*{k}=b" for k in range(n)) + "\r\n"),
    "folded parameters": lambda n: _mail("Content-Type: text/plain" + "".join(f";\r\n a{k}=b" for k in range(n)) + "\r\n"),
    "headers": lambda n: _mail("".join(f"X-{k}: y\r\n" for k in range(n))),
    "same headers": lambda n: _mail("Subject: y\r\n" * n),
    "parts": lambda n: _parts(n, "Content-Type: text/plain\r\n\r\nhello"),
    "parts without headers": lambda n: _parts(n, "\r\nhello"),
    "alternative parts": lambda n: _parts(n, "Content-Type: text/plain\r\n\r\nhello", "alternative"),
    "related parts": lambda n: _parts(n, "Content-Type: text/plain\r\n\r\nhello", "related"),
    "attachments": lambda n: _parts(n, "Content-Type: text/plain\r\nContent-Disposition: attachment; filename=a.txt\r\n\r\nhello"),
    "attached mails": lambda n: _parts(n, "Content-Type: message/rfc822\r\n\r\nSubject: x\r\n\r\nhello"),
    "nested parts": _nested_parts,
    "nested mails": lambda n: f"{_HEAD}{'Content-Type: message/rfc822' + chr(10) * 2}".encode() * n + b"\nhello",
    "lines": lambda n: _mail(body="a line of text\r\n" * n),
    "blank lines": lambda n: _mail(body="x\r\n\r\n" * n),
    "lines like boundaries": lambda n: _mail("Content-Type: multipart/mixed; boundary=b\r\n", "--b\r\n\r\n" + "--\r\n--c\r\n" * n),
    "quoted-printable": lambda n: _mail("Content-Transfer-Encoding: quoted-printable\r\n", "=E9=\r\n" * n),
    "base64": lambda n: _mail("Content-Transfer-Encoding: base64\r\n", "eHh4\r\n" * n),
    "uuencode": lambda n: _mail("Content-Transfer-Encoding: x-uuencode\r\n", "begin 666 x\r\n" + "#>'AX\r\n" * n),
    "markup": lambda n: _mail("Content-Type: text/html\r\n", "<p>x</p>" * n),
    "nested markup": lambda n: _mail("Content-Type: text/html\r\n", "<div>x" * n),
    "spans of a table": lambda n: _mail("Content-Type: text/html\r\n", "<table>" + "<tr><td colspan=999 rowspan=9999>x<td>y" * n + "</table>"),
}  # fmt: skip


def _saved(markup: str, headers: str = "") -> bytes:
    page = f"Content-Type: text/html\r\nContent-Location: http://a/\r\n{headers}\r\n{markup}\r\n"
    return (
        "From: x\r\nSubject: Saved\r\nMIME-Version: 1.0\r\n"
        f'Content-Type: multipart/related; boundary=b; type="text/html"\r\n\r\n--b\r\n{page}--b--\r\n'
    ).encode()


def _saved_parts(n: int, part: str) -> bytes:
    markup = "<p>It is here.</p>\r\n" + "".join(f"--b\r\n{part}\r\n" for _ in range(n))
    return _saved(markup)


MHTML: Mapping[str, Maker] = {
    "paragraphs": lambda n: _saved("<p>Some words here.</p>" * n),
    "nested elements": lambda n: _saved("<div>x" * n),
    "spans of a table": lambda n: _saved("<table>" + "<tr><td colspan=999 rowspan=9999>x<td>y" * n + "</table>"),
    "parts": lambda n: _saved_parts(n, "Content-Type: image/gif\r\n\r\nx"),
    "pages": lambda n: _saved_parts(n, "Content-Type: text/html\r\n\r\n<p>x"),
    "parameters": lambda n: _saved("<p>It is here.", "Content-Type: text/html" + "".join(f"; a{k}=b" for k in range(n)) + "\r\n"),
    "headers": lambda n: _saved("<p>It is here.", "".join(f"X-{k}: y\r\n" for k in range(n))),
    "nested parts": lambda n: _nested_parts(n).replace(b"multipart/mixed", b"multipart/related"),
    "parameters of the whole": lambda n: _saved("<p>It is here.").replace(
        b"boundary=b;", ("boundary=b;" + "".join(f" a{k}=b;" for k in range(n))).encode(), 1
    ),
}  # fmt: skip

NAMES = tuple(chain(HTML, MARKDOWN, TEXT, RTF, EML, MHTML))

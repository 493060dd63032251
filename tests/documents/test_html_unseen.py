"""What a page's own styles keep from every eye is left out and counted; what a click, a script or another style may show is read."""

from __future__ import annotations

import pytest

from wherein.core.unread import Unread, UnreadKind
from wherein.documents.html.html import parse_markup
from wherein.documents.mail.eml import parse_eml
from wherein.documents.source import Source

LEASE = (
    "<p>The flat at 3 Mill Lane is let from May on, and the deposit is paid on the first day.</p>"
)
RENT = "The rent is 9,999."

HIDDEN = {
    "no ink": f"<p style='opacity:0'>{RENT}</p>",
    "no size": f"<p style='font-size:0'>{RENT}</p>",
    "one pixel": f"<p style='font-size:1px'>A<b>{RENT}</b></p>",
    "far left": f"<p style='position:absolute;left:-9999px'>{RENT}</p>",
    "far left by em": f"<p style='text-indent:-999em'>{RENT}</p>",
    "its ground": f"<p style='color:#fff;background:#ffffff'>{RENT}</p>",
    "its ground in a sheet": f"<style>.g{{color:rgb(255,255,255);background-color:white}}</style><p class=g>{RENT}</p>",
    "the page's ground": f"<p style='color:#fefefe'>{RENT}</p>",
    "no colour": f"<p style='color:transparent'>{RENT}</p>",
    "no height": f"<div style='height:0;overflow:hidden'>{RENT}</div>",
    "no scale": f"<p style='transform:scale(0)'>{RENT}</p>",
    "clipped": f"<p style='clip:rect(0,0,0,0);position:absolute'>{RENT}</p>",
    "cut away": f"<p style='clip-path: inset(100%)'>{RENT}</p>",
    "for screen readers": "<style>.sr-only{position:absolute;width:1px;height:1px;overflow:hidden}</style>"
    f"<p class='sr-only'>{RENT}</p>",
    "a sheet that nothing changes": f"<style>#h{{display:none}}</style><p id=h>{RENT}</p>",
    "an element's rule": f"<style>/* a */ aside {{ font-size : 0 }}</style><aside>{RENT}</aside>",
}


@pytest.mark.parametrize("markup", HIDDEN.values(), ids=HIDDEN)
def test_what_nobody_sees_is_left_out_and_counted(markup: str) -> None:
    parsed = parse_markup(LEASE + markup)
    assert RENT not in parsed.text
    assert "Mill Lane" in parsed.text
    (unread,) = parsed.unread
    assert unread.kind is UnreadKind.HIDDEN_TEXT


@pytest.mark.parametrize("style", ["display:/**/none", "visibility:/* no */collapse"])
def test_a_comment_within_a_style_changes_nothing(style: str) -> None:
    assert RENT not in parse_markup(f'{LEASE}<p style="{style}">{RENT}</p>').text


SEEN = {
    "on a banner": f"<p style='color:#fff;background:#a00'>{RENT}</p>",
    "in a banner": f"<div style='background:#a00'><p style='color:#fff'>{RENT}</p></div>",
    "in a dark page": f"<style>body{{background:#000;color:#fff}}</style><p>{RENT}</p>",
    "over a picture": f"<div><img src=a.jpg><p style='color:#fff'>{RENT}</p></div>",
    "over a drawn ground": f"<p style='color:#fff;background:#fff linear-gradient(red,blue)'>{RENT}</p>",
    "another sheet": f"<link rel=stylesheet href=a.css><p class=hero style='color:#fff'>{RENT}</p>",
    "a row's ground": f"<style>tr:nth-child(odd){{background:#333}}</style><table><tr style='color:#fff'><td>{RENT}</table>",
    "a cell's attribute": f"<table><tr><td bgcolor='#333333'><p style='color:#ffffff'>{RENT}</p></table>",
    "light grey": f"<p style='color:#ddd'>{RENT}</p>",
    "small print": f"<p style='font-size:5pt'>{RENT}</p>",
    "without gaps": f"<style>li{{font-size:16px}}</style><ul style='font-size:0'><li>{RENT}</li></ul>",
    "letters filled by a ground": f"<p style='color:transparent;-webkit-background-clip:text;background:red'>{RENT}</p>",
    "comes into view": f"<p style='opacity:0;transform:translateY(20px)'>{RENT}</p>",
    "in motion": f"<p style='opacity:0;transition:opacity 1s'>{RENT}</p>",
    "shown by a script": f"<style>.r{{opacity:0}}</style><p class=r>{RENT}</p><script src=a.js></script>",
    "tabs": f"<style>.t{{display:none}}</style><div class=t>{RENT}</div><script>show()</script>",
    "a wide screen": f"<style>.w{{display:none}}@media (min-width:9px){{.w{{display:block}}}}</style><p class=w>{RENT}</p>",
    "an open state": f"<style>.t{{display:none}}.on .t{{display:block}}</style><div class=on><p class=t>{RENT}</p></div>",
    "an accordion": f"<button>Rent?</button><div style='height:0;overflow:hidden'>{RENT}</div>",
    "a named panel": f"<a href='#p'>Rent?</a><i>x</i><div id=p style='max-height:0;overflow:hidden'>{RENT}</div>",
    "a panel of tabs": f"<div role=tabpanel style='opacity:0'>{RENT}</div>",
    "details": f"<details><summary>Rent?</summary>{RENT}</details>",
    "until found": f"<p hidden=until-found>{RENT}</p>",
    "a box of one shape": f"<div style='height:0;overflow:hidden;padding-bottom:50%'>{RENT}</div>",
    "only printed": f"<style media=print>p{{display:none}}</style><p>{RENT}</p>",
    "a list of many": f"<p style='text-indent:-20px;margin-left:20px'>{RENT}</p>",
}


@pytest.mark.parametrize("markup", SEEN.values(), ids=SEEN)
def test_what_shows_or_may_be_opened_stays(markup: str) -> None:
    parsed = parse_markup(f"<body>{LEASE}{markup}</body>")
    assert RENT in parsed.text
    assert parsed.unread == ()


def test_a_page_that_waits_for_its_script_is_read() -> None:
    page = f"<div style='opacity:0'>{LEASE}<p>{RENT}</p></div><p>Menu</p>"
    assert RENT in parse_markup(page).text


def test_the_words_of_an_icon_alone_in_its_cell_stay() -> None:
    cut = "<span style='position:absolute;clip:rect(0 0 0 0)'>{}</span>"
    parsed = parse_markup(
        "<table><tr><th>Feature<th>Basic</tr>"
        f"<tr><th>Help<td><svg></svg>{cut.format('Included')}</tr>"
        f"<tr><th>Rent<td>850 {cut.format('9,999')}</tr><tr><th>Fee<td>{cut.format('7')}</tr></table>"
    )
    assert parsed.text == "Feature\tBasic\nHelp\tIncluded\nRent\t850\nFee"
    assert parsed.unread == (Unread(UnreadKind.HIDDEN_TEXT, 2),)


def test_a_formula_s_copy_in_mathml_is_not_hidden() -> None:
    parsed = parse_markup(
        "<p>Area <span class='katex-mathml' style='position:absolute;clip:rect(1px,1px,1px,1px)'>"
        "<math><mi>a</mi></math></span></p>"
    )
    assert parsed.text == "Area a"


def test_a_mail_s_hidden_text_is_counted() -> None:
    mail = f"Subject: Lease\nContent-Type: text/html\n\n{LEASE}<p style='font-size:0'>{RENT}</p>"
    parsed = parse_eml(Source(mail.encode(), "a.eml", "/a.eml"))
    assert RENT not in parsed.text
    assert parsed.unread == (Unread(UnreadKind.HIDDEN_TEXT, 1),)

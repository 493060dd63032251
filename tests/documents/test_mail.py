"""What a mail program shows of a mail: the richest part, mails within, quoted replies apart."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from wherein.core.unread import Unread, UnreadKind
from wherein.documents.building.parsed import Parsed
from wherein.documents.mail.eml import parse_eml
from wherein.documents.source import Source


def read(message: EmailMessage) -> Parsed:
    return parse_eml(Source(message.as_bytes(), "a.eml", "/a.eml"))


def mail(plain: str, html: str = "", subject: str = "Outing") -> EmailMessage:
    message = EmailMessage()
    message["Subject"] = subject
    message.set_content(plain)
    if html:
        message.add_alternative(html, subtype="html")
    return message


HTML = "<p>The coach leaves at half past seven from the bakery, and children ride free on all of our days.</p>"


@pytest.mark.parametrize("plain", ["", "Please open this message in a browser."])
def test_a_stub_is_not_read_instead_of_the_mail(plain: str) -> None:
    assert "half past seven" in read(mail(plain, HTML)).text


def test_plain_text_that_says_as_much_is_read() -> None:
    plain = "The coach leaves at half past seven from the bakery, and children ride free on all of our days."
    assert read(mail(plain + " Plain.", HTML)).text.endswith("Plain.")


def test_a_table_is_read_as_one() -> None:
    table = "<p>Stops:</p><table><tr><th>Stop</th><th>Time</th></tr><tr><td>Bakery</td><td>07:30</td></tr></table>"
    document = read(mail("Stops: Stop Time Bakery 07:30", table))
    assert next(b for b in document.blocks if b.span.of(document.text) == "07:30").column == "Time"


def test_a_forwarded_mail_is_read_with_its_headers() -> None:
    inner = mail("The tour begins at eleven.", subject="Your booking")
    outer = mail("I forward this.")
    outer.add_attachment(inner)
    outer.add_attachment(b"x", maintype="application", subtype="pdf", filename="plan.pdf")
    document = read(outer)
    assert document.text.split("\n\n") == [
        "Subject: Outing", "I forward this.", "Subject: Your booking", "The tour begins at eleven.", "Attachment: plan.pdf",
    ]  # fmt: skip
    assert document.unread == (Unread(UnreadKind.ATTACHMENT, 1),)


def beside(document: Parsed) -> list[str]:
    return [b.span.of(document.text) for b in document.blocks if not b.main]


def test_quoted_replies_are_beside_the_main_text() -> None:
    plain = (
        "It is at nine.\n\nOn Mon, 3 June 2024 Ada wrote:\n> When is it?\n>\n> Ada\n\nSee you.\n"
    )
    document = read(mail(plain))
    assert beside(document) == ["On Mon, 3 June 2024 Ada wrote:\n> When is it?\n>\n> Ada"]
    old = read(mail("At nine.\n\n-----Original Message-----\nFrom: Ada\n\nWhen?\n"))
    assert beside(old) == ["-----Original Message-----\nFrom: Ada", "When?"]
    html = read(mail("", "<p>It is at nine.</p><div class='gmail_quote'><p>When is it?</p></div>"))
    assert beside(html) == ["When is it?"]


def test_what_is_forwarded_is_main_text() -> None:
    assert beside(read(mail("> The tour begins at eleven.\n", subject="Fwd: Outing"))) == []

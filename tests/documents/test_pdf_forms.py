"""What stands on a page of a PDF besides its text: the values of a form beside their labels, comments, pictures."""

from __future__ import annotations

from tests.documents.raw_pdf import widget, with_annotations, with_picture
from wherein.core.document import Document
from wherein.core.span import Span
from wherein.core.unread import Unread, UnreadKind
from wherein.documents.parse import parse
from wherein.documents.places.boxes import boxes_of
from wherein.documents.source import Source


def read(lines: list[tuple[int, int, str]], *annotations: bytes) -> Document:
    return parse(Source(with_annotations(lines, annotations), "a.pdf", "/tmp/a.pdf"))


def made(document: Document) -> list[str]:
    return [span.of(document.text) for span in document.generated]


def box(place: tuple[int, int, int, int], name: str, ticked: bool) -> bytes:
    state = "/Yes" if ticked else "/Off"
    return widget(place, f"/FT/Btn/T({name})/V{state}/AS{state}/AP<</N<</Yes 5 0 R/Off 5 0 R>>>>")


def test_a_value_follows_the_label_at_its_left() -> None:
    document = read(
        [(72, 700, "Name of the boat:"), (72, 670, "Home port:"), (72, 640, "It answers in ten days.")],
        widget((250, 696, 450, 714), "/FT/Tx/T(boat)/V(Kittiwake)"),
        widget((250, 666, 450, 684), "/FT/Tx/T(port)/V(Whitby)"),
    )  # fmt: skip
    assert document.text.startswith("Name of the boat:\tKittiwake\nHome port:\tWhitby")
    assert made(document) == ["\tKittiwake", "\tWhitby"]
    start = document.text.index("Whitby")
    (place,) = boxes_of(document, Span(start, start + 6))
    assert 249 < place.x0 < 252
    assert place.x1 < 451
    assert document.unread == ()


def test_a_value_in_a_sentence_stands_in_it() -> None:
    document = read(
        [(72, 700, "I pay the sum of"), (240, 700, "pounds.")],
        widget((165, 696, 238, 714), "/FT/Tx/T(sum)/V(900)"),
    )
    assert "sum of\t900" in document.text or "sum of 900" in document.text
    assert document.text.index("900") < document.text.index("pounds")


def test_a_value_below_its_label_follows_it() -> None:
    document = read(
        [(72, 700, "First name"), (300, 700, "Last name")],
        widget((72, 676, 200, 696), "/FT/Tx/T(first)/V(Ines)"),
        widget((300, 676, 450, 696), "/FT/Tx/T(last)/V(Varga)"),
    )
    assert document.text == "First name Ines\tLast name Varga"


def test_ticked_boxes_are_told_from_others() -> None:
    document = read(
        [(72, 700, "Electricity"), (180, 700, "yes"), (240, 700, "no")],
        box((164, 698, 176, 710), "y", True),
        box((224, 698, 236, 710), "n", False),
    )
    assert document.text.split() == ["Electricity", "[x]", "yes", "[", "]", "no"]


def test_a_box_after_its_label() -> None:
    document = read([(72, 700, "Electricity wanted:")], box((250, 698, 262, 710), "el", True))
    assert document.text == "Electricity wanted:\t[x]"


def test_a_choice_shows_its_label_and_radio_buttons_what_is_chosen() -> None:
    choice = "/FT/Ch/Ff 131072/T(port)/Opt[[(w) (Whitby)] [(l) (Leith)]]/V(l)"
    document = read([(72, 700, "Port:")], widget((120, 696, 220, 714), choice))
    assert document.text.split() == ["Port:", "Leith"]


def test_a_field_without_a_label_has_its_tip() -> None:
    field = "/FT/Tx/T(a)/TU(Number of the berth)/V(B 12)"
    document = read([(72, 700, "A form.")], widget((300, 300, 400, 318), field))
    assert "Number of the berth: B 12" in document.text


def test_passwords_and_signatures_are_told_and_hidden_fields_are_not_there() -> None:
    document = read(
        [(72, 700, "Word:")],
        widget((120, 696, 220, 714), "/FT/Tx/Ff 8192/T(word)/V(secret)"),
        widget((120, 656, 220, 674), "/FT/Sig/T(sign)/V<</Type/Sig>>"),
        widget((120, 616, 220, 634), "/FT/Tx/T(hidden)/V(nobody)").replace(b"/F 4", b"/F 2"),
        widget((120, 576, 220, 594), "/FT/Tx/T(empty)"),
    )
    assert "secret" not in document.text
    assert "nobody" not in document.text
    assert document.unread == (Unread(UnreadKind.FORM_FIELD, 2, 3),)


def test_comments_are_notes_with_their_authors() -> None:
    note = (
        b"<</Type/Annot/Subtype/Text/Rect[300 690 320 710]/Contents(Ask Ines first.)/T(Per Aasen)>>"
    )
    typed = b"<</Type/Annot/Subtype/FreeText/Rect[72 600 300 620]/Contents(Paid in May.)/T(Per)>>"
    document = read([(72, 700, "The fee is nine pounds.")], note, typed)
    assert document.text == (
        "The fee is nine pounds.\n\nComment by Per Aasen: Ask Ines first.\n\nPaid in May."
    )
    assert made(document) == ["Comment by Per Aasen: "]


def test_a_large_picture_is_told_and_one_with_text_over_it_or_a_small_one_is_not() -> None:
    lines = [(72, 700 - 14 * at, "The harbour office is open at noon.") for at in range(5)]
    for place, unread in [
        ((100, 100, 300, 300), (Unread(UnreadKind.PICTURE, 1),)),
        ((100, 100, 30, 30), ()),
        ((0, 0, 600, 840), ()),
    ]:
        data = with_picture(lines, place)
        assert parse(Source(data, "a.pdf", "/tmp/a.pdf")).unread == unread

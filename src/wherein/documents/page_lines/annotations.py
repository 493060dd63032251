"""Reads the form fields and comments of a PDF page from PDFium. Knows no lines, and runs no scripts."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from wherein.documents.page_lines.rectangles import Rectangle

MOST_OF_A_PAGE = 5_000
"""The limit of annotations that are read of one page."""
_LONGEST_VALUE = 20_000
_LONGEST_NAME = 200
_HIDDEN = 2 | 32  # the flags "hidden" and "no view"
_PASSWORD = 1 << 13
_PUSH_BUTTON = 1 << 16


class FieldKind(StrEnum):
    """How a form field shows its value."""

    TEXT = "text"
    BOX = "box"


@dataclass(frozen=True, slots=True)
class FormField:
    """A field of a form with its place on the unrotated page.

    `value` is what was typed or chosen; of a box, `ticked` says whether it is. `label` is the tip that the file gives.
    """

    kind: FieldKind
    place: Rectangle
    value: str = ""
    ticked: bool = False
    label: str = ""


@dataclass(frozen=True, slots=True)
class Comment:
    """A note that someone put on the page; `shown` is True where its text stands on the page itself."""

    text: str
    author: str
    place: Rectangle
    shown: bool


@dataclass(frozen=True, slots=True)
class Annotations:
    """What is put on a page besides its text. `unread` of its `fields_there` fields have a value that was not read."""

    fields: tuple[FormField, ...] = ()
    comments: tuple[Comment, ...] = ()
    unread: int = 0
    fields_there: int = 0


def annotations_of(page: Any, form: Any) -> Annotations:
    """The fields and comments of a pypdfium2 page; `form` is the document's form environment, None where it has no form."""
    import pypdfium2.raw as pdfium

    left, _, _, top = page.get_bbox()
    fields: list[FormField] = []
    comments: list[Comment] = []
    unread = there = 0
    for annotation in _each(pdfium, page):
        rectangle = pdfium.FS_RECTF()
        if pdfium.FPDFAnnot_GetFlags(annotation) & _HIDDEN or not pdfium.FPDFAnnot_GetRect(
            annotation, rectangle
        ):
            continue
        sides = sorted((rectangle.left - left, rectangle.right - left))
        heights = sorted((top - rectangle.top, top - rectangle.bottom))
        place = (sides[0], heights[0], sides[1], heights[1])
        if pdfium.FPDFAnnot_GetSubtype(annotation) == pdfium.FPDF_ANNOT_WIDGET:
            if form is None:
                continue
            field = _field(pdfium, form.raw, annotation, place)
            there += field is not _NO_FIELD
            unread += field is None
            if field is not None and field is not _NO_FIELD:
                fields.append(field)
        else:
            comment = _comment(pdfium, annotation, place)
            if comment is not None:
                comments.append(comment)
    return Annotations(tuple(fields), tuple(comments), unread, there)


def _each(pdfium: Any, page: Any) -> Iterator[Any]:
    count = pdfium.FPDFPage_GetAnnotCount(page.raw)
    for index in range(min(count, MOST_OF_A_PAGE)):
        annotation = pdfium.FPDFPage_GetAnnot(page.raw, index)
        if annotation:
            try:
                yield annotation
            finally:
                pdfium.FPDFPage_CloseAnnot(annotation)


_NO_FIELD = FormField(FieldKind.TEXT, (0.0, 0.0, 0.0, 0.0))


def _field(pdfium: Any, form: Any, annotation: Any, place: Rectangle) -> FormField | None:
    """The field of a widget; None for one whose value can't be read, `_NO_FIELD` for a button."""
    kind = pdfium.FPDFAnnot_GetFormFieldType(form, annotation)
    flags = pdfium.FPDFAnnot_GetFormFieldFlags(form, annotation)
    label = _text(pdfium.FPDFAnnot_GetFormFieldAlternateName, form, annotation)[:_LONGEST_NAME]
    boxes = (pdfium.FPDF_FORMFIELD_CHECKBOX, pdfium.FPDF_FORMFIELD_RADIOBUTTON)
    if kind in boxes:
        ticked = pdfium.FPDFAnnot_IsChecked(form, annotation) == 1
        return FormField(FieldKind.BOX, place, "", ticked, label)
    if kind in (pdfium.FPDF_FORMFIELD_COMBOBOX, pdfium.FPDF_FORMFIELD_LISTBOX):
        chosen = _chosen(pdfium, form, annotation)
        value = chosen or _text(pdfium.FPDFAnnot_GetFormFieldValue, form, annotation)
        return FormField(FieldKind.TEXT, place, value, label=label)
    if kind == pdfium.FPDF_FORMFIELD_TEXTFIELD:
        value = _text(pdfium.FPDFAnnot_GetFormFieldValue, form, annotation)
        if flags & _PASSWORD:
            return None if value else FormField(FieldKind.TEXT, place, label=label)
        return FormField(FieldKind.TEXT, place, value, label=label)
    if kind == pdfium.FPDF_FORMFIELD_PUSHBUTTON or flags & _PUSH_BUTTON:
        return _NO_FIELD
    # A signature, or a kind that PDFium doesn't know: only one that was filled in is missed.
    filled = pdfium.FPDFAnnot_HasKey(annotation, b"V") == 1
    return None if filled else _NO_FIELD


def _chosen(pdfium: Any, form: Any, annotation: Any) -> str:
    """The labels of the options that are chosen, with commas between them."""
    count = pdfium.FPDFAnnot_GetOptionCount(form, annotation)
    labels = [
        _text(pdfium.FPDFAnnot_GetOptionLabel, form, annotation, index)
        for index in range(min(count, MOST_OF_A_PAGE))
        if pdfium.FPDFAnnot_IsOptionSelected(form, annotation, index)
    ]
    return ", ".join(filter(None, labels))[:_LONGEST_VALUE]


def _comment(pdfium: Any, annotation: Any, place: Rectangle) -> Comment | None:
    kind = pdfium.FPDFAnnot_GetSubtype(annotation)
    silent = (
        pdfium.FPDF_ANNOT_LINK,
        pdfium.FPDF_ANNOT_POPUP,
        pdfium.FPDF_ANNOT_FILEATTACHMENT,
        pdfium.FPDF_ANNOT_PRINTERMARK,
        pdfium.FPDF_ANNOT_WATERMARK,
    )
    if kind in silent:
        return None
    text = _text(pdfium.FPDFAnnot_GetStringValue, annotation, b"Contents")
    if not any(map(str.isalnum, text)):
        return None
    author = _text(pdfium.FPDFAnnot_GetStringValue, annotation, b"T")[:_LONGEST_NAME]
    return Comment(text, author, place, kind == pdfium.FPDF_ANNOT_FREETEXT)


def _text(get: Callable[..., int], *arguments: Any) -> str:
    """A text that PDFium gives as UTF-16, on one line; "" for one that is too long to be one."""
    import pypdfium2.raw as pdfium

    length = get(*arguments, None, 0)
    if not 2 < length <= 4 * _LONGEST_VALUE:
        return ""
    buffer = ctypes.create_string_buffer(length)
    get(*arguments, ctypes.cast(buffer, ctypes.POINTER(pdfium.FPDF_WCHAR)), length)
    text = buffer.raw[:length].decode("utf-16-le", "replace")
    return " ".join(text.replace("\0", "").split())

"""The tree of a page as a browser shows it: with shadow roots and with the frames whose pages the page itself has."""

from __future__ import annotations

from wherein.documents.html.html_tree import Element, parse_html
from wherein.documents.html.shadow_roots import fill_shadow_roots, with_shadow_roots
from wherein.documents.html.unseen import mark_unseen

_FRAMES_WITHIN = 2
"""How deep frames may be in frames."""


def page_tree(markup: str, frames_within: int = _FRAMES_WITHIN) -> Element:
    """The `html` element of a page; see `parse_html`. A frame with a `srcdoc` is a `div` that holds its page.
    What the page's own styles keep from every eye is marked."""
    html = parse_html(with_shadow_roots(markup))
    fill_shadow_roots(html)
    if frames_within:
        for frame in list(html.find("iframe")):
            page = frame.get("srcdoc")
            if page:
                inner = page_tree(page, frames_within - 1)
                _hold(frame, inner.first("body") or inner)
    mark_unseen(html, markup)
    return html


def _hold(frame: Element, body: Element) -> None:
    frame.tag = "div"
    frame.children = body.children
    for child in frame.children:
        if isinstance(child, Element):
            child.parent = frame

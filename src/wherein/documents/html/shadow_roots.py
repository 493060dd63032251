"""Puts what a page keeps in shadow roots where a browser shows it: declared roots with their slots filled.

An HTML parser keeps the content of a `template` apart, so that the templates that declare roots get another name before
parsing. An ordinary `template` stays unread.
"""

from __future__ import annotations

import re

from wherein.documents.html.html_tree import DEEPEST, Element

SHADOW_TAG = "wherein-shadow-root"
_TEMPLATE = re.compile(
    r"""<(/?)template\b((?:[^"'>]++|"[^"]*+"|'[^']*+'|["'])*+)>?""", re.IGNORECASE
)
_DECLARES = re.compile(r"""\sshadowrootmode\s*=\s*["']?(?:open|closed)\b""", re.IGNORECASE)


def with_shadow_roots(markup: str) -> str:
    """The markup with an element of its own for each declared shadow root."""
    if _DECLARES.search(markup) is None:
        return markup
    parts: list[str] = []
    # Whether each open template declares a root.
    declares: list[bool] = []
    done = 0
    for tag in _TEMPLATE.finditer(markup):
        if not tag[1]:
            declares.append(_DECLARES.search(tag[2]) is not None)
            renamed = declares[-1]
        else:
            renamed = bool(declares) and declares.pop()
        if renamed:
            parts += (markup[done : tag.start()], f"<{tag[1]}{SHADOW_TAG}>")
            done = tag.end()
    return "".join((*parts, markup[done:]))


def fill_shadow_roots(root: Element) -> None:
    """Replace the children of each element that has a shadow root by what shows of it: the content of its first root,
    in whose slots stand the children that name them, else the slots' own."""
    for element in list(root.find(SHADOW_TAG)):
        host = element.parent
        if host is None:
            continue
        given: list[Element | str] = []
        for child in host.children:
            if isinstance(child, Element) and child.tag == SHADOW_TAG:
                child.parent = None  # of several roots the first one counts
            else:
                given.append(child)
        host.children = []
        _move(element.children, host)
        slots = _slots_of(host)
        for name, nodes in _by_slot(given).items():
            slot = slots.get(name)
            if slot is None:
                continue
            # Further down the slots stand beside each other: walking up a page is always short.
            slot.children = []
            _move(nodes, slot if sum(1 for _ in slot.ancestors()) < DEEPEST // 2 else host)


def _by_slot(nodes: list[Element | str]) -> dict[str, list[Element | str]]:
    named: dict[str, list[Element | str]] = {}
    for node in nodes:
        name = node.get("slot") if isinstance(node, Element) else ""
        named.setdefault(name, []).append(node)
    # White space between elements fills no slot.
    if not any(isinstance(node, Element) or node.strip() for node in named.get("", ())):
        named.pop("", None)
    return named


def _slots_of(host: Element) -> dict[str, Element]:
    """The first slot of each name; those of roots further in are not its own."""
    slots: dict[str, Element] = {}
    stack: list[Element | str] = list(reversed(host.children))
    while stack:
        node = stack.pop()
        if isinstance(node, str) or node.tag == SHADOW_TAG:
            continue
        if node.tag == "slot":
            slots.setdefault(node.get("name"), node)
        stack.extend(reversed(node.children))
    return slots


def _move(nodes: list[Element | str], into: Element) -> None:
    for node in nodes:
        if isinstance(node, Element):
            node.parent = into
    into.children.extend(nodes)

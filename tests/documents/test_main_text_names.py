"""What the names of an element say of it: its classes and id, as Readability weighs them."""

from __future__ import annotations

import pytest

from wherein.documents.html.html_tree import Element
from wherein.documents.html.main_text_names import is_decoration, name_weight


@pytest.mark.parametrize(
    ("attributes", "weight"),
    [
        ({}, 0),
        ({"class": "lede"}, 0),
        ({"class": "article"}, 25),
        ({"id": "sidebar"}, -25),
        ({"class": "article", "id": "content"}, 50),
        ({"class": "article", "id": "footer"}, 0),
        ({"class": "article sidebar"}, 0),
    ],
)
def test_a_class_and_an_id_weigh_alike(attributes: dict[str, str], weight: int) -> None:
    assert name_weight(Element("div", attributes, None)) == weight


@pytest.mark.parametrize(
    ("attributes", "is_one"),
    [
        ({}, False),
        ({"hidden": ""}, True),
        ({"aria-hidden": "true"}, True),
        ({"aria-hidden": "TRUE"}, True),
        ({"aria-hidden": "false"}, False),
        ({"aria-hidden": "true", "class": "mwe-math fallback-image"}, False),
    ],
)
def test_what_is_hidden_is_decoration_but_for_the_picture_of_a_formula(
    attributes: dict[str, str], is_one: bool
) -> None:
    assert is_decoration(Element("span", attributes, None)) is is_one

"""The extension's privacy page as a page of the site: one text, which the package and the stores have too."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

_PAGE = Path(__file__).resolve().parents[2] / "web" / "extension" / "privacy.html"
_OPENING = {"h1": "# ", "h2": "## ", "p": "", "dt": "**", "dd": ""}
_CLOSING = {"h1": "\n\n", "h2": "\n\n", "p": "\n\n", "dt": "**: ", "dd": "\n\n"}


class _Markdown(HTMLParser):
    """Writes the elements that the page has as Markdown; another one in its main part is an error."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "main":
            self._inside = True
        elif self._inside and tag not in ("dl", "code"):
            self.text += _OPENING[tag]
        elif self._inside and tag == "code":
            self.text += "`"

    def handle_endtag(self, tag: str) -> None:
        if tag == "main":
            self._inside = False
        elif self._inside:
            self.text += "`" if tag == "code" else _CLOSING.get(tag, "")

    def handle_data(self, data: str) -> None:
        if self._inside and data.strip():
            self.text += re.sub(r"\s+", " ", data)


def privacy_page() -> str:
    """The page as Markdown."""
    parser = _Markdown()
    parser.feed(_PAGE.read_text("utf-8"))
    return parser.text.replace("# Privacy", "# Privacy of the extension", 1)

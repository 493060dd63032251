"""Makes a Word file of a simple web page: headings and paragraphs. `word_file.py PAGE.html FILE.docx`."""

import sys
from pathlib import Path

from docx import Document
from selectolax.lexbor import LexborHTMLParser

page, target = (Path(name) for name in sys.argv[1:])
tree = LexborHTMLParser(page.read_text("utf-8"))
title = tree.css_first("title")
word = Document()
word.core_properties.title = title.text() if title else page.stem
word.core_properties.author = ""
for node in tree.css("h1, h2, h3, p"):
    text = " ".join(node.text().split())
    if not node.tag or node.tag == "p":
        word.add_paragraph(text)
    else:
        word.add_heading(text, int(node.tag[1]))
word.save(str(target))

"""Texts in markup that people write by hand: reStructuredText, LaTeX, Org and AsciiDoc. Knows sources and building, no other family."""

"""Web pages and what is made of HTML: their blocks, tables and main text. Knows sources and building, no other family."""

"""Manual pages: their source (roff) and what `man` prints. Knows sources and building, no other family."""

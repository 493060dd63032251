"""OpenDocument files: texts and sheets. Knows sources and building, no other family."""

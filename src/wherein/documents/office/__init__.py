"""Office files: DOCX, XLSX, PPTX, ODT and RTF. Knows sources and building, no other family."""

"""Office files: DOCX, XLSX, PPTX and RTF. Knows sources and building, no other family."""

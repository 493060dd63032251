"""The types that all packages share: spans, documents, passages, answers, errors. Imports nothing of wherein."""

"""The words everything else is written in: places, documents, passages, answers, errors. Imports nothing of wherein."""

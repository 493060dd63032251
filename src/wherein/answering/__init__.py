"""The cascade: from a question to calibrated answers. Knows retrievers and readers only by their Protocols."""

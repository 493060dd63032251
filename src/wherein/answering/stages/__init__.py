"""The stages of an attempt to answer a question, one file each. Knows grading; knows retrievers and readers only by their Protocols."""

"""The stages of an attempt to answer a question, one file each."""

"""A document cut for retrieval and reading: sections, passages, sentences, words. Pure: text in, values out."""

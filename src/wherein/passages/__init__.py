"""Cuts a document into sections, passages, sentences and words. Pure: text in, values out."""

"""Measures entity linking and entity retrieval, with the tables and figures of the paper."""

"""Measures questions that people ask of real pages, judged by place."""

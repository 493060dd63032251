"""Asking a question: which document, which attempts, what is remembered of it. Knows every other room below the façade, and no door."""

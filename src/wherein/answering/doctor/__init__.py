"""Checks of an installation, and the report on it. Stands above the façade and knows it."""

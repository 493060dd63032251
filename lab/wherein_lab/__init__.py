"""Measuring and training for wherein: a distribution of its own, which the product never imports."""

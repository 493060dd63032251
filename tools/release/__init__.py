"""Builds what people install: the wheels and source archives, the same bytes each time, with their parts listed."""

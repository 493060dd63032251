"""The rule of who may read what."""

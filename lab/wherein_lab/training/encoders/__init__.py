"""The static encoder and the transformer encoder: distilled, trained, exported."""

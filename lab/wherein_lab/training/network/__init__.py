"""The readers as tensors: shapes, weights, packing, export. Knows no data."""

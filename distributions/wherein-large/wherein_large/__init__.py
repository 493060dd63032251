"""The files of wherein's larger reader. Holds no code."""

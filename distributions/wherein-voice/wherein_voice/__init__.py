"""The files of wherein's recogniser of spoken English. Holds no code."""

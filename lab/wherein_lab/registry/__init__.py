"""Readers, retrievers and encoders by the names that measurements use. Measures nothing."""

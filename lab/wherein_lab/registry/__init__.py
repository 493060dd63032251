"""Readers, retrievers and encoders by the names that measurements take. Puts parts together; measures nothing."""

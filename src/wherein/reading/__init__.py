"""Question and passages to candidate spans: one module per method. Knows nothing of retrieval or storage."""

"""The library of a person: adding, following, finding and indexing documents and scopes. Knows articles as documents, and no question."""

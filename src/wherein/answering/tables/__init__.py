"""Many questions to many documents: the table, its sources and its files. Knows the library; answers are given to it."""

"""The rules of what may be stored, shown and served again. Knows the store's values; reads and writes nothing else."""

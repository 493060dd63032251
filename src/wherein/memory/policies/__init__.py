"""What may be kept, shown and served again. Knows the store's values; reads and writes nothing else."""

"""What indexes and knowledge bases cost as they grow."""

"""Model and data files by name: where they are, what they should be, how they are got and verified."""

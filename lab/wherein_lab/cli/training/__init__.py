"""The commands that fit and train. Knows the commands that measure."""

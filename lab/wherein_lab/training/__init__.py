"""Makes the shipped models. Needs the `train` extra."""

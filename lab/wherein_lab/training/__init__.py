"""How the shipped models are made. Needs the `train` extra."""

"""Training runs: recipe, trainer, checkpoints, teacher, learning curve."""

"""A stage on the accelerator: the network, its updates, when they end. Knows chunks and settings, and no bundle."""

"""`wherein eval` and `wherein train`: one module per group of measurements. Arguments in, JSON out."""

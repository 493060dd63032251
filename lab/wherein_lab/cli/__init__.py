"""`wherein eval` and `wherein train`: one module for each group of measurements. Arguments in, JSON out."""

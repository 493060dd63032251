"""A training run of some minutes on a borrowed accelerator: what travels there, what runs there, what comes back.

`bundle` and `collect` run in the lab; the others travel in the bundle, and import torch, tokenizers, safetensors, numpy
and a few plain modules of the lab, nothing of the product.
"""

"""Tools of this repository, each run by itself: `python tools/NAME.py`. No part of the product."""

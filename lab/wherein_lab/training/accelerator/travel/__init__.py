"""What is done in the lab: the bundle is written, and its result collected. Knows the run, and the product."""

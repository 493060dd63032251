"""The readers and models by name, and how each is made. Knows stages and grading, no document."""

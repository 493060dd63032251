"""The attempts at a question, one after the other, and how their results become one. Knows stages and grading, no index and no model."""

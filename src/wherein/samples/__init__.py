"""A few documents of our own to ask questions of before there is anything else. Data only."""

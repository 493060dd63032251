"""The people of a team, their tokens, groups and shares, and the one rule of who may read what. Knows no document and no request."""

"""Answers given before: served again, judged, exported and imported. Knows policies and the store, no suggestions."""

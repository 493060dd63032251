"""Chooses the tests that a change needs, from what each test file ran when it was last recorded; and tries the choice."""

"""Questions to suggest: popular, similar, and while typing. Knows policies and the store, no answers."""

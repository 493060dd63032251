"""What one person of a team is shown of a library. Knows the rule and the store's Protocol, no question."""

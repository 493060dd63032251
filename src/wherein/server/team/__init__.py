"""Members of a team: which routes each may use, an application for each over what they may read, and the routes that manage them. Knows guards and wire."""

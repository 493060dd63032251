"""The question memory in a PostgreSQL database that several servers share."""

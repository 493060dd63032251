"""The HTTP server: wire types, access control, routes. No package below knows HTTP."""

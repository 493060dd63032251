"""The HTTP door: wire types, safety, routes. Nothing below it knows HTTP."""

"""Who may ask, how much and how long: sign-in, gate, queue, limits, clients that leave. Knows the wire's errors, and no route."""

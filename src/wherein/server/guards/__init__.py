"""Access and limits: sign-in, gate, queue, limits of size and time, clients that leave. Knows the wire's errors, and no route."""

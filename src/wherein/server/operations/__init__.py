"""What those who run a server need: metrics, readiness, a log of requests, quotas. Knows no question's text and no route's work."""

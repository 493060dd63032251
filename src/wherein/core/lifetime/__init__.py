"""When work and what is held end: cancelling, closing. Knows neither text nor value of core."""

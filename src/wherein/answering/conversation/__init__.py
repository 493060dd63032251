"""Questions in turn, each completed from those before it. Stands above the façade and knows it."""

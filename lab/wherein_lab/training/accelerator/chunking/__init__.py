"""From the bundle's text to chunks of windows, made in processes of their own. Knows settings, and no network."""

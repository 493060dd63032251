"""The routes of our own API, one file for each subject. Knows wire and guards, no protocol of others."""

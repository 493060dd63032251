"""Measures, data sets and the commands that run them. The product never imports it."""

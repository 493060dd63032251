"""Measures the browser side on real pages: starts the tools in `web/tools` and judges their output."""

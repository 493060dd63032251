"""The browser side measured on real pages: it starts the tools in `web/tools` and judges what they print."""

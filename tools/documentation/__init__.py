"""The documentation site: pages of docs/ with a reference generated from the code, built by Zensical, searchable offline."""

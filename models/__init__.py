"""The models that come with wherein: files only, listed in manifest.json, each folder with its notice."""

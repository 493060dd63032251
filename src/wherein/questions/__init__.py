"""What a question is: parsed once, and asked of nowhere else. Knows words, no documents and no models."""

"""Speech: recognises the words of a recording, and synthesises words as sound. Knows no document and no question."""

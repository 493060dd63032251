"""Recognises speech from a recording or a microphone. Knows the recogniser's Protocol, nothing that speaks."""

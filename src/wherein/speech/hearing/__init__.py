"""From a recording or a microphone to words. Knows the recogniser's Protocol, nothing that speaks."""

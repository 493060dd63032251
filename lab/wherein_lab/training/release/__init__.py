"""From a finished reader to the files that ship: the gate, the model card, the release."""

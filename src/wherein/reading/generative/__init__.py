"""Language models that quote or write: prompts, grammars, endpoints. Knows the reader's Protocol and calibration."""

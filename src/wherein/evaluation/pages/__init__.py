"""Questions asked of real pages: the set, its gold spans, how they are asked and what is measured."""

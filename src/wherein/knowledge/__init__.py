"""Knowledge bases: articles with titles and aliases, and the index of their names. Knows no questions."""

"""Text in sentences and counts: safe to print, said in wherein's own words, counted. Knows no value of core."""

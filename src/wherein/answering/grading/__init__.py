"""Grades candidates: their grade, their place, their agreement with others. Knows candidates and passages; asks nothing."""

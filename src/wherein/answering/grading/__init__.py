"""What a candidate is worth: its grade, its place, its agreement with others. Knows candidates and passages; asks nothing."""

"""What an attempt to answer a question runs through, a stage a file."""

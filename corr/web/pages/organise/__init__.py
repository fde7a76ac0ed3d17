"""The pages of those who run leagues."""

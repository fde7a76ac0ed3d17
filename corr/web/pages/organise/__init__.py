"""The pages on which organisers run their leagues."""

"""What is checked of games and of what belongs to them: one module a subject, each a function that finds."""

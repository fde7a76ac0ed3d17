"""The leagues of a demo, and whole seasons played by invented players."""

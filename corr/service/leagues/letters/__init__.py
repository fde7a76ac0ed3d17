"""What letters tell of seasons."""

"""What organisers do in a season that runs."""

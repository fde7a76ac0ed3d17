"""What is done while a season runs, mostly by its organisers."""

"""Mail in both directions: letters to orders, and notices to letters."""

"""Mail in both directions: mails to orders, and notices to letters."""

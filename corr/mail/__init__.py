"""Mail in both directions: mails become orders, and notices become letters."""

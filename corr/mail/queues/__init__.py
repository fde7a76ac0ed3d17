"""Mail in the tables: what came in, what waits to go out, and orders that were asked back."""

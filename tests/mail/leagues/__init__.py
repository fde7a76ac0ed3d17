"""Letters about leagues, and what is asked for by mail in them."""

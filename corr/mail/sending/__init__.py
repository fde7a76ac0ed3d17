"""Letters on their way out, until the far end has them."""

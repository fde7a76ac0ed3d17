"""Pages: each turns input into an order, calls one use case and shows its receipt."""

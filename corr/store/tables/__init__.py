"""The tables, one module for each group of them."""

"""The queries, one module for each group of tables."""

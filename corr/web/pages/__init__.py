"""The pages, one module for each group: each reads a form or an address, calls one use case and shows the result."""

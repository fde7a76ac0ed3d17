"""The pages, one module for each group: read the form or the address, call one use case, show what it gives."""

"""The pages: input becomes an order, one use case is called, its receipt is shown."""

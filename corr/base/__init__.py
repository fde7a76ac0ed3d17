"""What every use case stands on: units of work, notices, tokens, rate limits, and sentences with moments in them."""

"""Tests of `corr.mail.queues`."""

"""Processes that run until they are told to stop: their life, their ports and their parts."""

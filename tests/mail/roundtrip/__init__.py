"""Real mail servers in front of the service, run with the files in `deploy/`."""

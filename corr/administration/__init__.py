"""The administration of the service: verification, repair, freezing, status and purging."""

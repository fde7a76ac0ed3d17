"""The service about itself: verification, repair, freezing, status and purging."""

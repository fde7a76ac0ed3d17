"""Tests of what happens when the network between the service and its data fails."""

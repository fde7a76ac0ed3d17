"""Tests of looking after the service."""

"""Notices as letters: text, HTML, pictures and headers."""

"""The single checks of a verification."""

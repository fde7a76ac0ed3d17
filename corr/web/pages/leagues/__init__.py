"""The pages of leagues that players and strangers see."""

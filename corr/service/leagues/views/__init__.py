"""What leagues show to players and strangers: frozen values, already cut down to the viewer."""

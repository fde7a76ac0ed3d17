"""The crash test: processes are killed while people play, and afterwards certain laws must hold."""

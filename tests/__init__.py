"""The test suite. `builders` makes things, `fakes` stands in for the clock and the far ends of wires."""

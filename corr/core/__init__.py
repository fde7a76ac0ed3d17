"""Pure decisions about clocks and the like: no clock, chance, file, table or page."""

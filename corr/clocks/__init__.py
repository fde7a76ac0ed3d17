"""What time does to a game: clocks, leave, gifts, outages, forecasts and reminders."""

"""Jobs: loops that send and read mail, remind players and enforce deadlines."""

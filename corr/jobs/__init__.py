"""What is done by itself: ticks that send, read, remind and enforce deadlines."""

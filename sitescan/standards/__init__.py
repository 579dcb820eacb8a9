"""One standard in each module: pure functions on plain values, with the URL of their source."""

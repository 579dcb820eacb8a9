"""What a running service writes about itself: log lines and counters."""

"""What accessibility rules say and show."""

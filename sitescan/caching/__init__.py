"""Reports that were made a moment ago, given to whoever asks for the same page."""

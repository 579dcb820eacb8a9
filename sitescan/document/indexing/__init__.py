"""What a page tells search engines about itself: canonical address, robots directives, refreshes."""

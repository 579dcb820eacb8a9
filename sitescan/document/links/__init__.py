"""Where a page leads: hyperlinks, their texts, and the pages they lead to."""

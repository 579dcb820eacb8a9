"""From the changes that rules want to edits of the page's bytes."""

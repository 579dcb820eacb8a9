"""From the bytes of a page, or the nodes of a browser, to a tree whose places in the source are known."""

"""A parsed page and its views, which rules read. A service parses pages only in its child processes."""

"""Where a page's links lead. One file per rule."""

"""What makes a page slow, as far as it can be known without a browser. One file per rule."""

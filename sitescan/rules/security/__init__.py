"""How a page protects its visitors. One file per rule."""

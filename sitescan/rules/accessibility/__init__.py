"""What keeps people from using a page (WCAG 2.2). One file per rule."""

"""How a page presents itself to search engines and previews. One file per rule."""

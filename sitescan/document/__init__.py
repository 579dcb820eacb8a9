"""A parsed page and the views of it that rules read. Child side only: it parses strangers' bytes."""

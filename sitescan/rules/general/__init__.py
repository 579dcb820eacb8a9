"""Rules of every category."""

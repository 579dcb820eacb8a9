"""Rules, one in each file; the catalogue that finds them, and the code that runs them."""

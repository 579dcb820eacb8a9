"""The shelf: one file per rule, the catalogue that finds them and the judge that runs them."""

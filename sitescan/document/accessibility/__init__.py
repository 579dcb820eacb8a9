"""A page as assistive technology gets it: roles, names, states, focus."""

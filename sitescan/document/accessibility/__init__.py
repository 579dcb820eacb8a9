"""The page as assistive technology presents it: roles, names, states, focus."""

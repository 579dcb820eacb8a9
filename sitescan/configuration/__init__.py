"""Every limit and option, where its value comes from, and how it is read."""

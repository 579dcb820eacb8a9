"""Pages that are already at hand: folders as the servers of sites, and stored responses."""

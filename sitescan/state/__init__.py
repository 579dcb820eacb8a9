"""Optional state that several processes or machines share through Redis."""

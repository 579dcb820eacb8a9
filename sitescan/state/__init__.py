"""State that several processes or machines share."""

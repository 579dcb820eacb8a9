"""What browsers read in another way than it is written."""

"""What several processes or machines share, where the operator has them share it."""

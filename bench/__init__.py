"""Benchmarks: each program prints one JSON line per figure. They are measured, never asserted."""

"""Benchmarks: each program prints one JSON line per figure, which is measured and never asserted."""

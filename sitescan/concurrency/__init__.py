"""Concurrent work in a reactor: deadlines, cancellation, clocks, fair queues."""

"""Simulation of a page's loading: the graph of its files, replayed over a modelled network."""

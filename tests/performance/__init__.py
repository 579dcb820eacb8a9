"""The simulation of load time."""

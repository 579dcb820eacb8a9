"""The values that travel between the stations: frozen, plain, free of Twisted and Beautiful Soup."""

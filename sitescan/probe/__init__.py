"""Asking the network what only it knows: links, resources, robots.txt, the plain HTTP twin."""

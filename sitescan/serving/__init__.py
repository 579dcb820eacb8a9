"""One process that scans, or a parent with several of them on the same sockets."""

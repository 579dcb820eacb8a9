"""The service as one process, or as a parent and several server processes on the same sockets."""

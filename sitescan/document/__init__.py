"""A parsed page and its views, which rules read. Only the child process, which parses untrusted bytes, imports it."""

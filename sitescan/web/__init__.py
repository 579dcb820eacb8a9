"""The HTTP API and the pages of the service, and the limits of the server."""

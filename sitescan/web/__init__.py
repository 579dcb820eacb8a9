"""The HTTP face: a Klein app, the contract's JSON, and the limits of the server."""

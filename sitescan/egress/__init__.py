"""The only way out: every connection that the service opens is opened here, and asked for first."""

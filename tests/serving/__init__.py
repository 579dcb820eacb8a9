"""Tests of the listeners, of the PROXY protocol, and of the notifications to systemd."""

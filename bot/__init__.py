"""Syntagma on Discord: the edge of the house."""

__version__ = "0.1.0"

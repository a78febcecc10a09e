"""How hypothesis works here: without deadlines, since a busy machine is no fault of the engine."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("engine", deadline=None)
settings.load_profile("engine")

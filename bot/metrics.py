"""Counters and gauges for a host who wants them, at a Prometheus endpoint on loopback (SYNTAGMA_METRICS_PORT).

They are counted in any case, for that costs nothing. Nothing in them is about one person or one game.
"""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, start_http_server

REGISTRY = CollectorRegistry()

INTERACTIONS = Counter("syntagma_interactions", "Presses and commands", ["kind"], registry=REGISTRY)
REFUSALS = Counter("syntagma_refusals", "What was refused, by the reason's name", ["reason"], registry=REGISTRY)
UNFORESEEN = Counter("syntagma_unforeseen_errors", "Errors that nobody thought of", registry=REGISTRY)
CHANGES = Counter("syntagma_changes", "Changes of lobbies and games that were stored", registry=REGISTRY)
SERVERS = Gauge("syntagma_servers", "Servers that the bot is in", registry=REGISTRY)
LIVE = Gauge("syntagma_live_games", "Lobbies and running games", registry=REGISTRY)
QUARANTINED = Gauge("syntagma_quarantined_games", "Damaged games that are set aside", registry=REGISTRY)
SILENT_TABLES = Gauge("syntagma_silent_tables", "Games whose channel cannot be written to", registry=REGISTRY)
UNTOLD = Gauge("syntagma_untold_notices", "Messages that still have to be sent", registry=REGISTRY)
LAG = Gauge("syntagma_loop_lag_seconds", "How late the event loop was at the last sign of life", registry=REGISTRY)
WRITE = Gauge("syntagma_store_write_seconds", "How long the last sign of life took to be stored", registry=REGISTRY)
BACKUP = Gauge("syntagma_last_backup_timestamp_seconds", "When the last backup was made, 0: never", registry=REGISTRY)


def watch(servers: Callable[[], int], silent: Callable[[], int]) -> None:
    """Where to read the number of servers and of silent tables whenever somebody asks."""
    SERVERS.set_function(servers)
    SILENT_TABLES.set_function(silent)


def expose(port: int) -> None:
    """Serve the metrics at http://127.0.0.1:PORT/metrics. Raises OSError when the port cannot be had."""
    start_http_server(port, addr="127.0.0.1", registry=REGISTRY)

"""What systemd is told: ready, alive, a line of status, stopping (sd_notify(3))."""

import os
import socket
import time
from collections.abc import Mapping


class Notifier:
    """Does nothing where no systemd listens."""

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        address = environ.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._socket: socket.socket | None = None
        if self._address:
            kind = socket.SOCK_DGRAM | socket.SOCK_CLOEXEC | socket.SOCK_NONBLOCK
            self._socket = socket.socket(socket.AF_UNIX, kind)
        self.watchdog_ms = _watchdog_ms(environ)
        """How often systemd wants to hear from us at least; None: never."""

    def tell(self, **values: object) -> None:
        """For example `tell(READY=1, STATUS="27/27 lines")`. A lost message costs nothing."""
        if self._socket is None:
            return
        text = "\n".join(f"{name}={value}" for name, value in values.items())
        try:
            self._socket.sendto(text.encode(), self._address)
        except OSError:
            # systemd is busy or gone; the next message may arrive
            return

    def alive(self) -> None:
        """Feeds the watchdog, and takes back what `patience` gave it."""
        if self.watchdog_ms is not None:
            self.tell(WATCHDOG=1, WATCHDOG_USEC=self.watchdog_ms * 2000)

    def patience(self, limit_ms: int) -> None:
        """What comes now may take this long until `alive` is told again, and is no hang."""
        if self.watchdog_ms is not None:
            self.tell(WATCHDOG=1, WATCHDOG_USEC=limit_ms * 1000)

    def reloading(self) -> None:
        """A new configuration is taken; `READY=1` ends it."""
        self.tell(RELOADING=1, MONOTONIC_USEC=time.monotonic_ns() // 1000)

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None


def _watchdog_ms(environ: Mapping[str, str]) -> int | None:
    """Half of the limit in WATCHDOG_USEC, as sd_watchdog_enabled(3) advises."""
    limit, pid = environ.get("WATCHDOG_USEC", ""), environ.get("WATCHDOG_PID", "")
    if not limit.isdigit() or (pid and pid != str(os.getpid())):
        return None
    return max(1, int(limit) // 2000)

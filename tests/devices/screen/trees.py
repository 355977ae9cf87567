"""A kernel's /sys and /dev as plain files: cards with sockets, framebuffers."""

from pathlib import Path

from kahuna_table.devices.screen.options import Places


class Machine:
    """Screens that are plugged in and pulled out by writing files."""

    def __init__(self, root: Path) -> None:
        self.places = Places(root / "sys", root / "dev")
        for folder in ("sys/class/drm", "sys/class/graphics", "sys/devices", "dev/dri"):
            (root / folder).mkdir(parents=True)
        self._root = root

    def socket(self, card: int, name: str, state: str = "connected", *, id: int = 0) -> None:
        """Adds a socket to a card, or plugs it in or out."""
        whole = self.places.sys / "class/drm" / f"card{card}"
        self._device(whole, f"gpu{card}")
        folder = self.places.sys / "class/drm" / f"card{card}-{name}"
        folder.mkdir(exist_ok=True)
        (folder / "modes").write_text("800x480\n" if state == "connected" else "")
        if id:
            (folder / "connector_id").write_text(f"{id}\n")
        (folder / "status").write_text(f"{state}\n")
        (self.places.dev / "dri" / f"card{card}").touch()

    def framebuffer(
        self,
        number: int,
        size: tuple[int, int],
        bits: int = 32,
        *,
        stride: int | None = None,
        card: int | None = None,
    ) -> Path:
        """Adds a framebuffer, of a card or without one; gives its memory."""
        folder = self.places.sys / "class/graphics" / f"fb{number}"
        self._device(folder, f"spi{number}" if card is None else f"gpu{card}")
        stride = size[0] * bits // 8 if stride is None else stride
        (folder / "virtual_size").write_text(f"{size[0]},{size[1]}\n")
        (folder / "bits_per_pixel").write_text(f"{bits}\n")
        (folder / "stride").write_text(f"{stride}\n")
        memory = self.places.dev / f"fb{number}"
        memory.write_bytes(bytes(stride * size[1]))
        return memory

    def _device(self, folder: Path, name: str) -> None:
        device = self.places.sys / "devices" / name
        device.mkdir(exist_ok=True)
        folder.mkdir(exist_ok=True)
        if not (folder / "device").exists():
            (folder / "device").symlink_to(device)

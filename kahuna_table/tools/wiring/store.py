"""What a run begins with and the files in which it keeps what it learns: nothing that was learned
before is written over, it is gone on with or set aside first."""

import os
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from kahuna_table.app.wiring.file import WiringFileError, format_wiring, read_wiring
from kahuna_table.app.wiring.learned import Learned
from kahuna_table.devices.faults import fault
from kahuna_table.devices.pins import PinMap
from kahuna_table.devices.troubles import Trouble
from kahuna_table.files import write_whole
from kahuna_table.store.aside import free_name, sync_directory
from kahuna_table.tools.wiring.page import page


class WiringStore:
    """The wiring file and the page beside it, in one run."""

    known: Learned
    """What need not be asked."""
    begun: bool
    """Whether there was anything to keep."""

    def __init__(
        self,
        file: Path | None,
        planned: PinMap,
        *,
        start_over: bool,
        say: Callable[[str], object],
        complain: Callable[[str], object],
        now: Callable[[], datetime],
    ) -> None:
        """Without a `file` the run begins with nothing and writes nowhere."""
        self._file = file
        self._planned, self._now = planned, now
        self._say, self._complain = say, complain
        self._unkept, self.begun = "", False
        found = self._read()
        self.known = Learned() if start_over or found is None else found
        self._older = found if start_over else None
        self._old = None
        if file is not None and os.path.lexists(file) and (start_over or found is None):
            self._old = file

    @property
    def writes(self) -> bool:
        """Whether there is a file."""
        return self._file is not None

    @property
    def of_the_rest(self) -> str:
        """What becomes of what was not asked."""
        if self._older is not None:
            return "not everything was asked again: the rest is kept as it was known before"
        goes_on = ": the next run goes on from here" if self._file is not None else ""
        return f"not everything was asked for{goes_on}"

    def whole(self, learned: Learned) -> Learned:
        """With what was known before where nothing was asked again."""
        return learned if self._older is None else learned.over(self._older)

    def keep(self, learned: Learned, *, page_too: bool = False) -> tuple[Path, ...]:
        """Writes it, or says why not; the files."""
        self.begun = True
        if self._file is None:
            return ()
        files = [(self._file, format_wiring)]
        if page_too:
            files.append((self._file.with_suffix(".md"), page))
        whole = self.whole(learned)
        try:
            self._set_aside()
            self._file.parent.mkdir(parents=True, exist_ok=True)
            for path, text_of in files:
                write_whole(path, text_of(whole, self._planned))
        except OSError as error:
            text = f"{self._file}: cannot be written ({error.strerror}): choose another with --out"
            if text != self._unkept:
                self._complain(text)
            self._unkept = text
            return ()
        self._unkept = ""
        return tuple(path for path, _ in files)

    def _read(self) -> Learned | None:
        try:
            return None if self._file is None else read_wiring(self._file, self._planned)
        except WiringFileError as error:
            repeated = fault(Trouble.WIRING_REPEATED, file=str(self._file), detail=str(error))
            self._complain(str(repeated))
            return None

    def _set_aside(self) -> None:
        """Raises: OSError; then nothing has changed."""
        if self._old is None or not os.path.lexists(self._old):
            return
        aside = free_name(self._old, "old", self._now())
        try:
            # the name stays until the new file takes it: a power cut leaves no table without one
            os.link(self._old, aside)
        except OSError:
            os.rename(self._old, aside)  # a directory, or a file system without links
        sync_directory(aside.parent)
        self._old = None
        self._say(f"the old wiring file is set aside: {aside}")

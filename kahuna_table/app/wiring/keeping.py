"""What a run begins with and the files in which it keeps what it learns: nothing that was learned
before is written over, it is gone on with or set aside first."""

import os
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from kahuna_table.app.wiring.file import WiringFileError, format_wiring, read_wiring, write_whole
from kahuna_table.app.wiring.learned import Learned
from kahuna_table.app.wiring.page import page
from kahuna_table.devices.pins import PinMap
from kahuna_table.devices.troubles import TROUBLES
from kahuna_table.store.aside import free_name, sync_directory


class Keeping:
    """The wiring file and the page beside it, in one run."""

    known: Learned
    """What need not be asked."""

    def __init__(
        self,
        file: Path,
        planned: PinMap,
        *,
        anew: bool,
        say: Callable[[str], object],
        complain: Callable[[str], object],
        now: Callable[[], datetime],
    ) -> None:
        self.file, self.page = file, file.with_suffix(".md")
        self._planned, self._now = planned, now
        self._say, self._complain = say, complain
        self._unkept = ""
        found = self._read()
        self.known = Learned() if anew or found is None else found
        self._older = found if anew else None
        self._to_set_aside = os.path.lexists(file) and (anew or found is None)

    @property
    def kept(self) -> bool:
        """Whether the last thing to keep was written."""
        return not self._unkept

    @property
    def has_older(self) -> bool:
        """Whether older answers stand in for what is not asked again."""
        return self._older is not None

    def whole(self, learned: Learned) -> Learned:
        """With what was known before where nothing was asked again."""
        return learned if self._older is None else learned.over(self._older)

    def keep(self, learned: Learned, *, page_too: bool = False) -> None:
        """Writes it, or says why not."""
        whole = self.whole(learned)
        try:
            self._set_aside()
            write_whole(self.file, format_wiring(whole, self._planned))
            if page_too:
                write_whole(self.page, page(whole, self._planned))
            self._unkept = ""
        except OSError as error:
            text = f"{self.file}: cannot be written ({error.strerror}): choose another with --out"
            if text != self._unkept:
                self._complain(text)
            self._unkept = text

    def _read(self) -> Learned | None:
        try:
            return read_wiring(self.file, self._planned)
        except WiringFileError as error:
            cause = TROUBLES["KT-120"].cause.format(file=self.file, detail=error)
            self._complain(f"KT-120 {cause}: everything is asked anew")
            return None

    def _set_aside(self) -> None:
        """Raises: OSError; then nothing has changed."""
        if not self._to_set_aside:
            return
        aside = free_name(self.file, "old", self._now())
        try:
            # the name stays until the new file takes it: a power cut leaves no table without one
            os.link(self.file, aside)
        except OSError:
            os.rename(self.file, aside)  # a directory, or a file system without links
        sync_directory(self.file.parent)
        self._to_set_aside = False
        self._say(f"the old wiring file is set aside: {aside}")

"""The wiring file: what `kahuna-table wiring` learned of a board, and the active wiring."""

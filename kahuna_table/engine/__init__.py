"""The game of Kahuna. Pure: no time, input or output, hardware, language or randomness here."""

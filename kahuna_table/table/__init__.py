"""The table as data. Pure: time arrives as a number inside an input; no words, no hardware."""

"""What the display and the simulator show, drawn: pure, and no device is seen from here."""

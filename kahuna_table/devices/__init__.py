"""Everything between the ports and the wires, and the simulated table behind the same ports."""

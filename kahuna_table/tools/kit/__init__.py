"""The kit: `hardware/kit.toml` read, checked, and turned into what a maker builds from."""

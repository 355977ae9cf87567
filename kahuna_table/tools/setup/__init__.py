"""What a package must not do by itself: buses, overlay and boot, each when a person agrees."""

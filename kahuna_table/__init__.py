"""The electronic Kahuna table. The house and its arrows: README.md, "How it is built"."""

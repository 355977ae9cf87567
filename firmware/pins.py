"""Which wire goes where: GP numbers of the Pico. Made from hardware/kit.toml by
`kahuna-table kit build`; a change by hand is lost."""

SELECT = (2, 3, 4, 5)
"""Address lines S0 to S3 of both multiplexers."""
SIGNALS = (26, 27)
"""Their commons."""
INPUTS = 14
"""Lines on the first multiplexer, from channel 0 on; the second has the others."""
LIGHTS = 22
ROWS = (6, 7, 8, 9, 10, 11)
COLUMNS = (12, 13, 14, 15, 20, 21)
LINES = (
    "ALOA-BARI",
    "ALOA-DUDA",
    "ALOA-HUNA",
    "BARI-COCO",
    "BARI-DUDA",
    "BARI-ELAI",
    "BARI-FAAA",
    "COCO-FAAA",
    "COCO-GOLA",
    "COCO-KAHU",
    "DUDA-ELAI",
    "DUDA-HUNA",
    "ELAI-FAAA",
    "ELAI-HUNA",
    "ELAI-IFFI",
    "ELAI-JOJO",
    "FAAA-GOLA",
    "FAAA-JOJO",
    "GOLA-JOJO",
    "GOLA-KAHU",
    "HUNA-IFFI",
    "HUNA-LALE",
    "IFFI-JOJO",
    "IFFI-KAHU",
    "IFFI-LALE",
    "JOJO-KAHU",
    "KAHU-LALE",
)
CROSSINGS = (
    (0, 2),
    (0, 3),
    (0, 4),
    (0, 5),
    (1, 0),
    (1, 1),
    (1, 4),
    (1, 5),
    (2, 0),
    (2, 1),
    (2, 2),
    (2, 3),
    (2, 5),
    (3, 0),
    (3, 1),
    (3, 2),
    (3, 3),
    (3, 5),
    (4, 0),
    (4, 1),
    (4, 2),
    (4, 3),
    (4, 4),
    (5, 0),
    (5, 1),
    (5, 2),
    (5, 3),
)
"""Row and column of each line in the reed matrix, from 0."""
CANARIES = (
    (0, 0),
    (0, 1),
    (1, 2),
    (1, 3),
    (2, 4),
    (3, 4),
    (4, 5),
    (5, 5),
)

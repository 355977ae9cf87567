"""The strip of 39 WS2812: ways to feed it, each in a child process, behind the port `LightStrip`.

`opening` is the way in. The daemon's end adapts frames and hands them over; the child's end,
`worker`, owns the hardware.
"""

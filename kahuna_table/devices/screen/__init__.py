"""The small screen: a process of its own draws it, behind the port `Display`.

`opening` is the way in; it, `rendered` and `options` are the daemon's end. The child's end,
`worker`, owns SDL, the framebuffer and the touches.
"""

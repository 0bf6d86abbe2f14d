"""Runs a program in a terminal of its own, and ends as it does: terminal.py COLUMNS ROWS PROGRAM ARGUMENT ..."""

import fcntl
import os
import pty
import select
import struct
import sys
import termios

columns, rows, *command = sys.argv[1:]
pid, terminal = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", int(rows), int(columns), 0, 0))
    os.execvp(command[0], command)

inputs = [terminal, 0]
while terminal in inputs:
    for ready in select.select(inputs, [], [])[0]:
        try:
            data = os.read(ready, 65536)
        except OSError:  # how Linux says that nobody writes to a terminal any more
            data = b""
        if data:
            os.write(1 if ready == terminal else terminal, data)
        else:
            inputs.remove(ready)

code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
sys.exit(code if code >= 0 else 128 - code)

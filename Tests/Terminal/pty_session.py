#!/usr/bin/env python3
"""Runs a program on a pseudo-terminal of its own and plays a person in front of it.

    pty_session.py < SCRIPT

SCRIPT is JSON: {"argv": [...], "env": {...}, "blocked": [...], "steps": [{"await": TEXT, "send": TEXT or "signal": NUMBER or
"open": true, which has a browser open the last address that was printed}, ...]}.
It prints JSON: {"output": TEXT, "status": exit status or null, "signal": number or null, "echo": whether the terminal
echoes afterwards, "echoedDuring": whether it did at each step}.
"""

import json
import os
import pty
import re
import select
import signal
import sys
import termios
import time
import urllib.request

LIMIT = 60


def echoes(terminal):
    return bool(termios.tcgetattr(terminal)[3] & termios.ECHO)


def main():
    script = json.load(sys.stdin)
    child, terminal = pty.fork()
    if child == 0:
        signal.pthread_sigmask(signal.SIG_SETMASK, script.get("blocked", []))
        for number in (signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        os.environ.pop("NO_COLOR", None)
        os.environ["TERM"] = "xterm"
        os.environ.update(script.get("env", {}))
        try:
            os.execv(script["argv"][0], script["argv"])
        finally:
            os._exit(127)
    output, echoed, deadline, end = b"", [], time.monotonic() + LIMIT, False

    def read_more():
        nonlocal output, end
        if not select.select([terminal], [], [], 0.1)[0]:
            return
        try:
            more = os.read(terminal, 65536)
        except OSError:
            more = b""
        output, end = output + more, not more

    seen = 0
    for step in script["steps"]:
        wanted = step["await"].encode()
        while wanted not in output[seen:] and not end and time.monotonic() < deadline:
            read_more()
        if end:
            break
        seen = output.index(wanted, seen) + len(wanted)
        echoed.append(echoes(terminal))
        if step.get("open"):
            urllib.request.urlopen(re.findall(r"https?://\S+", output.decode())[-1]).read()
        elif "signal" in step:
            os.kill(child, step["signal"])
        else:
            os.write(terminal, step["send"].encode())
    while not end and time.monotonic() < deadline:
        read_more()
    after = echoes(terminal)
    if not end:
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    json.dump({
        "output": output.decode("utf-8", "replace"), "echo": after, "echoedDuring": echoed,
        "status": os.WEXITSTATUS(status) if os.WIFEXITED(status) else None,
        "signal": os.WTERMSIG(status) if os.WIFSIGNALED(status) else None,
    }, sys.stdout)


main()

"""Transcripts on pages: commands with the lines that they print, and the exit code."""

import os
import re
import subprocess
import sys
from pathlib import Path

BLOCK = re.compile(r"```(python|console)\n(.*?)```", re.S)
ENDS = re.compile(r"\[exit (\d+)\]")


def transcript(block):
    """Commands of a console block, with the lines that are printed and the exit code."""
    for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
        command, _, printed = part.partition("\n")
        while command.endswith("\\"):
            more, _, printed = printed.partition("\n")
            command = command[:-1] + more.removeprefix(">").strip()
        lines = [" ".join(line.split()) for line in printed.splitlines()]
        ended = [int(found[1]) for line in lines if (found := ENDS.fullmatch(line))]
        yield command, [line for line in lines if line not in ("", "…") and not ENDS.fullmatch(line)], sum(ended)


def check(expected, shown):
    """Every expected line is there, in this order; … in a line stands for anything."""
    text = " ".join(shown.split())
    for line in expected:
        found = re.search(".*?".join(map(re.escape, line.split("…"))), text)
        assert found, f"{line!r} is not in {text!r}"
        text = text[found.end() :]


def run_transcript(block):
    """Run the commands of a console block in the current folder, and return how many there are."""
    tools = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "120"}
    tools.pop("FORCE_COLOR", None)
    commands = 0
    for command, expected, code in transcript(block):
        run = ["bash", "-c", command]
        done = subprocess.run(
            run, capture_output=True, text=True, env=tools, stdin=subprocess.DEVNULL, timeout=120, check=False
        )
        assert done.returncode == code, (command, done.stdout, done.stderr)
        assert "Traceback" not in done.stderr
        check(expected, done.stdout + done.stderr)
        commands += 1
    return commands

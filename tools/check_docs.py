#!/usr/bin/env python3
"""Runs every command shown in the ```console blocks of the documents and compares what it prints.

    $ ./anholon derive sleigh       a command, run by bash from the root of the tree; \\ at the end continues it
    w' = ...                        what it prints, stdout and stderr together
    ...                             any number of lines
    [exit 3]                        the exit code, where it is not 0

The models in ```anh blocks are given to `./anholon show -`, which must accept them, or refuse those in ```anh error blocks.

`./anholon` stands for the binary given. Commands that install, build or test go into ```sh blocks, which are not run.
"""

import argparse
import difflib
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from markdown_blocks import blocks

EXIT = re.compile(r"^\[exit (\d+)\]$")
LAUNCHER = re.compile(r"(?<![\w/.])\./anholon(?![\w/.-])")
NOT_RUN = re.compile(r"^(\./anholon$|git clone\b|\./check\b|\./bench\b)")
TIME_LIMIT = 300  # seconds


@dataclass
class Command:
    text: str
    line: int  # in the document, from 1
    shown: list  # the lines of the command as written
    expected: list


def commands(block):
    """The commands of a console block, or a sentence that says what is wrong with it."""
    found = []
    lines = iter(enumerate(block.lines))
    for i, line in lines:
        line = line.rstrip()
        if line.startswith("$ "):
            shown = [line]
            text = line[2:]
            while text.endswith("\\"):
                _, more = next(lines, (None, ""))
                shown.append(more.rstrip())
                text = text[:-1].rstrip() + " " + more.strip()
            if NOT_RUN.match(text):
                raise ValueError(f"line {block.first + i + 1}: '{text}' is not run, so show it in a ```sh block")
            found.append(Command(text, block.first + i + 1, shown, []))
        elif found:
            found[-1].expected.append(line)
        elif line:
            raise ValueError(f"line {block.first + i + 1}: a console block begins with '$ ' and a command")
    for command in found:
        command.expected = without_blank_end(command.expected)
    return found


def without_blank_end(lines):
    while lines and not lines[-1]:
        lines = lines[:-1]
    return lines


def output_of(command, binary, root):
    """What the command prints, as lines, with its exit code if that is not 0."""
    text = LAUNCHER.sub(lambda _: f"'{binary}'", command.text)
    environment = dict(os.environ, LC_ALL="C.UTF-8", TERM="dumb", NO_COLOR="1", COLUMNS="80",
                       ANHOLON_SEED="1")    # the documents show the proofs of one seed
    try:
        done = subprocess.run(["bash", "-c", text], cwd=root, env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=TIME_LIMIT)
    except subprocess.TimeoutExpired:
        return [f"[no end after {TIME_LIMIT} s]"]
    printed = done.stdout.decode("utf-8", errors="replace").replace(str(binary), "./anholon")
    lines = without_blank_end([line.rstrip() for line in printed.split("\n")])
    return lines + ([f"[exit {done.returncode}]"] if done.returncode else [])


def matches(expected, actual):
    """Whether the lines agree, where an expected `...` stands for any number of lines."""
    pattern = "".join(r"(?:.*\n)*" if line == "..." else re.escape(line) + r"\n" for line in expected)
    return re.fullmatch(pattern, "".join(line + "\n" for line in actual)) is not None


def refusal(block, binary):
    """Nothing if the model is accepted, or refused where that is the point; else a sentence and what was printed."""
    text = "\n".join(block.lines) + "\n"
    done = subprocess.run([binary, "show", "-"], input=text.encode(), capture_output=True, timeout=TIME_LIMIT)
    wanted = 3 if block.language == "anh error" else 0
    if done.returncode == wanted:
        return None
    printed = done.stderr.decode("utf-8", errors="replace")
    return f"this model ends with exit code {done.returncode}, not {wanted}\n{printed}".rstrip()


def check(document, binary, root, update):
    """Runs one document. Returns (blocks, commands, failures, models); rewrites the document if asked to."""
    text = document.read_text(encoding="utf-8")
    lines = text.splitlines()
    counts = [0, 0, 0, 0]
    rewritten = []  # (first, end, new lines)
    for block in blocks(text):
        if block.language in ("anh", "anh error"):
            counts[3] += 1
            if reason := refusal(block, binary):
                counts[2] += 1
                print(f"{document}:{block.first + 1}: {reason}")
        if block.language != "console":
            continue
        counts[0] += 1
        try:
            shown = commands(block)
        except ValueError as error:
            print(f"{document}: {error}")
            counts[2] += 1
            continue
        body = []
        for command in shown:
            counts[1] += 1
            actual = output_of(command, binary, root)
            agrees = matches(command.expected, actual)
            body += command.shown + (command.expected if agrees else actual)
            if agrees or update:
                continue
            counts[2] += 1
            print(f"{document}:{command.line}: $ {command.text}")
            for line in difflib.unified_diff(command.expected, actual, "shown", "printed", lineterm=""):
                print("    " + line)
        rewritten.append((block.first, block.end, [(block.indent + line).rstrip() for line in body]))
    if update:
        for first, end, body in reversed(rewritten):
            lines[first:end] = body
        new = "\n".join(lines) + "\n"
        if new != text:
            document.write_text(new, encoding="utf-8")
            print(f"{document}: updated")
    return counts


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", type=Path, help="the program to run for ./anholon (build/release/anholon)")
    parser.add_argument("--root", type=Path, help="where commands are run; the root of this tree by default")
    parser.add_argument("--update", action="store_true", help="write what the commands print into the documents")
    parser.add_argument("documents", nargs="*", type=Path, help="README.md and docs/**/*.md by default")
    args = parser.parse_args()
    root = (args.root or Path(__file__).parent.parent).resolve()
    binary = (args.binary or root / "build/release/anholon").resolve()
    documents = args.documents or [*root.glob("README.md"), *sorted(root.glob("docs/**/*.md"))]
    totals = [0, 0, 0, 0]
    for document in documents:
        totals = [a + b for a, b in zip(totals, check(document, binary, root, args.update))]
    print(f"{totals[0]} blocks, {totals[1]} commands" + (f", {totals[3]} models" if totals[3] else "") +
          (f", {totals[2]} wrong" if totals[2] else ""))
    if totals[2]:
        print("To put what is printed now into the documents, after reading it: tools/check_docs.py --update")
    return 1 if totals[2] else 0


if __name__ == "__main__":
    sys.exit(main())

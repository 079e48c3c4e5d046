"""Finds the fenced code blocks of a Markdown text."""

import re
from dataclasses import dataclass

FENCE = re.compile(r"^(?P<indent>\s*)(?P<fence>`{3,}|~{3,})\s*(?P<info>[^`]*?)\s*$")


@dataclass
class Block:
    language: str
    first: int  # index of the first line inside the fence
    end: int  # index of the closing fence
    indent: str  # of the opening fence, taken off `lines`
    lines: list


def blocks(text):
    """All fenced blocks, in order. A block shown inside a longer fence is text, not a block."""
    lines = text.splitlines()
    found = []
    i = 0
    while i < len(lines):
        opening = FENCE.match(lines[i])
        i += 1
        if not opening:
            continue
        first, fence, indent = i, opening["fence"], opening["indent"]
        closing = re.compile(r"^\s*" + re.escape(fence[0]) + "{" + str(len(fence)) + r",}\s*$")
        while i < len(lines) and not closing.match(lines[i]):
            i += 1
        body = [line[len(indent):] if line.startswith(indent) else line.lstrip() for line in lines[first:i]]
        found.append(Block(opening["info"], first, i, indent, body))
        i += 1
    return found

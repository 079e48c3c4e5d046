#!/usr/bin/env python3
"""Checks that no two files under src/ and apps/ define a type, or a function outside of classes, of the same name in the same namespace.

The compiler sees one file at a time and the linker takes whichever definition comes first, so that two types of one name silently
become one. Names in anonymous namespaces, and functions of other arguments, are nobody else's business.
"""

import argparse
import re
import sys
from collections import defaultdict
from pathlib import Path

TYPE = re.compile(r"^(?:struct|class|enum class) (\w+(?:::\w+)*)[^;{(]*\{", re.MULTILINE)
ALIAS = re.compile(r"^using (\w+) =", re.MULTILINE)
FUNCTION = re.compile(r"^(?:inline )?(?:[\w:<>,&*]+ )+[&*]*(\w+)\(([^;{]*)\)(?: noexcept)? \{", re.MULTILINE)
NAMESPACE = re.compile(r"^namespace ([\w:]+) \{", re.MULTILINE)


def without_anonymous(text):
    """The text without what stands in anonymous namespaces."""
    while (start := text.find("namespace {")) >= 0:
        depth, at = 0, start
        while at < len(text):
            depth += {"{": 1, "}": -1}.get(text[at], 0)
            if depth == 0 and text[at] == "}":
                break
            at += 1
        text = text[:start] + text[at + 1:]
    return text


def definitions(text):
    text = without_anonymous(text)
    scope = NAMESPACE.search(text)
    scope = scope.group(1) if scope else ""
    for match in [*TYPE.finditer(text), *ALIAS.finditer(text)]:
        yield f"{scope}::{match.group(1)}"
    for match in FUNCTION.finditer(text):
        if match.group(0).startswith(("static ", "template", "return ", "else ", "    ")):
            continue
        types = ", ".join(re.sub(r"\s*\w+(?: = .*)?$", "", part.strip()) for part in match.group(2).split(","))
        yield f"{scope}::{match.group(1)}({types})"


def check(root):
    found = defaultdict(set)
    for folder in ("src", "apps"):
        for file in sorted((root / folder).rglob("*.[ch]pp")):
            if ".test." not in file.name:
                for name in definitions(file.read_text(encoding="utf-8")):
                    found[name].add(str(file.relative_to(root)))
    # A class may be declared in a header and defined, hidden, in the source of the same name.
    return [f"{name} is defined in {' and in '.join(sorted(files))}" for name, files in sorted(found.items())
            if len({Path(f).with_suffix("") for f in files}) > 1]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent)
    faults = check(parser.parse_args().root)
    print("\n".join(faults) if faults else "every name is defined once")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

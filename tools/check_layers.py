#!/usr/bin/env python3
"""Checks the #includes of src/ and apps/ against the two tables of docs/architecture.md.

The table `folder | what lives there | may use` says which folders a folder may include, transitively; src/CMakeLists.txt has
to say the same. The table `third-party library | headers | folder` says where a library's headers may be included.
A *.test.cpp or *.test.hpp may use what `tests` may: everything.
"""

import argparse
import fnmatch
import re
import sys
from dataclasses import dataclass
from pathlib import Path

DOCUMENT = "docs/architecture.md"
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^">]+)[">]')
RAW_STRING = re.compile(r'R"([^(\s]*)\(.*?\)\1"', re.DOTALL)  # text of other programs, with #includes of their own
USES = re.compile(r"^[ \t]*anholon_folder\(\s*([\w/]+)([^)]*)\)", re.MULTILINE)
STANDARD = re.compile(r"^[a-z_0-9]+$")  # <vector>, <cstdint>
SYSTEM = ["unistd.h", "malloc.h", "fcntl.h", "poll.h", "signal.h", "spawn.h", "dlfcn.h", "link.h", "pthread.h", "sched.h", "termios.h",
          "sys/*", "immintrin.h", "x86intrin.h"]
SOURCES = (".cpp", ".hpp", ".h", ".cu", ".cuh")


@dataclass
class Library:
    name: str
    headers: list  # patterns
    folders: list


def listed(cell):
    """The names in a table cell: `base`, [base](…), or – for none."""
    cell = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", cell).replace("`", "").strip()
    return [] if cell in ("", "-", "–", "—") else [name.strip().rstrip("/") for name in cell.split(",")]


def tables(text):
    """Every table of a Markdown text as (header cells in lower case, rows)."""
    found, rows = [], []
    for line in text.splitlines() + [""]:
        if line.lstrip().startswith("|"):
            rows.append([cell.strip() for cell in line.strip().strip("|").split("|")])
        elif rows:
            found.append(([cell.lower() for cell in rows[0]], rows[2:]))
            rows = []
    return found


def short(folder):
    return folder.removeprefix("src/")


class Rules:
    def __init__(self, text):
        self.uses = {}  # folder of src/ or apps/ → the names it may use, as written
        self.libraries = []
        for header, rows in tables(text):
            if header[0] == "folder" and header[-1] == "may use":
                for row in rows:
                    for folder in listed(row[0]):
                        self.uses[short(folder)] = listed(row[-1])
            elif header[0].startswith("third-party") and header[-1] == "folder":
                for row in rows:
                    self.libraries.append(Library(row[0].replace("`", ""), listed(row[1]), [short(f) for f in listed(row[-1])]))
        if not self.uses or not self.libraries:
            raise ValueError("the folder table or the table of third-party libraries is missing")
        for folder, uses in self.uses.items():
            for used in uses:
                if used != "all" and used not in self.uses:
                    raise ValueError(f"'{folder}' may use '{used}', which has no row")
        self.allowed = {folder: self.reachable(folder, []) for folder in self.uses}

    def reachable(self, folder, path):
        if folder in path:
            raise ValueError("folders use each other in a circle: " + " → ".join(path + [folder]))
        if self.uses[folder] == ["all"]:
            return set(self.uses)
        found = {folder}
        for used in self.uses[folder]:
            found |= self.reachable(used, path + [folder])
        return found

    def folder_of(self, path):
        """The row a path belongs to: the longest that leads to it."""
        parts = path.split("/")[:-1]
        for n in range(len(parts), 0, -1):
            if "/".join(parts[:n]) in self.uses:
                return "/".join(parts[:n])
        return None

    def library_of(self, header):
        for library in self.libraries:
            if any(fnmatch.fnmatchcase(header, pattern) for pattern in library.headers):
                return library
        return None


def fault(rules, file, name, quoted, beside):
    """What is wrong with one #include, or None. `file` is relative to src/, or to the root for apps/."""
    folder = rules.folder_of(file)
    is_test = file.endswith((".test.cpp", ".test.hpp"))
    if library := rules.library_of(name):
        at_home = [*([folder] if folder else []), *(["tests"] if is_test else [])]
        if any(home in library.folders for home in at_home):
            return None
        return f"{library.name} may be included only in {', '.join(library.folders)}, not in {folder}"
    if not quoted:
        if STANDARD.match(name) or any(fnmatch.fnmatchcase(name, pattern) for pattern in SYSTEM):
            return None
        return f"<{name}> belongs to no library in the table of {DOCUMENT}"
    if beside:
        return None
    target = "library" if name.startswith("anholon/") else rules.folder_of(name)  # its public header, in include/
    if target is None:
        return f'"{name}" begins with no folder of the table in {DOCUMENT}'
    if not is_test and target not in rules.allowed[folder]:
        return f"{folder} may not use {target} (it may use {', '.join(rules.uses[folder]) or 'nothing'})"
    return None


def check(root):
    """All faults of the tree, as lines of text."""
    try:
        rules = Rules((root / DOCUMENT).read_text(encoding="utf-8"))
    except ValueError as error:
        return [f"{DOCUMENT}: {error}"]
    faults = []
    paths = [p for top in ("src", "apps") for p in sorted((root / top).rglob("*")) if p.suffix in SOURCES]
    for path in paths:
        shown = path.relative_to(root).as_posix()
        if rules.folder_of(short(shown)) is None:
            faults.append(f"{shown}:1: its folder has no row in {DOCUMENT}")
            continue
        text = RAW_STRING.sub(lambda raw: "\n" * raw[0].count("\n"), path.read_text(encoding="utf-8"))
        for number, line in enumerate(text.splitlines(), 1):
            if match := INCLUDE.match(line):
                name = match[2]
                beside = "/" not in name and (path.parent / name).is_file()
                if wrong := fault(rules, short(shown), name, match[1] == '"', beside):
                    faults.append(f"{shown}:{number}: {wrong}")
    return faults + cmake_faults(root, rules)


def cmake_faults(root, rules):
    """Where src/CMakeLists.txt and the folder table differ."""
    cmake = root / "src/CMakeLists.txt"
    if not cmake.is_file():
        return []
    text = cmake.read_text(encoding="utf-8")
    faults = []
    for match in USES.finditer(text):
        folder, arguments = match[1], match[2]
        words = re.search(r"\bUSES\b(.*?)(?:\b(?:LINKS|DEFINES)\b|$)", arguments, re.DOTALL)
        uses = words[1].split() if words else []
        place = f"src/CMakeLists.txt:{text.count(chr(10), 0, match.start()) + 1}"
        if folder not in rules.uses:
            if (root / "src" / folder).is_dir():
                faults.append(f"{place}: '{folder}' has no row in {DOCUMENT}")
        elif set(uses) != set(rules.uses[folder]):
            faults.append(f"{place}: '{folder}' uses {', '.join(uses) or 'nothing'} here, "
                          f"but {', '.join(rules.uses[folder]) or 'nothing'} in {DOCUMENT}")
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=Path, default=Path(__file__).parent.parent)
    faults = check(parser.parse_args().root)
    print("\n".join(faults) if faults else f"the includes agree with {DOCUMENT}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

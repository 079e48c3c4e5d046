"""The table of the sources: everything that the five texts describe, and how the program shows it.

    python3 tests/sources_table.test.py PATH-TO-ANHOLON BUILD-FOLDER [--update] [unittest arguments]

The list is tests/sources.txt. Every command of it is run once, and what it must print is looked for; every test that it names must
exist. docs/sources.md is written from the list by --update, and must be what the list says.
"""

import concurrent.futures
import itertools
import json
import os
import re
import shlex
import subprocess
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
LIST = os.path.join(HERE, "sources.txt")
PAGE = os.path.join(ROOT, "docs", "sources.md")
BINARY = BUILD = ""

SOURCES = {
    "000": "A. V. Borisov, I. S. Mamaev, I. A. Bizyaev, *Historical and critical review of the development of nonholonomic mechanics: "
           "the classical period*, Regular and Chaotic Dynamics 21 (2016) 455–476",
    "001": "A. S. Sumbatov, *Lagrange's equations in nonholonomic mechanics*, Russian Journal of Nonlinear Dynamics 9 (2013) 39–50",
    "002": "V. V. Rumyantsev, *The general equations of analytical dynamics*, Journal of Applied Mathematics and Mechanics 60 (1996)",
    "003": "A. V. Borisov, A. A. Kilin, I. S. Mamaev, *On the Hadamard–Hamel problem and the dynamics of wheeled vehicles*, "
           "Regular and Chaotic Dynamics 20 (2015) 752–766",
    "004": "slides on nonholonomic, vakonomic and servo models, after V. V. Kozlov's papers on the realisation of constraints",
}
PLACE = re.compile(r"((?:§[\d.]+|Introduction|Conclusion|slide \d+)(?:, (?:footnote \d+|fig\. \d+|problem \d+|theorem|theorem \d+))?"
                   r"(?: \([\d.*]+\)(?:(?:–|, )\([\d.*]+\))*)?(?:, fig\. \d+)?) (! )?(.+)")


class Item:
    def __init__(self, source, line):
        match = PLACE.fullmatch(line)
        if not match:
            raise ValueError(f"no place in the source: {line}")
        self.source, self.place, self.was_open, self.what = source, match[1], bool(match[2]), match[3]
        self.exit, self.command, self.shows, self.tests, self.state, self.missing, self.key = 0, None, [], [], "works", "", ""

    def add(self, line):
        if line.startswith("$ "):
            self.command = line[2:]
        elif line.startswith("> "):
            self.shows.append(line[2:])
        elif line.startswith("exit "):
            self.exit = int(line[5:])
        elif line.startswith("by "):
            self.tests += line[3:].split()
        elif match := re.fullmatch(r"(partly|not yet)(?: (\w+))?: (.+?)(?: \[(\w+)\])?", line):
            self.state, self.missing, self.key = match[1], match[3], match[2] or match[4] or ""
        else:
            raise ValueError(f"{self.what}: {line}")

    def is_complete(self):
        """What is there has a command, a part of its output, and a test; what is missing is said."""
        if self.state == "not yet":
            return bool(self.missing) and not (self.command or self.shows or self.tests)
        return bool(self.command and self.shows and self.tests) and (self.state == "works") == (not self.missing)


def read_list():
    items, source = [], None
    with open(LIST, encoding="utf-8") as file:
        for line in file.read().splitlines():
            if line.startswith("#") or not line.strip():
                continue
            if line.startswith("= "):
                source = line[2:]
            elif line.startswith("  "):
                items[-1].add(line.strip())
            else:
                items.append(Item(source, line))
    return items


# --- commands


def sentences(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from sentences(one)


def facts_as_text(result):
    rows = result if isinstance(result, list) else result["facts"]
    for row in rows:
        yield f"{row['fact']}: {row['verdict']}"
        yield from sentences(row["statement"])


def verification_as_text(result):
    word = {True: "agrees", False: "differs", None: "unknown"}
    yield "all forms agree" if result["agree"] else "not all forms agree"
    for row in result["forms"]:
        yield f"{row['form']}: {word[row['agrees']] if row['applicable'] else 'does not apply'}"
    for choice in (result.get("eliminations") or {"choices": []})["choices"]:
        yield f"eliminated {', '.join(choice['eliminated'])}: {word[choice['agrees']]}"
    for row in result["expectations"]:
        yield f"{row['expect']}: {'holds' if row['holds'] else 'does not hold'}"


AS_TEXT = {"facts": facts_as_text, "verify": verification_as_text}


def printed(command):
    """What a command of the list prints; facts and proofs as lines that say one thing each."""
    words = shlex.split(command)
    as_data = AS_TEXT.get(words[0])
    environment = dict(os.environ, COLUMNS="100000")
    done = subprocess.run([BINARY, *words, *(["--json"] if as_data else [])], cwd=ROOT, env=environment, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, encoding="utf-8", timeout=300)
    if not as_data:
        return done.returncode, done.stdout + done.stderr
    answer = json.loads(done.stdout)
    return done.returncode, "\n".join(as_data(answer["result"]))


def plain(text):
    return " ".join(text.split())


# --- the page


def cell(text):
    return text.replace("|", "\\|")


def row(item, with_source):
    command = f"`anholon {item.command}`" if item.command else ""
    shows = "; ".join(f"`{part}`" for part in item.shows)
    state = item.state + (f": {item.missing}" if item.missing else "")
    place = f"[{item.source}] {item.place}" if with_source else item.place
    return "| " + " | ".join(map(cell, [place, item.what, command, shows, ", ".join(item.tests), state])) + " |"


def table(items, with_source=False):
    return ["| place | what | command | its output has | proved by | state |", "|---|---|---|---|---|---|",
            *(row(item, with_source) for item in items)]


def page_text(items):
    count = {state: sum(item.state == state for item in items) for state in ["works", "partly", "not yet"]}
    out = ["# The sources, item by item", "",
           f"The {len(items)} things that the five texts describe on which this program is built, with the command that shows each and the tests that prove it: "
           f"{count['works']} work, {count['partly']} partly, {count['not yet']} not yet. This page is written by `tests/sources_table.test.py --update` from `tests/sources.txt`; "
           "the same script runs every command and looks for what it must print.",
           "", "Verdicts are computed. Each kind has a test that changes a term of a model and sees the verdict change; names with a dot are tests in C++, "
           "the others are scripts that `ctest -N` lists. `gallery` also spoils every expectation of the models and sees it refuted.", ""]
    out += [f"- [{tag}] {name}" for tag, name in SOURCES.items()]
    was_open = [item for item in items if item.was_open]
    out += ["", "## What an earlier count found missing or partial", "", *table(was_open, with_source=True)]
    for tag, group in itertools.groupby(items, key=lambda item: item.source):
        rest = [item for item in group if not item.was_open]
        out += ["", f"## [{tag}]", "", *table(rest)]
    return "\n".join(out) + "\n"


class SourcesTable(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.items = read_list()

    def test_every_item_says_what_shows_and_proves_it(self):
        self.assertEqual([item.what for item in self.items if not item.is_complete()], [])
        self.assertEqual([item.source for item in self.items if item.source not in SOURCES], [])

    def test_no_item_is_listed_twice(self):
        seen = [(item.source, item.place, item.what) for item in self.items]
        self.assertEqual(len(seen), len(set(seen)))

    def test_commands_print_what_they_must(self):
        commands = sorted({item.command for item in self.items if item.command})
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            found = dict(zip(commands, pool.map(printed, commands)))
        for item in self.items:
            if not item.command:
                continue
            with self.subTest(what=item.what, command=item.command):
                code, text = found[item.command]
                self.assertEqual(code, item.exit, text[-500:])
                for part in item.shows:
                    self.assertIn(plain(part), plain(text))

    def test_the_tests_that_it_names_exist(self):
        listed = subprocess.run(["ctest", "--test-dir", BUILD, "-N"], capture_output=True, text=True, encoding="utf-8", check=True)
        names = set(re.findall(r"Test +#\d+: (.+)", listed.stdout))
        named = {name for item in self.items for name in item.tests}
        self.assertEqual(sorted(named - names), [])

    def test_the_page_is_up_to_date(self):
        with open(PAGE, encoding="utf-8") as file:
            self.assertEqual(file.read(), page_text(self.items), "run tests/sources_table.test.py --update")


class Minors(unittest.TestCase):
    """[001] (11)–(16): the minors of the matrix B, of integers. M(1, 5, 7, 8, 2, 4) has the other sign than in print."""

    @staticmethod
    def matrix(a, b):
        (a1, a2, a3), (b1, b2, b3) = a, b
        return [[a1, 0, 0, b1, 0, 0], [0, 0, a1, 0, 0, b1], [-a3, 0, a2, -b3, 0, b2], [0, 0, a3, 0, 0, b3], [a2, 0, 0, b2, 0, 0],
                [-a3, a1, 0, -b3, b1, 0], [0, a2, 0, 0, b2, 0], [0, a3, 0, 0, b3, 0], [0, -a1, a2, 0, -b1, b2]]

    @staticmethod
    def determinant(rows):
        if not rows:
            return 1
        return sum((-1) ** j * x * Minors.determinant([r[:j] + r[j + 1:] for r in rows[1:]]) for j, x in enumerate(rows[0]) if x)

    def minor(self, a, b, *rows):
        matrix = self.matrix(a, b)
        return self.determinant([matrix[r - 1] for r in rows])

    def test_of_general_rows(self):
        a, b = (2, 3, 5), (7, -11, 13)
        d = lambda i, j: a[i] * b[j] - a[j] * b[i]  # noqa: E731
        self.assertEqual(self.minor(a, b, 1, 5, 7, 8, 2, 4), -d(0, 1) * d(1, 2) * d(0, 2))
        self.assertEqual([x - y for x, y in zip(self.matrix(a, b)[2], self.matrix(a, b)[5])], self.matrix(a, b)[8])

    def test_where_the_first_columns_are_parallel(self):
        k, a, b3 = 3, (2, 5, 7), 11
        b = (k * a[0], k * a[1], b3)
        self.assertEqual(self.minor(a, b, 1, 2, 3, 4, 6, 8), -a[0] ** 3 * (b3 - k * a[2]) ** 3)
        self.assertEqual(self.minor(a, b, 3, 4, 5, 6, 7, 8), a[1] ** 3 * (b3 - k * a[2]) ** 3)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    BINARY, BUILD = (os.path.abspath(sys.argv.pop(1)) for _ in range(2))
    if "--update" in sys.argv:
        with open(PAGE, "w", encoding="utf-8") as page:
            page.write(page_text(read_list()))
    else:
        unittest.main()

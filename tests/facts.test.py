"""The facts of the gallery: every question put to every system.

    python3 tests/facts.test.py PATH-TO-ANHOLON [--shard K/N] [--update] [unittest arguments]

The answers are committed as facts_table.txt beside this file, so that none changes or becomes undecided unnoticed. --update
writes them anew. --shard 2/4 asks the second quarter of the systems only, so that several processes share the work.
"""

import json
import os
import subprocess
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
TABLE = os.path.join(HERE, "facts_table.txt")
BINARY = os.environ.get("ANHOLON_BINARY", "")
SHARD = (1, 1)

# They take longer than all others together: asked with --update only.
SLOW = {
    "ball-on-rotating-bowl": ["growth", "substitution", "energy", "integrals", "equilibria"],
    "ball-on-turntable": ["equilibria"],
    "hemisphere-on-hemisphere": ["growth", "substitution", "connection", "equilibria"],
}
# Of the degrees in this gallery: the largest bound is 3e-12, of the measure of ball-on-rotating-bowl.
LARGEST_CHANCE_OF_ERROR = 1e-11
# An answer must not depend on the time it may take.
SECONDS_PER_FACT = "500"


def run(*words):
    done = subprocess.run([BINARY, *words, "--json"], capture_output=True, text=True, encoding="utf-8", timeout=3600)
    if done.returncode != 0:
        raise AssertionError(f"{words} ended with {done.returncode}: {done.stderr}{done.stdout[:2000]}")
    return json.loads(done.stdout)["result"]


def systems():
    return [model["name"] for model in run("gallery")["models"]]


def questions():
    return [fact["fact"] for fact in run("facts", "nonholonomic-particle", "--budget", "0")]


def facts_of(system, asked):
    words = [word for question in asked for word in ("--fact", question)]
    return run("facts", system, "--budget", SECONDS_PER_FACT, *words)


def table_text(rows):
    """One block per system, one line per question."""
    out = ["# What is answered to every question about every system of the gallery. Written by tests/facts.test.py --update."]
    for system, facts in rows:
        out += ["", system] + ["  %-21s %s" % (fact["fact"], fact["verdict"]) for fact in facts]
    return "\n".join(out) + "\n"


def read_table():
    table, system = {}, None
    with open(TABLE, encoding="utf-8") as file:
        for line in file.read().splitlines():
            if line.startswith("  "):
                question, verdict = line.split(None, 1)
                table[system][question] = verdict
            elif line and not line.startswith("#"):
                system = line
                table[system] = {}
    return table


class Facts(unittest.TestCase):
    maxDiff = None

    def test_every_answer_is_in_the_table(self):
        table = read_table()
        self.assertEqual(list(table), systems())
        for system in table:
            self.assertEqual(list(table[system]), questions(), system)

    def test_table(self):
        table = read_table()
        part, parts = SHARD
        for system in list(table)[part - 1::parts]:
            asked = [question for question in table[system] if question not in SLOW.get(system, [])]
            facts = facts_of(system, asked)
            self.assertEqual([fact["fact"] for fact in facts], asked)
            for fact in facts:
                with self.subTest(system=system, question=fact["fact"]):
                    self.assertEqual(fact["verdict"], table[system][fact["fact"]], fact["statement"])
                    self.assertEqual(fact["answer"] == "not decided", bool(fact.get("reason")))
                    self.assertTrue(fact["statement"] and fact["proof"])
                    self.assertFalse([sentence for sentence in fact["latex"] if "$$" in sentence])
                    self.assertLess(fact["error_bound"], LARGEST_CHANCE_OF_ERROR)


def update():
    with open(TABLE, "w", encoding="utf-8") as file:
        file.write(table_text([(system, facts_of(system, questions())) for system in systems()]))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    BINARY = os.path.abspath(sys.argv.pop(1))
    if "--shard" in sys.argv:
        place = sys.argv.index("--shard")
        SHARD = tuple(int(number) for number in sys.argv[place + 1].split("/"))
        del sys.argv[place:place + 2]
    if "--update" in sys.argv:
        update()
    else:
        unittest.main()

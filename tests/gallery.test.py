"""The gallery: every form on every system, every expectation, and the layout of every file.

    python3 tests/gallery.test.py PATH-TO-ANHOLON [--update] [unittest arguments]

The table of which form applies to which system and agrees there, and by which proof, is committed as
gallery_table.txt beside this file, so that a form cannot quietly stop applying or lose its proof. --update writes it anew.
"""

import difflib
import json
import os
import re
import subprocess
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
GALLERY = os.path.join(os.path.dirname(HERE), "gallery")
TABLE = os.path.join(HERE, "gallery_table.txt")
BINARY = os.environ.get("ANHOLON_BINARY", "")

# They describe other motions, or are wrong on purpose: nothing is demanded of them in general.
OTHER_LAWS = ["vakonomic", "servo-force", "servo-momentum", "viscous", "added-mass", "free", "dry-friction"]
CONTROLS = ["forbidden", "poeschl", "hamel-without-brackets"]

# Where a control must be found out, and where constraints may be put into the Lagrangian though not integrable.
MUST_DIFFER = [
    (system, control) for system in ["chaplygin-sleigh", "rolling-disc", "rolling-hoop"] for control in CONTROLS
]
MUST_AGREE = [("vertical-rolling-disc", "forbidden"), ("two-wheels-on-axle", "forbidden")]


def run(*words, stdin=""):
    done = subprocess.run(
        [BINARY, *words], input=stdin, capture_output=True, text=True, encoding="utf-8", timeout=600)
    return done.returncode, done.stdout, done.stderr


def files():
    return sorted(name for name in os.listdir(GALLERY) if name.endswith(".anh"))


def text_of(name):
    with open(os.path.join(GALLERY, name), encoding="utf-8") as file:
        return file.read()


# Above it points decide nothing, and a claim stays open.
LARGEST_CHANCE_OF_ERROR = 1e-15


def word(row):
    if not row["applicable"]:
        return "n/a"
    return {True: "agrees", False: "differs", None: "unknown"}[row["agrees"]]


def table_text(systems):
    """One block a system: each word once, with the forms it is true of."""
    out = ["# Which form of the equations applies to which system of the gallery, and whether it gives the",
           "# accelerations of Lagrange's equations with multipliers; by which proof, where a chance of error above 1e-15 is",
           "# none. Written by tests/gallery.test.py --update."]
    for system in systems:
        out += ["", system["system"]]
        for verdict in ["agrees", "differs", "unknown", "n/a"]:
            for proof in ["normal form", "prime field", "witness", "none", None]:
                forms = [row["form"] for row in system["forms"] if word(row) == verdict and row["proof"] == proof]
                if forms:
                    by = "" if proof in ("none", None) else ", by " + proof
                    out.append("  %-23s %s" % (verdict + by, " ".join(forms)))
    return "\n".join(out) + "\n"


def spoiled(line):
    """The same expectation made wrong, or nothing where it would stay true."""
    if match := re.fullmatch(r"expect equation (.+) = (.+)", line):
        return None if match[2] == "0" else f"expect equation {match[1]} = 2*({match[2]})"
    if line in ("expect integral energy", "expect integral linear"):  # no formula to spoil
        return None
    if match := re.fullmatch(r"expect integral (.+)", line):
        return f"expect integral t*({match[1]})"
    if match := re.fullmatch(r"expect dof (\d+)", line):
        return f"expect dof {int(match[1]) + 1}"
    return {"expect holonomic": "expect nonholonomic", "expect nonholonomic": "expect holonomic"}.get(line)


class Gallery(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        code, out, err = run("verify", "--all", "--json")
        if code not in (0, 1, 5):
            raise AssertionError(f"verify --all ended with {code}: {err}{out[:2000]}")
        cls.systems = json.loads(out)["result"]
        cls.verdicts = {(s["system"], row["form"]): word(row) for s in cls.systems for row in s["forms"]}

    def test_every_file_is_in_the_program(self):
        self.assertEqual([name[:-len(".anh")] for name in files()], [s["system"] for s in self.systems])

    def test_table(self):
        with open(TABLE, encoding="utf-8") as file:
            committed = file.read()
        now = table_text(self.systems)
        if now != committed:
            diff = difflib.unified_diff(
                committed.splitlines(), now.splitlines(), "tests/gallery_table.txt", "this program", lineterm="", n=2)
            self.fail("the table has changed; if it should, write it anew with --update\n" + "\n".join(diff))

    def test_forms_agree(self):
        for system in self.systems:
            for row in system["forms"]:
                if row["form"] in OTHER_LAWS + CONTROLS:
                    continue
                with self.subTest(system=system["system"], form=row["form"]):
                    self.assertIn(word(row), ["agrees", "n/a"], row["difference"] or row["reason"])
                    if word(row) == "agrees":
                        self.assertIn(row["proof"], ["normal form", "prime field"])
                        self.assertLess(row["error_bound"], LARGEST_CHANCE_OF_ERROR)

    def test_bodies_and_vehicles_move_as_newton_and_euler_say(self):
        for system in self.systems:
            has_parts = any(line.split()[:1] in (["body"], ["frame"])
                            for line in text_of(system["system"] + ".anh").splitlines())
            with self.subTest(system=system["system"]):
                self.assertEqual(has_parts, system["model"] is not None)
                if has_parts:
                    self.assertIs(system["model"]["agrees"], True, system["model"])
                    self.assertEqual(system["model"]["states"], 16)
                    self.assertLess(system["model"]["worst"], 1e-9)

    def test_controls(self):
        for at in MUST_DIFFER:
            with self.subTest(at=at):
                self.assertEqual(self.verdicts[at], "differs")
        for at in MUST_AGREE:
            with self.subTest(at=at):
                self.assertEqual(self.verdicts[at], "agrees")

    def test_expectations(self):
        for system in self.systems:
            for row in system["expectations"]:
                with self.subTest(system=system["system"], expect=row["expect"]):
                    self.assertIs(row["holds"], True, row["reason"])
                    self.assertLess(row["error_bound"], LARGEST_CHANCE_OF_ERROR)

    def test_spoiled_expectations_fail(self):
        for name in files():
            lines = text_of(name).splitlines()
            changed = [spoiled(line.strip()) for line in lines]
            text = "\n".join(c or ("" if line.strip().startswith("expect") else line)
                             for line, c in zip(lines, changed))
            code, out, err = run("verify", "-", "--json", stdin=text)
            self.assertEqual(code, 5, name + ": " + err + out[:1000])
            for row in json.loads(out)["result"]["expectations"]:
                with self.subTest(file=name, expect=row["expect"]):
                    self.assertIsNot(row["holds"], True)

    def test_every_file_says_what_it_must(self):
        for name in files():
            with self.subTest(file=name):
                text = text_of(name)
                self.assertRegex(text, r'\A(#[^\n]*\n)*model \w+ \{\n  "')
                for statement in ["cite ", "param ", "init ", "expect dof ", "experiment default "]:
                    self.assertRegex(text, r"(?m)^  " + statement)
                if not re.search(r"(?m)^  (body|frame) ", text):
                    self.assertIn("\n  picture {\n", text)

    def test_layout(self):
        if run("fmt", "--help")[0] != 0:
            self.skipTest("this program has no fmt")
        for name in files():
            with self.subTest(file=name):
                code, out, err = run("fmt", "--check", os.path.join(GALLERY, name))
                self.assertEqual(code, 0, "lay it out with `anholon fmt --write`\n" + out + err)


def update():
    code, out, err = run("verify", "--all", "--json")
    if code not in (0, 1, 5):
        sys.exit(err or out)
    with open(TABLE, "w", encoding="utf-8") as file:
        file.write(table_text(json.loads(out)["result"]))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    BINARY = os.path.abspath(sys.argv.pop(1))
    if "--update" in sys.argv:
        update()
    else:
        unittest.main()

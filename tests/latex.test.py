"""LaTeX that a real typesetter accepts: every form of every system of the gallery goes through KaTeX.

    python3 tests/latex.test.py PATH-TO-ANHOLON [--shard K/N] [unittest arguments]

--shard 2/4 takes every fourth system from the second on, so that several processes share the work.
"""

import json
import os
import re
import subprocess
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
BINARY = os.environ.get("ANHOLON_BINARY", "")
SHARD = (1, 1)
# A page of one form: a comment with its title, then sections, each a comment and an align* environment.
PAGE = re.compile(r"^% (?P<title>[^\n]+)\n(?P<sections>.*?)(?=^% |\Z)", re.MULTILINE | re.DOTALL)
SECTION = re.compile(r"^%% (?P<title>[a-z -]+)\n(?P<tex>\\begin\{align\*\}\n.*?\n\\end\{align\*\}\n)", re.MULTILINE | re.DOTALL)

LONGEST = 100_000  # characters of a block; longer ones, of the bicycle, hold nothing new and take minutes


def output(*words):
    done = subprocess.run([BINARY, *words], capture_output=True, text=True, encoding="utf-8")
    if done.returncode != 0:
        raise AssertionError(f"anholon {' '.join(words)} ended with {done.returncode}: {done.stderr}")
    return done.stdout


def models():
    """The systems of this shard."""
    names = [model["name"] for model in json.loads(output("gallery", "--json"))["result"]["models"]]
    return names[SHARD[0] - 1::SHARD[1]]


def typeset(blocks):
    """What KaTeX has to say against them; one process for all."""
    environment = dict(os.environ, NODE_PATH=os.environ.get("NODE_PATH") or "/usr/share/nodejs")
    node = "/usr/bin/node" if os.path.exists("/usr/bin/node") else "node"
    done = subprocess.run([node, os.path.join(HERE, "katex.js")], input=json.dumps(blocks), capture_output=True,
                          text=True, encoding="utf-8", env=environment)
    if done.returncode != 0:
        raise AssertionError("KaTeX did not run: " + done.stderr)
    return json.loads(done.stdout)


class Latex(unittest.TestCase):
    def test_every_form_of_every_system(self):
        blocks = []
        for model in models():
            # To simplify the equations of bodies takes longest, and prints nothing that the others do not.
            with open(os.path.join(HERE, "..", "gallery", model + ".anh"), encoding="utf-8") as file:
                is_small = not re.search(r"^ *(body|frame) ", file.read(), re.MULTILINE)
            printed = output("derive", model, "--form", "all", "--as", "latex", "--simplify",
                             "full" if is_small else "none")
            pages = list(PAGE.finditer(printed))
            self.assertTrue(pages, model)
            self.assertEqual(PAGE.sub("", printed).strip(), "", model + " prints something besides pages")
            for page in pages:
                name = f"{model}: {page['title']}"
                self.assertEqual(SECTION.sub("", page["sections"]).strip(), "", name + " has something besides sections")
                sections = [{"name": f"{name}, {m['title']}", "tex": m["tex"]} for m in SECTION.finditer(page["sections"])]
                self.assertTrue(sections, name)
                for section in sections:
                    self.assertEqual(section["tex"].count("{align*}"), 2, section["name"])
                    self.assertNotIn("aligned", section["tex"], section["name"])
                blocks += sections
        short = [b for b in blocks if len(b["tex"]) <= LONGEST]
        wrong = typeset(short)
        self.assertEqual(wrong, [], "\n" + "\n".join(f"{w['name']}: {w['error']}" for w in wrong))
        print(f"{len(short)} blocks; {len(blocks) - len(short)} are longer than {LONGEST} characters and left out",
              file=sys.stderr)

    def test_every_formula_in_facts(self):
        blocks = []
        for model in models():
            for fact in json.loads(output("facts", model, "--budget", "2", "--json"))["result"]:
                for sentence in fact["latex"]:
                    self.assertEqual(sentence.count("$") % 2, 0, sentence)
                    blocks += [{"name": f"{model}: {fact['fact']}", "tex": tex} for tex in sentence.split("$")[1::2]]
        wrong = typeset(blocks)
        self.assertEqual(wrong, [], "\n" + "\n".join(f"{w['name']}: {w['error']}" for w in wrong))
        self.assertTrue(blocks)

    def test_a_mistake_is_noticed(self):
        wrong = typeset([{"name": "good", "tex": "a_{1}"}, {"name": "bad", "tex": "\\frac{1}{"}])
        self.assertEqual([w["name"] for w in wrong], ["bad"])


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        BINARY = os.path.abspath(sys.argv.pop(1))
    if not BINARY:
        sys.exit(__doc__)
    if "--shard" in sys.argv:
        place = sys.argv.index("--shard")
        SHARD = tuple(int(number) for number in sys.argv[place + 1].split("/"))
        del sys.argv[place:place + 2]
    unittest.main()

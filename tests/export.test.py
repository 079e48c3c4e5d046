"""Exported C99: every system of the gallery compiles without a warning and meets its exactly computed values.

    python3 tests/export.test.py PATH-TO-ANHOLON [unittest arguments]
"""

import os
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
GALLERY = os.path.join(os.path.dirname(HERE), "gallery")
BINARY = os.environ.get("ANHOLON_BINARY", "")


def run(*words):
    return subprocess.run(words, capture_output=True, text=True, encoding="utf-8", timeout=120)


class Export(unittest.TestCase):
    def check(self, folder, *words):
        source, program = os.path.join(folder, "system.c"), os.path.join(folder, "system")
        done = run(BINARY, "export", *words, "--to", "c99", "-o", source)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout, "")
        flags = ["-std=c99", "-O1", "-Wall", "-Wextra", "-Werror", "-pedantic", "-DANHOLON_SELF_TEST"]
        compiled = run("gcc", *flags, source, "-o", program, "-lm")
        self.assertEqual(compiled.returncode, 0, compiled.stderr)
        tested = run(program)
        self.assertEqual(tested.returncode, 0, tested.stdout)
        self.assertIn("worst relative error", tested.stdout)

    def test_every_system_of_the_gallery(self):
        with tempfile.TemporaryDirectory() as folder:
            for file in sorted(os.listdir(GALLERY)):
                with self.subTest(file):
                    self.check(folder, file.removesuffix(".anh"))

    def test_every_kind_of_state(self):
        with tempfile.TemporaryDirectory() as folder:
            for form in ["lagrange-multipliers", "chaplygin", "maggi", "chetaev", "hamilton", "vakonomic"]:
                with self.subTest(form):
                    self.check(folder, "chaplygin-sleigh", "--form", form)

    def test_a_wrong_value_is_noticed(self):
        with tempfile.TemporaryDirectory() as folder:
            source = os.path.join(folder, "wrong.c")
            text = run(BINARY, "export", "chaplygin-sleigh", "--to", "c99").stdout
            self.assertIn("sin(", text)
            with open(source, "w", encoding="utf-8") as file:
                file.write(text.replace("sin(", "cos(", 1))
            self.assertEqual(run("gcc", "-DANHOLON_SELF_TEST", source, "-o", source + ".out", "-lm").returncode, 0)
            self.assertEqual(run(source + ".out").returncode, 1)

    def test_bad_requests(self):
        self.assertEqual(run(BINARY, "export", "chaplygin-sleigh", "--to", "cobol").returncode, 2)
        self.assertEqual(run(BINARY, "export", "chaplygin-sleigh", "--to", "c99", "--form", "newton").returncode, 2)
        self.assertEqual(run(BINARY, "export", "chaplygin-sleigh", "--to", "c99", "-o", "/nowhere/x.c").returncode, 1)
        self.assertEqual(run(BINARY, "export", "chaplygin-sleigh", "--to", "c99", "--form", "lagrange").returncode, 1)


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        BINARY = os.path.abspath(sys.argv.pop(1))
    unittest.main()

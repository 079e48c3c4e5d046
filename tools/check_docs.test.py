#!/usr/bin/env python3
"""check_docs.py accepts a true document, finds each kind of untruth, and can rewrite what is shown."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOL = Path(__file__).with_name("check_docs.py")
PROGRAM = """#!/bin/sh
case $1 in
    fail) echo "to stderr" >&2; exit 3 ;;
    name) echo "$0" ;;
    show) read line; [ "$line" = good ] || { echo "bad model" >&2; exit 3; } ;;
    *) printf 'hello %s  \\nworld\\n\\n' "$*" ;;
esac
"""


class Docs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.program = self.root / "program"
        self.program.write_text(PROGRAM)
        self.program.chmod(0o755)
        self.document = self.root / "document.md"

    def run_on(self, text, *options):
        self.document.write_text(text, encoding="utf-8")
        done = subprocess.run([sys.executable, TOOL, "--root", self.root, "--binary", self.program, *options, self.document],
                              capture_output=True, text=True)
        return done.returncode, done.stdout

    def assert_true(self, text, counted):
        code, printed = self.run_on(text)
        self.assertEqual((code, printed), (0, counted + "\n"))

    def assert_untrue(self, text, *reasons):
        code, printed = self.run_on(text)
        self.assertEqual(code, 1, printed)
        for reason in reasons:
            self.assertIn(reason, printed)

    def test_true_output(self):
        self.assert_true("```console\n$ ./anholon a b\nhello a b\nworld\n\n$ ./anholon x | tail -2\nworld\n```\n", "1 blocks, 2 commands")

    def test_continued_command(self):
        self.assert_true("```console\n$ ./anholon a \\\n    b\nhello a b\nworld\n```\n", "1 blocks, 1 commands")

    def test_the_exit_code_is_shown(self):
        self.assert_true("```console\n$ ./anholon fail\nto stderr\n[exit 3]\n```\n", "1 blocks, 1 commands")

    def test_the_program_is_called_as_the_reader_calls_it(self):
        self.assert_true("```console\n$ ./anholon name\n./anholon\n```\n", "1 blocks, 1 commands")

    def test_dots_stand_for_lines(self):
        self.assert_true("```console\n$ seq 9\n1\n...\n5\n...\n9\n```\n", "1 blocks, 1 commands")
        self.assert_true("```console\n$ seq 2\n1\n...\n2\n```\n", "1 blocks, 1 commands")
        self.assert_untrue("```console\n$ seq 9\n1\n...\n10\n```\n", "+9")

    def test_a_block_in_a_list(self):
        self.assert_true("- so:\n\n  ```console\n  $ seq 2\n  1\n  2\n  ```\n", "1 blocks, 1 commands")

    def test_other_blocks_are_not_run(self):
        self.assert_true("```sh\n$ false\n```\n````\n```console\n$ false\n```\n````\n", "0 blocks, 0 commands")

    def test_other_output(self):
        self.assert_untrue("\n```console\n$ ./anholon a\nhello b\nworld\n```\n", "document.md:3: $ ./anholon a", "-hello b", "+hello a", "1 wrong")

    def test_missing_output(self):
        self.assert_untrue("```console\n$ ./anholon a\n```\n", "+world")

    def test_unforeseen_failure(self):
        self.assert_untrue("```console\n$ ./anholon fail\nto stderr\n```\n", "+[exit 3]")

    def test_unforeseen_success(self):
        self.assert_untrue("```console\n$ true\n[exit 3]\n```\n", "-[exit 3]")

    def test_commands_that_belong_into_sh_blocks(self):
        for command in ("./anholon", "git clone x", "./check --sanitize", "./bench"):
            self.assert_untrue(f"```console\n$ {command}\n```\n", "show it in a ```sh block")

    def test_output_before_any_command(self):
        self.assert_untrue("```console\nhello\n```\n", "line 2: a console block begins with")

    def test_models(self):
        self.assert_true("```anh\ngood\n```\n```anh error\nbad\n```\n", "0 blocks, 0 commands, 2 models")
        self.assert_untrue("\n```anh\nbad\n```\n", "document.md:3: this model ends with exit code 3, not 0", "bad model")
        self.assert_untrue("```anh error\ngood\n```\n", "exit code 0, not 3")

    def test_update(self):
        before = "# A\n- x\n  ```console\n  $ ./anholon a\n  wrong\n  $ seq 3\n  1\n  ...\n  ```\nend\n```console\n$ ./anholon fail\n```\n"
        after = "# A\n- x\n  ```console\n  $ ./anholon a\n  hello a\n  world\n  $ seq 3\n  1\n  ...\n  ```\nend\n```console\n$ ./anholon fail\nto stderr\n[exit 3]\n```\n"
        code, _ = self.run_on(before, "--update")
        self.assertEqual(code, 0)
        self.assertEqual(self.document.read_text(encoding="utf-8"), after)
        self.assert_true(after, "2 blocks, 3 commands")


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
"""Installs the build into a folder, moves that folder, and uses it from there: the command, its modules, and the programs of
examples/, which find the library with find_package. Usage: package.test.py BUILD_FOLDER"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = Path(sys.argv.pop(1)).resolve() if len(sys.argv) > 1 else ROOT / "build/release"


def ran(*command, **options):
    """What a command prints; its whole output in the message where it fails."""
    done = subprocess.run([str(word) for word in command], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))} ended with {done.returncode}:\n{done.stdout}")
    return done.stdout


class Package(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="anholon-package-"))
        ran("cmake", "--install", BUILD, "--prefix", cls.folder / "first")
        cls.prefix = cls.folder / "moved"
        (cls.folder / "first").rename(cls.prefix)
        cls.command = cls.prefix / "bin/anholon"

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def test_command_finds_its_modules(self):
        ran(self.command, "simulate", "chaplygin-sleigh", "--until", "2", "-o", self.folder / "run.nc",
            "--plot", self.folder / "run.svg", cwd=self.folder)
        self.assertEqual((self.folder / "run.nc").read_bytes()[1:4], b"HDF")
        self.assertIn("<svg", (self.folder / "run.svg").read_text())

    def test_command_started_by_a_link_finds_its_modules(self):
        link = self.folder / "another-name"
        link.symlink_to(self.command)
        ran(link, "simulate", "rattleback", "--until", "0.1", "--plot", self.folder / "link.svg")

    def test_missing_module_is_named(self):
        alone = self.folder / "alone"
        alone.mkdir()
        shutil.copy(self.command, alone / "anholon")
        done = subprocess.run([alone / "anholon", "simulate", "suslov", "--until", "1", "-o", alone / "a.nc"], text=True,
                              capture_output=True)
        self.assertNotEqual(done.returncode, 0)
        self.assertRegex(done.stderr, r"a part of the program is missing: anholon_\w+\.so is not in ")

    def test_library_shows_its_public_header_only(self):
        library = next((self.prefix).glob("lib*/**/libanholon.so"))
        symbols = ran("nm", "-DC", "--defined-only", library).splitlines()
        names = [line.split(maxsplit=2)[2] for line in symbols]
        self.assertTrue(any(re.match(r"anholon::v0::derive\b", name) for name in names))
        strange = [name for name in names if "anholon::v0::" not in name and not re.match(r"(std::|typeinfo |vtable )", name)
                   and "std::" not in name and not name.startswith("_")]
        self.assertEqual(strange, [])

    def test_examples(self):
        build = self.folder / "examples"
        ran("cmake", "-S", ROOT / "examples", "-B", build, "-DCMAKE_BUILD_TYPE=Debug", f"-DCMAKE_PREFIX_PATH={self.prefix}",
            *(["-G", "Ninja"] if shutil.which("ninja") else []))
        ran("cmake", "--build", build, "--parallel", os.cpu_count())
        for example in ("derive_and_print", "simulate_with_callback", "sweep_on_all_cores"):
            with self.subTest(example):
                self.assertEqual(ran(build / example, cwd=self.folder), (ROOT / f"examples/{example}.txt").read_text())


if __name__ == "__main__":
    unittest.main()

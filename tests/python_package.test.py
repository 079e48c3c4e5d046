#!/usr/bin/env python3
"""The Python package as it is installed: by `cmake --install` with the program, and by `pip install .` into a folder, from Debian's
packages alone. Usage: python_package.test.py BUILD_FOLDER"""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = Path(sys.argv.pop(1)).resolve() if len(sys.argv) > 1 else ROOT / "build/release"
USES = """
import anholon
m = anholon.load("rattleback")
run = m.simulate(until=0.5)
assert run.drift.energy < 1e-13, run.drift
print(anholon.__file__)
print("iframe" if "<iframe" in run._repr_html_() else "text")
"""


def ran(*command, **options):
    """What a command prints; its whole output in the message where it fails."""
    done = subprocess.run([str(word) for word in command], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))} ended with {done.returncode}:\n{done.stdout}")
    return done.stdout


class PythonPackage(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="anholon-python-"))

    def tearDown(self):
        shutil.rmtree(self.folder)

    def use(self, place):
        """A script that uses the package of this place, and where it found it."""
        script = self.folder / "use.py"
        script.write_text(USES)
        file, shown = ran(sys.executable, script, cwd=self.folder, env={**os.environ, "PYTHONPATH": str(place)}).split()
        self.assertEqual(Path(file).resolve().parent, (place / "anholon").resolve())
        if (ROOT / "build/web/player.html").exists():
            self.assertEqual(shown, "iframe")

    def test_installed_with_the_program(self):
        ran("cmake", "--install", BUILD, "--prefix", self.folder / "first")
        (self.folder / "first").rename(self.folder / "moved")
        self.use(self.folder / "moved/lib/python3/dist-packages")

    @unittest.skipUnless((ROOT / "build/release").resolve() == BUILD, "pip builds build/release")
    def test_pip(self):
        # No network, and nothing that is not on this machine: the build asks for no packages.
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
        environment = {**os.environ, "PIP_NO_INDEX": "1", "PIP_ROOT_USER_ACTION": "ignore"}
        ran(*pip, "wheel", ROOT, "--no-deps", "-w", self.folder / "wheel", env=environment)
        wheel = next((self.folder / "wheel").glob("anholon-*.whl"))
        names = zipfile.ZipFile(wheel).namelist()
        for name in ("anholon/__init__.py", "anholon/py.typed", "anholon/_anholon.pyi", "anholon/anholon_code_llvm.so"):
            self.assertIn(name, names)
        ran(*pip, "install", "--no-deps", "--target", self.folder / "target", wheel, env=environment)
        self.use(self.folder / "target")


if __name__ == "__main__":
    unittest.main()

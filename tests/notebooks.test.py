#!/usr/bin/env python3
"""Runs the notebooks of docs/notebooks as Jupyter does, and looks at what their cells show. Usage: notebooks.test.py BUILD_FOLDER"""

import os
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = Path(sys.argv.pop(1)).resolve() if len(sys.argv) > 1 else ROOT / "build/release"
os.environ["PYTHONPATH"] = str(BUILD / "python")
os.environ["MPLBACKEND"] = "module://matplotlib_inline.backend_inline"

import nbclient
import nbformat


class Notebooks(unittest.TestCase):
    def test_all(self):
        files = sorted((ROOT / "docs/notebooks").glob("*.ipynb"))
        self.assertTrue(files)
        for file in files:
            with self.subTest(file.name), tempfile.TemporaryDirectory() as folder:
                os.environ["MPLCONFIGDIR"] = os.environ["IPYTHONDIR"] = os.environ["JUPYTER_RUNTIME_DIR"] = folder
                book = nbformat.read(file, as_version=4)
                self.assertTrue(all(not cell.outputs for cell in book.cells if cell.cell_type == "code"), "outputs are not kept")
                nbclient.NotebookClient(book, timeout=600, kernel_name="python3", resources={"metadata": {"path": folder}}).execute()
                shown = {kind for cell in book.cells if cell.cell_type == "code" for output in cell.outputs
                         for kind in output.get("data", {})}
                pages = [output.data["text/html"] for cell in book.cells if cell.cell_type == "code" for output in cell.outputs
                         if "text/html" in output.get("data", {})]
                self.assertLessEqual({"text/latex", "text/html", "image/png"}, shown)
                self.assertTrue(any("<table>" in page for page in pages))
                if (ROOT / "build/web/player.html").exists():
                    self.assertTrue(any("<iframe srcdoc=" in page for page in pages))


if __name__ == "__main__":
    unittest.main()

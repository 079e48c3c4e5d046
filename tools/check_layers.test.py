#!/usr/bin/env python3
"""check_layers.py finds each kind of violation, and nothing in a tree that keeps the rules."""

import tempfile
import unittest
from pathlib import Path

from check_layers import check

ARCHITECTURE = """
| folder | what lives there | may use |
|---|---|---|
| src/base | spans | – |
| src/algebra | numbers | base |
| src/expr | expressions | algebra |
| src/expr/forms | forms | expr |
| src/syntax | language | base |
| apps/cli | commands | all |

| third-party library | headers | folder |
|---|---|---|
| FLINT | `flint/*` | src/algebra |
| Arb | `arb.h`, `acb*.h` | src/algebra |
| fmt | `fmt/*` | src/syntax, apps/cli |
| GoogleTest | `gtest/*` | tests |
"""

GOOD = {
    "src/base/span.hpp": "#include <vector>\n",
    "src/algebra/rational.cpp": '#include "algebra/rational.hpp"\n#include <flint/fmpq.h>\n#include <arb.h>\n',
    "src/expr/expr.hpp": '#include "base/span.hpp"\n#include "algebra/rational.hpp"\n#include "local.hpp"\n',
    "src/expr/local.hpp": "#include <sys/stat.h>\n",
    "src/expr/expr.test.cpp": '#include <gtest/gtest.h>\n#include "expr/expr.hpp"\n',
    "src/expr/forms/hamel.cpp": '#include "expr/expr.hpp"\n#include "expr/forms/hamel.hpp"\n',
    "apps/cli/main.cpp": '#include <fmt/core.h>\n#include "syntax/lexer.hpp"\n',
    "src/CMakeLists.txt": "anholon_folder(expr USES algebra LINKS x::x)\nanholon_folder(base)\n",
}


def faults(extra=None, architecture=ARCHITECTURE):
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        for path, text in {**GOOD, "docs/architecture.md": architecture, **(extra or {})}.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")
        return check(root)


class Layers(unittest.TestCase):
    def test_a_good_tree_has_no_faults(self):
        self.assertEqual(faults(), [])

    def test_a_folder_not_named_in_the_row(self):
        found = faults({"src/syntax/lexer.cpp": '// lexer\n#include "expr/expr.hpp"\n'})
        self.assertEqual(found, ["src/syntax/lexer.cpp:2: syntax may not use expr (it may use base)"])

    def test_raw_strings_are_text(self):
        found = faults({"src/base/c.cpp": 'auto s = R"(\n#include <stdio.h>\n)";\n#include "expr/expr.hpp"\n'})
        self.assertEqual(found, ["src/base/c.cpp:4: base may not use expr (it may use nothing)"])

    def test_upwards(self):
        found = faults({"src/expr/up.cpp": '#include "expr/forms/hamel.hpp"\n'})
        self.assertEqual(found, ["src/expr/up.cpp:1: expr may not use expr/forms (it may use algebra)"])

    def test_tests_may_use_everything(self):
        for name in ("span.test.cpp", "span.test.hpp"):
            self.assertEqual(faults({f"src/base/{name}": '#include <gtest/gtest.h>\n#include "expr/expr.hpp"\n'}), [])

    def test_a_library_outside_its_folder(self):
        found = faults({"src/expr/x.cpp": '#include <flint/fmpz.h>\n#include "acb_poly.h"\n#  include <gtest/gtest.h>\n'})
        self.assertEqual(found, [
            "src/expr/x.cpp:1: FLINT may be included only in algebra, not in expr",
            "src/expr/x.cpp:2: Arb may be included only in algebra, not in expr",
            "src/expr/x.cpp:3: GoogleTest may be included only in tests, not in expr",
        ])

    def test_a_library_with_two_folders(self):
        found = faults({"src/base/x.cpp": "#include <fmt/core.h>\n"})
        self.assertEqual(found, ["src/base/x.cpp:1: fmt may be included only in syntax, apps/cli, not in base"])

    def test_a_library_without_a_row(self):
        found = faults({"src/base/x.cpp": "#include <Eigen/Dense>\n"})
        self.assertEqual(found, ["src/base/x.cpp:1: <Eigen/Dense> belongs to no library in the table of docs/architecture.md"])

    def test_a_folder_without_a_row(self):
        found = faults({"src/secret/x.cpp": "\n"})
        self.assertEqual(found, ["src/secret/x.cpp:1: its folder has no row in docs/architecture.md"])

    def test_an_include_without_a_folder(self):
        found = faults({"src/base/x.cpp": '#include "nowhere.hpp"\n'})
        self.assertEqual(found, ['src/base/x.cpp:1: "nowhere.hpp" begins with no folder of the table in docs/architecture.md'])

    def test_a_circle(self):
        found = faults(architecture=ARCHITECTURE.replace("| spans | – |", "| spans | expr |"))
        self.assertEqual(len(found), 1)
        self.assertIn("in a circle: base → expr → algebra → base", found[0])

    def test_a_used_folder_without_a_row(self):
        found = faults(architecture=ARCHITECTURE.replace("| spans | – |", "| spans | nothing-such |"))
        self.assertEqual(found, ["docs/architecture.md: 'base' may use 'nothing-such', which has no row"])

    def test_a_document_without_tables(self):
        self.assertIn("is missing", faults(architecture="nothing here")[0])

    def test_cmake_differs(self):
        found = faults({"src/CMakeLists.txt": "\nanholon_folder(expr\n  USES base\n  LINKS x::x)\n"})
        self.assertEqual(found, ["src/CMakeLists.txt:2: 'expr' uses base here, but algebra in docs/architecture.md"])


if __name__ == "__main__":
    unittest.main()

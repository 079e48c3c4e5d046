#!/usr/bin/env python3
"""extract_examples.py turns each kind of line into what it should."""

import tempfile
import unittest
from pathlib import Path

from extract_examples import generated, translated

DOCUMENT = """# Title
```cpp
#include "extra/extra.hpp"
auto x = symbol("x");
diff(x * x, x);  // = 2*x
```
```c++
not_run();
```
"""


class Examples(unittest.TestCase):
    def test_an_expression_and_its_text(self):
        self.assertEqual(translated("  diff(f, x);  // = 2*x"), '  EXPECT_EQ(text(diff(f, x)), "2*x");')

    def test_quotes_and_backslashes(self):
        self.assertEqual(translated(r'latex(x);  // = "\theta"'), r'EXPECT_EQ(text(latex(x)), "\"\\theta\"");')

    def test_a_declaration_and_its_text(self):
        self.assertEqual(translated("const Expr T = m*v;  // = m*v"), 'const Expr T = m*v; EXPECT_EQ(text(T), "m*v");')
        self.assertEqual(translated("auto& T = f();  // = m"), 'auto& T = f(); EXPECT_EQ(text(T), "m");')

    def test_a_comparison_is_no_declaration(self):
        self.assertEqual(translated("a == b;  // = true"), 'EXPECT_EQ(text(a == b), "true");')

    def test_an_exception(self):
        self.assertEqual(translated("1 / zero;  // throws division by zero"),
                         'expect_throw([&] { static_cast<void>(1 / zero); }, "division by zero", __FILE__, __LINE__);')

    def test_other_lines_stay(self):
        for line in ("", "}", "auto x = f();", "f();  // a remark", "f();  // == x"):
            self.assertEqual(translated(line), line)

    def test_a_document(self):
        with tempfile.TemporaryDirectory() as name:
            root = Path(name)
            (root / "docs").mkdir()
            (root / "docs/some-page.md").write_text(DOCUMENT)
            text = generated(root, [root / "docs/some-page.md"], ["expr/expr.hpp"])
        self.assertIn('#include "expr/expr.hpp"\n#include "extra/extra.hpp"\n', text)
        self.assertIn('TEST(Example_docs_some_page, line_3) {\n#line 3 "docs/some-page.md"\n\nauto x = symbol("x");\n'
                      'EXPECT_EQ(text(diff(x * x, x)), "2*x");\n}\n', text)
        self.assertEqual(text.count("TEST("), 1)
        self.assertNotIn("not_run", text)


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
import tempfile
import unittest
from pathlib import Path

from check_names import check


class CheckNames(unittest.TestCase):
    def faults(self, **files):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for name, text in files.items():
                path = root / "src" / name.replace("__", ".")
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            return check(root)

    def test_two_types_of_one_name(self):
        body = "namespace a {\n\nstruct Body {\n    int x;\n};\n\n}\n"
        self.assertEqual(self.faults(one__hpp=body, two__hpp=body), ["a::Body is defined in src/one.hpp and in src/two.hpp"])

    def test_two_functions_of_one_signature(self):
        one = "namespace a {\n\nint f(const X& x) {\n    return 1;\n}\n\n}\n"
        two = "namespace a {\n\ninline int f(const X& other) { return 2; }\n\n}\n"
        self.assertEqual(len(self.faults(one__cpp=one, two__hpp=two)), 1)

    def test_what_is_allowed(self):
        hidden = "namespace a {\n\nnamespace {\n\nstruct Body {};\n\n}\n\n}\n"
        self.assertEqual(self.faults(one__cpp=hidden, two__cpp=hidden), [])
        self.assertEqual(self.faults(one__hpp="namespace a {\nstruct B {};\n}", two__hpp="namespace b {\nstruct B {};\n}"), [])
        self.assertEqual(self.faults(one__cpp="namespace a {\nint f(int x) {\n}\n}", two__cpp="namespace a {\nint f(long x) {\n}\n}"), [])
        self.assertEqual(self.faults(one__hpp="namespace a {\nstruct T {};\n}", one__cpp="namespace a {\nstruct T {};\n}"), [])


if __name__ == "__main__":
    unittest.main()

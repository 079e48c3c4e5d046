#!/usr/bin/env python3
"""Makes GoogleTest tests of the C++ examples in the documents.

Every ```cpp block becomes one TEST. In it

    EXPR;  // = TEXT         checks that text(EXPR) is TEXT (a declaration is made, then its variable checked);
                             EXPR is an expression, a string or a whole number
    EXPR;  // throws TEXT    checks that a std::exception is thrown whose what() contains TEXT

#include lines go to the top of the file, other lines stay as they are. C++ that is not to be run goes into a ```c++ block.
"""

import argparse
import re
from pathlib import Path

from markdown_blocks import blocks

EQUALS = re.compile(r"^(?P<indent>\s*)(?P<code>.*\S)\s*;\s*//\s=\s(?P<text>.*?)\s*$")
THROWS = re.compile(r"^(?P<indent>\s*)(?P<code>.*\S)\s*;\s*//\sthrows\s(?P<text>.*?)\s*$")
DECLARATION = re.compile(r"^(?:const\s+)?(?:auto|[A-Za-z_][\w:]*(?:<[^=]*>)?)\s*[&\s]\s*(?P<name>\w+)\s*=[^=]")


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def translated(line):
    """One line of an example as one line of a test."""
    if match := EQUALS.match(line):
        indent, code, text = match["indent"], match["code"], quoted(match["text"])
        if declaration := DECLARATION.match(code):
            return f"{indent}{code}; EXPECT_EQ(text({declaration['name']}), {text});"
        return f"{indent}EXPECT_EQ(text({code}), {text});"
    if match := THROWS.match(line):
        code, text = match["code"], quoted(match["text"])
        return f"{match['indent']}expect_throw([&] {{ static_cast<void>({code}); }}, {text}, __FILE__, __LINE__);"
    return line


def test_name(path):
    return "Example_" + re.sub(r"\W+", "_", str(path.with_suffix("")))


PRELUDE = """
using namespace anholon;

namespace {

[[maybe_unused]] std::string text(const std::string& shown) { return shown; }
[[maybe_unused]] std::string text(std::size_t number) { return std::to_string(number); }

[[maybe_unused]] void expect_throw(const std::function<void()>& example, const std::string& expected,
                                   const char* document, int line) {
    try {
        example();
    } catch (const std::exception& error) {
        if (std::string(error.what()).find(expected) == std::string::npos)
            ADD_FAILURE_AT(document, line) << "it threw: " << error.what() << "\\ninstead of: " << expected;
        return;
    }
    ADD_FAILURE_AT(document, line) << "it threw nothing instead of: " << expected;
}
"""


def generated(root, documents, includes):
    tests, hoisted = [], []
    for document in documents:
        shown = document.relative_to(root)
        for block in blocks(document.read_text(encoding="utf-8")):
            if block.language != "cpp":
                continue
            tests.append(f"\nTEST({test_name(shown)}, line_{block.first + 1}) {{")
            tests.append(f"#line {block.first + 1} {quoted(str(shown))}")
            for line in block.lines:
                if re.match(r"\s*#\s*include\b", line):
                    hoisted.append(line.strip())
                    line = ""
                tests.append(translated(line))
            tests.append("}")
    head = ["// Generated from the documents by tools/extract_examples.py.", "#include <gtest/gtest.h>", ""]
    head += ["#include <exception>", "#include <functional>", "#include <string>", ""]
    head += [f'#include "{name}"' for name in includes]
    head += sorted(set(hoisted))
    head += ["namespace anholon {}"]  # also there when nothing is included
    return "\n".join(head) + "\n" + PRELUDE + "\n".join(tests) + "\n\n}  // namespace\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=Path, default=Path("."), help="the documents are named relative to this")
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--include", action="append", default=[], metavar="HEADER")
    parser.add_argument("documents", nargs="*", type=Path)
    args = parser.parse_args()
    root = args.root.resolve()
    documents = [document.resolve() for document in args.documents]
    args.output.write_text(generated(root, documents, args.include), encoding="utf-8")


if __name__ == "__main__":
    main()

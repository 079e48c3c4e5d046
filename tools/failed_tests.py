#!/usr/bin/env python3
"""tools/failed_tests.py RESULTS.xml: what the failed tests of a run have printed, last of all, so that nobody has to scroll for it.

Reads the JUnit file of `ctest --output-junit`.
"""
import sys
import xml.etree.ElementTree as ElementTree

LINES = 80  # of each test: its end says what went wrong


def failed(path):
    for case in ElementTree.parse(path).getroot().iter("testcase"):
        if case.get("status") == "fail":
            yield case.get("name"), (case.findtext("system-out") or "").rstrip().splitlines()


def main():
    for name, lines in failed(sys.argv[1]):
        print(f"\n--- {name}" + (f": the last {LINES} of {len(lines)} lines" if len(lines) > LINES else ""))
        print("\n".join(lines[-LINES:]))


if __name__ == "__main__":
    main()

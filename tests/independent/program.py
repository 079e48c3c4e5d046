"""What the program computes: rows of `anholon simulate`."""

import csv
import json
import os
import subprocess
import tempfile

BINARY = os.environ.get("ANHOLON_BINARY", "")


class Refused(Exception):
    pass


def run(*words, stdin=None):
    done = subprocess.run([BINARY, *words], input=stdin, capture_output=True, text=True, encoding="utf-8",
                          timeout=600)
    return done.returncode, done.stdout, done.stderr


def simulated(file, until, columns, p=(), i=(), form=None, words=(), every=None):
    """({column: values at all rows}, the report); the rows are the first state and the last, or one after each time `every`."""
    handle, name = tempfile.mkstemp(suffix=".csv")
    os.close(handle)
    try:
        command = ["simulate", file, "--until", repr(until), "--every", repr(every or until), "--json", "-o", name,
                   "--columns", ",".join(columns)]
        for key, value in p:
            command += ["-p", "%s=%s" % (key, value)]
        for key, value in i:
            command += ["-i", "%s=%s" % (key, value)]
        if form:
            command += ["--form", form]
        code, out, _ = run(*command, *words)
        report = json.loads(out)
        if code not in (0, 5) and "result" not in report:       # a motion that ends early has a result
            raise Refused("exit %d: %s" % (code, " ".join(out.split())[:300]))
        with open(name, encoding="utf-8", newline="") as f:
            lines = [row for row in csv.reader(f) if row and not row[0].startswith("#")]
        head = [word.split(" [")[0] for word in lines[0]]
        rows = {key: [float(row[k]) for row in lines[1:]] for k, key in enumerate(head)}
        return rows, report
    finally:
        os.unlink(name)

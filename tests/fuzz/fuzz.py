"""Drives every command with mutated models, and holds the program to what it promises of any input.

    python3 tests/fuzz/fuzz.py PATH-TO-ANHOLON [--cases N | --minutes M] [--seed S] [--jobs J] [--limit SECONDS] [--keep DIR]
    python3 tests/fuzz/fuzz.py PATH-TO-ANHOLON --seed S --only K        one case again, with what was run

What is promised: an exit code of the list, no crash and no report of a sanitizer, an end within the time limit; one JSON
object without NaN; a layout that `fmt` does not change again and that means the same; forms that agree; a motion that keeps
what is constant, and that is the same in another form.
"""

import argparse
import concurrent.futures
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from mutate import Mutator  # noqa: E402

EXIT_CODES = {0, 1, 2, 3, 4, 5}
BAD_WORDS = re.compile(r"AddressSanitizer|runtime error:|LeakSanitizer|internal error|Assertion|terminate called|std::")
NAN = re.compile(r"(?<![A-Za-z_])-?(nan|inf|NaN|Infinity)(?![A-Za-z_])")
LARGEST_DRIFT = 1e-6  # of a motion that ends without a word
LARGEST_DIFFERENCE = 1e-5  # of final states in two forms, relative


class Failure(Exception):
    pass


def refuse_constant(word):
    raise Failure(f"JSON with {word}")


class Case:
    """One text and everything that is asked of it."""

    def __init__(self, binary, text, limit, rng, verbose=False):
        self.binary, self.text, self.limit, self.rng, self.verbose = binary, text, limit, rng, verbose
        self.commands = 0

    def run(self, *words, text=None):
        self.commands += 1
        self.last = " ".join(words)
        start = time.monotonic()
        try:
            done = subprocess.run([self.binary, *words], input=(self.text if text is None else text).encode("utf-8"),
                                  capture_output=True, timeout=self.limit)
        except subprocess.TimeoutExpired:
            raise Failure(f"no end after {self.limit:g} s") from None
        out, err = done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")
        if self.verbose:
            print(f"$ anholon {self.last}   [exit {done.returncode}, {time.monotonic() - start:.2f} s]")
        if done.returncode not in EXIT_CODES:
            raise Failure(f"exit code {done.returncode}: {err[-600:]}")
        if match := BAD_WORDS.search(err):
            raise Failure(f"stderr has '{match[0]}': {err[max(0, match.start() - 200):match.start() + 800]}")
        if done.returncode not in (0, 5) and not (err or out):
            raise Failure(f"exit code {done.returncode} without a word")
        return done.returncode, out, err

    def json(self, *words, text=None):
        code, out, _ = self.run(*words, "--json", text=text)
        try:
            report = json.loads(out, parse_constant=refuse_constant)
        except ValueError as error:
            raise Failure(f"no JSON: {error}: {out[:200]!r}") from None
        if report.get("ok") and code != 0:
            raise Failure(f'"ok": true with exit code {code}')
        if not report.get("ok") and code == 0:
            raise Failure('"ok": false with exit code 0')
        return code, report

    def check(self):
        code, report = self.json("show", "-")
        self.layout(code, report)
        if code != 0:
            return
        self.law = report["result"]["motion"]
        for question in self.rng.sample([self.derive, self.verify, self.facts, self.simulate, self.simulate, self.linearize, self.study,
                                          self.export], 3):
            question()

    def layout(self, code, report):
        formatted_code, formatted, _ = self.run("fmt", "-")
        if formatted_code != 0:
            if code == 0:
                raise Failure("fmt refuses what show accepts")
            return
        _, again, _ = self.run("fmt", "-", text=formatted)
        if again != formatted:
            raise Failure("fmt changes its own layout")
        other_code, other = self.json("show", "-", text=formatted)
        if other_code != code:
            raise Failure(f"show ends with {code}, after fmt with {other_code}")
        if code == 0 and self.without_places(report["result"]) != self.without_places(other["result"]):
            raise Failure("fmt changes what show tells")

    @staticmethod
    def without_places(result):
        if isinstance(result, dict):
            return {k: Case.without_places(v) for k, v in result.items() if k not in ("line", "column", "span", "seconds")}
        if isinstance(result, list):
            return [Case.without_places(v) for v in result]
        # expectations are shown as they are written, and blanks are all that fmt may change
        return re.sub(r"\(line \d+\)|\s+", "", result) if isinstance(result, str) else result

    def derive(self):
        _, report = self.json("forms")
        forms = [form["form"] for form in report["result"]]
        _, out, _ = self.run("derive", "-", "--form", self.rng.choice(forms), "--as", self.rng.choice(["text", "latex", "json"]))
        if match := NAN.search(out):
            raise Failure(f"derive prints {match[0]}")

    def verify(self):
        code, report = self.json("verify", "-")
        for row in (report.get("result") or {}).get("forms", []):
            if row.get("agrees") is False and row.get("kind") != "control" and row["form"] not in OTHERS:
                raise Failure(f"{row['form']} differs: {row}")

    def facts(self):
        fact = self.rng.choice(["integrability", "growth", "degeneracy", "energy", "integrals", "measure", "equilibria", "substitution",
                                "symmetries", "lie-algebra", "chaplygin-multiplier", "wheels", "reductions", "principles", "connection"])
        self.json("facts", "-", "--fact", fact, "--budget", str(self.limit / 4))

    def motion(self, *words):
        code, report = self.json("simulate", "-", "--until", "1", *words)
        if code != 0:
            return None
        result = report["result"]
        for name, drift in result["drift"].items():
            if drift is not None and drift > LARGEST_DRIFT and not report.get("warnings"):
                raise Failure(f"drift {drift:g} of {name} without a word")
        return result

    def simulate(self):
        first = self.motion()
        if first is None:
            return
        other_ways = [("--method", "cvode-adams"), ("--tol", "1e-10")]
        if self.law == "nonholonomic":
            other_ways += [("--form", form) for form in ["lagrange-multipliers", "hamel", "gauss", "chaplygin", "voronets"]]
        words = self.rng.choice(other_ways)
        second = self.motion(*words)
        if second is None or first.get("warnings") or abs(second["t"] - first["t"]) > 1e-9:
            return
        for name, value in first["final"].items():
            other = second["final"].get(name)
            if other is None or name.startswith(("lambda", "reaction", "friction")) or name.endswith("''"):
                continue
            if abs(other - value) > LARGEST_DIFFERENCE * max(1, abs(value)):
                raise Failure(f"{name}(1) = {value!r}, but {other!r} with {' '.join(words)}")

    def linearize(self):
        at = ["--at", self.rng.choice(["init", "equilibrium", "steady"])]
        self.json("linearize", "-", *at, *self.rng.choice([[], [], ["--symbolic", "all"]]))

    def study(self):
        short = ["--budget", str(self.limit / 4)]
        self.json(*self.rng.choice([
            ["path", "-", "--until", "0.5"],
            ["variations", "-", "--until", "0.5"],
            ["action", "-", "--until", "0.5", "--harmonics", "1"],
            ["quadrature", "-"],
            ["limit", "-", "--as", "viscous", "--N", "1e2..1e4", "--until", "0.5"],
            ["lyapunov", "-", "--until", "1"],
            ["section", "-", "--every", "0.1", "--count", "4"],
            ["orbit", "-"],
        ]), *short)

    def export(self):
        language = self.rng.choice(["c99", "cpp", "python", "julia", "matlab", "modelica", "cuda", "sfunction"])
        code, out, _ = self.run("export", "-", "--to", language)
        if code == 0 and language != "modelica" and re.search(r"[=(*+ ]-?inf\b", out):
            raise Failure(f"{language} export has an infinite number")


OTHERS = {"vakonomic", "servo-force", "servo-momentum", "viscous", "added-mass", "free", "forbidden", "poeschl", "hamel-without-brackets", "dry-friction"}


def tried(binary, seed, k, limit, verbose=False):
    text = Mutator(seed, TEXTS).case(k)
    case = Case(binary, text, limit, random.Random(f"{seed}/{k}/asked"), verbose)
    try:
        case.check()
    except Failure as failure:
        return k, case.commands, f"anholon {case.last}: {failure}", text
    return k, case.commands, None, text


TEXTS = None


def start(texts):
    global TEXTS
    TEXTS = texts


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("binary")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--cases", type=int, default=200)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--limit", type=float, default=60, help="seconds for one command")
    parser.add_argument("--keep", default=os.path.join(tempfile.gettempdir(), "anholon-fuzz"), help="where failing models are left")
    parser.add_argument("--only", type=int)
    options = parser.parse_args()

    start(Mutator(options.seed).texts)
    if options.only is not None:
        _, _, failure, text = tried(options.binary, options.seed, options.only, options.limit, verbose=True)
        print(text)
        print(failure or "no failure")
        return int(failure is not None)

    begun, done, commands, failures, k = time.monotonic(), 0, 0, 0, 0

    def goes_on():
        if options.minutes is not None:
            return time.monotonic() - begun < 60 * options.minutes
        return k < options.cases

    with concurrent.futures.ProcessPoolExecutor(options.jobs, initializer=start, initargs=(TEXTS,)) as pool:
        waiting = set()
        while goes_on() or waiting:
            while goes_on() and len(waiting) < 2 * options.jobs:
                waiting.add(pool.submit(tried, options.binary, options.seed, k, options.limit))
                k += 1
            ended, waiting = concurrent.futures.wait(waiting, return_when=concurrent.futures.FIRST_COMPLETED)
            for future in ended:
                case, count, failure, text = future.result()
                done += 1
                commands += count
                if failure:
                    failures += 1
                    os.makedirs(options.keep, exist_ok=True)
                    path = os.path.join(options.keep, f"seed-{options.seed}-case-{case}.anh")
                    with open(path, "w", encoding="utf-8") as file:
                        file.write(text)
                    print(f"case {case}: {failure}\n    {path}", flush=True)
    print(f"fuzz: {done} models, {commands} commands, {failures} failures, seed {options.seed}, {time.monotonic() - begun:.0f} s")
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main())

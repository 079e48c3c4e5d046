"""anholon section, continue, lyapunov and chart, from the outside: mistakes, files, folders that survive a kill.

    python3 tests/study.test.py PATH-TO-ANHOLON [unittest arguments]
"""

import csv
import fcntl
import json
import math
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import unittest

BINARY = os.environ.get("ANHOLON_BINARY", "")
HENON = "model A { param e = 1; coord x, y; kinetic (x'^2 + y'^2)/2; potential (x^2 + y^2)/2 + e*(x^2*y - y^3/3); " \
        "init y = 0.1, x' = 0.3 }"


def run(*words, stdin=HENON):
    done = subprocess.run([BINARY, *words], input=stdin, capture_output=True, text=True, encoding="utf-8", timeout=300)
    return done.returncode, done.stdout, done.stderr


class Study(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def result(self, *words, stdin=HENON):
        exit, out, err = run(*words, "--json", stdin=stdin)
        self.assertEqual((exit, err), (0, ""), out)
        return json.loads(out)["result"]

    def fails(self, code, exit_code, *words, stdin=HENON):
        exit, out, err = run(*words, stdin=stdin)
        self.assertEqual(exit, exit_code, out + err)
        self.assertIn(f"error[{code}]: ", err)
        exit, out, _ = run(*words, "--json", stdin=stdin)
        envelope = json.loads(out)
        self.assertEqual((exit, envelope["ok"]), (exit_code, False))
        self.assertIn(code, [e["code"] for e in envelope["errors"]])
        return err


class Section(Study):
    def test_points_lie_on_the_section_and_on_the_level(self):
        r = self.result("section", "-", "--at", "x:up", "--fix", "energy=1/8", "--over", "y=-0.2..0.4:5", "--count", "40",
                        "--columns", "x,y,x',y',energy")
        self.assertEqual((len(r["orbits"]), {len(o["points"]) for o in r["orbits"]}), (5, {40}))
        for orbit in r["orbits"]:
            self.assertLess(orbit["drift"], 1e-10)
            for _, x, _, vx, _, energy in orbit["points"]:
                self.assertLess(abs(x), 1e-13)
                self.assertGreater(vx, 0)
                self.assertAlmostEqual(energy, 0.125, delta=1e-11)

    def test_random_starts_are_the_same_for_the_same_seed(self):
        words = ["section", "-", "--at", "x:up", "--fix", "energy=0.1", "--over", "y=-0.1..0.1", "--orbits", "4", "--count", "3"]
        first, again, other = self.result(*words), self.result(*words), self.result(*words, "--seed", "2")
        self.assertEqual(first, again)
        self.assertNotEqual(first, other)

    def test_files(self):
        words = ["section", "-", "--at", "x", "--count", "10", "--columns", "y,speed=y'"]
        for name in ("points.csv", "points.json", "points.nc", "map.svg", "map.png", "map.pdf"):
            option = "--plot" if name.startswith("map") else "-o"
            exit, out, err = run(*words, option, self.path(name))
            self.assertEqual((exit, err), (0, ""), out)
            self.assertGreater(os.path.getsize(self.path(name)), 300)
        with open(self.path("points.csv")) as file:
            rows = list(csv.reader(line for line in file if not line.startswith("#")))
        self.assertEqual((rows[0], len(rows)), (["t", "orbit", "y", "speed"], 11))

    def test_mistakes(self):
        self.fails("section-nowhere", 2, "section", "-")
        self.fails("section-nowhere", 2, "section", "-", "--at", "x", "--every", "1")
        self.fails("section-empty", 1, "section", "-", "--at", "x - 50", "--until", "30")
        self.assertIn("energy=-5", self.fails("level-empty", 4, "section", "-", "--at", "x", "--fix", "energy=-5"))
        for count in ("0", "1e12", "-3", "2.5", "many"):
            self.fails("count-bad", 2, "section", "-", "--at", "x", f"--count={count}")
        self.fails("interval-empty", 2, "section", "-", "--at", "x", "--over", "y=1..1:4")
        self.fails("orbits-unclear", 2, "section", "-", "--at", "x", "--over", "y=0..1")
        self.fails("orbits-alike", 2, "section", "-", "--at", "x", "--orbits", "3")
        self.fails("name-unknown", 2, "section", "-", "--at", "z")
        self.fails("orbits-ended", 4, "section", "-", "--at", "x", "--columns", "log(-1 - y^2)")
        self.fails("file-format", 2, "section", "-", "--at", "x", "--count", "1", "-o", self.path("points.doc"))


class Names(Study):
    """The core of a falling point has x' and no x."""
    FALL = "model A { coord x; kinetic x'^2/2; potential -9*x; init x = 1 }"

    def test_a_coordinate_that_is_left_out_has_no_value(self):
        self.fails("unavailable", 2, "chart", "-", "--over", "x'=0..1:2", "--measure", "final(x)", "--until", "1", stdin=self.FALL)
        r = self.result("chart", "-", "--over", "x'=0..1:2", "--measure", "final(x')", "--until", "1", stdin=self.FALL)
        self.assertEqual([round(value, 9) for value in r["values"]], [9, 10])
        r = self.result("chart", "-", "--over", "x'=0..1:2", "--measure", "final(x)", "--until", "1", "--full", stdin=self.FALL)
        self.assertEqual([round(value, 9) for value in r["values"]], [5.5, 6.5])


class Lyapunov(Study):
    def test_same_bytes(self):
        words = ["lyapunov", "-", "--until", "50", "--json"]
        self.assertEqual(run(*words), run(*words))

    def test_mistakes(self):
        self.fails("until-zero", 2, "lyapunov", "-", "--until", "0")
        self.fails("transient-bad", 2, "lyapunov", "-", "--until", "10", "--transient", "10")
        self.fails("count-bad", 2, "lyapunov", "-", "--count", "0")
        self.fails("tolerance-bad", 2, "lyapunov", "-", "--tol", "2")
        self.fails("no-flow", 1, "lyapunov", "-", stdin="model A { coord x; kinetic x'^2/2; force on x: -abs(x)*x; init x = 1 }")

    def test_budget(self):
        self.fails("budget", 1, "lyapunov", "-", "--until", "1e9", "--budget", "1")


class Chart(Study):
    WORDS = ["chart", "-", "--over", "y=-0.4..0.6:64", "--over", "y'=-0.4..0.4:48", "--fix", "energy=1/8", "--fix", "x=0",
             "--measure", "lyapunov", "--until", "60"]

    def csv(self, *words):
        path = self.path("chart.csv")
        exit, out, err = run(*self.WORDS, *words, "-o", path)
        self.assertEqual((exit, err), (0, ""), out)
        with open(path, "rb") as file:
            return file.read()

    def test_measures_are_those_of_a_known_motion(self):
        swing = "model A { param k = 4; coord x; kinetic x'^2/2; potential k*x^2/2; init x = 0.5 }"
        value = {"final(x)": lambda w: 0.5 * math.cos(w * 3), "max(x)": lambda w: 0.5, "min(x)": lambda w: -0.5,
                 "time(x:down)": lambda w: math.pi / 2 / w,
                 "mean(x)": lambda w: 0.5 * math.sin(w * 3) / w / 3, "count(x)": None}
        for measure, right in value.items():
            r = self.result("chart", "-", "--over", "k=1..9:9", "--measure", measure, "--until", "3", "--tol", "1e-12",
                            stdin=swing)
            self.assertEqual(set(r["statuses"]), {"done"})
            for k, found in enumerate(r["values"]):
                w = (1 + k) ** 0.5
                if measure == "count(x)":
                    self.assertEqual(found, int(w * 3 / math.pi + 0.5))
                elif measure != "min(x)" or w * 3 > 3.15:
                    self.assertAlmostEqual(found, right(w), delta=1e-10, msg=f"{measure} {w}")

    def test_parameters_have_their_units(self):
        turned = "model A { param a = 30 [deg] in 0..90; coord x; kinetic x'^2/2; potential -9.81*x*sin(a); init x = 0 }"
        r = self.result("chart", "-", "--over", "a=30..90:2", "--measure", "final(x)", "--until", "1", "--full", stdin=turned)
        self.assertAlmostEqual(r["values"][0], 9.81 / 4, delta=1e-9)
        self.assertAlmostEqual(r["values"][1], 9.81 / 2, delta=1e-9)

    def test_points_without_a_number_say_why(self):
        r = self.result("chart", "-", "--over", "y=-0.8..0.4:9", "--fix", "energy=1/8", "--fix", "x=0", "--measure", "time(x - 9)",
                        "--until", "5")
        self.assertEqual(set(r["statuses"]), {"no start", "never"})
        self.assertTrue(all(value is None for value in r["values"]))

    def test_threads_make_no_difference(self):
        self.assertEqual(self.csv("--threads", "1"), self.csv("--threads", "3"))

    def test_a_killed_chart_goes_on(self):
        whole = self.csv()
        dice = random.Random(7)
        for attempt in range(12):
            folder = self.path(f"study{attempt}")
            for _ in range(3):
                started = subprocess.Popen([BINARY, *self.WORDS, "--folder", folder], stdin=subprocess.PIPE,
                                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                started.stdin.write(HENON.encode())
                started.stdin.close()
                time.sleep(dice.uniform(0, 0.8))
                started.send_signal(signal.SIGKILL)
                started.wait()
            self.assertEqual(self.csv("--folder", folder), whole)

    def test_a_folder_belongs_to_one_study_and_one_process(self):
        folder = self.path("study")
        words = ["chart", "-", "--over", "e=0.5..1:8", "--measure", "final(x)", "--until", "5", "--folder", folder]
        self.assertEqual(run(*words)[0], 0)
        self.assertIn("8 of them before", run(*words)[1])
        self.fails("folder-other", 2, *words, "-i", "y=0.2")
        with open(os.path.join(folder, "tile-000000"), "r+b") as file:  # a damaged tile is computed again
            file.write(b"x")
        self.assertNotIn("before", run(*words)[1])
        with open(os.path.join(folder, "lock")) as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.fails("folder-in-use", 2, *words)

    def test_files(self):
        for name in ("chart.csv", "chart.json", "chart.nc", "map.svg", "map.png", "map.pdf"):
            option = "--plot" if name.startswith("map") else "-o"
            exit, out, err = run("chart", "-", "--over", "e=0.5..1:8", "--over", "y=0..0.1:5", "--measure", "final(x)",
                                 "--until", "2", option, self.path(name))
            self.assertEqual((exit, err), (0, ""), out)
            self.assertGreater(os.path.getsize(self.path(name)), 300)

    def test_mistakes(self):
        self.fails("chart-axes", 2, "chart", "-", "--measure", "lyapunov")
        self.fails("chart-axes", 2, "chart", "-", "--over", "e=0..1", "--measure", "lyapunov")
        self.fails("chart-axes", 2, "chart", "-", "--over", "e=0..1:2", "--over", "e=0..1:2", "--measure", "lyapunov")
        self.fails("interval-empty", 2, "chart", "-", "--over", "e=1..0:4", "--measure", "lyapunov")
        self.fails("measure-unknown", 2, "chart", "-", "--over", "e=0..1:4", "--measure", "entropy")
        self.fails("points-too-many", 2, "chart", "-", "--over", "e=0..1:1e6", "--over", "y=0..1:1e6", "--measure", "lyapunov")
        self.fails("count-bad", 2, "chart", "-", "--over", "e=0..1:0", "--measure", "lyapunov")
        self.fails("name-unknown", 2, "chart", "-", "--over", "f=0..1:3", "--measure", "lyapunov")
        derived = "model A { param l = 1 in 0.5..4, J = l^2*2; coord x; kinetic J*x'^2/2; potential x^2; init x = 0.5 }"
        self.fails("value-outside-range", 2, "chart", "-", "--over", "l=1..20:2", "--measure", "final(x)", stdin=derived)
        self.fails("parameter-derived", 2, "chart", "-", "--over", "J=1..2:2", "--measure", "final(x)", stdin=derived)
        self.fails("until-bad", 2, "chart", "-", "--over", "e=0..1:3", "--measure", "lyapunov", "--until", "-5")


class Continue(Study):
    HOOP = "model Hoop { param W = 1, g = 2; coord theta; kinetic (theta'^2 + W^2*sin(theta)^2)/2; potential -g*cos(theta) }"

    PENDULUM = "model Pendulum { coord a; kinetic a'^2/2; potential 1 - cos(a); init a = 1 }"

    def special(self, *words, stdin=HENON):
        r = self.result("continue", *words, stdin=stdin)
        return r, [(s["kind"], s["value"]) for b in r["branches"] for s in b["special"]]

    def test_bicycle(self):
        """Meijaard and others 2007: weave and capsize."""
        _, found = self.special("whipple-bicycle", "--of", "steady", "--over", "v=1..10")
        self.assertEqual([kind for kind, _ in found], ["Hopf", "branch point"])
        self.assertAlmostEqual(found[0][1], 4.29238253634111, delta=1e-11)
        self.assertAlmostEqual(found[1][1], 6.02426201538837, delta=1e-10)

    def test_disc(self):
        """Rolling upright is stable for w^2 > AmgR/(C(C + mR^2)), spinning for u^2 > mgR/(A + mR^2)."""
        upright = ["rolling-disc", "--of", "steady", "-i", "theta=pi/2", "-i", "n=0"]
        for name, other, critical in (("w", "u", math.sqrt(9.81 / 3)), ("u", "w", math.sqrt(9.81 * 4 / 5))):
            r, found = self.special(*upright, "-i", f"{other}=0", "--over", f"{name}=0.5..6")
            self.assertEqual(len(found), 1, found)
            self.assertAlmostEqual(found[0][1], critical, delta=1e-11)

    def test_roller_racer(self):
        """Straight ahead phi' = v (I1 d2 - I2 d1)/(I1 d2^2 + I2 d1^2) phi."""
        words = ["roller-racer", "--of", "steady", "-i", "phi=0", "-i", "v=0.5", "-i", "w=0"]
        for more, critical in ((["--over", "I2=0.05..0.3"], 0.15), (["-p", "I2=0.2", "--over", "d2=0.05..0.4"], 0.2)):
            _, found = self.special(*words, *more)
            self.assertEqual(len(found), 1, found)
            self.assertAlmostEqual(found[0][1], critical, delta=1e-11)

    def test_cascade(self):
        """J. R. Taylor, Classical Mechanics, table 12.1: the driven pendulum doubles its period at 1.0663, 1.0793, 1.0821."""
        pendulum = "model P { param F = 1.055, c = 0.5, W = 2/3; coord a; kinetic a'^2/2; potential -cos(a); " \
                   "force on a: -c*a' + F*cos(W*t); init a = -2.22359883, a' = 1.32430146 }"
        r = self.result("continue", "-", "--of", "orbit", "--over", "F=1.05..1.09", "--period", "2*pi/W", "--branches", "3",
                        stdin=pendulum)
        self.assertEqual(len(r["doublings"]), 3)
        for F, published in zip(r["doublings"], (1.0663, 1.0793, 1.0821)):
            self.assertAlmostEqual(F, published, delta=1e-4)
        self.assertAlmostEqual(r["ratios"][0], 4.669, delta=0.05)

    def test_same_bytes(self):
        words = ["continue", "-", "--of", "orbit", "--over", "energy=0.3..0.6", "--period", "6.7", "--json"]
        first = run(*words, stdin=self.PENDULUM)
        self.assertEqual((first, first[0]), (run(*words, stdin=self.PENDULUM), 0))

    def test_files(self):
        words = ["continue", "-", "--of", "equilibrium", "--over", "W=0.5..3", "--branches", "2"]
        for name in ("branches.csv", "branches.json", "branches.nc"):
            exit, out, err = run(*words, "-o", self.path(name), stdin=self.HOOP)
            self.assertEqual((exit, err), (0, ""), out)
            self.assertGreater(os.path.getsize(self.path(name)), 300)
        with open(self.path("branches.csv")) as file:
            rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
        self.assertEqual({float(row["branch"]) for row in rows}, {1, 2})
        for row in rows:
            theta, W = float(row["theta"]), float(row["W"])
            self.assertLess(min(abs(theta), abs(math.cos(theta) - 2 / W**2)), 1e-10)
            if float(row["special"]) == 0 and float(row["branch"]) == 1:
                self.assertEqual(float(row["unstable"]), 1 if W > math.sqrt(2) else 0)

    def test_mistakes(self):
        over = ["--over", "e=0.5..1"]
        self.fails("usage", 2, "continue", "-", *over)
        self.fails("usage", 2, "continue", "-", "--of", "equilibrium")
        self.fails("usage", 2, "continue", "-", "--of", "cycle", *over)
        for bad in ("e=1..1", "e=2..1"):
            self.fails("interval-empty", 2, "continue", "-", "--of", "equilibrium", "--over", bad)
        self.fails("name-unknown", 2, "continue", "-", "--of", "equilibrium", "--over", "f=0..1")
        self.fails("words-bad", 2, "continue", "-", "--of", "equilibrium", "--over", "e")
        self.fails("words-bad", 2, "continue", "-", "--of", "equilibrium", "--over", "e=0..1:10")
        self.fails("words-bad", 2, "continue", "-", "--of", "equilibrium", *over, "--period", "6")
        self.fails("velocity-in-equilibrium", 2, "continue", "-", "--of", "equilibrium", "--over", "x'=0..1")
        self.fails("count-bad", 2, "continue", "-", "--of", "equilibrium", *over, "--branches", "0")
        self.fails("step-bad", 2, "continue", "-", "--of", "equilibrium", *over, "--step", "2")
        self.fails("period-unknown", 2, "continue", "-", "--of", "orbit", *over)
        self.fails("start-outside", 4, "continue", "-", "--of", "orbit", "--over", "energy=5..6", "--period", "6.7",
                   stdin=self.PENDULUM)
        damped = "model A { param c = 1; coord x; kinetic x'^2/2; potential x^2/2; force on x: -c*x'; init x = 1 }"
        self.fails("no-orbit", 4, "continue", "-", "--of", "orbit", "--over", "c=0.5..2", "--period", "6", stdin=damped)
        falling = "model A { param g = 9; coord x; kinetic x'^2/2; potential g*x }"
        self.fails("no-standstill", 4, "continue", "-", "--of", "equilibrium", "--over", "g=1..10", stdin=falling)
        self.fails("options-contradict", 2, "continue", "-", "--of", "orbit", *over, "--full", "--reduced")
        self.fails("file-format", 2, "continue", "-", "--of", "equilibrium", *over, "-o", self.path("points.doc"))


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        BINARY = sys.argv.pop(1)
    unittest.main()

"""anholon section, continue, lyapunov and chart, from the outside: mistakes, files, folders that survive a kill.

    python3 tests/study.test.py PATH-TO-ANHOLON [unittest arguments]
"""

import csv
import fcntl
import json
import math
import os
import random
import resource
import shutil
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


class Rotation(Study):
    def test_of_two_oscillators_is_the_ratio_of_their_frequencies(self):
        swing = "model A { coord x, y; kinetic (x'^2 + y'^2)/2; potential (x^2 + 2*y^2)/2; init x' = 1, y = 0.7 }"
        r = self.result("section", "-", "--at", "x:up", "--count", "1500", "--columns", "y,y'", "--rotation", stdin=swing)
        found = r["orbits"][0]["rotation"]  # from y to y': against the motion
        self.assertAlmostEqual(found["value"], 2 - math.sqrt(2), delta=1e-9)
        self.assertLess(found["error"], 1e-6)
        exit, out, _ = run("section", "-", "--at", "x:up", "--count", "5", "--columns", "y,y'", "--rotation", stdin=swing)
        self.assertEqual(exit, 0)
        self.assertIn("none: it has fewer than 32 points", out)

    def test_mistakes(self):
        exit, out, err = run("section", "-", "--at", "x:up", "--count", "5", "--columns", "y,y'", "--plot", self.path("returns.svg"), "--plot",
                             "next y:y")
        self.assertEqual((exit, err), (0, ""), out)
        with open(self.path("returns.svg")) as file:
            self.assertEqual(file.read().count("stroke-width:3;"), 4)  # dots: of five points, four have a next one
        self.fails("column-unknown", 2, "section", "-", "--at", "x", "--count", "3", "--plot", self.path("a.svg"), "--plot", "next z:y")
        self.fails("rotation-columns", 2, "section", "-", "--at", "x", "--columns", "y", "--rotation")


class Bifurcation(Study):
    """The driven damped pendulum of Taylor's Classical Mechanics (2005), section 12.4."""
    PENDULUM = "model A { param drive = 1.06; coord a; kinetic a'^2/2; potential -(3*pi)^2*cos(a); " \
               "force on a: -3*pi/2*a' + drive*(3*pi)^2*cos(2*pi*t); init a = -pi/2 }"
    WORDS = ["bifurcation", "-", "--every", "1", "--columns", "a'"]

    def test_periods_double_where_they_are_known_to(self):
        r = self.result(*self.WORDS, "--over", "drive=1.06..1.084:25", "--transient", "400", "--until", "440",
                        "--inherit", "up", stdin=self.PENDULUM)
        for drive, period in zip(r["values"], r["periods"]):  # thresholds 1.0663, 1.0793, 1.0821
            known = next((p for p, low, high in [(1, 0, 1.066), (2, 1.067, 1.079), (4, 1.0797, 1.082)] if low < drive < high), None)
            if known:
                self.assertEqual(period, known, drive)
        self.assertEqual({1, 2, 4} - set(r["periods"]), set())

    def test_attractors_are_inherited(self):
        # A soft spring, driven: two amplitudes, of which one disappears at either end.
        spring = "model A { param f = 0; coord x; kinetic x'^2/2; potential x^2/2 - x^4/4/6; " \
                 "force on x: -0.1*x' + f*cos(0.85*t); init x = 0 }"
        words = ["bifurcation", "-", "--every", "2*pi/0.85", "--columns", "r=sqrt(x^2+(x'/0.85)^2)", "--transient", "400",
                 "--until", "420", "--over", "f=0.02..0.2:19"]
        up, down = (self.result(*words, "--inherit", way, stdin=spring) for way in ("up", "down"))
        self.assertEqual(up["values"], down["values"][::-1])
        amplitude = [[o["points"][-1][2] if o["points"] else None for o in r["section"]["orbits"]] for r in (up, down)]
        amplitude[1].reverse()
        apart = [k for k, (a, b) in enumerate(zip(*amplitude)) if a and b and abs(a - b) > 0.3]
        self.assertGreater(len(apart), 0)
        self.assertAlmostEqual(amplitude[0][0], amplitude[1][0], delta=1e-6)

    def test_mistakes(self):
        self.fails("bifurcation-over", 2, *self.WORDS, "--over", "a=0..1:5", stdin=self.PENDULUM)
        self.fails("bifurcation-over", 2, *self.WORDS, "--over", "drive=1..2", stdin=self.PENDULUM)
        self.fails("interval-empty", 2, *self.WORDS, "--over", "drive=2..1:5", stdin=self.PENDULUM)
        self.fails("usage", 2, *self.WORDS, "--over", "drive=1..2:5", "--inherit", "left", stdin=self.PENDULUM)
        self.fails("section-nowhere", 2, "bifurcation", "-", "--over", "drive=1..2:5", stdin=self.PENDULUM)


class Periods(Study):
    def test_of_a_driven_pendulum_double(self):
        r = self.result("chart", "-", "--over", "drive=1.06..1.081:4", "--measure", "period(sin(pi*t)*cos(pi*t):up)", "--until", "460",
                        "--transient", "400", "--tol", "1e-12", stdin=Bifurcation.PENDULUM)
        # sin(2 pi t) rises once a drive's period; at 1.06, 1.067, 1.074, 1.081
        self.assertEqual(r["values"], [1, 2, 2, 4])

    def test_of_incommensurable_oscillators_is_none(self):
        r = self.result("chart", "-", "--over", "y=0.1..0.2:2", "--measure", "period(x:up)", "--until", "200", stdin=
                        "model A { param k = 2; coord x, y; kinetic (x'^2 + y'^2)/2; potential (x^2 + k*y^2)/2; init x = 1, y = 0.1 }")
        self.assertEqual(r["values"], [0, 0])
        r = self.result("chart", "-", "--over", "k=2.25..9:4", "--measure", "period(x:up)", "--until", "200", stdin=
                        "model A { param k = 2; coord x, y; kinetic (x'^2 + y'^2)/2; potential (x^2 + k*y^2)/2; init x = 1, y = 0.1 }")
        self.assertEqual((r["values"][0], r["values"][3]), (2, 1))  # frequencies 3/2 and 3


class Ensemble(Study):
    FREE = "model A { param m = 2 in 1..10; coord x; kinetic m*x'^2/2; potential x*0; init x' = 3 }"

    def test_statistics_are_those_of_the_law(self):
        r = self.result("ensemble", "-", "--full", "--draw", "x'=normal(3, 0.5)", "-n", "4000", "--until", "2", "--every", "1",
                        "--columns", "x,x'", stdin=self.FREE)
        for motion in r["motions"]:
            self.assertAlmostEqual(motion["end"][0], 2 * motion["drawn"][0], delta=1e-9)
        middle, end = (time["moments"][0] for time in r["times"])
        self.assertAlmostEqual(middle["mean"], 3, delta=4 * 0.5 / math.sqrt(4000))
        self.assertAlmostEqual(end["deviation"], 2 * 0.5, delta=4 * 1 / math.sqrt(8000))

    def test_files(self):
        ends, moments, picture, histogram = map(self.path, ("ends.csv", "moments.csv", "map.png", "histogram.svg"))
        words = ["ensemble", "-", "--draw", "y=uniform(-0.1, 0.1)", "-n", "300", "--until", "3", "--seed", "5"]
        exit, out, err = run(*words, "-o", ends, "--moments", moments, "--plot", picture, "--plot", "y:drawn y")
        self.assertEqual((exit, err), (0, ""), out)
        exit, out, err = run(*words, "--plot", histogram)
        self.assertEqual((exit, err), (0, ""), out)
        with open(ends) as file:
            rows = [line for line in file if not line.startswith("#")]
        self.assertEqual(len(rows), 301)
        self.assertTrue(all(os.path.getsize(path) > 1000 for path in (picture, histogram)))

    def test_what_is_drawn_outside_a_range_is_told(self):
        exit, out, err = run("ensemble", "-", "--draw", "m=normal(1.5, 0.5)", "-n", "200", "--until", "1", stdin=self.FREE)
        self.assertEqual(exit, 0)
        self.assertIn("cannot start: m is drawn outside its range", out)
        self.assertIn("warning[motions-missing]", err)
        self.fails("motions-ended", 4, "ensemble", "-", "--draw", "energy=uniform(-9, -8)", "-n", "5")

    def test_mistakes(self):
        for draw, code in [("x", "words-bad"), ("x=beta(1, 2)", "words-bad"), ("x=normal(1)", "words-bad"),
                           ("x=normal(1, 0)", "draw-empty"), ("x=uniform(2, 2)", "draw-empty"), ("z=normal(0, 1)", "name-unknown"),
                           ("x=normal(1, 2", "words-bad"), ("e=uniform(0, nothing)", "name-unknown")]:
            self.fails(code, 2, "ensemble", "-", "--draw", draw)
        self.fails("nothing-drawn", 2, "ensemble", "-")
        for count in ("0", "1e12", "2.5", "many"):
            self.fails("count-bad", 2, "ensemble", "-", "--draw", "x=normal(0, 1)", "-n", count)
        self.fails("every-not-positive", 2, "ensemble", "-", "--draw", "x=normal(0, 1)", "--every", "0")
        self.fails("times-too-many", 2, "ensemble", "-", "--draw", "x=normal(0, 1)", "--every", "1e-9")
        self.fails("column-unknown", 2, "ensemble", "-", "--draw", "x=uniform(0, 0.1)", "-n", "3", "--plot", self.path("a.png"),
                   "--plot", "x:z")

    def test_budget(self):
        self.fails("budget", 1, "ensemble", "-", "--draw", "y=uniform(0, 0.1)", "--until", "1e7", "--budget", "1")


class Experiments(Study):
    """Studies that a model holds."""
    MODEL = HENON[:-1] + "; experiment default { section at x:up; section fix energy = 1/12; section over y = -0.1..0.2:3; section count 20\n" \
        "section columns y, py = y'; chart over y=-0.1..0.1:3; chart measure max(y); chart until 5 }; " \
        "experiment other { lyapunov until 20; lyapunov full; ensemble draw y=normal(0, 0.01); ensemble count 7; orbit at y } }"

    def test_are_those_of_the_same_words(self):
        words = ["--at", "x:up", "--fix", "energy = 1/12", "--over", "y = -0.1..0.2:3", "--count", "20", "--columns", "y, py = y'"]
        self.assertEqual(self.result("section", "-", stdin=self.MODEL)["orbits"], self.result("section", "-", *words)["orbits"])
        self.assertEqual(len(self.result("chart", "-", stdin=self.MODEL)["values"]), 3)
        self.assertEqual(len(self.result("ensemble", "-", "--experiment", "other", stdin=self.MODEL)["motions"]), 7)
        self.assertEqual(self.result("lyapunov", "-", "--experiment", "other", stdin=self.MODEL)["until"], 20)

    def test_the_command_line_hides_options_of_its_names(self):
        r = self.result("section", "-", "--over", "y=0..0.1:2", "--count", "4", stdin=self.MODEL)
        self.assertEqual([len(o["points"]) for o in r["orbits"]], [4, 4])

    def test_are_shown_and_formatted(self):
        exit, out, err = run("fmt", "-", stdin=self.MODEL)
        self.assertEqual((exit, err), (0, ""))
        for line in ("section over y = -0.1..0.2:3", "section columns y, py = y'", "ensemble draw y=normal(0, 0.01)", "lyapunov full"):
            self.assertIn(line, out)
        self.assertEqual(run("fmt", "-", stdin=out)[1], out)
        exit, shown, _ = run("show", "-", stdin=self.MODEL)
        self.assertIn("section at x:up", shown)

    def test_mistakes(self):
        wrong = HENON[:-1] + "; experiment default { section att x:up } }"
        self.assertIn("did you mean 'at'?", self.fails("study-option-unknown", 3, "section", "-", stdin=wrong))
        self.fails("token-expected", 3, "show", "-", stdin=HENON[:-1] + "; experiment default { section } }")
        self.fails("setting-unknown", 3, "show", "-", stdin=HENON[:-1] + "; experiment default { sektion at x } }")
        self.fails("usage", 2, "bifurcation", "-", stdin=HENON[:-1] + "; experiment default { bifurcation inherit left } }")
        self.fails("name-unknown", 2, "section", "-", stdin=HENON[:-1] + "; experiment default { section at zz } }")


class Gallery(Study):
    """Systems whose chaos is known: largest exponents are positive; and the studies of models run."""

    def test_chaos(self):
        for name in ["suslov-chaos", "sleigh-with-oscillating-mass"]:
            exit, out, err = run("lyapunov", name, "--until", "2000", "--tol", "1e-9", "--json")
            self.assertEqual(exit, 0, err)
            first = json.loads(out)["result"]["exponents"][0]
            self.assertGreater(first["value"], 2 * first["error"], name)
        for name in ["asymmetric-chaplygin-top", "unbalanced-rubber-ball"]:  # some motions come to rest on a torus
            exit, out, err = run("chart", name, "--over", "energy=340..410:8", "--measure", "lyapunov", "--until", "1000", "--json")
            self.assertEqual(exit, 0, err)
            self.assertGreater(sum(value > 0.1 for value in json.loads(out)["result"]["values"]), 4, name)

    def test_every_study_runs(self):
        exit, out, _ = run("gallery", "--json")
        studied = 0
        for name in [model["name"] for model in json.loads(out)["result"]["models"]]:
            exit, out, err = run("gallery", name)
            studies = {line.split()[0] for line in out.splitlines()
                       if line.split()[:1] and line.split()[0] in ("section", "bifurcation", "orbit", "continue", "lyapunov", "ensemble", "chart")}
            for study in sorted(studies):
                exit, out, err = run(study, name)
                self.assertEqual(exit, 0, f"{study} {name}: {out}{err}")
                studied += 1
        self.assertGreaterEqual(studied, 9)


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


class ChartStudy(Study):
    WORDS = ["chart", "-", "--over", "y=-0.4..0.6:64", "--over", "y'=-0.4..0.4:48", "--fix", "energy=1/8", "--fix", "x=0",
             "--measure", "lyapunov", "--until", "60"]

    def csv(self, *words):
        path = self.path("chart.csv")
        exit, out, err = run(*self.WORDS, *words, "-o", path)
        self.assertEqual((exit, err), (0, ""), out)
        with open(path, "rb") as file:
            return file.read()

    # A swing whose chart has 4 tiles, computed in an instant.
    SWING = "model A { param k = 4; coord x; kinetic x'^2/2; potential k*x^2/2; init x = 0.5 }"
    QUICK = ["chart", "-", "--over", "k=1..9:70", "--over", "x=0.1..1:50", "--measure", "final(x)", "--until", "1"]

    def quick(self, *words):
        exit, out, err = run(*self.QUICK, *words, stdin=self.SWING)
        self.assertEqual((exit, err), (0, ""), out)
        return out

    def files(self, *words):
        """The bytes of all outputs of the quick chart."""
        out = []
        for name in ("chart.csv", "chart.json", "chart.nc", "map.svg"):
            option = "--plot" if name.startswith("map") else "-o"
            self.quick(*words, option, self.path(name))
            with open(self.path(name), "rb") as file:
                out.append(file.read())
        return out


class Chart(ChartStudy):
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
        """Killed at 50 moments, five times in each of ten folders: the same bytes as without. A process that is done before is no kill."""
        began = time.monotonic()
        whole = self.csv()
        took = time.monotonic() - began
        dice = random.Random(7)
        kills = folders = at_work = 0
        while kills < 50:
            folder = self.path(f"study{folders}")
            folders += 1
            for _ in range(min(5, 50 - kills)):
                started = subprocess.Popen([BINARY, *self.WORDS, "--folder", folder], stdin=subprocess.PIPE,
                                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                started.stdin.write(HENON.encode())
                started.stdin.close()
                time.sleep(dice.uniform(0, 0.6 * took))
                if started.poll() is None:
                    kills += 1
                    at_work += os.path.isdir(folder)
                started.send_signal(signal.SIGKILL)
                started.wait()
            self.assertEqual(self.csv("--folder", folder), whole)
            self.assertLess(folders, 40)
        self.assertGreater(at_work, 10)
        print(f"killed {kills} times, {at_work} of them with the folder there; {folders} charts went on to the same bytes",
              file=sys.stderr)

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

    def test_parts_make_the_same_bytes_in_any_order(self):
        whole = self.files()
        for order in ([1, 2, 3], [3, 1, 2], [2, 3, 1]):
            one = self.path("one" + "".join(map(str, order)))
            for k in order:
                own = self.path(f"own{order[0]}{k}")
                self.assertRegex(self.quick("--part", f"{k}/3", "--folder", own), rf"part {k}/3: (\d+) of \1 points computed\n")
                self.quick("--part", f"{k}/3", "--folder", one)
            joined = self.path(f"joined{order[0]}")
            exit, out, err = run("merge", *[self.path(f"own{order[0]}{k}") for k in order], "--into", joined)
            self.assertEqual((exit, err, out), (0, "", f"{joined}: 4 of 4 tiles, 4 of them new\n"))
            for folder in (one, joined):
                self.assertIn("3500 of 3500 points computed, 3500 of them before", self.quick("--folder", folder))
                self.assertEqual(self.files("--folder", folder), whole)

    def test_killed_parts_go_on(self):
        whole = self.csv()
        dice = random.Random(11)
        folder = self.path("study")
        for _ in range(2):
            parts = []
            for k in (1, 2, 3):
                parts.append(subprocess.Popen([BINARY, *self.WORDS, "--folder", folder, "--part", f"{k}/3", "--threads", "1"],
                                              stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
                parts[-1].stdin.write(HENON.encode())
                parts[-1].stdin.close()
            time.sleep(dice.uniform(0.1, 0.9))
            for part in parts:
                part.send_signal(signal.SIGKILL)
                part.wait()
        for k in (1, 2, 3):
            self.assertEqual(run(*self.WORDS, "--folder", folder, "--part", f"{k}/3")[0], 0)
        self.assertEqual(len([name for name in os.listdir(folder) if len(name) == len("tile-000000") and "tile" in name]), 3)
        self.assertEqual(self.csv("--folder", folder), whole)

    def test_merge_joins_what_fits_together(self):
        a, b, c, other, into = (self.path(name) for name in ("a", "b", "c", "other", "into"))
        self.quick("--part", "1/2", "--folder", a)
        self.quick("--part", "1/4", "--folder", b)  # tile 0 stands in both
        exit, out, err = run("merge", a, b, "--into", into, "--json")
        self.assertEqual((exit, json.loads(out)["result"]["missing"]), (1, [1, 3]))
        exit, out, err = run("merge", a, b, "--into", into)
        self.assertEqual(exit, 1)
        self.assertIn("2 of 4 tiles are missing: 1, 3; the chart's command with --folder", err)
        self.quick("--part", "2/2", "--folder", c)
        self.assertEqual(run("merge", c, into, "--into", into)[0], 0)
        self.assertEqual(self.files("--folder", into), self.files())
        self.assertEqual(run(*self.QUICK, "-i", "x'=0.1", "--folder", other, stdin=self.SWING)[0], 0)
        self.assertIn("'word: --experiment ' against 'word: -i x'=0.1'", self.fails("folder-other", 2, "merge", a, other, "--into", into))
        self.fails("folder-other", 2, "merge", other, "--into", into)
        self.fails("folder-empty", 2, "merge", self.path("none"), "--into", into)
        self.fails("folder-empty", 2, "merge", self.folder.name, "--into", into)
        # Whole tiles with other numbers: those of the other study under the name of this one.
        shutil.copy(os.path.join(other, "tile-000000"), os.path.join(b, "tile-000000"))
        new = self.path("new")
        self.assertIn("tile 0 has other numbers", self.fails("tiles-contradict", 2, "merge", a, b, "--into", new))
        self.assertFalse(os.path.exists(new))

    def test_a_part_belongs_to_one_process(self):
        folder = self.path("study")
        self.quick("--part", "2/3", "--folder", folder)
        words = [*self.QUICK, "--folder", folder]
        with open(os.path.join(folder, "lock-2-of-3")) as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.assertIn("part 2/3", self.fails("folder-in-use", 2, *words, "--part", "2/3", stdin=self.SWING))
            self.quick("--part", "1/3", "--folder", folder)
        with open(os.path.join(folder, "lock")) as lock:
            fcntl.flock(lock, fcntl.LOCK_SH)  # a part is at work
            self.quick("--part", "2/3", "--folder", folder)
            self.fails("folder-in-use", 2, *words, stdin=self.SWING)
            self.fails("folder-in-use", 2, "merge", folder, "--into", folder)

    def test_bad_parts(self):
        for part in ("0/3", "4/3", "1/0", "x/y", "1/3/", "1", "/", "-1/3", "1/-3", "1.5/3", "1/99999999999999999999999"):
            self.fails("part-bad", 2, *self.QUICK, "--folder", self.path("study"), f"--part={part}", stdin=self.SWING)
        self.assertFalse(os.path.exists(self.path("study")))
        self.fails("part-nowhere", 2, *self.QUICK, "--part", "1/3", stdin=self.SWING)
        self.fails("part-output", 2, *self.QUICK, "--part", "1/3", "--folder", self.path("study"), "-o", self.path("a.csv"),
                   stdin=self.SWING)
        # More parts than tiles: the last have nothing to do.
        self.assertIn("part 9/9: 0 of 0 points", self.quick("--part", "9/9", "--folder", self.path("study")))

    def test_a_folder_that_cannot_be_used_says_why(self):
        folder = self.path("study")
        os.makedirs(os.path.join(folder, "tile-000002"))
        err = self.fails("folder-failed", 1, *self.QUICK, "--folder", folder, stdin=self.SWING)
        self.assertIn("tile-000002' is in the way: it is no file", err)
        self.assertFalse(os.path.exists(os.path.join(folder, "tile-000001")))  # before anything is computed
        os.rmdir(os.path.join(folder, "tile-000002"))
        self.assertEqual(self.files("--folder", folder), self.files())
        os.makedirs(os.path.join(self.path("odd"), "study.txt"))
        self.fails("folder-failed", 1, *self.QUICK, "--folder", self.path("odd"), stdin=self.SWING)
        with open(self.path("file"), "w"):
            pass
        self.fails("folder-failed", 1, *self.QUICK, "--folder", self.path("file"), stdin=self.SWING)

    def test_a_full_disk_in_the_middle(self):
        folder = self.path("study")
        self.quick("--folder", folder, "--part", "1/2")

        def limited():  # as a disk that takes study.txt and no tile
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
        done = subprocess.run([BINARY, *self.QUICK, "--folder", folder], input=self.SWING, capture_output=True, text=True,
                              preexec_fn=limited)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertRegex(done.stderr, r"error\[folder-failed\]: '.*/tile-000001' cannot be written: File too large\n.*the same command goes on")
        self.assertEqual(sorted(name for name in os.listdir(folder) if "tile" in name), ["tile-000000", "tile-000002"])
        self.assertIn("of them before", self.quick("--folder", folder))
        self.assertEqual(self.files("--folder", folder), self.files())

    def test_devices(self):
        self.fails("not-on-gpu", 2, "chart", "-", "--over", "k=1..9:3", "--measure", "period(x:up)", "--device", "gpu", stdin=self.SWING)
        self.fails("not-on-gpu", 2, *self.QUICK, "--method", "taylor", "--device", "gpu", stdin=self.SWING)
        exit, out, err = run(*self.QUICK, "--device", "gpu", stdin=self.SWING)
        if exit == 0:
            self.assertIn("computed on ", out)
            self.skipTest("there is a GPU")
        self.assertEqual(exit, 1, out)
        self.assertIn("error[no-gpu]: the driver of NVIDIA's GPUs is not found; tried: libcuda.so.1: ", err)
        self.assertIn("computed on the CPU: the driver of NVIDIA's GPUs is not found", self.quick("--device", "auto"))
        self.assertEqual(self.files("--device", "auto"), self.files())

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


class Slurm(ChartStudy):
    """An sbatch stands in that runs what it is given, one task after the other, the last one first."""
    SBATCH = """#!/bin/sh
# sbatch --parsable [--dependency=afterok:ID] [--kill-on-invalid-dep=yes] SCRIPT
[ "$1" = --parsable ] || { echo "not parsable" >&2; exit 1; }
for word in "$@"; do script=$word; done
log=$(dirname "$0")/log
echo "$@" >> "$log"
number=$(wc -l < "$log")
array=$(sed -n 's/^#SBATCH --array=1-//p' "$script")
[ -z "$array" ] && case "$*" in *--dependency=afterok:1*) ;; *) echo "joined too early" >&2; exit 1 ;; esac
for task in $(seq "${array:-1}" -1 1); do
    while :; do
        rm -f "$(dirname "$0")/again"
        SLURM_ARRAY_JOB_ID=$number SLURM_ARRAY_TASK_ID=$task sh "$script" >> "$(dirname "$0")/out" 2>&1 </dev/null
        status=$?
        [ -e "$(dirname "$0")/again" ] || break
    done
    [ "$status" -eq 0 ] || { echo "task $task failed" >&2; exit 1; }
done
[ -n "$array" ] && echo "$number" || echo "$number;here"  # with the name of a cluster where there are several
"""
    SCONTROL = """#!/bin/sh
echo "$@" >> "$(dirname "$0")/requeued"
touch "$(dirname "$0")/again"
"""

    def setUp(self):
        super().setUp()
        self.bin = self.path("bin")
        os.mkdir(self.bin)
        self.script("sbatch", self.SBATCH)
        self.script("scontrol", self.SCONTROL)
        self.with_sbatch = {**os.environ, "PATH": self.bin + os.pathsep + os.environ["PATH"]}

    def script(self, name, text):
        with open(os.path.join(self.bin, name), "w") as file:
            file.write(text)
        os.chmod(os.path.join(self.bin, name), 0o755)

    def submit(self, *words, stdin=None, chart=None):
        done = subprocess.run([BINARY, *(chart or self.QUICK), *words], input=stdin or self.SWING, capture_output=True, text=True,
                              env=self.with_sbatch, timeout=300)
        return done.returncode, done.stdout, done.stderr

    def logged(self, name):
        with open(os.path.join(self.bin, name)) as file:
            return file.read()

    def test_a_job_array_makes_the_same_bytes(self):
        whole, folder = self.files(), self.path("a study's 100% \"folder\"")  # a name that shells and Slurm read otherwise
        joined = self.path("joined.nc")
        exit, out, err = self.submit("--folder", folder, "--slurm", "3", "-o", joined, "--plot", self.path("joined.svg"))
        self.assertEqual((exit, err), (0, ""), out)
        self.assertIn("submitted job array 1 of 3 jobs", out)
        self.assertIn("submitted job 2, which joins them", out)
        output = self.logged("out")
        for k in (1, 2, 3):
            self.assertIn(f"part {k}/3: ", output)
        self.assertIn("3500 of 3500 points computed, 3500 of them before", output)
        with open(joined, "rb") as file:
            self.assertEqual(file.read(), whole[2])
        with open(self.path("joined.svg"), "rb") as file:
            self.assertEqual(file.read(), whole[3])
        self.assertEqual(self.files("--folder", folder), whole)

    def test_a_task_that_is_stopped_is_queued_again(self):
        """TERM reaches the script of the array, as Slurm sends it before the time is over."""
        folder = self.path("study")
        self.assertEqual(self.submit("--folder", folder, "--slurm", "1", "--no-submit", chart=self.WORDS, stdin=HENON)[0], 0)
        script = os.path.join(folder, "slurm-array.sh")
        environment = {**self.with_sbatch, "SLURM_ARRAY_JOB_ID": "7", "SLURM_ARRAY_TASK_ID": "1"}
        started = subprocess.Popen(["sh", script], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while not os.path.exists(os.path.join(folder, "tile-000000")):
            self.assertIsNone(started.poll())
            time.sleep(0.01)
        started.send_signal(signal.SIGTERM)
        out, err = started.communicate(timeout=60)
        self.assertEqual(started.returncode, 130, out + err)
        self.assertIn("the chart is not complete; the same command goes on with it", err)
        self.assertEqual(self.logged("requeued"), "requeue 7_1\n")
        again = subprocess.run(["sh", script], env=environment, capture_output=True, text=True)
        self.assertEqual((again.returncode, again.stderr), (0, ""))
        self.assertRegex(again.stdout, r"2778 of 3072 points computed, (1024|2048) of them before")
        self.assertEqual(self.csv("--folder", folder), self.csv())

    def test_scripts_alone(self):
        folder = self.path("study")
        exit, out, err = self.submit("--folder", folder, "--slurm", "2", "--no-submit", "--threads", "5")
        self.assertEqual((exit, err), (0, ""))
        self.assertFalse(os.path.exists(os.path.join(self.bin, "log")))
        with open(os.path.join(folder, "slurm-array.sh")) as file:
            script = file.read()
        for line in ("--array=1-2", "--cpus-per-task=5", "--requeue", "--signal=B:TERM@60", "--open-mode=append"):
            self.assertIn(f"#SBATCH {line}\n", script)
        for name in ("slurm-array.sh", "slurm-join.sh"):
            self.assertEqual(subprocess.run(["sh", "-n", os.path.join(folder, name)]).returncode, 0)

    def test_mistakes_of_jobs(self):
        words = ["--folder", self.path("study")]
        for tasks in ("0", "-1", "x", "5", "1.5", "99999999999999999999"):
            exit, _, err = self.submit(*words, f"--slurm={tasks}")
            self.assertEqual(exit, 2)
            self.assertIn("error[slurm-tasks]", err)
        self.assertIn("error[slurm-folder]", self.submit("--slurm", "2")[2])
        self.assertIn("error[slurm-folder]", self.submit(*words, "--slurm", "2", "--part", "1/2")[2])
        self.script("sbatch", "#!/bin/sh\necho 'sbatch: error: invalid partition specified: nowhere' >&2\nexit 1\n")
        exit, _, err = self.submit(*words, "--slurm", "2")
        self.assertEqual(exit, 1)
        self.assertRegex(err, r"error\[slurm-refused\]: sbatch refuses '.*slurm-array.sh': sbatch: error: invalid partition")
        self.with_sbatch["PATH"] = self.path("nothing")
        exit, _, err = self.submit(*words, "--slurm", "2")
        self.assertEqual(exit, 1)
        self.assertIn("error[slurm-missing]: there is no program 'sbatch' in PATH", err)


class RelativeOrbits(Study):
    """What a periodic motion of the core is in the full system."""

    def test_closed_form(self):
        """a = A cos t and phi' = W: y' = (1 + a^2) phi' grows by W (2 pi + pi A^2) in a period."""
        model = "model Coin { coord a, phi, y; kinetic (a'^2 + phi'^2)/2; potential a^2/2; constraint y' = (1 + a^2)*phi'; " \
                "init a = 0.5, phi' = 0.7, y = 3 }"
        r = self.result("orbit", "-", "--period", "2*pi", stdin=model)
        self.assertAlmostEqual(r["full"]["changes"]["phi"]["by"], 0.7 * 2 * math.pi, delta=1e-10)
        self.assertAlmostEqual(r["full"]["changes"]["y"]["by"], 0.7 * math.pi * 2.25, delta=1e-10)
        self.assertEqual(r["full"]["changes"]["y"]["begins"], 3)
        self.assertIsNone(self.result("orbit", "-", "--period", "6.6", stdin="model V { coord x; kinetic x'^2/2; potential x^2/2; "
                                      "force on x: (1 - x^2)*x'; init x = 2 }")["full"])

    def test_a_disc_against_its_motion(self):
        r = self.result("orbit", "rolling-disc", "--at", "n:up")
        start = [f"-i{name}={value!r}" for name, value in r["state"].items()]
        end = self.result("simulate", "rolling-disc", *start, "--until", repr(r["period"]))["final"]
        for name in ("psi", "phi", "x", "y"):
            change = r["full"]["changes"][name]
            self.assertAlmostEqual(change["begins"] + change["by"], end[name], delta=1e-9)
        for name, value in r["state"].items():
            self.assertAlmostEqual(end[name], value, delta=1e-9)

    def test_an_attitude_turns_about_the_vertical(self):
        exit, out, err = run("orbit", "paraboloid-rattleback", "-p", "delta=0.85", "-i", "q0=0.9999", "-i", "q1=0.0143", "-i", "w1=-11.8158",
                             "-i", "w2=-4.28635", "-i", "w3=-3.50875", "--at", "gamma1:up", "--fix", "energy=650", "--json")
        self.assertEqual(exit, 0, err)
        full = json.loads(out)["result"]["full"]
        self.assertAlmostEqual(abs(full["turns"][0]["axis"][2]), 1, delta=1e-9)
        self.assertGreater(full["turns"][0]["angle"], 1)
        self.assertAlmostEqual(full["changes"]["z"]["by"], 0, delta=1e-9)
        self.assertGreater(abs(full["changes"]["x"]["by"]), 1)


class Continue(Study):
    HOOP = "model Hoop { param W = 1, g = 2; coord theta; kinetic (theta'^2 + W^2*sin(theta)^2)/2; potential -g*cos(theta) }"

    PENDULUM = "model Pendulum { coord a; kinetic a'^2/2; potential 1 - cos(a); init a = 1 }"

    def special(self, *words, stdin=HENON):
        r = self.result("continue", *words, stdin=stdin)
        return r, [(s["kind"], s["value"]) for b in r["branches"] for s in b["special"]]

    def test_picture(self):
        words = ["continue", "-", "--of", "equilibrium", "--over", "W=0.5..3", "--branches", "2", "--plot", self.path("d.svg")]
        exit, out, err = run(*words, stdin=self.HOOP)
        self.assertEqual((exit, err), (0, ""), out)
        with open(self.path("d.svg")) as file:
            picture = file.read()
        self.assertIn("stroke-dasharray", picture)  # the lowest point, above the branch point
        self.fails("column-unknown", 2, *words, "--plot", "x", stdin=self.HOOP)

    def test_an_experiment_holds_it(self):
        held = self.HOOP[:-1] + "; experiment default { continue of equilibrium; continue over W = 0.5..3 } }"
        r, found = self.special("-", stdin=held)
        self.assertAlmostEqual(found[0][1], math.sqrt(2), delta=1e-11)

    def test_cascade_of_a_rattleback(self):
        """The same doublings from other steps and another tolerance; their ratios approach Feigenbaum's 4.669."""
        exit, out, err = run("continue", "paraboloid-rattleback", "--of", "orbit", "--over", "delta=0.84..0.95", "-p", "delta=0.85",
                             "-i", "q0=0.9999", "-i", "q1=0.0143", "-i", "w1=-11.8158", "-i", "w2=-4.28635", "-i", "w3=-3.50875",
                             "--at", "gamma1:up", "--fix", "energy=650", "--branches", "4", "--tol", "1e-12", "--json")
        self.assertEqual(exit, 0, err)
        doublings = [s["value"] for b in json.loads(out)["result"]["branches"] for s in b["special"] if s["kind"] == "period doubling"]
        self.assertEqual(len(doublings), 4)
        for found, known in zip(doublings, [0.8964954862068, 0.9304497898418, 0.9347430344286, 0.935638805919]):
            self.assertAlmostEqual(found, known, delta=1e-9)
        a, b, c, d = doublings
        self.assertAlmostEqual((c - b) / (d - c), 4.669, delta=0.2)
        self.assertLess(abs((c - b) / (d - c) - 4.669), abs((b - a) / (c - b) - 4.669))

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

    def curves(self, *words, stdin=HENON):
        r = self.result("continue", *words, stdin=stdin)
        return r, [[(p["value"], p["second"], p["frequency"]) for p in c["points"]] for c in r["curves"]]

    def test_curves_of_a_disc_and_a_roller_racer(self):
        """w^2 = g/3 for m = R = 1, and I1 d2 = I2 d1 with I1 = 1, d1 = 1."""
        r, found = self.curves("rolling-disc", "--of", "steady", "-i", "theta=pi/2", "-i", "u=0", "-i", "n=0", "--over", "w=0.5..6",
                               "--over", "g=2..20")
        self.assertEqual([c["kind"] for c in r["curves"]], ["zero pair"])
        self.assertGreater(len(found[0]), 20)
        for w, g, _ in found[0]:
            self.assertAlmostEqual(w * w, g / 3, delta=1e-10)
        self.assertEqual(sorted((found[0][0][1], found[0][-1][1])), [2, 20])
        r, found = self.curves("roller-racer", "--of", "steady", "-i", "phi=0", "-i", "v=0.5", "-i", "w=0", "--over", "I2=0.05..0.3",
                               "--over", "d2=0.1..0.4", "--curve", "zero-eigenvalue")
        self.assertEqual(len(found), 1)
        for I2, d2, _ in found[0]:
            self.assertAlmostEqual(I2, d2, delta=1e-10)
        self.assertEqual(r["curves"][0]["special"], [])

    def test_weave_speed_against_the_mass_of_the_rider(self):
        """At points of the curve the eigenvalues of linearize pass the axis with the same frequency."""
        r, found = self.curves("whipple-bicycle", "--of", "steady", "--over", "v=1..10", "--over", "mB=60..110", "--curve", "hopf")
        self.assertEqual([c["kind"] for c in r["curves"]], ["Hopf"])
        curve = found[0]
        for v, mass, frequency in (curve[0], curve[len(curve) // 3], curve[-1]):
            there = self.result("linearize", "whipple-bicycle", "--at", "steady", "-p", f"mB={mass!r}", "-i", f"v={v!r}")
            nearest = min(there["eigenvalues"], key=lambda e: abs(complex(*e) - 1j * frequency))
            self.assertAlmostEqual(nearest[0], 0, delta=1e-8)
            self.assertAlmostEqual(nearest[1], frequency, delta=1e-8)
        self.assertEqual({curve[0][1], curve[-1][1]}, {60, 110})

    def test_files_and_picture_of_curves(self):
        words = ["continue", "-", "--of", "equilibrium", "--over", "W=0.5..3", "--over", "g=0.5..4"]
        for name in ("curves.csv", "curves.json", "curves.nc", "curves.svg"):
            exit, out, err = run(*words, "--plot" if name.endswith("svg") else "-o", self.path(name), stdin=self.HOOP)
            self.assertEqual((exit, err), (0, ""), out)
            self.assertGreater(os.path.getsize(self.path(name)), 300)
        with open(self.path("curves.csv")) as file:
            rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
        self.assertGreater(len(rows), 10)
        for row in rows:
            self.assertEqual(float(row["kind"]), 2)
            self.assertAlmostEqual(float(row["W"]) ** 2, float(row["g"]), delta=1e-9)

    def test_orbits_of_a_shimmying_wheel(self):
        """The Hopf point V = d a/j = 2 with k' = sqrt(50): below it unstable orbits whose amplitude grows as the root of the distance."""
        r = self.result("continue", "towed-wheel", "--of", "steady", "--reduced", "--over", "V=1.7..3", "--branches", "2")
        self.assertAlmostEqual(r["branches"][0]["special"][0]["value"], 2, delta=1e-10)
        orbits = r["branches"][1]
        self.assertTrue(orbits["of_orbits"])
        place, angle = r["columns"].index("V"), r["columns"].index("theta")
        small = [p for p in orbits["points"] if 2 - p["point"][place] < 0.02]
        self.assertGreater(len(small), 3)
        ratios = [p["largest"][angle] ** 2 / (2 - p["point"][place]) for p in small]
        self.assertLess(max(ratios) / min(ratios), 1.1)
        for p in small:
            self.assertEqual(p["unstable"], 1)
            self.assertAlmostEqual(p["point"][-1], 2 * math.pi / math.sqrt(50), delta=0.02)

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
        two = ["continue", "-", "--of", "equilibrium", "--over", "W=0.5..3"]
        self.fails("words-bad", 2, *two, "--over", "theta=0..1", stdin=self.HOOP)
        self.fails("words-bad", 2, *two, "--over", "W=0..1", stdin=self.HOOP)
        self.fails("words-bad", 2, *two, "--over", "g=0..4", "--curve", "pitchfork", stdin=self.HOOP)
        self.fails("over-missing", 2, *two, "--curve", "fold", stdin=self.HOOP)
        self.fails("start-outside", 4, *two, "--over", "g=3..4", stdin=self.HOOP)
        self.fails("interval-empty", 2, *two, "--over", "g=4..1", stdin=self.HOOP)
        self.fails("usage", 2, *two, "--over", "g=0..4", "--over", "g=0..4", stdin=self.HOOP)


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        BINARY = sys.argv.pop(1)
    unittest.main()

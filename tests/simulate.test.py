"""anholon simulate, from the outside: every system of the gallery, what may be asked of a run, every mistake, interruption.

    python3 tests/simulate.test.py PATH-TO-ANHOLON [unittest arguments]
"""

import csv
import json
import math
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
GALLERY = os.path.join(os.path.dirname(HERE), "gallery")
BINARY = os.environ.get("ANHOLON_BINARY", "")

FALL = "model Fall { coord x, y; kinetic (x'^2 + y'^2)/2; potential 10*y; init x' = 1 }"
# x^2 = 1 - t^2, and the mass vanishes at t = 1
HEAVY = "model Heavy { coord x; kinetic x^2*x'^2/2; force on x: -x; init x = 1 }"
OSCILLATOR = """model Oscillator {
  param k = 4
  coord x
  kinetic x'^2/2
  potential k/2*x^2
  init x = 1
  expect value x = VALUE at 3 within 1e-12
  experiment stiff { until 1; param k = 100; init x = 2 }
}"""


def run(*words, stdin=""):
    done = subprocess.run([BINARY, "simulate", *words], input=stdin, capture_output=True, text=True, encoding="utf-8",
                          timeout=120)
    return done.returncode, done.stdout, done.stderr


class Simulate(unittest.TestCase):
    def result(self, *words, stdin="", exit_code=0):
        exit, out, err = run(*words, "--json", stdin=stdin)
        self.assertEqual(exit, exit_code, out + err)
        envelope = json.loads(out)
        self.assertEqual(envelope["schema"], "anholon.simulate/1")
        self.assertEqual(envelope["ok"], exit_code == 0)
        return envelope["result"]

    def fails(self, code, exit_code, *words, stdin=""):
        exit, out, err = run(*words, stdin=stdin)
        self.assertEqual(exit, exit_code, out + err)
        self.assertIn(f"error[{code}]: ", err)
        exit, out, _ = run(*words, "--json", stdin=stdin)
        envelope = json.loads(out)
        self.assertEqual((exit, envelope["ok"]), (exit_code, False))
        self.assertIn(code, [e["code"] for e in envelope["errors"]])
        return err

    # --- runs

    def test_animations_as_data_and_as_pages(self):
        with tempfile.TemporaryDirectory() as folder:
            data, again, page = (os.path.join(folder, name) for name in ("a.json", "b.json", "a.html"))
            self.result("rattleback", "--until", "1", "--animate", data, "--frames", "20")
            self.result("rattleback", "--until", "1", "--animate", again, "--frames", "20")
            with open(data, encoding="utf-8") as file:
                shown = json.load(file)
            self.assertEqual(shown["schema"], "anholon.motion/1")
            self.assertEqual((shown["title"], shown["frames"]["rows"]), ("Rattleback", 21))
            self.assertIn("body stone", shown["model"])
            with open(again, encoding="utf-8") as file:
                other = json.load(file)
            for document in (shown, other):
                del document["provenance"]
            self.assertEqual(shown, other)
            web = os.path.join(folder, "web")
            os.mkdir(web)
            with open(os.path.join(web, "player.html"), "w", encoding="utf-8") as file:
                file.write("<html><!-- anholon:data --></html>")
            environment = dict(os.environ, ANHOLON_WEB=web)
            words = [BINARY, "simulate", "rattleback", "--until", "1", "--animate", page]
            subprocess.run(words, check=True, capture_output=True, env=environment, timeout=120)
            with open(page, encoding="utf-8") as file:
                text = file.read()
            start, end = '<html><script type="application/json" id="data">', "</script></html>"
            self.assertTrue(text.startswith(start) and text.endswith(end), text[:100])
            self.assertEqual(json.loads(text[len(start):-len(end)])["schema"], "anholon.motion/1")

    def test_animations_that_cannot_be(self):
        bare = "model Bare { coord x; kinetic x'^2/2; init x' = 1 }"
        with tempfile.TemporaryDirectory() as folder:
            target = os.path.join(folder, "a.json")
            self.fails("picture-missing", 1, "-", "--animate", target, stdin=bare)
            self.fails("picture-of-core", 2, "rattleback", "--reduced", "--animate", target)
            self.fails("file-format", 2, "rattleback", "--animate", os.path.join(folder, "a.gif"))
            self.fails("frames-without-animation", 2, "rattleback", "--frames", "10")
            self.fails("frames-bad", 2, "rattleback", "--until", "1", "--animate", target, "--frames", "0")
            self.assertEqual(os.listdir(folder), [])

    def test_steps_that_become_ever_shorter_end(self):
        """Where w1 vanishes, time as a function of it has a pole: steps towards it would never end."""
        exit, out, err = run("paraboloid-rattleback", "--form", "jacobi-whittaker", "--until", "0.4")
        self.assertEqual(exit, 4, out + err)
        self.assertIn("error[step-too-short]: the motion ends at t = 0.28583", err)
        self.assertIn("the steps become ever shorter", err)

    def test_every_system_of_the_gallery(self):
        for file in sorted(os.listdir(GALLERY)):
            with self.subTest(file):
                result = self.result(file.removesuffix(".anh"))
                self.assertEqual(result["end"], "reached")
                for value in result["final"].values():
                    self.assertTrue(math.isfinite(value))
                for name, drift in result["drift"].items():
                    self.assertLess(drift, 1e-10, name)
                for expectation in result["expectations"]:
                    self.assertTrue(expectation["holds"], expectation)

    def test_taylor_and_cvode_agree(self):
        for name in ["rolling-disc", "roller-racer", "vakonomic-skate", "chaplygin-ball", "appell-hamel", "suslov"]:
            with self.subTest(name):
                runs = [self.result(name, "--until", "2", "--method", method, "--tol", tol)["final"]
                        for method, tol in [("taylor", "1e-15"), ("cvode-adams", "1e-12"), ("cvode-bdf", "1e-11")]]
                for column, value in runs[0].items():
                    self.assertAlmostEqual(value, runs[1][column], delta=1e-8 * max(1, abs(value)))
                    self.assertAlmostEqual(value, runs[2][column], delta=1e-6 * max(1, abs(value)))

    def test_shape_of_the_result(self):
        result = self.result("chaplygin-sleigh", "--event", "v - w:up", "--quadrature", "s=abs(v)")
        self.assertEqual(list(result), ["system", "form", "method", "tolerance", "end", "reason", "t", "final", "drift",
                                        "corrections", "events", "steps", "switches", "rows", "expectations", "notes", "seconds"])
        self.assertEqual(list(result["seconds"]), ["derive", "compile", "integrate"])
        self.assertEqual((result["form"], result["method"], result["t"]), ("maggi", "taylor", 40))
        self.assertEqual(list(result["final"]), ["t", "x", "y", "theta", "x'", "y'", "theta'", "v", "w", "lambda", "energy",
                                                 "integral1", "s"])
        self.assertEqual(list(result["drift"]), ["energy", "m*v^2/2 + (J + m*a^2)*w^2/2", "constraint blade"])
        [event] = result["events"]
        self.assertEqual((event["event"], event["direction"], event["stops"]), ("v - w", "up", False))
        self.assertAlmostEqual(event["state"]["v"], event["state"]["w"], 12)

    def test_the_same_command_gives_the_same_result(self):
        first, second = (self.result("rolling-disc") for _ in range(2))
        first.pop("seconds"), second.pop("seconds")
        self.assertEqual(first, second)

    def test_values_and_units(self):
        def x(*words):
            return self.result("chaplygin-sleigh", "--until", "2", "--columns", "x", *words)["final"]["x"]

        self.assertEqual(x(), x("-p", "a=3/10"))
        self.assertEqual(x(), x("-p", "a = 30 [cm]"))
        self.assertNotEqual(x(), x("-p", "a=0.4"))
        self.assertEqual(x("-i", "theta=pi/6"), x("-i", "theta=30 [deg]"))
        self.assertNotEqual(x(), x("-i", "θ=0.1"))

    def test_experiments(self):
        model = OSCILLATOR.replace("VALUE", "cos(2*t)")
        result = self.result("-", "--experiment", "stiff", stdin=model)
        self.assertEqual(result["t"], 1)
        self.assertAlmostEqual(result["final"]["x"], 2 * math.cos(10), 11)
        self.assertEqual(result["expectations"], [])

    def test_backward(self):
        final = self.result("-", "--until", "-3", stdin=FALL)["final"]
        self.assertEqual((final["t"], final["x"]), (-3, -3))
        self.assertAlmostEqual(final["y"], -45, 12)

    def test_events_stop(self):
        result = self.result("-", "--until", "10", "--event", "y + 20:down:stop", "--event", "x - 1", stdin=FALL)
        self.assertEqual(result["end"], "event")
        self.assertAlmostEqual(result["t"], 2, 13)
        self.assertEqual([e["event"] for e in result["events"]], ["x - 1", "y + 20"])
        result = self.result("-", "--stop", "x - 3", stdin=FALL)
        self.assertAlmostEqual(result["t"], 3, 13)

    def test_an_event_that_never_happens(self):
        exit, out, err = run("rolling-disc", "--until", "1", "--stop", "theta - 3")
        self.assertEqual(exit, 0, err)
        self.assertIn("theta - 3 never passes through 0", out)
        self.assertEqual(self.result("rolling-disc", "--until", "1", "--stop", "theta - 3")["events"], [])

    def test_columns(self):
        result = self.result("chaplygin-sleigh", "--columns", "x, atan2(y, x), theta'', lambda, integral1", "--column", "v^2")
        self.assertEqual(list(result["final"]), ["t", "x", "atan2(y, x)", "theta''", "lambda", "integral1", "v^2"])

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            for ending in ["csv", "json", "nc"]:
                path = os.path.join(folder, "run." + ending)
                self.result("rolling-disc", "--every", "0.5", "--until", "3", "-o", path)
                self.assertGreater(os.path.getsize(path), 1000)
            with open(os.path.join(folder, "run.csv"), encoding="utf-8", newline="") as file:
                rows = list(csv.reader(line for line in file if not line.startswith("#")))
            self.assertEqual(rows[0][:3], ["t", "phi", "theta"])
            self.assertEqual([float(row[0]) for row in rows[1:]], [0, 0.5, 1, 1.5, 2, 2.5, 3])
            picture = os.path.join(folder, "run.svg")
            self.result("rolling-disc", "--plot", picture)
            with open(picture, encoding="utf-8") as file:
                self.assertIn("<svg", file.read())

    # --- what ends a run

    def test_singular(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "run.csv")
            err = self.fails("step-too-short", 4, "-", "--until", "2", "--every", "0.1", "-o", path, stdin=HEAVY)
            self.assertIn("the motion ends at t = ", err)
            with open(path, encoding="utf-8") as file:
                self.assertIn("\n0.9", file.read())
        with open(os.path.join(GALLERY, "chaplygin-sleigh.anh"), encoding="utf-8") as file:
            unbounded = re.sub(r" in [-.e0-9]+\.\.[-.e0-9]+", "", file.read())
        self.fails("state-singular", 4, "-", "-p", "m=0", stdin=unbounded)
        self.fails("value-not-finite", 4, "-", "--column", "1/(x - 1)", "--every", "0.5", stdin=FALL)

    def test_no_initial_state(self):
        impossible = "model A { coord x, y; kinetic x'^2 + y'^2\nconstraint x^2 + y^2 = -1 }"
        err = self.fails("state-impossible", 4, "-", stdin=impossible)
        self.assertIn("<stdin>:2:1: error[state-impossible]", err)
        loop = ("model A { body a { mass 1; shape box(1, 1, 1) }\nbody b { mass 1; shape box(1, 1, 1) }\n"
                "joint a on space hinge p along (0, 0, 1)\njoint b at (-1, 0, 0) on a at (1, 0, 0) hinge q along (0, 0, 1)\n"
                "joint b on space at (9, 0, 0) hinge along (0, 0, 1) }")
        self.assertIn("<stdin>:5:", self.fails("loop-cannot-close", 4, "-", stdin=loop))

    def test_moved_initial_values_are_a_warning(self):
        exit, out, _ = run("spherical-pendulum", "-i", "x=2", "--until", "1", "--json")
        self.assertEqual(exit, 0)
        self.assertIn("state-inconsistent", [w["code"] for w in json.loads(out)["warnings"]])

    def test_drift_bound(self):
        self.assertEqual(run("rolling-disc", "--max-drift", "1e-12")[0], 0)
        self.fails("drift", 5, "rolling-disc", "--max-drift", "1e-9", "--method", "cvode-bdf", "--tol", "1e-4")

    def test_drift_speaks_by_itself(self):
        fall = "model Fall { coord x; kinetic x'^2/2; potential x; expect integral x' }"
        err = self.fails("drift", 5, "-", "--until", "1", stdin=fall)
        self.assertIn("the equations do not conserve it", err)
        self.assertEqual(run("-", "--until", "1", "--max-drift", "10", stdin=fall)[0], 0)
        # between 1e-9 and 1e-6: a warning, with its reason
        coarse = ["rolling-disc", "--until", "10", "--method", "cvode-adams", "--tol", "1e-5"]
        exit, out, err = run(*coarse)
        self.assertEqual(exit, 0, out + err)
        self.assertIn("warning[drift]: the relative drift of energy is ", err)
        self.assertIn("the tolerance of the steps is 1e-05", err)
        envelope = json.loads(run(*coarse, "--json")[1])
        self.assertIn("drift", [w["code"] for w in envelope["warnings"]])
        # under another law the model's integrals are not due
        exit, out, err = run("chaplygin-sleigh", "--form", "free", "--until", "1")
        self.assertEqual(exit, 0, out + err)

    def test_the_last_row_before_a_singular_end(self):
        words = ["cart-two-skates", "-i", "theta1=pi/2-0.2", "-i", "theta2=pi/2-0.2", "-i", "v=0.5", "-i", "w1=0.2", "-i",
                 "w2=0.2", "--until", "2", "--every", "0.4"]
        err = self.fails("state-singular", 4, *words)
        self.assertIn("the motion ends at t = 1: the constraints are dependent here", err)
        _, out, _ = run(*words)
        row = dict(line.split()[:2] for line in out.splitlines() if line.startswith("  theta1 "))
        t = float(out.splitlines()[1].split()[2])
        self.assertAlmostEqual(float(row["theta1"]), math.pi/2 - 0.2 + 0.2*t, delta=1e-10)

    def test_a_false_expectation(self):
        self.assertEqual(run("-", stdin=OSCILLATOR.replace("VALUE", "cos(2*t)"))[0], 0)
        self.fails("expectation", 5, "-", stdin=OSCILLATOR.replace("VALUE", "cos(2*t) + 1e-6"))
        verified = subprocess.run([BINARY, "verify", "-"], input=OSCILLATOR.replace("VALUE", "0"), capture_output=True,
                                  text=True, encoding="utf-8", timeout=120)
        self.assertEqual(verified.returncode, 5)
        self.assertIn("DOES NOT HOLD: it is 0.96", verified.stdout)

    def test_interrupted_inside_one_step(self):
        process = subprocess.Popen([BINARY, "simulate", "-", "--until", "1", "--every", "2e-8", "--json"], text=True,
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        process.stdin.write(FALL)
        process.stdin.close()
        process.stdin = None
        time.sleep(1)
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, out + err)
        result = json.loads(out)["result"]
        self.assertEqual(result["end"], "interrupted")
        self.assertLess(result["t"], 1)
        self.assertEqual(result["final"]["t"], result["t"])

    def test_interrupted(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "run.csv")
            process = subprocess.Popen([BINARY, "simulate", "rolling-disc", "--until", "1e8", "--every", "1", "-o", path,
                                        "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            while not os.listdir(folder) and process.poll() is None:
                time.sleep(0.05)
            time.sleep(0.5)
            process.send_signal(signal.SIGINT)
            out, _ = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 130)
            envelope = json.loads(out)
            self.assertEqual((envelope["ok"], envelope["errors"][0]["code"]), (False, "interrupted"))
            self.assertEqual(envelope["result"]["end"], "interrupted")
            self.assertGreater(envelope["result"]["t"], 0)
            with open(path, encoding="utf-8") as file:
                self.assertIn("interrupted", file.read())
            self.assertEqual(os.listdir(folder), ["run.csv"])

    # --- files, pictures, units

    def test_events_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "section.csv")
            model = "model O { coord x; kinetic x'^2/2; potential x^2/2; init x = 1 }"
            result = self.result("-", "--until", "1000", "--event", "x:up", "--event", "x - 2", "--events", path, stdin=model)
            with open(path, encoding="utf-8") as file:
                rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
            self.assertEqual(len(rows), 159)  # floor((1000 - 3*pi/2)/(2*pi)) + 1
            self.assertEqual(len(result["events"]), len(rows))
            for k, row in enumerate(rows):
                self.assertEqual((row["event"], row["direction"]), ("1.0", "1.0"))
                self.assertAlmostEqual(float(row["t"]), 2 * math.pi * (k + 0.75), delta=1e-10)
                self.assertAlmostEqual(float(row["x'"]), 1, delta=1e-10)
            _, out, _ = run("-", "--until", "1000", "--event", "x:up", stdin=model)
            self.assertIn("and 109 more", out)

    def test_units_in_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "run.json")
            self.result("chaplygin-sleigh", "--until", "1", "-o", path, "--columns", "x, v, w, lambda, energy, s=v*t, theta")
            with open(path, encoding="utf-8") as file:
                run_file = json.load(file)
            self.assertEqual([c["unit"] for c in run_file["columns"]],
                             ["s", "m", "m/s", "1/s", "kg m/s^2", "kg m^2/s^2", "m", "rad"])
            self.assertEqual(run_file["parameters"]["J"]["unit"], "kg m^2")
            self.result("-", "-o", path, stdin=FALL)
            with open(path, encoding="utf-8") as file:
                self.assertEqual({c["unit"] for c in json.load(file)["columns"]}, {""})

    def test_units_of_numbers(self):
        self.assertEqual(self.result("chaplygin-sleigh", "--until", "0.05 [min]")["t"], 3)
        self.fails("unit-mismatch", 2, "chaplygin-sleigh", "--until", "1 [m]")
        self.fails("unit-mismatch", 2, "chaplygin-sleigh", "--event", "x - 1 [s]")
        [event] = self.result("chaplygin-sleigh", "--stop", "y - 20 [cm]")["events"]
        self.assertAlmostEqual(event["state"]["y"], 0.2, 12)
        self.assertEqual(self.result("chaplygin-sleigh", "--until", "1", "-p", "a=20 [cm] + 0.1 [m]")["final"],
                         self.result("chaplygin-sleigh", "--until", "1", "-p", "a=0.3")["final"])

    def test_pictures(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.svg")
            before = self.result("-", stdin=FALL)["final"]
            result = self.result("-", "--plot", path, "--plot", "y:x; x*y, x' with points; y with logx", "--event", "x - 3",
                                 "--plot", "y:x with events", stdin=FALL)
            self.assertEqual(result["final"], before)  # what is drawn is no column
            self.assertTrue(os.path.getsize(path) > 1000)
        for code, *words in [("plot-file-missing", "--plot", "y:x"), ("plot-bad", "--plot", "a.svg", "--plot", "y:x:t"),
                             ("plot-bad", "--plot", "a.svg", "--plot", "y with dots"), ("plot-bad", "--plot", "a.svg", "--plot", "x,"),
                             ("name-unknown", "--plot", "a.svg", "--plot", "u:v")]:
            self.fails(code, 2, "-", *words, stdin=FALL)

    # The picture of a motion in few long steps is as smooth as the motion.
    def test_pictures_show_the_motion_inside_steps(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.svg")
            model = "model O { coord x; kinetic x'^2/2; potential x^2/2; init x = 1 }"
            steps = self.result("-", "--until", "20", "--plot", path, stdin=model)["steps"]
            with open(path, encoding="utf-8") as file:
                points = max(line.count(" L ") for line in file)
            self.assertGreater(points, 8 * steps)

    # --- where a motion starts

    # phi = t^2/(2 J)
    DERIVED = """model Spun { param m = 2 in 1..10, l = 0.5, Jr = 0.1, J = m*l^2 - Jr in 0.3..3; coord phi; kinetic J/2*phi'^2;
      force on phi: 1; experiment heavy { until 2; param m = 7 } }"""

    def test_derived_parameters_follow(self):
        for words in (("-p", "m=7", "--until", "2"), ("--experiment", "heavy")):
            final = self.result("-", *words, stdin=self.DERIVED)["final"]
            self.assertAlmostEqual(final["phi"], 4 / (2 * 1.65), places=13)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "run.csv")
            self.result("-", "-p", "m=7", "-o", path, stdin=self.DERIVED)
            with open(path, encoding="utf-8") as file:
                self.assertRegex(file.read(), r"J[ =:]+1\.65")
        self.fails("parameter-derived", 2, "-", "-p", "J=1", stdin=self.DERIVED)
        self.fails("value-outside-range", 2, "-", "-p", "m=11", stdin=self.DERIVED)
        self.fails("value-outside-range", 2, "-", "-p", "m=1", stdin=self.DERIVED)
        self.fails("parameter-derived", 3, "-", stdin=self.DERIVED.replace("param m = 7", "param J = 7"))
        self.fails("value-outside-range", 3, "-", stdin=self.DERIVED.replace("param m = 7", "param m = 70"))

    def test_values_that_are_given_follow_parameters(self):
        model = "model A { param a = 1; coord x; kinetic x'^2/2; init x' = a }"
        final = self.result("-", "-p", "a=3", "-i", "x=2*a", "--until", "a", stdin=model)["final"]
        self.assertAlmostEqual(final["x"], 15, places=12)

    def test_a_motion_of_no_length(self):
        result = self.result("chaplygin-sleigh", "--until", "0")
        self.assertEqual((result["t"], result["end"]), (0, "reached"))
        self.assertTrue(math.isfinite(result["final"]["lambda_blade"] if "lambda_blade" in result["final"] else 0))

    def test_strict(self):
        circle = "model A { coord x, y; kinetic x'^2 + y'^2; constraint x^2 + y^2 = 1; init x = 3 }"
        self.assertAlmostEqual(abs(self.result("-", "--until", "0", stdin=circle)["final"]["x"]), 1, places=12)
        self.fails("state-inconsistent", 4, "-", "--strict", stdin=circle)
        self.fails("state-inconsistent", 4, "-", "--strict", "-i", "x=2", stdin=circle.replace("x = 3", "x = 0.6"))
        self.result("-", "--strict", "-i", "x=0.8", "--until", "0", stdin=circle)

    # --- mistakes

    def test_mistakes(self):
        sleigh = "chaplygin-sleigh"
        for code, exit, *words in [
            ("parameter-unknown", 2, "-p", "mm=1"), ("name-unknown", 2, "-p", "m=nan"), ("value-not-real", 2, "-p", "m=1e999"),
            ("value-not-constant", 2, "-p", "m=x"), ("token-expected", 2, "-p", "m"), ("undefined", 2, "-p", "m=1/0"),
            ("setting-twice", 2, "-p", "m=1", "-p", "m=2"), ("unit-mismatch", 2, "-p", "m=1 [s]"),
            ("multiplication-implicit", 2, "-p", "m=1 2"), ("token-expected", 2, "-p", "m=1, J=2"),
            ("init-unknown", 2, "-i", "z=1"), ("init-not-state", 2, "-i", "m=1"), ("init-not-state", 2, "-i", "x''=1"),
            ("tolerance-bad", 2, "--tol", "0"), ("tolerance-bad", 2, "--tol", "-1"), ("tolerance-bad", 2, "--tol", "1"),
            ("name-unknown", 2, "--tol", "nan"), ("name-unknown", 2, "--tol", "inf"),
            ("every-not-positive", 2, "--every", "0"), ("every-not-positive", 2, "--every", "-1"),
            ("value-outside-range", 2, "-p", "m=-1"), ("name-unknown", 2, "--until", "nan"), ("value-not-real", 2, "--until", "1e999"),
            ("drift-bound-bad", 2, "--max-drift", "0"),
            ("name-unknown", 2, "--column", "foo"), ("name-unknown", 2, "--columns", "x,foo"),
            ("expression-empty", 2, "--columns", "x,,y"),
            ("event-bad", 2, "--event", "x:sideways"), ("name-unknown", 2, "--event", "foo:up"),
            ("unavailable", 2, "--event", "lambda"), ("unavailable", 2, "--column", "x'''"),
            ("quadrature-bad", 2, "--quadrature", "x"), ("name-duplicate", 2, "--quadrature", "x=1"),
            ("form-unknown", 2, "--form", "hamle"), ("form-inapplicable", 1, "--form", "lagrange"),
            ("usage", 2, "--method", "euler"), ("experiment-unknown", 2, "--experiment", "foo"),
            ("file-format", 2, "-o", "run.xyz"), ("failed", 1, "-o", "/nowhere/run.nc"),
            ("file-format", 2, "--plot", "run.bmp"), ("failed", 1, "--plot", "/nowhere/run.svg"),
            ("option-unknown", 2, "--untill", "3"), ("argument-unexpected", 2, "-p", "m=2", "J=3"),
            ("rows-too-many", 2, "--every", "1e-9"), ("column-bad", 2, "--columns", "2=x"),
        ]:
            with self.subTest(" ".join(words)):
                self.fails(code, exit, sleigh, *words)
        self.fails("model-not-found", 3, "chaplygin-sled")
        self.fails("statement-unknown", 3, "-", stdin="model A { coordd x }")

    def test_did_you_mean(self):
        self.assertIn("did you mean the parameter 'Omega'", self.fails("parameter-unknown", 2, "bilimovich-pendulum", "-p", "Omgea=1"))
        self.assertIn("did you mean 'hamel'", self.fails("form-unknown", 2, "chaplygin-sleigh", "--form", "hamle"))


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        BINARY = os.path.abspath(sys.argv.pop(1))
    unittest.main()

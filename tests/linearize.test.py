"""anholon linearize, from the outside: published numbers, every mistake.

    python3 tests/linearize.test.py PATH-TO-ANHOLON [unittest arguments]
"""

import json
import os
import subprocess
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
GALLERY = os.path.join(os.path.dirname(HERE), "gallery")
BINARY = os.environ.get("ANHOLON_BINARY", "")

FALL = "model Fall { coord x; kinetic x'^2/2; potential 10*x }"
DISC = """model Disc {
  param m = 1, R = 1, g = 9.81
  ground plane z = 0
  gravity g along (0, 0, -1)
  body disc { mass m; shape disc(R) }
  contact disc on ground rolling
  init w3 = -1
}"""
IMPOSSIBLE = "model Impossible { coord x, y; kinetic (x'^2 + y'^2)/2; constraint none: x^2 + y^2 = -1 }"


def run(*words, stdin=""):
    done = subprocess.run([BINARY, "linearize", *words], input=stdin, capture_output=True, text=True, encoding="utf-8",
                          timeout=120)
    return done.returncode, done.stdout, done.stderr


class Linearize(unittest.TestCase):
    def result(self, *words, stdin=""):
        exit, out, err = run(*words, "--json", stdin=stdin)
        self.assertEqual(exit, 0, out + err)
        envelope = json.loads(out)
        self.assertEqual((envelope["schema"], envelope["ok"]), ("anholon.linearize/1", True))
        return envelope["result"]

    def fails(self, code, exit_code, *words, stdin=""):
        exit, out, err = run(*words, stdin=stdin)
        self.assertEqual(exit, exit_code, out + err)
        self.assertIn(f"error[{code}]: ", err)
        self.assertEqual(out, "")
        exit, out, _ = run(*words, "--json", stdin=stdin)
        envelope = json.loads(out)
        self.assertEqual((exit, envelope["ok"]), (exit_code, False))
        self.assertIn(code, [e["code"] for e in envelope["errors"]])
        return err

    def test_critical_speeds_of_the_bicycle(self):
        r = self.result("whipple-bicycle", "--at", "steady", "--critical", "v=1..10")
        weave, capsize = r["critical"]
        self.assertAlmostEqual(weave["value"], 4.29238253634111, delta=1e-11)
        self.assertAlmostEqual(weave["frequency"], 3.43503384866144, delta=1e-11)
        self.assertAlmostEqual(capsize["value"], 6.02426201538837, delta=1e-11)
        self.assertEqual([(c["kind"], c["instability"], c["unstable"]) for c in r["critical"]],
                         [("pair", "ends", {"before": 2, "after": 0}), ("real", "begins", {"before": 0, "after": 1})])
        self.assertEqual([s["unstable"] for s in r["stretches"]], [2, 0, 1])
        self.assertEqual(r["varied"], {"name": "v", "what": "initial value", "unit": "", "from": 1.0, "to": 10.0})
        self.assertEqual((r["always_zero"], r["ends"]), (1, {"below": None, "above": None}))
        self.assertGreaterEqual(r["searched"]["values"], 200)

    def test_critical_values_of_a_parameter_are_in_its_unit(self):
        r = self.result("whipple-bicycle", "--at", "steady", "--critical", "lambda=5..0.5 [rad]")
        self.assertEqual((r["varied"]["unit"], r["varied"]["from"], list(r["kept"])), ("[deg]", 5.0, ["v"]))
        self.assertAlmostEqual(r["kept"]["v"], 4.6, delta=1e-12)
        for crossing in r["critical"]:
            counts = []
            for side in (-1, 1):
                value = repr(crossing["value"] + side * 1e-5)
                l = self.result("whipple-bicycle", "--at", "steady", "-p", f"lambda={value}")
                counts.append(sum(mu[0] > 0 for mu in l["eigenvalues"]))
            self.assertEqual(counts, [crossing["unstable"]["before"], crossing["unstable"]["after"]])
        self.assertEqual(len(r["critical"]), 2)

    def test_mistakes_of_critical(self):
        bicycle, at = "whipple-bicycle", ("--at", "steady", "--critical")
        for code, words in (("interval-bad", "v=1"), ("interval-bad", "1..2"), ("interval-empty", "v=2..2"),
                            ("interval-empty", "v=3..2"), ("init-unknown", "speed=1..2"), ("name-unknown", "v=nan..2"),
                            ("value-outside-range", "lambda=0..90"), ("undefined", "v=1/0..2"),
                            ("init-not-state", "t=0..1"), ("condition-outside", "yaw=0..1")):
            with self.subTest(words=words):
                self.fails(code, 2, bicycle, *at, words)
        derived = "model D { param m = 1, l = 2; param J = m*l; coord x; kinetic J*x'^2/2; potential x^2 }"
        self.assertIn("'J' is defined by 'm' and 'l'",
                      self.fails("parameter-derived", 2, "-", "--at", "equilibrium", "--critical", "J=1..2", stdin=derived))
        self.fails("velocity-in-equilibrium", 2, "-", "--at", "equilibrium", "--critical", "x'=1..2", stdin=derived)
        self.fails("no-standstill", 4, "-", "--at", "equilibrium", "--critical", "g=1..2",
                   stdin="model F { param g = 1; coord x; kinetic x'^2/2; potential g*x }")

    def test_an_equilibrium_ends_inside_the_interval(self):
        fold = "model F { param p = 1; coord x; kinetic x'^2/2; potential x^3/3 - p*x; dissipation x'^2/2; init x = 1 }"
        exit, out, err = run("-", "--at", "equilibrium", "--critical", "p=-1..2", stdin=fold)
        self.assertEqual((exit, err), (0, ""))
        self.assertRegex(out, r"the equilibrium ends at p = -?[0-9.e-]+: below, none was found")
        r = self.result("-", "--at", "equilibrium", "--critical", "p=-1..2", stdin=fold)
        self.assertAlmostEqual(r["ends"]["below"], 0, delta=1e-6)
        self.assertIsNone(r["ends"]["above"])

    def test_conditions(self):
        # E = T + V on the cone: cos α from 3cos²α + (2E/mgl) cos α − 1 = 0 (V = 0 at the pivot)
        r = self.result("spherical-pendulum", "--at", "steady", "--where", "energy = 3")
        x = r["state"]
        m, g, l = 1.0, 9.81, 1.0
        c = (-2 * 3 / (m * g * l) + ((2 * 3 / (m * g * l)) ** 2 + 12) ** 0.5) / 6
        self.assertAlmostEqual(-x["z"] / l, c, delta=1e-12)
        self.assertAlmostEqual(x["x"] * x["x'"] + x["y"] * x["y'"], 0, delta=1e-11)  # z' = 0
        self.assertAlmostEqual((x["x'"] ** 2 + x["y'"] ** 2) * m / 2 + m * g * x["z"], 3, delta=1e-11)
        # in a circle, leaning by a given angle, with a given energy
        r = self.result("rolling-disc", "--at", "steady", "--where", "theta = pi/3", "--where", "u = 3*sin(theta)")
        self.assertAlmostEqual(r["state"]["w"], -1.008623586833385, delta=1e-12)

    def test_mistakes_of_conditions(self):
        at = ("--at", "steady", "--where")
        for code, words in (("condition-bad", "energy"), ("condition-outside", "x = 3"), ("condition-outside", "t = 3"),
                            ("condition-outside", "m = 1"), ("condition-outside", "x'' = 1"), ("name-unknown", "tetha = 1"),
                            ("condition-outside", "1 = 2")):
            with self.subTest(words=words):
                self.fails(code, 2, "rolling-disc", *at, words)
        self.fails("unit-mismatch", 2, "spherical-pendulum", *at, "z = 3 [s]")
        err = self.fails("no-standstill", 4, "spherical-pendulum", *at, "energy = -20")
        self.assertIn("no steady motion with energy = -20 was found near the initial state", err)

    def test_nutation_of_the_rolling_disc(self):
        r = self.result("rolling-disc", "--at", "steady", "-i", "theta=pi/3", "-i", "u=3*sin(pi/3)")
        self.assertAlmostEqual(r["state"]["w"], -1.008623586833385, delta=1e-14)
        self.assertAlmostEqual(r["eigenvalues"][0][1] ** 2, 6.77087508739982, delta=1e-12)
        self.assertEqual(list(r["changed"]), ["w"])
        self.assertEqual(r["second_order"]["coordinates"], ["theta"])
        self.assertEqual((r["zero"]["count"], r["zero"]["family"]), (2, 2))
        self.assertEqual(r["eigenvalues"], sorted(r["eigenvalues"], key=lambda e: (-round(e[0], 9), -e[1])))

    def test_a_body_that_turns(self):
        r = self.result("-", "--at", "steady", "-i", "q0=cos(pi/6)", "-i", "q1=sin(pi/6)", "-i", "q2=0", "-i", "q3=0",
                        "-i", "w1=0", "-i", "w2=3*sin(pi/3)", stdin=DISC)
        self.assertAlmostEqual(r["state"]["w3"], -1.008623586833385, delta=1e-13)
        self.assertAlmostEqual(r["eigenvalues"][0][1] ** 2, 6.77087508739982, delta=1e-12)
        self.assertEqual(r["left_out"], {"cyclic": 2, "constraints": 2, "symmetries": 2})
        self.assertEqual((r["zero"]["count"], r["zero"]["family"]), (2, 2))
        rates = {t["field"]: t["rate"] for t in r["turning"]}
        self.assertAlmostEqual(rates["-q2*∂/∂q1 + q1*∂/∂q2 - y*∂/∂x + x*∂/∂y"], 3, delta=1e-13)
        self.assertAlmostEqual(rates["∂/∂x"] / 3, 0.336207862277795, delta=1e-13)

    def test_a_parameter_changes_the_verdict(self):
        for g in ("0.3", "3"):
            r = self.result("rolling-hoop", "--at", "steady", "-p", f"g={g}", "-i", "theta=pi/2", "-i", "s=0", "-i",
                            "w=0.5")
            # the hoop is stable if v^2 > g R/4
            is_stable = 0.25 ** 2 > float(g) * 0.5 / 4
            self.assertEqual(r["stability"]["verdict"] == "unstable", not is_stable, g)

    def test_every_system_of_the_gallery_ends_with_a_sentence(self):
        for file in sorted(os.listdir(GALLERY)):
            for at in ("equilibrium", "steady"):
                exit, out, err = run(file.removesuffix(".anh"), "--at", at)
                self.assertIn(exit, (0, 1, 4), file + out + err)
                self.assertIn("stability: " if exit == 0 else "error[", out + err, file)

    def test_mistakes(self):
        self.fails("usage", 2, "rolling-disc")
        self.fails("usage", 2, "rolling-disc", "--at", "noon")
        self.fails("model-not-found", 3, "rolling-disk-", "--at", "steady")
        self.fails("velocity-in-equilibrium", 2, "rolling-disc", "--at", "equilibrium", "-i", "w=1")
        self.fails("setting-twice", 2, "rolling-disc", "--at", "steady", "-i", "w=1", "-i", "w=2")
        self.fails("init-unknown", 2, "rolling-disc", "--at", "steady", "-i", "omega=1")
        self.fails("parameter-unknown", 2, "rolling-disc", "--at", "steady", "-p", "mass=1")
        self.fails("experiment-unknown", 2, "rolling-disc", "--at", "steady", "--experiment", "none")
        self.fails("no-standstill", 4, "-", "--at", "equilibrium", stdin=FALL)
        err = self.fails("no-standstill", 4, "-", "--at", "steady", stdin=FALL)
        self.assertRegex(err, r"stopped after \d+ steps?, with a rate of 10 remaining")
        self.fails("depends-on-time", 1, "bilimovich-pendulum", "--at", "equilibrium")
        self.fails("state-impossible", 4, "-", "--at", "equilibrium", stdin=IMPOSSIBLE)


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        BINARY = os.path.abspath(sys.argv.pop(1))
    unittest.main()

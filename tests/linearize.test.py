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

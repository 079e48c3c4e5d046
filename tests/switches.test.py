"""Motions with switches, from the outside: abs, sign, step, min, max, clamp and if against closed forms.

    python3 tests/switches.test.py PATH-TO-ANHOLON [unittest arguments]
"""

import json
import math
import os
import subprocess
import sys
import tempfile
import unittest

BINARY = os.environ.get("ANHOLON_BINARY", "")


def run(*words, stdin=""):
    done = subprocess.run([BINARY, *words], input=stdin, capture_output=True, text=True, encoding="utf-8", timeout=300)
    return done.returncode, done.stdout, done.stderr


def particle(law, coordinates="x", start="x = 1"):
    energy = " + ".join(f"{q}'^2/2" for q in coordinates.split(", "))
    return f"model M {{ coord {coordinates}; kinetic {energy}; {law}; init {start} }}"


class Switches(unittest.TestCase):
    def motion(self, model, until, *words, exit_code=0):
        exit, out, err = run("simulate", "-", "--until", repr(until), "--json", *words, stdin=model)
        self.assertEqual(exit, exit_code, out + err)
        return json.loads(out)["result"]

    def final(self, model, until, *words):
        return self.motion(model, until, *words)["final"]

    def close(self, value, wanted, relative=2e-13):
        self.assertLess(abs(value - wanted), relative * max(1, abs(wanted)), f"{value!r} is not {wanted!r}")

    # --- in time

    def test_a_force_that_begins(self):
        for force in ("(1 + sign(t - 2))/2", "step(t - 2)", "if(t < 2, 0, 1)", "max(sign(t - 2), 0)"):
            result = self.motion(particle(f"force on x: {force}", start="x = 0"), 10)
            self.close(result["final"]["x"], 32)
            self.assertEqual(result["switches"], 1)

    def test_a_force_that_alternates(self):
        model = particle("force on x: sign(sin(t))", start="x = 0")
        for method, error in (("taylor", 1e-13), ("dop853", 1e-10), ("cvode-adams", 1e-10), ("cvode-bdf", 1e-8)):
            result = self.motion(model, 10, "--method", method)
            self.close(result["final"]["x'"], 4 * math.pi - 10, error)
            self.assertEqual(result["switches"], 3)

    def test_a_force_faster_than_the_motion(self):
        # sign(sin 50 t): after whole periods the velocity is 0, and x has grown by (pi/50)^2 in each
        result = self.motion(particle("force on x: sign(sin(50*t))", start="x = 0"), 4 * math.pi)
        self.close(result["final"]["x"], 100 * (math.pi / 50) ** 2, 1e-12)
        self.assertGreaterEqual(result["switches"], 199)

    # --- in the state

    def test_potential_of_the_absolute_value(self):
        # x = 1 - t^2/2 in a quarter of the period 4 sqrt 2
        s = 10 - 4 * math.sqrt(2) - 4 * math.sqrt(2)
        for law in ("potential abs(x)", "force on x: -sign(x)", "force on x: if(x > 0, -1, 1)", "potential max(x, -x)"):
            result = self.motion(particle(law), 10)
            self.close(result["final"]["x"], 1 - s * s / 2)
            self.assertEqual(result["switches"], 4)
        self.assertLess(result["drift"]["energy"], 1e-14)

    def test_backward_and_forward_again(self):
        model = particle("potential abs(x)", start="x = 0.3, x' = 0.2")
        back = self.final(model, -7)
        there = particle("potential abs(x)", start=f"x = {back['x']!r}, x' = {back[chr(120) + chr(39)]!r}")
        forth = self.final(there, 7)
        self.close(forth["x"], 0.3)
        self.close(forth["x'"], 0.2)

    def test_a_start_that_rounding_puts_before_the_switch(self):
        for x in ("-5.3e-16", "5.3e-16"):
            for method, error in (("taylor", 1e-13), ("dop853", 1e-9), ("cvode-adams", 1e-9)):
                model = particle("force on x: -sign(x)", start=f"x = {x}, x' = 1")
                self.close(self.final(model, 1, "--method", method)["x"], 0.5, error)

    def test_saturated_control(self):
        # x'' = -1 as long as 4 x > 1, x'' = -4 x between
        def x(t):
            t1, v1 = math.sqrt(1.5), -math.sqrt(1.5)
            phase = math.atan2(-v1 / 2, 0.25)
            inside = math.pi / 2 - phase
            half = 2 * t1 + inside
            sign = 1
            while t > half:
                t, sign = t - half, -sign
            if t < t1:
                return sign * (1 - t * t / 2)
            if t < t1 + inside:
                return sign * (0.25 * math.cos(2 * (t - t1)) + v1 / 2 * math.sin(2 * (t - t1)))
            return -sign * (1 - (half - t) ** 2 / 2)

        for law in ("(abs(1 - 4*x) - abs(-1 - 4*x))/2", "clamp(-4*x, -1, 1)", "max(-1, min(1, -4*x))",
                    "if(4*x > 1, -1, if(4*x < -1, 1, -4*x))", "if(-1 <= 4*x and 4*x <= 1, -4*x, -sign(x))"):
            for until in (10, 30.5):
                self.close(self.final(particle("force on x: " + law), until)["x"], x(until), 1e-12)

    def test_relay_over_a_thousand_switches(self):
        # two switches in a period of 4 sqrt 2
        period = 4 * math.sqrt(2)
        result = self.motion(particle("force on x: -sign(x)"), 500 * period + 0.5, "--event", "x':down")
        self.assertEqual(result["switches"], 1000)
        self.close(result["final"]["x"], 1 - 0.125, 3e-10)
        turns = [e["t"] for e in result["events"]]
        self.close(turns[-1] / (500 * period), 1, 1e-13)

    def test_a_branch_without_a_value(self):
        # x'' = -sqrt(1 + x) down to x = 0, then -1; below x = -1 the root has no value. t1 = 1.2171713718261058 and x(10) by mpmath
        model = particle("force on x: -if(x > 0, sqrt(1 + x), 1)")
        for method, error in (("taylor", 1e-13), ("dop853", 1e-9), ("cvode-adams", 1e-9)):
            self.close(self.final(model, 10, "--method", method)["x"], -52.282359180961615, error)
        model = particle("potential if(x > 0, log(1 + x), x)")
        self.assertLess(self.motion(model, 10)["drift"]["energy"], 1e-13)

    def test_a_pole_in_a_branch_that_is_not_taken(self):
        # x'' = 0 between -1 and 1, where 1/x has its pole
        model = particle("force on x: if(abs(x) > 1, -1/x, 0)", start="x = 1, x' = -1")
        self.close(self.final(model, 2)["x"], -1, 1e-13)
        result = self.motion(model, 20)
        self.assertLess(abs(result["final"]["x"]), math.exp(0.5) + 1e-12)

    def test_grazing(self):
        # sin t touches 1
        model = particle("potential x^2/2; force on y: sign(x - 1)", "x, y", "x' = 1")
        self.close(self.final(model, 10)["y"], -50, 1e-12)

    def test_quadrature_and_columns(self):
        model = particle("potential x^2/2")
        wanted = 6 + 1 - math.cos(10 - 3 * math.pi)
        final = self.final(model, 10, "--quadrature", "length=abs(x')", "--column", "max(x, 2)")
        self.close(final["length"], wanted)
        self.assertEqual(final["max(x, 2)"], 2)

    def test_events_of_what_switches(self):
        result = self.motion(particle("potential x^2/2"), 4.5, "--event", "abs(x) - 0.5")
        self.assertEqual([e["direction"] for e in result["events"]], ["down", "up", "down"])
        for event, wanted in zip(result["events"], (1, 2, 4)):
            self.close(event["t"], wanted * math.pi / 3)

    def test_events_that_jump(self):
        model = particle("potential x^2/2")
        result = self.motion(model, 7, "--event", "sign(x)", "--event", "if(x > 0, 3, -2):up")
        found = [(e["event"], e["direction"]) for e in result["events"]]
        self.assertEqual(found, [("sign(x)", "down"), ("sign(x)", "up"), ("if(x > 0, 3, -2)", "up")])
        self.close(result["events"][0]["t"], math.pi / 2)
        self.close(self.motion(model, 7, "--stop", "sign(x)")["t"], math.pi / 2)

    def test_time_switches_the_energy(self):
        # V = x step(t - 1): the energy is no integral, and nothing claims that it is
        result = self.motion(particle("potential x*step(t - 1)", start="x = 2"), 3)
        self.close(result["final"]["x"], 0, 1e-13)
        self.assertNotIn("energy", result["drift"])

    def test_constrained_friction(self):
        # A skate on its mass centre: v' = -1/2 sign v, w = 1; it stops at t = 4 and turns on.
        model = """model Skate {
          coord x, y, th
          kinetic (x'^2 + y'^2 + th'^2)/2
          constraint blade: x'*sin(th) = y'*cos(th)
          quasi v = x'*cos(th) + y'*sin(th), w = th'
          force on v: -0.5*sign(v)
          init v = 2, w = 1
        }"""
        for form in ("maggi", "lagrange-multipliers", "hamel"):
            result = self.motion(model, 6, "--form", form)
            # x = ∫ (2 - s/2) cos s ds, y = ∫ (2 - s/2) sin s ds up to 4
            self.close(result["final"]["x"], (1 - math.cos(4)) / 2, 1e-12)
            self.close(result["final"]["y"], 2 - math.sin(4) / 2, 1e-12)
            self.close(result["final"]["th"], 6)
            self.assertEqual(result["switches"], 1)

    def test_a_body_with_a_brake(self):
        model = """model Wheel {
          body b { mass 1; shape ball(1) }
          torque (0, 0, -0.2*sign(w3)) on b
          init w3 = 1
        }"""
        result = self.motion(model, 3)
        # I = 2/5: w' = -1/2, and it stops at t = 2
        self.assertLess(abs(result["final"]["w3"]), 1e-13)
        self.assertEqual(result["switches"], 1)

    # --- where the law does not say how to go on

    def undetermined(self, model, until, words, *options):
        exit, out, err = run("simulate", "-", "--until", repr(until), *options, stdin=model)
        self.assertEqual(exit, 4, out + err)
        self.assertIn("error[motion-undetermined]", err)
        self.assertIn(words, err)
        return self.motion(model, until, *options, exit_code=4)

    def test_friction_that_holds(self):
        # half a turn each: 1, -0.4, -0.2, where the spring is weaker than the friction
        model = particle("potential x^2/2; force on x: -0.3*sign(x')")
        result = self.undetermined(model, 20, "x' = 0 lead back to it")
        self.close(result["t"], 2 * math.pi)
        self.close(result["final"]["x"], -0.2)
        self.assertEqual(result["end"], "undetermined")

    def test_a_law_that_slides(self):
        result = self.undetermined(particle("force on x: -sign(x + x')", start="x = 1, x' = 0"), 20, "lead back to it")
        # 1 - t^2/2 - t = 0
        self.close(result["t"], math.sqrt(3) - 1)

    def test_infinitely_many_switches(self):
        # the amplitude falls to a third in each half turn of 4/3 sqrt(2 x)
        result = self.undetermined(particle("force on x: -2*sign(x) - sign(x')"), 20, "ever faster")
        self.close(result["t"], 4 * math.sqrt(2) / 3 / (1 - 1 / math.sqrt(3)), 1e-9)

    def test_a_start_on_a_switch(self):
        self.close(self.final(particle("force on x: -sign(x)", start="x' = 1"), 1)["x"], 0.5)
        self.close(self.final(particle("force on x: -sign(x)", start="x' = -1"), 1)["x"], -0.5)
        # only the third derivative tells: x = t^3/6
        self.close(self.final(particle("force on x: t, y: sign(x)", "x, y", "y = 0"), 2)["y"], 2)
        self.undetermined(particle("force on x: sign(x)", start="x = 0"), 1, "more than one way")
        # as written, sign(0) = 0: it stays
        self.assertEqual(self.final(particle("force on x: -sign(x)", start="x = 0"), 1)["x"], 0)
        self.assertEqual(self.final(particle("force on x: -sign(x')", start="x = 3"), 1)["x"], 3)

    def test_rest_that_a_force_ends(self):
        # friction 1/2 holds up to t = 1, where a force of 2 begins
        model = particle("force on x: 2*step(t - 1) - 0.5*sign(x')", start="x = 0")
        self.close(self.final(model, 3)["x"], 3)

    def test_a_potential_that_jumps(self):
        self.undetermined(particle("potential step(x)", start="x = 1, x' = -1"), 3, "the Lagrangian jumps")

    # --- programs

    RELAY = """model Relay {
      coord x, y
      kinetic (x'^2 + (1 + x^2)*y'^2)/2
      potential max(x, 0)^2 + if(y > 1 and x < 0 or not y <= 2, log(y), 0)
      force on x: if(x > 0, -sqrt(1 + x), 1) - 0.3*sign(x') + step(t - 2), y: -abs(y)*y + clamp(y, -1, 1)
      init x = 0.5, y = 0.25
    }"""

    def test_exported_to_c(self):
        exit, text, err = run("export", "-", "--to", "c99", "--jacobian", stdin=self.RELAY)
        self.assertEqual(exit, 0, err)
        self.assertIn("void relay_switches(", text)
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, "relay")
            done = subprocess.run(["gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-DANHOLON_SELF_TEST",
                                   "-x", "c", "-", "-o", program, "-lm"], input=text, text=True, capture_output=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(subprocess.run([program], capture_output=True).returncode, 0)

    def test_exported_to_python(self):
        exit, text, err = run("export", "-", "--to", "python", stdin=self.RELAY)
        self.assertEqual(exit, 0, err)
        program = {"__name__": "relay"}
        exec(compile(text, "relay", "exec"), program)
        # x < -1 and y < 0: neither the root nor the logarithm has a value, and neither is taken
        dx = program["rhs"](0.0, [-3.0, -0.5, 0.2, 0.0])
        self.close(dx[2], 1 - 0.3)
        self.close(dx[3] * 10, 0.25 - 0.5)
        found = {round(abs(u), 12) for u in program["switches"](0.0, [-3.0, -0.5, 0.2, 0.0])}
        # x, x', t - 2, y, y - 1 and y + 1, of clamp, and y - 2
        self.assertEqual(found, {3.0, 0.2, 2.0, 0.5, 1.5, 2.5})

    # --- mistakes

    def refused(self, law, code, words=""):
        model = "model M {\n  param m = 1 [kg]\n  coord x [m]\n  kinetic m*x'^2/2\n  " + law + "\n}"
        exit, out, err = run("show", "-", stdin=model)
        self.assertEqual(exit, 3, err)
        self.assertIn(f"error[{code}]", err)
        self.assertIn(":5:", err)
        self.assertIn(words, err)

    def test_mistakes(self):
        self.refused("let f = if(x > 0, x, x')", "unit-mismatch")
        self.refused("let f = max(x, x')", "unit-mismatch")
        self.refused("let f = clamp(x, m, x)", "unit-mismatch")
        self.refused("let f = if(x > m, 1, 2)", "unit-mismatch")
        self.refused("let f = x > 0", "comparison-misplaced")
        self.refused("let f = 1 + (x > 0)", "comparison-misplaced")
        self.refused("let f = sin(x < 0)", "comparison-misplaced")
        self.refused("let f = if(x, 1, 2)", "comparison-expected")
        self.refused("let f = if(x > 0, 1)", "argument-count", "three arguments")
        self.refused("let f = min(x)", "argument-count", "two arguments")
        self.refused("let f = clamp(x, x)", "argument-count", "three arguments")
        self.refused("let f = step()", "argument-count", "one argument")
        self.refused("let f = if(0 < x < 1, 1, 2)", "comparison-chained")
        self.refused("let f = if(x > 0 and, 1, 2)", "operand-missing")

    def test_fmt(self):
        text = "model M {\n  coord x\n  kinetic x'^2/2\n  force on x: if(x<0 and(x'>=1 or not x >2),-x,step( x ))\n}\n"
        laid = "force on x: if(x < 0 and (x' >= 1 or not x > 2), -x, step(x))"
        exit, out, err = run("fmt", "-", stdin=text)
        self.assertEqual(exit, 0, err)
        self.assertIn(laid, out)
        self.assertEqual(run("fmt", "-", stdin=out)[1], out)


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        BINARY = os.path.abspath(sys.argv.pop(1))
    unittest.main()

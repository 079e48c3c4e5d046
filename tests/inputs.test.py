"""Inputs, states and outputs, from the outside: against closed forms, a Runge–Kutta method written here, and finite differences.

    python3 tests/inputs.test.py PATH-TO-ANHOLON [unittest arguments]
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


CART = """model Cart {
  param m = 2 [kg]
  input f [N] = 0 in -5..5 "force", g [N] = 0
  coord x [m]
  kinetic m/2*x'^2
  force on x: f + g
  output speed [m/s] = x' "speed"
  init x = 0
}"""

# A PI loop: x'' = u, u = -kp (x - r) - kd x' - ki e, e' = x - r.
LOOP = """model Loop {
  param kp = 6, kd = 4, ki = 4
  input r = 1 "set point"
  coord x
  state e = 0 "integral of the error"
  kinetic x'^2/2
  e' = x - r
  output error = x - r, u = -kp*error - kd*x' - ki*e
  force on x: u
  init x = 0
}"""

# A motor with inductance on an inertia: J w' = K i, L i' = V - R i - K w.
MOTOR = """model Motor {
  param J = 0.01 [kg m^2], K = 0.05 [N m/A], R = 1 [Ohm], L = 0.5 [H]
  input V [V] = 2 in -24..24 "voltage"
  coord phi [rad]
  state i [A] = 0 "current"
  kinetic J/2*phi'^2
  i' = (V - R*i - K*phi')/L
  force on phi: K*i
  output w [rad/s] = phi' "speed"
}"""


def rk4(f, x, until, steps):
    h = until / steps
    t = 0.0
    for _ in range(steps):
        k1 = f(t, x)
        k2 = f(t + h / 2, [a + h / 2 * b for a, b in zip(x, k1)])
        k3 = f(t + h / 2, [a + h / 2 * b for a, b in zip(x, k2)])
        k4 = f(t + h, [a + h * b for a, b in zip(x, k3)])
        x = [a + h / 6 * (p + 2 * q + 2 * r + s) for a, p, q, r, s in zip(x, k1, k2, k3, k4)]
        t += h
    return x


class Inputs(unittest.TestCase):
    def motion(self, model, until, *words, exit_code=0):
        exit, out, err = run("simulate", "-", "--until", repr(until), "--json", *words, stdin=model)
        self.assertEqual(exit, exit_code, out + err)
        return json.loads(out)["result"]

    def final(self, model, until, *words):
        return self.motion(model, until, *words)["final"]

    def close(self, value, wanted, relative=1e-12):
        self.assertLess(abs(value - wanted), relative * max(1, abs(wanted)), f"{value!r} is not {wanted!r}")

    def refused(self, code, *words, model=CART, command=("simulate", "-")):
        exit, out, err = run(*command, *words, stdin=model)
        self.assertNotEqual(exit, 0, out)
        self.assertIn(f"error[{code}]", err + out)
        self.assertNotIn("nan", (err + out).lower().replace("unanswered", ""))
        return err + out

    def table(self, text):
        file = tempfile.NamedTemporaryFile("w", suffix=".csv", delete=False)
        file.write(text)
        file.close()
        self.addCleanup(os.unlink, file.name)
        return "@" + file.name

    # --- constants and functions of time

    def test_a_constant_input(self):
        for words in (("--input", "f=3"), ("-p", "f=3"), ("--input", "f=0.003 [kN]"), ("--input", "f=1+2")):
            final = self.final(CART, 2, *words)
            self.close(final["x"], 3 / 2 * 2**2 / 2)
            self.close(final["speed"], 3)
        self.close(self.final(CART, 2, "--input", "f=1", "--input", "g=1")["x"], 2)

    def test_a_function_of_time(self):
        # m x'' = m t^2 + sin t
        final = self.final(CART.replace("-5..5", "-50..50"), 3, "--input", "f=m*t^2 + sin(t)", "--columns", "x, f")
        self.close(final["x"], 3**4 / 12 + (3 - math.sin(3)) / 2)
        self.close(final["f"], 2 * 9 + math.sin(3))

    def test_a_moving_constraint_takes_exact_derivatives(self):
        model = """model M { input h = 0; coord x, y; kinetic (x'^2 + y'^2)/2
          constraint guide: y = h; force on x: y''*0 + 1; init x = 0 }"""
        result = self.motion(model.replace("y''*0 + ", ""), 2, "--input", "h=sin(3*t)", "--columns", "y, y', lambda")
        self.close(result["final"]["y'"], 3 * math.cos(6))
        self.close(result["final"]["lambda"], -9 * math.sin(6), 1e-11)

    # --- tables

    def test_steps(self):
        table = self.table("t,f\n0,2\n1,-2\n2,0\n5,0\n")
        final = self.final(CART, 4, "--input", f"f={table}:steps")
        self.close(final["x'"], 0)
        self.close(final["x"], 1)

    def test_lines(self):
        # f = t up to 1, then 2 - t: v = t^2/4, then 1/4 + (2s - t^2 + 1)/... by hand: x'' = f/2
        table = self.table("# a triangle\n0, 0\n1, 1\n2, 0\n")
        for word in ("", ":linear"):
            final = self.final(CART, 2, "--input", f"f={table}{word}")
            self.close(final["x'"], 0.5)
            self.close(final["x"], 0.5)

    def test_a_cubic_spline_repeats_a_cubic(self):
        # Without knots at the second and the last but one row, a polynomial of degree 3 is its own spline.
        rows = "\n".join(f"{t}, {1 - 2 * t + 0.25 * t**3}" for t in (0, 0.3, 0.9, 1.4, 2.2, 3))
        table = self.table("t [s], f [N]\n" + rows)
        final = self.final(CART, 3, "--input", f"f={table}:cubic")
        self.close(final["x'"], (3 - 9 + 0.25 * 81 / 4) / 2)
        self.close(final["x"], (9 / 2 - 9 + 0.25 * 3**5 / 20) / 2)

    def test_a_cubic_table_moves_a_constraint(self):
        model = "model M { input h = 0; coord x, y; kinetic (x'^2 + y'^2)/2; constraint guide: y = h; init x' = 1 }"
        rows = "\n".join(f"{t}, {t**3 - t}" for t in (0, 0.5, 1, 1.5, 2))
        table = self.table(rows)
        final = self.final(model, 2, "--input", f"h={table}:cubic", "--columns", "y, y', lambda")
        self.close(final["y"], 6)
        self.close(final["y'"], 11)
        self.close(final["lambda"], 12, 1e-10)
        for kind in ("steps", "linear"):
            self.refused("table-jumps", "--input", f"h={table}:{kind}", "--until", "2", model=model)

    def test_several_columns(self):
        table = self.table("g,t,f\n1,0,2\n1,1,2\n1,4,2\n")
        final = self.final(CART, 4, "--input", f"f={table}", "--input", f"g={table}")
        self.close(final["x'"], 6)

    def test_rows_at_the_rows_of_a_table(self):
        table = self.table("0,2\n1,-2\n2,0\n3,0\n")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "run.csv")
            exit, out, err = run("simulate", "-", "--until", "3", "--every", "0.25", "-o", path, "--columns", "x, x'",
                                 "--input", f"f={table}:steps", stdin=CART)
            self.assertEqual(exit, 0, out + err)
            with open(path, encoding="utf-8") as file:
                rows = [line.split(",") for line in file if not line.startswith("#")][1:]
        numbers = [[float(cell) for cell in row] for row in rows if row[0][0].isdigit()]
        self.assertEqual(len(numbers), 13)
        for t, x, v in numbers:
            self.close(v, t if t <= 1 else 2 - t if t <= 2 else 0)
            self.close(x, t * t / 2 if t <= 1 else 0.5 + (t - 1) - (t - 1) ** 2 / 2 if t <= 2 else 1)

    def test_a_switch_and_a_table(self):
        # The clamp acts on the value of the table: 2 from t = 1 on is cut to 1.
        model = "model M { input u = 0; coord x; kinetic x'^2/2; force on x: clamp(u, -1, 1) }"
        table = self.table("0,0.5\n1,2\n2,-3\n4,0\n")
        self.close(self.final(model, 4, "--input", f"u={table}:steps")["x'"], 0.5 + 1 - 2)

    def test_backward(self):
        table = self.table("-2,1\n-1,3\n0,5\n")
        self.close(self.final(CART, -2, "--input", f"f={table}:steps")["x'"], -(1 + 3) / 2)

    # --- states

    def test_a_pi_loop_has_its_closed_form(self):
        # (s + 1)^... : s^3 + 4 s^2 + 6 s + 4 = (s + 2)(s^2 + 2 s + 2), x = 1 - response
        def x(t):
            # partial fractions of 1/s - (s^2 + 4 s + ...): checked by a Runge-Kutta method below as well
            return rk4(lambda _, s: [s[1], -6 * (s[0] - 1) - 4 * s[1] - 4 * s[2], s[0] - 1], [0, 0, 0], t, 20000)

        final = self.final(LOOP, 3)
        wanted = x(3)
        self.close(final["x"], wanted[0], 1e-10)
        self.close(final["e"], wanted[2], 1e-10)
        self.close(final["error"], wanted[0] - 1, 1e-10)
        # the error is the sum of modes e^{-2t}, e^{-t} cos t, e^{-t} sin t that starts with -1, 0, 6
        a, b = -1, 0  # error(0), error'(0)
        c = 6 + 0  # error''(0) = u(0)
        # A + B = a, -2A - B + C = b, 4A - 2C = c
        A = (c + 2 * (b + a)) / 2
        B = a - A
        C = b + 2 * A + B
        t = 3
        self.close(final["error"], A * math.exp(-2 * t) + math.exp(-t) * (B * math.cos(t) + C * math.sin(t)))

    def test_a_motor(self):
        J, K, R, L, V = 0.01, 0.05, 1, 0.5, 2
        # w'' + R/L w' + K^2/(J L) w = K V/(J L)
        p, q = R / L, K * K / (J * L)
        d = math.sqrt(p * p / 4 - q)
        r1, r2 = -p / 2 + d, -p / 2 - d
        steady = V / K
        t = 2.5
        w = steady * (1 + (r2 * math.exp(r1 * t) - r1 * math.exp(r2 * t)) / (r1 - r2))
        for method, error in (("taylor", 1e-12), ("dop853", 1e-9), ("cvode-adams", 1e-8), ("cvode-bdf", 1e-6)):
            self.close(self.final(MOTOR, t, "--method", method)["w"], w, error)
        self.close(self.final(MOTOR, t, "-i", "i=1")["i"], rk4(
            lambda _, s: [K * s[1] / J, (V - R * s[1] - K * s[0]) / L], [0, 1], t, 4000)[1], 1e-9)

    def test_states_in_every_form(self):
        exit, out, err = run("verify", "-", stdin=MOTOR)
        self.assertEqual(exit, 0, out + err)
        finals = [self.final(MOTOR, 1, "--form", form)["phi"] for form in ("lagrange-multipliers", "maggi", "hamel", "kane")
                  if run("simulate", "-", "--form", form, stdin=MOTOR)[0] == 0]
        self.assertGreaterEqual(len(finals), 2)
        for value in finals:
            self.close(value, finals[0], 1e-13)

    def test_equations_are_complete(self):
        out = run("derive", "-", stdin=MOTOR)[1]
        self.assertIn("i' = ", out)

    def test_programs_have_states_and_outputs(self):
        out = run("export", "-", "--to", "c99", stdin=MOTOR)[1]
        for words in ("x[2] = i\n", "p[4] = V\n", "values[0] = w\n"):
            self.assertIn(words, out)

    def test_a_state_that_switches(self):
        # e' = sign(1 - x) with x = t: e grows to 1, then falls.
        model = "model M { coord x; state e; kinetic x'^2/2; e' = sign(1 - x); init x' = 1 }"
        result = self.motion(model, 3)
        self.close(result["final"]["e"], -1)
        self.assertEqual(result["switches"], 1)

    def test_events_and_columns_know_states(self):
        result = self.motion(LOOP, 3, "--event", "e + 0.3:down", "--columns", "e, e', x")
        self.assertEqual(len(result["events"]), 1)
        self.close(result["final"]["e'"], result["final"]["x"] - 1)

    def test_initial_values(self):
        model = LOOP.replace("init x = 0", "init x = 0, e = 0.5")
        self.assertEqual(json.loads(run("show", "-", "--json", stdin=model)[1])["result"]["initial"]["e"]["value"], 0.5)
        self.assertEqual(json.loads(run("show", "-", "--json", stdin=LOOP.replace("state e = 0", "state e = 2"))[1])
                         ["result"]["initial"]["e"]["value"], 2)

    # --- the gallery's robots, in a plane, against equations written by hand

    def in_a_plane(self, model, until, words, start, masses, torque):
        """An inverted pendulum on a wheel of radius r: x, its speed, its tilt, its rate and the integral of an error."""
        M11, M12, M22, G, r = masses

        def rates(_, s):
            x, v, q, w, e = s
            tau, error = torque(x, v, q, w, e)
            a, b = tau / r + M12 * math.sin(q) * w * w, G * math.sin(q) - tau
            c = M12 * math.cos(q)
            D = M11 * M22 - c * c
            return [v, (M22 * a - c * b) / D, w, (M11 * b - c * a) / D, error]

        exit, out, err = run("simulate", model, "--until", repr(until), "--json", *words)
        self.assertEqual(exit, 0, out + err)
        return json.loads(out)["result"]["final"], rk4(rates, start, until, 8000)

    def test_the_segway_in_a_plane(self):
        mb, mw, r, l, Iy, Jw, g = 35, 5, 0.25, 0.5, 2.0, 0.156, 9.81
        final, (x, v, q, w, e) = self.in_a_plane(
            "segway", 2.0, ["--input", "turn=0", "--input", "speed=0.5", "-i", "alpha=0.2"], [0, 0, 0.2, 0, 0],
            (mb + 2 * mw + 2 * Jw / r**2, mb * l, Iy + mb * l * l, mb * g * l, r),
            lambda x, v, q, w, e: (130 * q + 24 * w + 12 * (v - 0.5) + 6 * e, v - 0.5))
        for name, value in (("x", x), ("velocity", v), ("alpha", q), ("alpha'", w), ("e", e)):
            self.close(final[name], value, 1e-9)
        self.close(final["y"], 0)

    def test_the_ball_bot_in_a_plane(self):
        mb, r, m, l, A, g = 2.4, 0.1058, 51.7, 0.69, 12.6, 9.81
        final, (x, v, q, w, e) = self.in_a_plane(
            "ball-bot", 2.0, ["--input", "goal_x=0.4", "--input", "goal_y=0"], [0, 0, 0, 0, 0],
            (mb + 0.4 * mb + m, m * l, A + m * l * l, m * g * l, r),
            lambda x, v, q, w, e: (130 * math.sin(q) + 34 * math.cos(q) * w + 11 * (x - 0.4) + 14 * v + 3 * e, x - 0.4))
        for name, value in (("ball_x", x), ("ball_x'", v), ("tilt_x", math.sin(q)), ("ex", e)):
            self.close(final[name], value, 1e-8)
        self.close(final["ball_y"], 0)

    def test_the_car_on_a_straight_lane(self):
        # (M + m) v' = kp (s - v) + ki e, e' = s - v
        M, kp, ki, s, t = 1600, 2400, 600, 8, 4.0
        p, q = kp / M, ki / M
        d = math.sqrt(p * p / 4 - q)
        r1, r2 = -p / 2 + d, -p / 2 - d
        # error = s - v: error(0) = 3, error'(0) = -p 3
        a = (-p * 3 - r2 * 3) / (r1 - r2)
        error = a * math.exp(r1 * t) + (3 - a) * math.exp(r2 * t)
        exit, out, err = run("simulate", "driven-car-with-trailer", "--until", repr(t), "--json", "--input", "lane=0")
        self.assertEqual(exit, 0, out + err)
        self.close(json.loads(out)["result"]["final"]["velocity"], s - error)

    # --- linear equations

    def test_state_space_of_the_motor(self):
        exit, out, err = run("linearize", "-", "--at", "steady", "--json", "-p", "V=0", stdin=MOTOR)
        self.assertEqual(exit, 0, out + err)
        found = json.loads(out)["result"]
        space = found["state_space"]
        at = {name: k for k, name in enumerate(found["variables"])}
        w, i = at["phi'"], at["i"]
        A, B, C, D = found["matrix"], space["B"], space["C"], space["D"]
        self.close(A[w][i], 5)
        self.close(A[i][w], -0.1)
        self.close(A[i][i], -2)
        self.close(B[i][0], 2)
        self.close(B[w][0], 0)
        self.close(C[0][w], 1)
        self.close(C[0][i], 0)
        self.close(D[0][0], 0)
        self.assertEqual(space["controllable"], {"full": True, "exact": True, "rank": 2, "missed": []})
        self.assertEqual(space["observable"]["rank"], 2)

    def test_state_space_by_finite_differences(self):
        model = """model P { param l = 2, g = 10, c = 0.3; input u = 0, v = 0; coord q; state s; kinetic l^2*q'^2/2
          potential g*l*cos(q); s' = -3*s + u + q; force on q: sin(s) + u^2*q' + v*cos(q) - c*q'
          output y = q'' + s*v, z = sin(q) + 2*u }"""
        found = json.loads(run("linearize", "-", "--at", "equilibrium", "--json", stdin=model)[1])["result"]
        space = found["state_space"]

        def rates(state, u, v):
            q, w, s = state
            a = (math.sin(s) + u * u * w + v * math.cos(q) - 0.3 * w + 20 * math.sin(q)) / 4
            return {"q": w, "q'": a, "s": -3 * s + u + q, "y": a + s * v, "z": math.sin(q) + 2 * u}

        h = 1e-6
        zero = [0.0, 0.0, 0.0]
        names = found["variables"]
        place = {"q": 0, "q'": 1, "s": 2}
        for row, name in enumerate(names):
            for column, key in enumerate(("u", "v")):
                self.assertEqual(space["inputs"][column], key)
                plus, minus = rates(zero, *(h if key == k else 0 for k in "uv")), rates(zero, *(-h if key == k else 0 for k in "uv"))
                self.close(space["B"][row][column], (plus[name] - minus[name]) / (2 * h), 1e-8)
        for row, name in enumerate(("y", "z")):
            for column, variable in enumerate(names):
                moved = [h if place[variable] == k else 0.0 for k in range(3)]
                back = [-x for x in moved]
                self.close(space["C"][row][column], (rates(moved, 0, 0)[name] - rates(back, 0, 0)[name]) / (2 * h), 1e-8)
            for column, key in enumerate("uv"):
                plus, minus = rates(zero, *(h if key == k else 0 for k in "uv")), rates(zero, *(-h if key == k else 0 for k in "uv"))
                self.close(space["D"][row][column], (plus[name] - minus[name]) / (2 * h), 1e-8)

    def test_the_segway_is_controllable_and_has_the_poles_of_its_design(self):
        found = json.loads(run("linearize", "segway", "--at", "steady", "--input", "turn=0", "--json")[1])["result"]
        self.assertTrue(all(real < -0.5 for real, _ in found["eigenvalues"]))
        space = found["state_space"]
        self.assertEqual((space["controllable"]["rank"], space["observable"]["rank"]), (5, 5))
        # x' cos psi + y' sin psi does not depend on the heading, though it is written with it
        self.assertIn("velocity", space["outputs"])
        self.close(space["C"][space["outputs"].index("velocity")][found["variables"].index("v")], 1)

    def test_a_mode_that_no_input_moves(self):
        # Two equal pendulums pushed alike: their difference is not reached (Kalman).
        model = """model Two { coord a, b; input u = 0; kinetic (a'^2 + b'^2)/2; potential (a^2 + b^2)/2 + K*(a - b)^2/2
          param K = KK; force on a: u, b: u; output s = a + b }"""
        exit, out, err = run("linearize", "-", "--at", "equilibrium", "--json", stdin=model.replace("KK", "1.5"))
        space = json.loads(out)["result"]["state_space"]
        self.assertEqual((space["controllable"]["rank"], space["controllable"]["full"]), (2, False))
        self.assertEqual((space["observable"]["rank"], space["observable"]["full"]), (2, False))
        self.assertEqual(len(space["controllable"]["missed"]), 2)
        for _, imaginary in space["controllable"]["missed"]:
            self.close(abs(imaginary), 2)  # of the difference: 1 + 2 K
        text = run("linearize", "-", "--at", "equilibrium", stdin=model.replace("KK", "1.5"))[1]
        self.assertIn("not controllable: the rank of (B, AB, ...) is 2 of 4, computed exactly", text)
        # pushed differently, both are
        other = json.loads(run("linearize", "-", "--at", "equilibrium", "--json", stdin=model.replace("KK", "1.5").replace("b: u", "b: 2*u"))[1])
        self.assertTrue(other["result"]["state_space"]["controllable"]["full"])

    def test_what_is_irrational_is_told_to_rounding(self):
        model = "model R { coord x; input u = 0; param k = 2; kinetic x'^2/2; potential k*(x - sqrt(2))^2/2*exp(x); force on x: u; init x = 1.4 }"
        exit, out, err = run("linearize", "-", "--at", "equilibrium", stdin=model)
        self.assertIn("controllable, to rounding", out, err)

    def test_an_input_in_a_constraint_is_left_out(self):
        model = "model M { input h = 0; coord x, y; kinetic (x'^2 + y'^2)/2; potential x^2/2; constraint guide: y = h }"
        self.assertIn("the input h is left out: it is in the constraint 'guide'", run("linearize", "-", "--at", "equilibrium", stdin=model)[1])

    # --- facts and proofs

    def test_facts_say_that_states_are_not_known(self):
        exit, out, err = run("facts", "-", "--fact", "energy", stdin=MOTOR)
        self.assertIn("the model has states of controllers", out, err)
        exit, out, err = run("facts", "-", stdin=CART)
        self.assertIn("inputs are held constant: f, g", out, err)

    # --- mistakes

    def test_bad_inputs(self):
        self.assertIn("the inputs are f, g", self.refused("input-unknown", "--input", "ff=1"))
        self.assertIn("did you mean 'target'", self.refused("input-unknown", "--input", "tarqet=1", model=LOOP.replace("input r", "input target").replace("- r", "- target")))
        self.assertIn("set it with -p", self.refused("input-unknown", "--input", "m=1"))
        self.assertIn("is a coordinate", self.refused("input-unknown", "--input", "x=1"))
        self.refused("input-bad", "--input", "f")
        self.refused("setting-twice", "--input", "f=1", "--input", "f=2")
        self.refused("setting-twice", "--input", "f=1", "-p", "f=2")
        self.refused("setting-twice", "--input", "f=sin(t)", "-p", "f=2")
        self.refused("value-outside-range", "--input", "f=7")
        self.assertIn("at t = ", self.refused("value-outside-range", "--input", "f=t*100", "--until", "5"))
        self.refused("unit-mismatch", "--input", "f=1 [m]")
        self.assertIn("write it in the model", self.refused("input-feedback", "--input", "f=-x"))
        self.assertIn("'speed' is an output", self.refused("input-feedback", "--input", "f=-speed"))
        self.assertIn("'e' is a state", self.refused("input-feedback", "--input", "r=e", model=LOOP))
        self.assertIn("'g' is an input", self.refused("input-feedback", "--input", "f=g"))
        self.refused("name-unknown", "--input", "f=sin(w)")

    def test_bad_tables(self):
        def bad(code, text, words, *more):
            self.assertIn(words, self.refused(code, "--input", f"f={self.table(text)}", *more))

        bad("table-order", "0,1\n2,1\n1,1\n", "goes from t = 2 to t = 1", "--until", "1")
        bad("table-order", "0,1\n0,1\n", "times must grow", "--until", "1")
        bad("table-short", "0,1\n", "holds 1 row of numbers", "--until", "1")
        bad("table-short", "", "holds 0 rows", "--until", "1")
        bad("table-bad", "t,f\n0,1\n1,high\n", "'high', which is no number", "--until", "1")
        bad("table-bad", "t,f\n0,1\n1,inf\n", "which is no number", "--until", "1")
        bad("table-bad", "0,1\n1\n", "has 1 cells, not 2", "--until", "1")
        bad("table-bad", "0,1,2\n1,2,3\n", "no row of names", "--until", "1")
        bad("table-bad", "t,a,b\n0,1,2\n1,2,3\n", "has no column 'f'", "--until", "1")
        bad("table-bad", "a,b\n0,1\n1,2\n", "has no column 't'", "--until", "1")
        bad("table-short", "1,1\n9,1\n", "starts at t = 1, after the motion, which starts at t = 0", "--until", "3")
        bad("table-short", "0,1\n2,1\n", "ends at t = 2, before the motion, which ends at t = 3", "--until", "3")
        bad("value-outside-range", "0,1\n2,8\n", "the value 8 at t = 2", "--until", "1")
        table = self.table("0,1\n2,1\n")
        self.refused("table-kind", "--input", f"f={table}:quintic")
        self.refused("table-bad", "--input", "f=@")
        self.refused("table-unexpected", "--input", f"f={table}", command=("linearize", "-", "--at", "equilibrium"))
        self.assertIn("'nowhere.csv' for the input 'f'", self.refused("table-missing", "--input", "f=@nowhere.csv"))

    def test_bad_statements(self):
        def bad(code, text, words=""):
            self.assertIn(words, self.refused(code, model="model M { coord x; kinetic x'^2/2; " + text + " }"))

        bad("rate-missing", "state e", "write e' = ")
        bad("rate-twice", "state e; e' = x; e' = 2*x")
        bad("rate-bad", "e' = x", "declare it: state e")
        bad("rate-bad", "x' = 1", "'x' is a coordinate")
        bad("rate-bad", "state e; e'' = x", "its first derivative")
        bad("acceleration-unexpected", "state e; e' = x''")
        bad("name-unknown", "state e; e' = lambda")
        bad("rate-unexpected", "state e; e' = x; force on x: e'", "the derivative of a state")
        bad("state-misplaced", "state e; e' = x; potential e*x", "the potential energy")
        bad("state-misplaced", "state e; e' = x; kinetic e*x'^2", "the kinetic energy")
        bad("state-misplaced", "coord y; kinetic y'^2; state e; e' = x; constraint c: y' = e", "the constraint 'c'")
        bad("prime-of-constant", "input u = 0; force on x: u'", "an input")
        bad("name-duplicate", "input x = 0")
        bad("name-duplicate", "output x = 0")
        bad("token-expected", "input u")
        bad("name-unknown", "input u = x")
        bad("value-not-constant", "input u = t")
        bad("value-outside-range", "input u = 3 in 0..1")
        bad("init-not-state", "input u = 0; init u = 1")
        bad("unit-mismatch", "coord y [m]; kinetic y'^2; state e [m]; e' = y")
        bad("unit-mismatch", "coord y [m]; kinetic y'^2; output o [s] = y")
        bad("unit-scaled", "coord y [m]; kinetic y'^2; output o [cm] = y")


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        BINARY = os.path.abspath(sys.argv.pop(1))
    unittest.main()

"""Motors and torques between bodies, against equations written by hand and integrated elsewhere (by SciPy's DOP853 where it is installed),
and against what must be conserved.

    python3 tests/motors.test.py PATH-TO-ANHOLON [unittest arguments]
"""

import json
import math
import os
import subprocess
import sys
import unittest

import numpy as np

try:
    from scipy.integrate import solve_ivp
except ImportError:
    solve_ivp = None

BINARY = os.environ.get("ANHOLON_BINARY", "")


def run(*words, stdin=""):
    return subprocess.run(words, capture_output=True, text=True, encoding="utf-8", timeout=250, input=stdin)


class Case(unittest.TestCase):
    def asked(self, *words, model):
        done = run(BINARY, *words, "--json", stdin=model)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)["result"]

    def final(self, model, until, columns=(), *options):
        words = ["--columns", ",".join(columns)] if columns else []
        return self.asked("simulate", "-", "--until", repr(until), "--every", repr(until), *words, *options, model=model)["final"]

    def moved(self, f, until, x0):
        """By SciPy, or by the classical method of Runge and Kutta; f is written by hand."""
        if solve_ivp:
            run = solve_ivp(f, (0, until), x0, method="DOP853", rtol=1e-12, atol=1e-12)
            self.assertEqual(run.status, 0)
            return run.y[:, -1]
        steps, x = 4000, np.array(x0, float)
        h = until / steps
        for n in range(steps):
            k1 = np.array(f(n * h, x))
            k2 = np.array(f((n + 0.5) * h, x + h / 2 * k1))
            k3 = np.array(f((n + 0.5) * h, x + h / 2 * k2))
            k4 = np.array(f((n + 1) * h, x + h * k3))
            x = x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        return x

    def near(self, found, exact, tolerance=1e-9):
        self.assertLessEqual(abs(found - exact), tolerance * (1 + abs(exact)))

    def verified(self, model):
        """Whether the forms agree with each other and with Newton and Euler, body by body."""
        done = run(BINARY, "verify", "-", "--json", stdin=model)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def refused(self, code, statements, help=""):
        done = run(BINARY, "show", "-", stdin="model A {\n" + statements + "\n}\n")
        self.assertEqual(done.returncode, 3, done.stdout)
        self.assertIn(f"error[{code}]", done.stderr)
        self.assertIn(help, " ".join(done.stderr.split()))
        return done.stderr


# A cart whose wheel drives it by a pinion: x = r φ; a pendulum hangs from the cart. The voltage is a function of time.
CART = """model Cart {
  param M = 1.5 [kg], m = 0.4 [kg], l = 0.6 [m], g = 9.81 [m/s^2], r = 0.05 [m]
  param n = 8, R = 1.2 [Ohm], k = 0.03 [N m/A], J = 2e-5 [kg m^2], b = 1e-5 [N m s] INDUCTANCE
  coord phi [rad] "pinion", alpha [rad] "pendulum, from below"
  let x = r*phi
  kinetic M/2*x'^2 + m/2*((x' + l*cos(alpha)*alpha')^2 + (l*sin(alpha)*alpha')^2)
  potential -m*g*l*cos(alpha)
  motor drive on phi { gear n; resistance R; constant k; rotor J; friction b; LINE voltage 6 [V]*sin(3 [1/s]*t) - 0.5 [V]*alpha }
  init alpha = 0.3
}"""


class AgainstEquationsWrittenByHand(Case):
    M, m, l, g, r, n, R, k, J, b, L = 1.5, 0.4, 0.6, 9.81, 0.05, 8, 1.2, 0.03, 2e-5, 1e-5, 0.02

    def accelerations(self, phi, alpha, w, s, i):
        """Of the cart and the pendulum, by Newton: the rotor turns n times as fast as the pinion."""
        torque = self.n * (self.k * i - self.b * self.n * w)
        A = np.array([[(self.M + self.m) * self.r**2 + self.J * self.n**2, self.m * self.r * self.l * math.cos(alpha)],
                      [self.m * self.r * self.l * math.cos(alpha), self.m * self.l**2]])
        return np.linalg.solve(A, [torque + self.m * self.r * self.l * math.sin(alpha) * s * s, -self.m * self.g * self.l * math.sin(alpha)])

    def voltage(self, t, alpha):
        return 6 * math.sin(3 * t) - 0.5 * alpha

    def test_without_an_inductance(self):
        def f(t, x):
            phi, alpha, w, s = x
            i = (self.voltage(t, alpha) - self.k * self.n * w) / self.R
            return [w, s, *self.accelerations(phi, alpha, w, s, i)]

        model = CART.replace("INDUCTANCE", "").replace("LINE", "")
        columns = ("phi", "alpha", "phi'", "alpha'", "drive_current", "drive_torque", "drive_voltage")
        found = self.final(model, 2.0, columns)
        exact = self.moved(f, 2.0, [0, 0.3, 0, 0])
        for name, value in zip(columns, exact):
            self.near(found[name], value)
        u = self.voltage(2.0, exact[1])
        i = (u - self.k * self.n * exact[2]) / self.R
        self.near(found["drive_voltage"], u)
        self.near(found["drive_current"], i)
        self.near(found["drive_torque"], self.n * (self.k * i - self.b * self.n * exact[2]))

    def test_with_an_inductance_the_current_is_a_state(self):
        def f(t, x):
            phi, alpha, w, s, i = x
            rate = (self.voltage(t, alpha) - self.R * i - self.k * self.n * w) / self.L
            return [w, s, *self.accelerations(phi, alpha, w, s, i), rate]

        model = CART.replace("INDUCTANCE", ", L = 0.02 [H]").replace("LINE", "inductance L;")
        found = self.final(model, 2.0, ("phi", "alpha", "phi'", "alpha'", "drive_current"))
        for name, value in zip(("phi", "alpha", "phi'", "alpha'", "drive_current"), self.moved(f, 2.0, [0, 0.3, 0, 0, 0])):
            self.near(found[name], value)

    def test_the_current_may_start_elsewhere_and_be_controlled(self):
        """A voltage that depends on the current is no loop where the current is a state."""
        model = CART.replace("INDUCTANCE", ", L = 0.02 [H]").replace("LINE", "inductance L;").replace(
            "voltage 6 [V]*sin(3 [1/s]*t) - 0.5 [V]*alpha", "voltage 4 [Ohm]*(2 [A] - drive_current)").replace(
            "init alpha = 0.3", "init alpha = 0.3, drive_current = 1")

        def f(t, x):
            phi, alpha, w, s, i = x
            return [w, s, *self.accelerations(phi, alpha, w, s, i), (4 * (2 - i) - self.R * i - self.k * self.n * w) / self.L]

        found = self.final(model, 1.0, ("phi", "alpha'", "drive_current"))
        exact = self.moved(f, 1.0, [0, 0.3, 0, 0, 1])
        for name, value in zip(("phi", "alpha'", "drive_current"), exact[[0, 3, 4]]):
            self.near(found[name], value)

    def test_a_torque_instead_of_a_voltage(self):
        model = CART.replace("INDUCTANCE", "").replace("LINE", "").replace("resistance R; constant k;", "").replace(
            "voltage 6 [V]*sin(3 [1/s]*t) - 0.5 [V]*alpha", "torque 0.05 [N m]*cos(t/1 [s])")

        def f(t, x):
            phi, alpha, w, s = x
            return [w, s, *self.accelerations(phi, alpha, w, s, 0.05 * math.cos(t) / self.k)]

        found = self.final(model, 1.5, ("phi", "alpha'"))
        exact = self.moved(f, 1.5, [0, 0.3, 0, 0])
        self.near(found["phi"], exact[0])
        self.near(found["alpha'"], exact[3])


# A pendulum in a hinge on a cart that slides; the motor sits on the cart.
ARM = """model Arm {
  param u = 3 [V], g = 9.81 [m/s^2]
  gravity g along (0, 0, -1)
  body cart { mass 2 [kg]; inertia (0.1 [kg m^2], 0.1 [kg m^2], 0.1 [kg m^2]) }
  body arm { mass 0.5 [kg]; inertia (0.02 [kg m^2], 0.02 [kg m^2], 0.001 [kg m^2]) }
  joint cart on space slider x along (1, 0, 0)
  joint arm at (0, 0, 0.4 [m]) on cart hinge phi along (0, 1, 0)
  motor lift on phi { gear 20; resistance 2 [Ohm]; constant 0.05 [N m/A]; ROTOR voltage u }
  init phi = 0.2
}"""


class OfBodies(Case):
    def test_a_hinge(self):
        """The mass centre of the arm is at x − l sin φ, −l cos φ."""
        m, M, l, I, g, n, R, k = 0.5, 2, 0.4, 0.02, 9.81, 20, 2, 0.05
        for J, rotor in ((0, ""), (3e-5, "rotor 3e-5 [kg m^2];")):
            def f(t, y):
                x, phi, v, w = y
                torque = n * k * (3 - k * n * w) / R
                A = [[M + m, -m * l * math.cos(phi)], [-m * l * math.cos(phi), I + m * l * l + J * n * n]]
                return [v, w, *np.linalg.solve(A, [-m * l * math.sin(phi) * w * w, torque - m * g * l * math.sin(phi)])]

            model = ARM.replace("ROTOR", rotor)
            found = self.final(model, 1.0, ("x", "phi", "x'", "phi'"))
            for name, value in zip(("x", "phi", "x'", "phi'"), self.moved(f, 1.0, [0, 0.2, 0, 0])):
                self.near(found[name], value)
            self.verified(model)

    def test_the_joint_passes_on_no_torque_about_its_axis_but_the_motor_does(self):
        """Of the arm's balance about the axis only the motor's torque is left over."""
        v = self.final(ARM.replace("ROTOR", ""), 0.4, ("arm_joint_torque_y", "lift_torque", "arm_joint_torque_x"))
        self.near(v["arm_joint_torque_y"], 0)
        self.assertGreater(abs(v["lift_torque"]), 0.1)

    def test_linear_equations_with_the_voltage_as_an_input(self):
        """B = n k/(R I) for one wheel that a motor turns; A = −(n k)²/(R I)."""
        model = """model Wheel { input u [V] = 0
          body wheel { mass 1 [kg]; shape disc(0.2 [m]) along (0, 1, 0) }
          joint wheel on space hinge phi along (0, 1, 0)
          motor drive on phi { gear 3; resistance 2 [Ohm]; constant 0.1 [N m/A]; voltage u }
          output speed [rad/s] = phi' }"""
        done = run(BINARY, "linearize", "-", "--at", "equilibrium", "--json", stdin=model)
        self.assertEqual(done.returncode, 0, done.stderr)
        text = done.stdout
        I = 0.5 * 0.2**2
        self.assertIn(f"{3 * 0.1 / (2 * I):.6g}"[:6], text)
        self.assertIn(f"{-((3 * 0.1) ** 2) / (2 * I):.6g}"[:6], text)

    def test_facts_hold_their_tongue_where_the_current_is_a_state(self):
        model = ARM.replace("ROTOR", "inductance 0.01 [H];")
        done = run(BINARY, "facts", "-", "--fact", "energy", stdin=model)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("not decided", done.stdout)


TWO = """model Two {
  body a { mass 1; inertia (0.2, 0.3, 0.4) }
  body b { mass 2; inertia (0.5, 0.4, 0.7) }
  TORQUE
  init a_x = 1, b_x = -1, a_w1 = 0.5, a_w2 = -0.2, a_w3 = 0.3, b_w1 = 0.1, b_w2 = 0.4, b_vy = 0.3
}"""


def momentum(v):
    """The total angular momentum about the origin."""
    total = np.zeros(3)
    for body, mass, inertia in (("a", 1, (0.2, 0.3, 0.4)), ("b", 2, (0.5, 0.4, 0.7))):
        w0, w1, w2, w3 = (v[f"{body}_q{k}"] for k in range(4))
        R = np.array([[1 - 2 * (w2 * w2 + w3 * w3), 2 * (w1 * w2 - w0 * w3), 2 * (w1 * w3 + w0 * w2)],
                      [2 * (w1 * w2 + w0 * w3), 1 - 2 * (w1 * w1 + w3 * w3), 2 * (w2 * w3 - w0 * w1)],
                      [2 * (w1 * w3 - w0 * w2), 2 * (w2 * w3 + w0 * w1), 1 - 2 * (w1 * w1 + w2 * w2)]])
        spin = R @ (np.array(inertia) * [v[f"{body}_w{k}"] for k in (1, 2, 3)])
        x, velocity = ([v[f"{body}_{c}"] for c in names] for names in (("x", "y", "z"), ("vx", "vy", "vz")))
        total += spin + mass * np.cross(x, velocity)
    return total


class BetweenBodies(Case):
    columns = tuple(f"{b}_{c}" for b in "ab" for c in "x y z q0 q1 q2 q3 w1 w2 w3 vx vy vz".split())

    def test_two_free_bodies_keep_their_angular_momentum(self):
        for torque in ("torque (0.3*sin(2*t), 0.2, -0.1*a_w3) between a and b",
                       "torque (0.3, 0.2*cos(t), a_w1) between a and b follower"):
            model = TWO.replace("TORQUE", torque)
            start, end = (momentum(self.final(model, t, self.columns)) for t in (1e-9, 3.0))
            self.assertLessEqual(np.max(np.abs(end - start)), 2e-9)
            self.verified(model)
            # It does act, and one that acts on a alone does not keep it.
            free = self.final(TWO.replace("TORQUE", ""), 3.0, self.columns)
            moved = self.final(model, 3.0, self.columns)
            self.assertGreater(abs(moved["a_w1"] - free["a_w1"]), 1e-3)
        alone = TWO.replace("TORQUE", "torque (0.3*sin(2*t), 0.2, -0.1*a_w3) on a")
        self.assertGreater(np.max(np.abs(momentum(self.final(alone, 3.0, self.columns)) - start)), 1e-2)

    def test_it_acts_on_the_first_and_reacts_on_the_second(self):
        """Upright discs on one axis: w' = ± tau/I."""
        v = self.final(TWO.replace("TORQUE", "torque (0, 0, 0.1) between a and b").replace(
            "a_w1 = 0.5, a_w2 = -0.2, a_w3 = 0.3, b_w1 = 0.1, b_w2 = 0.4, b_vy = 0.3", "a_w3 = 0"), 2.0, self.columns)
        self.near(v["a_w3"], 0.1 * 2 / 0.4)
        self.near(v["b_w3"], -0.1 * 2 / 0.7)

    HINGE = """model Flywheel { body frame { mass 3; inertia (1, 1, 1) }; body wheel { mass 1; shape disc(0.3) along (0.6, 0, 0.8) }
      joint wheel on frame hinge phi along (0.6, 0, 0.8)
      TORQUE
      init frame_w2 = 0.3, phi' = 2 }"""

    def test_along_a_hinge_in_four_words(self):
        """Between the two, in either order, as a vector that follows, and on the angle: one motion."""
        columns = ("phi", "frame_w1", "frame_w2", "frame_w3")
        found = [self.final(self.HINGE.replace("TORQUE", torque), 2.0, columns)
                 for torque in ("torque 0.05*cos(t) between wheel and frame", "torque -0.05*cos(t) between frame and wheel",
                                "torque 0.05*cos(t) on hinge phi", "force on phi: 0.05*cos(t)",
                                "torque (-0.05*cos(t)*0.6, 0, -0.05*cos(t)*0.8) between frame and wheel follower",
                                "motor m on phi { gear 5; torque 0.01*cos(t) }",
                                "torque (0.02 + 0.03)*cos(t) between wheel and frame")]
        for other in found[1:]:
            for name in columns:
                self.near(other[name], found[0][name])
        free = self.final(self.HINGE.replace("TORQUE", ""), 2.0, columns)
        self.assertGreater(abs(free["phi"] - found[0]["phi"]), 1e-3)
        self.verified(self.HINGE.replace("TORQUE", "torque 0.05*cos(t) between wheel and frame"))

    def test_in_a_hinge_that_closes_a_loop(self):
        """A four-bar linkage, driven at the hinge that has no coordinate."""
        model = """model Linkage {
          body a { mass 1; shape rod(1) along (0, 0, 1) }; body b { mass 1; shape rod(1.4) along (1, 0, 0) }
          body c { mass 1; shape rod(1.2) along (0, 0, 1) }
          joint a at (0, 0, -0.5) on space hinge p0 along (0, 1, 0)
          joint b at (-0.7, 0, 0) on a at (0, 0, 0.5) hinge p1 along (0, 1, 0)
          joint c at (0, 0, 0.6) on b at (0.7, 0, 0) hinge p2 along (0, 1, 0)
          joint c at (0, 0, -0.6) on space at (1.4, 0, -0.2) hinge along (0, 1, 0)
          torque 0.5 between c and space }"""
        self.verified(model)


class OfVehicles(Case):
    ROBOT = """model Robot {
      param R = 1 [Ohm], k = 0.05 [N m/A], n = 10, J = 1e-5 [kg m^2]
      input ur [V] = 2, ul [V] = 1.5
      frame body { mass 5 [kg]; inertia 0.3 [kg m^2] }
      axle drive on body at (0 [m], 0 [m]) { wheels radius 0.1 [m], track 0.4 [m], mass 0.2 [kg], spin 0.001 [kg m^2] }
      motor right on drive_phi1 { gear n; resistance R; constant k; rotor J; voltage ur }
      motor left on drive_phi2 { gear n; resistance R; constant k; rotor J; voltage ul }
    }"""

    def test_a_robot_on_two_wheels(self):
        """Speed v and turning rate w: each wheel's torque pushes the ground; by hand."""
        M, I, r, d, mw, spin, R, k, n, J = 5, 0.3, 0.1, 0.2, 0.2, 0.001, 1, 0.05, 10, 1e-5
        wheel = spin + n * n * J  # about its axle

        def f(t, x):
            v, w = x
            right, left = (v + d * w) / r, (v - d * w) / r  # the right wheel is outside where it turns left
            tr, tl = (n * k * (u - k * n * s) / R for u, s in ((2, right), (1.5, left)))
            return [(tr + tl) / r / (M + 2 * mw + 2 * wheel / r**2),
                    d * (tr - tl) / r / (I + 2 * mw * d * d + 2 * wheel * d * d / r**2)]

        exact = self.moved(f, 1.0, [0, 0])
        found = self.final(self.ROBOT, 1.0, ("v2", "w", "right_current"))
        self.near(found["v2"], exact[0])
        self.near(found["w"], exact[1])
        self.verified(self.ROBOT)


class Mistakes(Case):
    PARTS = """body a { mass 1; shape ball(1) }; body b { mass 1; shape ball(1) }; body c { mass 1; shape ball(1) }; body d { mass 1; shape ball(1) }
joint b on a hinge phi along (0, 1, 0); joint c on a slider s along (1, 0, 0); joint d at (0, 0, 2) on c ball
"""

    def test_torques(self):
        for code, statement, help in [
            ("torque-on-itself", "torque 1 between b and b", "name two different bodies"),
            ("torque-on-itself", "torque (1, 0, 0) between space and space", ""),
            ("torque-without-hinge", "torque 1 between c and b", "torque (X, Y, Z) between c and b"),
            ("torque-without-hinge", "torque 1 between c and a", ""),
            ("torque-without-hinge", "torque 1 between d and c", ""),
            ("joint-body-unknown", "torque 1 between b and bb", ""),
            ("torque-on-what", "torque 1 on hinge s", "phi"),
            ("name-unknown", "torque 1 on hinge phj", "phi"),
            ("tuple-length", "torque (1, 2) between a and b", ""),
            ("syntax", "torque 1 on b", "torque (0, 0, tau) on wheel"),
            ("syntax", "torque 1 with b", ""),
            ("acceleration-unexpected", "torque phi'' between b and a", ""),
        ]:
            with self.subTest(statement):
                if code == "syntax":
                    done = run(BINARY, "show", "-", stdin="model A {\n" + self.PARTS + statement + "\n}\n")
                    self.assertEqual(done.returncode, 3)
                    self.assertIn(help, " ".join(done.stderr.split()))
                else:
                    self.refused(code, self.PARTS + statement, help)

    def test_motors(self):
        whole = "resistance 1; constant 1; voltage 1"
        for code, statement, help in [
            ("motor-on-what", "motor m on s { " + whole + " }", "way of a slider"),
            ("motor-on-what", "motor m on d { " + whole + " }", "ball joint"),
            ("motor-on-what", "motor m on b { " + whole + " }", "phi"),
            ("motor-on-what", "motor m on a_w1 { " + whole + " }", "phi"),
            ("name-unknown", "motor m on ph { " + whole + " }", ""),
            ("motor-part-missing", "motor m on phi { constant 1; voltage 1 }", "add resistance R"),
            ("motor-part-missing", "motor m on phi { resistance 1; voltage 1 }", "add constant k"),
            ("motor-part-missing", "motor m on phi { resistance 1; constant 1 }", "add voltage u"),
            ("motor-two-sources", "motor m on phi { " + whole + "; torque 1 }", "keep one"),
            ("motor-part-unused", "motor m on phi { resistance 1; torque 1 }", "leave it out"),
            ("motor-part-unknown", "motor m on phi { resistence 1; constant 1; voltage 1 }", "resistance"),
            ("motor-part-twice", "motor m on phi { " + whole + "; voltage 2 }", ""),
            ("not-positive", "motor m on phi { gear 0; " + whole + " }", ""),
            ("not-positive", "motor m on phi { resistance -1; constant 1; voltage 1 }", ""),
            ("motor-negative", "motor m on phi { rotor -1; " + whole + " }", ""),
            ("motor-loop", "motor m on phi { resistance 1; constant 1; voltage 2*m_current }", "with an inductance"),
            ("motor-loop", "let u = 2*m_torque\nmotor m on phi { resistance 1; constant 1; voltage u }", "move this behind the motor"),
            ("motor-loop", "motor m on phi { resistance 1; constant 1; voltage e_current }\njoint e on a hinge psi along (0, 0, 1); body e { mass 1; "
             "shape ball(1) }\nmotor e on psi { resistance 1; constant 1; voltage m_current }", ""),
            ("value-not-constant", "motor m on phi { resistance phi; constant 1; voltage 1 }", ""),
            ("acceleration-unexpected", "motor m on phi { resistance 1; constant 1; voltage phi'' }", ""),
            ("name-duplicate", "motor m on phi { " + whole + " }; motor m on phi { " + whole + " }", ""),
            ("name-duplicate", "param m_torque = 1; motor m on phi { " + whole + " }", ""),
            ("rate-twice", "motor m on phi { inductance 1; " + whole + " }\nm_current' = 1", ""),
        ]:
            with self.subTest(statement):
                self.refused(code, self.PARTS + statement, help)

    def test_units(self):
        body = "body b { mass 1 [kg]; shape ball(1 [m]) }; joint b on space hinge phi along (0, 1, 0)\n"
        for part, wrong in [("voltage", "3 [A]"), ("resistance", "2 [V]"), ("constant", "2 [V]"), ("gear", "2 [m]"), ("inductance", "1 [Ohm]"),
                            ("rotor", "1 [kg m]"), ("friction", "1 [N m]")]:
            parts = {"voltage": "3 [V]", "resistance": "2 [Ohm]", "constant": "0.1 [N m/A]", part: wrong}
            with self.subTest(part):
                self.refused("unit-mismatch", body + "motor m on phi { " + "; ".join(f"{k} {v}" for k, v in parts.items()) + " }")
        self.refused("unit-mismatch", body + "motor m on phi { torque 3 [N] }")
        self.refused("unit-mismatch", body + "torque 3 [N] between b and space")
        self.refused("motor-on-what", "param m = 1 [kg]; coord x [m]; kinetic m/2*x'^2; motor m1 on x { torque 1 [N m] }", "dimension")

    def test_a_motor_against_nothing(self):
        self.refused("motor-on-what", "frame f { mass 1; inertia 1 }\nmotor m on psi { torque 1 }", "reaction")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        BINARY = sys.argv.pop(1)
    unittest.main()

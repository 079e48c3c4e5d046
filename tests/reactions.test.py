"""Forces and torques in joints, fixed points and hitches by their names, against closed forms.

    python3 tests/reactions.test.py PATH-TO-ANHOLON [unittest arguments]
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
    return subprocess.run(words, capture_output=True, text=True, encoding="utf-8", timeout=250, input=stdin)


class Case(unittest.TestCase):
    def columns(self, model, columns, until="0", stdin=""):
        """The final values, and the units."""
        done = run(BINARY, "simulate", model, "--until", until, "--columns", ",".join(columns), "--json", stdin=stdin)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)["result"]

    def values(self, model, columns, until="0"):
        return self.columns("-", columns, until, model)["final"]

    def near(self, found, exact, tolerance=1e-11):
        self.assertLessEqual(abs(found - exact), tolerance * (1 + abs(exact)))


XYZ = ("x", "y", "z")

PENDULUM = """model Pendulum {
  param m = 2 [kg], l = 0.7 [m], g = 9.81 [m/s^2], J = 0.05 [kg m^2]
  gravity g along (0, 0, -1)
  body rod { mass m; inertia (J, J, J) }
  joint rod at (0, 0, l) on space at (0, 0, 0) hinge phi along (0, 1, 0)
  EXTRA
  init phi = 0.4, phi' = 1.5
}"""


class Joints(Case):
    def test_the_tension_of_a_pendulum(self):
        """Along the rod m l φ'² + m g cos φ; across it m g sin φ − m l φ'' with φ'' = −m g l sin φ / (J + m l²)."""
        names = [f"rod_joint_force_{i}" for i in XYZ] + ["phi", "phi'", "rod_joint_force"] + [f"rod_joint_torque_{i}" for i in XYZ]
        for until in ("0", "1.3"):
            v = self.values(PENDULUM.replace("EXTRA", ""), names, until)
            m, l, g, J, phi, rate = 2, 0.7, 9.81, 0.05, v["phi"], v["phi'"]
            along = m * l * rate**2 + m * g * math.cos(phi)
            across = -m * l * m * g * l * math.sin(phi) / (J + m * l * l) + m * g * math.sin(phi)
            # the mass centre is at −l (sin φ, 0, cos φ): the rod points back to the joint along (sin φ, 0, cos φ)
            self.near(v["rod_joint_force_x"], along * math.sin(phi) - across * math.cos(phi))
            self.near(v["rod_joint_force_z"], along * math.cos(phi) + across * math.sin(phi))
            self.near(v["rod_joint_force_y"], 0)
            self.near(v["rod_joint_force"], math.hypot(along, across))
            for i in XYZ:
                self.near(v[f"rod_joint_torque_{i}"], 0)

    def test_a_motor_is_the_torque_about_the_hinge(self):
        v = self.values(PENDULUM.replace("EXTRA", "force on phi: 3 [N m]"), ["rod_joint_torque_y", "rod_joint_torque_x"])
        self.near(v["rod_joint_torque_y"], 3)
        self.near(v["rod_joint_torque_x"], 0)

    def test_loads_are_not_part_of_it(self):
        """A force on the body at its mass centre: what the joint does not pass on."""
        free = self.values(PENDULUM.replace("EXTRA", ""), [f"rod_joint_force_{i}" for i in XYZ] + ["phi''"])
        pushed = self.values(PENDULUM.replace("EXTRA", "force (0, 5 [N], 0) on rod"), [f"rod_joint_force_{i}" for i in XYZ] + [f"rod_joint_torque_{i}" for i in XYZ] + ["phi"])
        self.near(pushed["rod_joint_force_y"], -5)
        self.near(pushed["rod_joint_force_z"], free["rod_joint_force_z"])
        # the torque balances r × F about the joint
        phi, l = pushed["phi"], 0.7
        self.near(pushed["rod_joint_torque_x"], -l * math.cos(phi) * 5)
        self.near(pushed["rod_joint_torque_z"], l * math.sin(phi) * 5)

    def test_a_double_pendulum(self):
        """Point masses: the tensions of the textbook equations, solved here."""
        model = """model Double {
          param m1 = 1, m2 = 2, l1 = 1, l2 = 0.5, g = 10
          gravity g along (0, 0, -1)
          body upper { mass m1; inertia (0, 0, 0) }
          body lower { mass m2; inertia (0, 0, 0) }
          joint upper at (0, 0, l1) on space at (0, 0, 0) hinge a along (0, 1, 0)
          joint lower at (0, 0, l2) on upper at (0, 0, 0) hinge b along (0, 1, 0)
          init a = 0.5, b = 0.3, a' = 1, b' = -2
        }""".replace("(0, 0, 0) }", "(1e-9, 1e-9, 1e-9) }")
        v = self.values(model, [f"{n}_joint_force_{i}" for n in ("upper", "lower") for i in XYZ])
        m1, m2, l1, l2, g = 1.0, 2.0, 1.0, 0.5, 10.0
        A, B, da, db = 0.5, 0.8, 1.0, -1.0
        # unknown tensions: positions are −l (sin, cos); each mass is pulled along its rods
        n1, n2 = (math.sin(A), math.cos(A)), (math.sin(B), math.cos(B))
        dot = n1[0] * n2[0] + n1[1] * n2[1]
        # |r1|² and |r2 − r1|² are constant: r1·a1 = −l1² da², (r2 − r1)·(a2 − a1) = −l2² db²
        # m1 a1 = T1 n1 − T2 n2 − m1 g e,  m2 a2 = T2 n2 − m2 g e
        # with r1 = −l1 n1, r2 − r1 = −l2 n2
        #   T1/m1 − T2 dot/m1 − g n1z = l1 da²
        #   T2/m2 − (T1 dot − T2)/m1 = l2 db²
        a11, a12, r1 = 1 / m1, -dot / m1, l1 * da**2 + g * n1[1]
        a21, a22, r2 = -dot / m1, 1 / m2 + 1 / m1, l2 * db**2
        det = a11 * a22 - a12 * a21
        T1, T2 = (r1 * a22 - a12 * r2) / det, (a11 * r2 - a21 * r1) / det
        for name, T, n in (("upper", T1, n1), ("lower", T2, n2)):
            self.near(v[f"{name}_joint_force_x"], T * n[0], 1e-6)
            self.near(v[f"{name}_joint_force_z"], T * n[1], 1e-6)

    def test_a_spring_between_bodies(self):
        """A spring from the body to space pulls; the joint carries the rest."""
        still = """model Hung { param k = 100; gravity 10 along (0, 0, -1)
          body rod { mass 2; inertia (0.1, 0.1, 0.1) }
          joint rod at (0, 0, 1) on space at (0, 0, 0) hinge phi along (0, 1, 0)
          spring k between rod and space at (0, 0, -1.5) length 0.2
          init phi = 0 }"""
        v = self.values(still, ["rod_joint_force_z"])
        self.near(v["rod_joint_force_z"], 20 + 100 * 0.3)

    def test_a_fixed_point(self):
        """A steady gyroscope: the mass centre circles with Ω at r sin θ."""
        model = """model Top { param m = 3, l = 0.4, g = 9.8, A = 0.6, C = 0.2
          gravity g along (0, 0, -1)
          body top { mass m; inertia (A, A, C); pose about (0, 0, -l); angles psi about z, theta about x, phi about z }
          init theta = 1, psi' = 2, phi' = 7 }"""
        names = [f"top_point_force_{i}" for i in XYZ] + ["theta''", "psi''", "theta", "psi"]
        v = self.values(model, names)
        m, l, g, theta = 3, 0.4, 9.8, 1.0
        # centre = l (sin ψ sin θ, −cos ψ sin θ, cos θ) at ψ = 0, with θ' = 0
        tt, pp = v["theta''"], v["psi''"]
        ax = l * (pp * math.sin(theta))
        ay = l * (4 * math.sin(theta) - tt * math.cos(theta))
        az = l * (-tt * math.sin(theta))
        self.near(v["top_point_force_x"], m * ax)
        self.near(v["top_point_force_y"], m * ay)
        self.near(v["top_point_force_z"], m * (az + g))

    def test_units(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "run.json")
            done = run(BINARY, "simulate", "-", "--until", "0", "--columns", "rod_joint_force_x,rod_joint_torque_y", "-o", path, stdin=PENDULUM.replace("EXTRA", ""))
            self.assertEqual(done.returncode, 0, done.stderr)
            with open(path, encoding="utf-8") as file:
                units = {c["name"]: c["unit"] for c in json.load(file)["columns"]}
        self.assertEqual(units["rod_joint_force_x"], "kg m/s^2")
        self.assertEqual(units["rod_joint_torque_y"], "kg m^2/s^2")


class Hitches(Case):
    TRAIN = """model Train {
      param m = 5, M = 8, J = 0.4, l = 1.5
      frame car { mass M; inertia 2 }
      frame trailer { mass m; inertia J }
      hitch trailer at (0, l) to car at (0, -0.8) turns alpha
      axle rear on car { skate }
      axle wheels on trailer { skate }
      FORCE
      init INIT
    }"""

    def test_straight_ahead(self):
        """The car is pushed along its line: the hitch pulls the trailer with its share of the force."""
        model = self.TRAIN.replace("FORCE", "force on y: 26").replace("INIT", "y' = 2")
        v = self.values(model, ["trailer_hitch_force_x", "trailer_hitch_force_y", "trailer_hitch_force"])
        self.near(v["trailer_hitch_force_x"], 0)
        self.near(v["trailer_hitch_force_y"], 26 * 5 / 13)
        self.near(v["trailer_hitch_force"], 10)

    def test_along_the_trailer(self):
        """Along the trailer the skate does not push: the hitch alone moves its mass."""
        model = self.TRAIN.replace("FORCE", "").replace("INIT", "y' = 2, psi' = 0.4, alpha = 0.5")
        v = self.values(model, ["trailer_hitch_force_x", "trailer_hitch_force_y", "trailer_psi"], "0.7")
        along = -math.sin(v["trailer_psi"]) * v["trailer_hitch_force_x"] + math.cos(v["trailer_psi"]) * v["trailer_hitch_force_y"]
        # v2 of the trailer's origin, where its mass is: m v2' = force along, as the origin does not slip sideways
        near = [self.values(model, ["trailer_v2"], str(0.7 + h))["trailer_v2"] for h in (-2e-3, -1e-3, 1e-3, 2e-3)]
        slope = (8 * (near[2] - near[1]) - (near[3] - near[0])) / 12e-3
        self.near(along, 5 * slope, 1e-8)


    def test_across_the_trailer(self):
        """About its origin, where its mass and its skate are, the hitch alone turns the trailer: J ψ'' = −l R_n."""
        model = self.TRAIN.replace("FORCE", "force on psi: 3").replace("INIT", "y' = 2, psi' = 0.4, alpha = 0.5")
        v = self.values(model, ["trailer_hitch_force_x", "trailer_hitch_force_y", "trailer_psi", "psi''", "alpha''"], "0.7")
        across = math.cos(v["trailer_psi"]) * v["trailer_hitch_force_x"] + math.sin(v["trailer_psi"]) * v["trailer_hitch_force_y"]
        self.assertGreater(abs(across), 1e-2)
        self.near(-1.5 * across, 0.4 * (v["psi''"] + v["alpha''"]))

    def test_wheels_instead_of_skates(self):
        """Wheels that roll have the same hitch force as skates of their mass, if they have no spin of their own."""
        with_wheels = self.TRAIN.replace("axle wheels on trailer { skate }", "axle wheels on trailer { wheels radius 0.2, track 1, mass 0.3, spin 1e-12 }")
        with_skate = self.TRAIN.replace("axle wheels on trailer { skate }", "axle wheels on trailer { skate mass 0.6, turn 0.15 }")
        found = [self.values(m.replace("FORCE", "force on psi: 3").replace("INIT", "y' = 2, psi' = 0.4, alpha = 0.5"),
                             ["trailer_hitch_force_x", "trailer_hitch_force_y"], "0.7") for m in (with_wheels, with_skate)]
        for name in found[0]:
            self.near(found[0][name], found[1][name], 1e-9)


class Laws(Case):
    def test_the_reaction_of_every_law(self):
        """R = [L] − Q. Of the sleigh under the nonholonomic law it is λ ∂f/∂q'; its power vanishes there."""
        v = self.columns("chaplygin-sleigh", ["R_x", "R_y", "R_theta", "x'", "y'", "theta'", "lambda", "theta"], "1")["final"]
        self.near(v["R_x"] * v["x'"] + v["R_y"] * v["y'"] + v["R_theta"] * v["theta'"], 0)
        self.near(math.hypot(v["R_x"], v["R_y"]), abs(v["lambda"]))

    def test_forces_are_not_part_of_it(self):
        pushed = """model Skate { coord x, y, phi; kinetic (x'^2 + y'^2 + phi'^2)/2; constraint c: x'*sin(phi) = y'*cos(phi)
          potential x*y; force on x: 3 - x', y: 1; init x' = 1, phi' = 0.7 }"""
        v = self.values(pushed, ["R_x", "R_y", "R_phi", "x'", "y'", "lambda"], "0.5")
        self.near(v["R_x"] * v["x'"] + v["R_y"] * v["y'"], 0)
        self.near(math.hypot(v["R_x"], v["R_y"]), abs(v["lambda"]))
        self.near(v["R_phi"], 0)

    def test_vakonomic_and_servo(self):
        """Where [L] = R the momenta of free coordinates change by R alone, under any law: d/dt ∂L/∂x' = R_x without potential."""
        skate = """model Skate { coord x, y, phi; kinetic (x'^2 + y'^2 + phi'^2)/2; constraint c: x'*sin(phi) = y'*cos(phi)
          motion vakonomic; init x' = 1, phi' = 0.7, lambda = 0.3 }"""
        v = self.values(skate, ["R_x", "R_y", "R_phi", "x''", "y''", "phi''"], "0.5")
        for i in ("x", "y", "phi"):
            self.near(v[f"R_{i}"], v[f"{i}''"])
        self.assertGreater(abs(v["R_phi"]), 1e-3)  # unlike the nonholonomic reaction
        plain = self.values(skate.replace("motion vakonomic;", "").replace(", lambda = 0.3", ""), ["R_x", "R_phi"], "0.5")
        self.near(plain["R_phi"], 0)


class NotKnown(Case):
    def refused(self, columns, stdin):
        done = run(BINARY, "simulate", "-", "--columns", columns, stdin=stdin)
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        return done.stderr

    def test_a_constraint_that_is_written_as_an_equation(self):
        said = self.refused("rod_joint_force_x", PENDULUM.replace("EXTRA", "constraint held: phi' = 1 [1/s]"))
        self.assertIn("error[reaction-not-known]", said)
        self.assertIn("where the reaction of the constraint 'held' acts is not stated", said)

    def test_names_that_are_none(self):
        for name in ("rod_joint_force_w", "rod_hitch_force_x", "rod_point_force_x", "R_q"):
            self.assertIn("error[name-unknown]", self.refused(name, PENDULUM.replace("EXTRA", "")))

    def test_misspelt_names(self):
        said = self.refused("rod_joint_forc_x", PENDULUM.replace("EXTRA", ""))
        self.assertIn("error[name-unknown]", said)
        self.assertIn("did you mean the reaction 'rod_joint_force_x'?", said)

    def test_loops(self):
        loop = """model Loop { gravity 10 along (0, 0, -1)
          body a { mass 1; inertia (1, 1, 1) }
          body b { mass 1; inertia (1, 1, 1) }
          joint a at (0, 0, 1) on space at (0, 0, 0) hinge u along (0, 1, 0)
          joint b at (-1, 0, 0) on a at (0, 0, -1) hinge v along (0, 1, 0)
          joint b at (1, 0, 0) on space at (2, 0, -2) hinge along (0, 1, 0)
        }"""
        self.assertIn("joints close a loop", self.refused("a_joint_force_x", loop))


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        BINARY = os.path.abspath(sys.argv.pop(1))
    unittest.main()

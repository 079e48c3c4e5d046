"""Certificates as theorems: what anholon-coq writes, Coq proves; what is false, Coq does not.

    python3 tests/coq.test.py PATH-TO-ANHOLON [unittest arguments]

Exits with 77 and a reason where Coq is not installed.
"""

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from certificate_builder import (atan, branch, certificate, claim, cos, digest, equation, exp, expression, form, integral,
                                 log, pi, root, sign, sin, system, var, zero)

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
TOOL = os.path.join(ROOT, "tools", "anholon_coq.py")
BINARY = sys.argv.pop(1) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else os.environ.get("ANHOLON_BINARY", "")
SKIPPED = 77

x, y, z, t, k, m = var("x", "y", "z", "t", "k", "m")
dx, dy, dz = var("x'", "y'", "z'")
ddx, ddy, ddz = var("x''", "y''", "z''")


class Writing(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def run_tool(self, file, *options):
        """Exit code, {claim: what is said of it}, and the text of the .v file."""
        path, output = (os.path.join(self.folder.name, name) for name in ("c.json", "c.v"))
        with open(path, "wb") as stream:
            stream.write(file if isinstance(file, bytes) else json.dumps(file).encode())
        done = subprocess.run([sys.executable, TOOL, path, "-o", output, *options], capture_output=True, text=True, timeout=1800)
        said = dict(re.findall(r"(?m)^(.*?): \w+ (?:holds|fails): (.*)$", done.stdout))
        if not os.path.exists(output):
            return done.returncode, done.stderr, ""
        with open(output, encoding="utf-8") as stream:
            return done.returncode, said, stream.read()

    def judge(self, systems, claims, *options):
        systems = systems if isinstance(systems, list) else [systems]
        return self.run_tool(certificate(systems, claims), "--check", *options)

    def proved(self, systems, claims):
        """All claims are proved, without axioms of their own."""
        code, said, text = self.judge(systems, claims)
        self.assertEqual((code, set(said.values())), (0, {"proved by Coq"}), said)
        self.assertEqual(len(said), len(claims))
        self.assertNotRegex(text, r"\b(Admitted|admit|Axiom|Parameter|Abort)\b")
        return text

    def not_proved(self, systems, claims):
        code, said, text = self.judge(systems, claims)
        self.assertEqual(code, 1, said)
        self.assertEqual(len(said), len(claims))
        for id, sentence in said.items():
            self.assertRegex(sentence, r"^not proved by Coq", id)
        self.assertNotIn("Theorem claim", text)


def names(sample, **keys):
    return system(law="none", parameters=list(sample), sample=sample, **keys)


def numbered(kind, nodes, **keys):
    return [kind(n, id=f"c{i}", **keys) for i, n in enumerate(nodes)]


SAMPLE = {"x": "3/4", "y": "2/3", "z": "5/4"}
OSCILLATOR = dict(law="free", parameters=["m", "k"], coordinates=["x"], velocities=["x'"], lagrangian=m * dx**2 / 2 - k * x**2 / 2,
                  domain=[["pos", m]], sample={"m": 2, "k": 3, "x": "1/2", "x'": "-1/3"})


class Identities(Writing):
    TRUE = [(x + y)**3 - x**3 - 3 * x**2 * y - 3 * x * y**2 - y**3,
            1 / x - 1 / y - (y - x) / (x * y),
            x**-2 * x**2 - 1,
            root(x)**2 - x,
            1 / (root(x) + root(y)) - (root(x) - root(y)) / (x - y),
            sin(x)**2 + cos(x)**2 - 1,
            sin(2 * x - y / 2) - sin(2 * x) * cos(y / 2) + cos(x * 2) * sin(y / 2),
            cos(3 * x) - 4 * cos(x)**3 + 3 * cos(x),
            sin(x) / (1 + cos(x)) - (1 - cos(x)) / sin(x),
            cos(x + pi / 2) + sin(x),
            exp(x + y) - exp(x) * exp(y),
            exp(-2 * x) * exp(x)**2 - 1,
            sign(x) * abs(x) - x,
            branch(x, x, -x) - abs(x),
            (log(x) + atan(y))**2 - log(x)**2 - 2 * log(x) * atan(y) - atan(y)**2]
    FALSE = [(x + y)**3 - x**3 - 3 * x**2 * y - 2 * x * y**2 - y**3,
             1 / x - 1 / y - (x - y) / (x * y),
             root(x**2) - x,
             sin(2 * x) - sin(x) * cos(x),
             cos(x + pi / 2) - sin(x),
             exp(x + y) - exp(x) - exp(y),
             sign(x) * x - x]

    def test_true_identities_are_proved(self):
        self.proved(names(SAMPLE), numbered(zero, self.TRUE))

    def test_false_identities_are_not(self):
        self.not_proved(names(SAMPLE), numbered(zero, self.FALSE))

    def test_roots_of_squares(self):
        self.proved(names(SAMPLE), [zero(root(x**2) - abs(x), id="abs", hints=[abs(x)]),
                                    zero(root(x**2) - x, id="where", where=[["pos", x]]),
                                    zero(root(x * y) - root(x) * root(y), id="product", hints=[root(x) * root(y)])])


class Motions(Writing):
    def test_oscillator(self):
        energy = m * dx**2 / 2 + k * x**2 / 2
        text = self.proved(system(**OSCILLATOR), [integral(energy, id="energy"), equation(ddx + k * x / m, id="equation"),
                                                  form([m * ddx + k * x], id="form")])
        done = subprocess.run(["coqc", "-q", "c.v"], cwd=self.folder.name, capture_output=True, text=True, timeout=1800)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("forall t1 t2, a < t1 < b -> a < t2 < b -> value (c t1) claim_energy = value (c t2) claim_energy", text)
        self.not_proved(system(**OSCILLATOR), [integral(m * dx**2 / 2 + k * x**2, id="energy"),
                                               equation(ddx - k * x / m, id="equation"), form([m * ddx], id="form")])

    def test_functions_of_the_state(self):
        pendulum = system(parameters=["k"], coordinates=["x"], velocities=["x'"], lagrangian=dx**2 / 2 + k * cos(x), sample=dict.fromkeys(["k", "x", "x'"], "1/2"))
        self.proved(pendulum, [integral(dx**2 / 2 - k * cos(x))])
        tilted = system(time="t", coordinates=["x"], velocities=["x'"], lagrangian=dx**2 / 2 + root(x) + log(x) * exp(t), forces=[atan(x)],
                        domain=[["pos", x]], sample={"t": 1, "x": 2, "x'": 1})
        self.proved(tilted, [equation(ddx - 1 / (2 * root(x)) - exp(t) / x - atan(x))])
        springs = system(coordinates=["x"], velocities=["x'"], lagrangian=dx**2 / 2 - abs(x), sample={"x": 1, "x'": 1})
        self.proved(springs, [integral(dx**2 / 2 + abs(x))])

    def test_a_position_constraint(self):
        bead = system(coordinates=["x", "y"], velocities=["x'", "y'"], parameters=["k"], law="nonholonomic", lagrangian=(dx**2 + dy**2) / 2 - k * y,
                      constraints=[{"name": "c", "kind": "position", "value": y - x**2}],
                      draw=[["free", "k"], ["free", "x"], ["solve", ["y"], ["c"]], ["free", "x'"], ["solve", ["y'"], ["c'"]]],
                      sample={"k": 1, "x": "1/2", "x'": 1})
        self.proved(bead, [integral((dx**2 + dy**2) / 2 + k * y), equation((1 + 4 * x**2) * ddx + 4 * x * dx**2 + 2 * k * x)])

    def test_other_laws(self):
        constraint = {"name": "c", "kind": "velocity", "value": dy - x * dx}
        keys = dict(coordinates=["x", "y"], velocities=["x'", "y'"], lagrangian=(dx**2 + dy**2) / 2)
        draw = [["free", "x"], ["free", "y"], ["free", "x'"], ["solve", ["y'"], ["c"]]]
        sample = {"x": "1/2", "y": 1, "x'": 2}
        lam, dlam = var("n", "n'")
        servo = system(law="servo-force", constraints=[{**constraint, "direction": [expression(1), expression(0)]}], draw=draw, sample=sample, **keys)
        self.proved(servo, [equation(ddy)])
        self.not_proved(servo, [equation(ddx)])
        vakonomic = system(law="vakonomic", multipliers=["n"], constraints=[constraint], draw=[*draw, ["free", "n"]], sample={**sample, "n": 3}, **keys)
        self.proved(vakonomic, [integral(dy - lam, id="momentum"), integral((dx**2 + dy**2) / 2, id="energy")])
        self.not_proved(vakonomic, [integral(dy)])

    def test_quasi_velocities(self):
        """A plane frame: x' = u cos h − v sin h, y' = u sin h + v cos h, h' = w."""
        h, u, v, w, du, dv, dw = var("h", "u", "v", "w", "u'", "v'", "w'")
        one, none = expression(1), expression(0)
        frame = system(coordinates=["x", "y", "h"], velocities=["u", "v", "w"], lagrangian=(u**2 + v**2 + w**2) / 2,
                       kinematics=[u * cos(h) - v * sin(h), u * sin(h) + v * cos(h), w],
                       brackets=[[1, 0, 2, -one], [1, 2, 0, one], [0, 1, 2, one], [0, 2, 1, -one]],
                       sample=dict.fromkeys(["x", "y", "h", "u", "v", "w"], "1/2"))
        self.proved(frame, [equation(du - v * w, id="u"), equation(dv + u * w, id="v"), integral(u * cos(h) - v * sin(h), id="momentum")])
        self.not_proved(frame, [equation(du + v * w, id="u")])


class Contract(Writing):
    def test_its_examples(self):
        with open(os.path.join(ROOT, "docs", "certificates.md"), encoding="utf-8") as document:
            first, second = re.findall(r"```json\n(.*?)```", document.read(), re.S)
        code, said, _ = self.run_tool(first.encode(), "--check")
        self.assertEqual((code, said["c1"]), (3, "proved by Coq"))
        self.assertRegex(said["c2"], "^left out: ")
        code, said, _ = self.run_tool(second.encode(), "--check")
        self.assertEqual((code, said), (0, {"u": "proved by Coq", "Maggi": "proved by Coq"}))

    def test_what_is_left_out_is_listed_with_its_reason(self):
        claims = [zero(root(x, 3)**3 - x, id="odd"), claim("zero", "fails", id="false", node=x, witness=SAMPLE),
                  zero(sum([x * k for k in range(9)], x) - 37 * x, id="large"), zero(x - x, id="small")]
        code, said, text = self.run_tool(certificate([names(SAMPLE)], claims), "--limit", "20")
        self.assertEqual(code, 3)
        self.assertEqual(said["small"], "written")
        for id, reason in (("odd", "roots of odd degree"), ("false", "a claim that fails has a witness"), ("large", "too large: ")):
            self.assertRegex(said[id], "^left out: " + reason)
            self.assertIn(f"{id}: zero {'fails' if id == 'false' else 'holds'}: left out: {reason}", text)

    def test_damage(self):
        file = certificate([names(SAMPLE)], [zero(x - x)])
        for damaged in ({**file, "digest": "0"}, {**file, "format": "anholon-certificate/2"}):
            code, error, _ = self.run_tool(damaged)
            self.assertEqual(code, 2)
            self.assertRegex(error, "^anholon-coq: .*c.json: its (digest|format) is ")
        wrong = {**file, "nodes": [["+", 3, 4]]}
        self.assertEqual(self.run_tool({**wrong, "digest": digest(wrong)})[0], 2)
        self.assertEqual(self.run_tool(json.dumps(file).encode()[:-20])[0], 2)

    def test_names_that_coq_uses(self):
        sample = dict.fromkeys(["fun", "L", "value", "s", "B.x", "sqrt", "H", "theta_1'"], "1/2")
        found = var(*sample)
        total = sum(found[1:], found[0])
        self.proved(names(sample), [zero(total**2 - total * total)])


@unittest.skipUnless(BINARY, "no binary given")
class Gallery(Writing):
    def certificate(self, *arguments):
        path = os.path.join(self.folder.name, "program.json")
        subprocess.run([BINARY, *arguments, "--certificate", path], cwd=ROOT, capture_output=True, timeout=600)
        with open(path, encoding="utf-8") as stream:
            return json.load(stream)

    def only(self, file, ids):
        file["claims"] = [c for c in file["claims"] if c["id"] in ids]
        file["digest"] = digest(file)
        return file

    def test_zero(self):
        code, said, _ = self.run_tool(self.certificate("zero", "sin(x)/(1 + cos(x)) = (1 - cos(x))/sin(x)"), "--check")
        self.assertEqual((code, said), (0, {"zero": "proved by Coq"}))

    def test_sleigh(self):
        """Energy, angular momentum about the blade and the equations of motion, as the program exports them."""
        ids = ["maggi", "hamel", "expect 3", "expect 4", "expect 5", "expect 6"]
        file = self.only(self.certificate("verify", "chaplygin-sleigh"), ids)
        code, said, _ = self.run_tool(file, "--check", "--seconds", "60")
        self.assertEqual((code, said), (0, dict.fromkeys(ids, "proved by Coq")))


if __name__ == "__main__":
    if not shutil.which("coqc"):
        print("skipped: coqc is not installed (Debian's package coq)")
        sys.exit(SKIPPED)
    unittest.main()

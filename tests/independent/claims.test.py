"""Claims whose truth is a short calculation by hand: what `verify` says of them, and what the checker of certificates
says of the certificate that `verify` writes.

    /usr/bin/python3 tests/independent/claims.test.py PATH-TO-ANHOLON [unittest arguments]

A claim the program decides wrongly fails in test_verdicts, since its truth stands here, and in test_certificates, since
the checker, which shares no code with the program, does not accept it.
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
CHECKER = os.path.join(os.path.dirname(os.path.dirname(HERE)), "tools", "anholon_check.py")
BINARY = os.environ.get("ANHOLON_BINARY", "")

PLANE = "coord x, y; kinetic (x'^2 + y'^2)/2; init x = 1/2, y = 2, x' = 1/3, y' = 1/4; "
OSCILLATOR = "coord x, y; kinetic (x'^2 + y'^2)/2; potential (x^2 + y^2)/2; init x = 1, y' = 1; "
SPACE = "coord x, y, z; kinetic (x'^2 + y'^2 + z'^2)/2; "

# Products of absolute values need a hint that the program does not find.
OPEN = {"equation sqrt(x^2*y^2)*x'' = abs(x*y)", "equation abs(x)*abs(y)*x'' = abs(x*y)"}
DECLARED = "for the parameters as declared"
# (name, statements, {claim: is it true}); None where nothing is defined, DECLARED if true for the declared parameters alone.
CASES = [
    # x'' = √y: both roots of the residue, one value of y at a point.
    ("root of a coordinate", PLANE + "force on x: sqrt(y)", {
        "equation x'' = sqrt(y)": True, "equation x''^2 = y": True, "equation x'' = abs(y)": False,
        "equation x''^2 = y^2": False, "equation x'' = -sqrt(y)": False, "equation x''^4 = y^2": True,
        "equation x'' = abs(y)^(3/2)/y": True, "equation x'' = sqrt(y)^3/y": True, "equation x'' = sqrt(abs(y))": True,
        "integral y'": True, "integral x' - sqrt(y)*t": False}),
    # Each of these holds for one of two roots, or of two signs.
    ("roots of squares", PLANE + "force on x: 1", {
        **{"equation sqrt(%s)*x'' = %s" % (square, root): False for square, root in [
            ("x^2", "x"), ("x^2", "-x"), ("(x - y)^2", "x - y"), ("(x - y)^2", "y - x"), ("x^2*y^2", "x*y"),
            ("x^2*y^2", "-x*y"), ("(x + y)^2", "x + y"), ("(x + y)^2", "-x - y"), ("x'^2", "x'"), ("x'^2", "-x'"),
            ("x'^2*y^2", "x'*y"), ("y'^2", "y'"), ("y'^2", "-y'"), ("(x + 3*y)^2", "x + 3*y"), ("x^2*y'^2", "x*y'")]},
        "equation sqrt(x^2)*x'' = abs(x)": True, "equation sqrt(x^2*y^2)*x'' = abs(x*y)": True,
        "equation sqrt(x^4)*x'' = x^2": True, "equation sqrt((x^2 + 1)^2)*x'' = x^2 + 1": True}),
    # The same, where the square is not seen.
    ("roots of expanded squares", PLANE + "force on x: 1", {
        **{"equation sqrt(%d*x^2 + %d*x*y + %d*y^2)*x'' = %s(%d*x + %d*y)" % (a * a, 2 * a * b, b * b, sign, a, b): False
           for a in (1, 2, 3, 5) for b in (1, -1, 2, -3, 7) for sign in ("", "-")},
"equation sqrt((x + y)^2 + 1)*x'' = sqrt(x^2 + 2*x*y + y^2 + 1)": True,
        "equation sqrt((x - y)^2 + 2)*x'' = sqrt(x^2 - 2*x*y + y^2 + 2)": True,
        "equation sqrt((x*y + 1)^2 + 1)*x'' = sqrt(x^2*y^2 + 2*x*y + 2)": True}),
    ("signs", PLANE + "force on x: 1", {
        **{"equation abs(%s)*x'' = %s" % (e, value): False for e in (
            "x", "y", "x'", "y'", "x - y", "x + y", "x*y", "x'*y", "x + x'", "y - y'", "2*x - y") for value in (e, "-(%s)" % e)},
        **{"equation abs(%d*x + %d*x')*x'' = %s(%d*x + %d*x')" % (a, b, sign, a, b): False
           for a in (1, 3, 5) for b in (2, -1, 7) for sign in ("", "-")},
        "equation abs(x)*abs(x)*x'' = x^2": True, "equation abs(x)*abs(y)*x'' = abs(x*y)": True,
        "equation abs(x^2 + y^2 + 1)*x'' = x^2 + y^2 + 1": True, "equation sign(x)*abs(x)*x'' = x": True,
        "equation if(x > 0, x, -x)*x'' = abs(x)": True, "equation if(x > 0, x, x)*x'' = abs(x)": False}),
    # A branch that exists at one point of 16 only.
    ("rare branches", "param a = 1, b = 1, c = 1, d = 1; " + PLANE + "force on x: 1", {
        **{"equation if(%s > 0, %s, 0)*x'' = 0" % (x, "*".join("sqrt(%s + %d)" % (n, k) for k, n in enumerate("abcd", 1))): False
           for x in ("x", "y", "x'", "y'", "x - y", "x + y")}}),
    ("opaque functions", PLANE + "force on x: 1", {
        "equation atan2(y, x)*x'' = atan2(y, 2*x)": False, "equation atan2(y, x)*x'' = atan2(y, abs(x))": False,
        "equation atan2(x, y)*x'' = atan2(x, abs(y))": False, "equation atan2(y, x)*x'' = atan2(2*y, 2*x)": False,
        "equation log(x^2 + 1)*x'' = log(1 + x*x)": True, "equation log(2*x^2 + 2)*x'' = log(x^2 + 1)": False,
        "equation atan(-x)*x'' = -atan(x)": True, "equation atan(x)*x'' = atan(2*x)": False,
        "equation exp(x)*exp(y)*x'' = exp(x + y)": True, "equation exp(x)*exp(y)*x'' = exp(x - y)": False,
        "equation sin(2*x)*x'' = 2*sin(x)*cos(x)": True, "equation sin(2*x)*x'' = 2*sin(x)": False}),
    # No real state satisfies these sentences' sides.
    ("nowhere defined", PLANE + "force on x: 1", {
        "equation log(-x^2 - 1)*x'' = log(-1 - x^2)": None, "equation sqrt(-x^2 - 1)*x'' = sqrt(-1 - x^2)": None,
        "equation sqrt(-y^2 - 2)*y'' = 0": None, "equation sqrt(2*x - 2 - x^2)*y'' = 0": None,
        "equation sqrt(2*x*y - 1 - x^2 - y^2)*x'' = sqrt(2*x*y - 1 - x^2 - y^2)": None, "integral log(-x'^2 - 1)*y'": None}),
    ("jumps", OSCILLATOR, {
        "integral energy": True, "integral x*y' - y*x'": True, "integral x*x' + y*y'": False, "integral sign(x)": False,
        "integral abs(x)/x": False, "integral if(x > 0, 1, 2)": False, "integral atan(x) + atan(1/x)": False,
        "integral (x^2 + x'^2)*sign(y)": False, "integral sqrt(x^2 + x'^2)": True, "integral x^2 + x'^2": True,
        "integral x^2 - x'^2": False, "integral atan2(x, x') - atan2(y, y')": False}),
    # Chetaev's reactions: z' = y x'.
    ("nonholonomic", SPACE + "constraint z' = y*x'; init y = 1, x' = 1, y' = 1/2", {
        "integral energy": True, "integral x'^2*(1 + y^2)": True, "integral x'^2*(1 + y)": False,
        "equation (1 + y^2)*x'' + y*x'*y' = 0": True, "equation (1 + y^2)*x'' = 0": False, "equation z'' = y*x'' + y'*x'": True,
        "equation z'' = y*x''": False, "equation y'' = 0": True, "integral z' - y*x'": True}),
    ("moving masses", "coord x, y; kinetic (1 + x^2)*x'^2/2 + y'^2*exp(x)/2; init x = 1/2, x' = 1/3, y' = 1/4", {
        "equation (1 + x^2)*x'' + x*x'^2 = exp(x)*y'^2/2": True, "equation (1 + x^2)*x'' - x*x'^2 = exp(x)*y'^2/2": False,
        "equation y'' + x'*y' = 0": True, "equation y'' - x'*y' = 0": False, "integral exp(x)*y'": True, "integral y'": False,
        "integral energy": True}),
    ("driven", "coord x; kinetic x'^2/2; force on x: cos(t); init x' = 1/3", {
        "integral x' - sin(t)": True, "integral x' + sin(t)": False, "integral energy": False}),
    ("pendulum", "param g = 10; coord x, y; kinetic (x'^2 + y'^2)/2; potential g*y; constraint rod: x^2 + y^2 = 1; "
     "init x = 3/5, y = -4/5", {
         "integral energy": True, "integral x'^2 + y'^2 + 2*g*y": True, "integral x'^2 + y'^2 - 2*g*y": False,
         "equation x*x'' + y*y'' + x'^2 + y'^2 = 0": True, "equation x*x'' + y*y'' = 0": False}),
    # Two components of the positions: where z = 1, and where x = y.
    ("two components", SPACE + "force on z: 1; constraint either: (x - y)*(z - 1) = 0; init x = 1, y = 1, z = 3, x' = 1, y' = 1, z' = 1/2", {
        "equation z = 1": False, "equation z' = 0": False, "integral z": False}),
    # True for k = 1 alone.
    ("any parameters", "param k = 1; coord x, y; kinetic (x'^2 + y'^2)/2; potential (x^2 + k*y^2)/2; init x = 1, y' = 1", {
        "equation y'' = -k*y": True, "equation x'' = y''*x/y": DECLARED, "integral energy": True, "integral x'^2 + x^2": True,
        "equation k^2*y'' = -y": DECLARED, "equation 2*y'' = -y": False, "integral x*y' - y*x'": DECLARED}),
    ("three axioms", SPACE + "constraint z' = y*x'; motion vakonomic; init y = 1, x' = 1, y' = 1/2", {
        "integral energy": True, "integral z' - lambda": True, "integral x' + y*lambda": True, "integral x'^2*(1 + y^2)": False}),
    ("algebra", "param A = 1, B = 2, C = 4; algebra so(3); inertia (A, B, C); init w1 = 1, w2 = 1/2, w3 = 1/3", {
        "equation A*w1' = (B - C)*w2*w3": True, "equation A*w1' = (C - B)*w2*w3": False,
        "integral A^2*w1^2 + B^2*w2^2 + C^2*w3^2": True, "integral A*w1^2 + B*w2^2 - C*w3^2": False, "integral energy": True}),
]


def text(statements, claims):
    lines = [line.strip() for line in statements.split(";")] + ["expect " + claim for claim in claims]
    return "model Claims {\n%s\n}\n" % "\n".join("  " + line for line in lines if line)


class Claims(unittest.TestCase):
    def judged(self, statements, claims):
        """The answers of `verify`, and the lines of the checker on its certificate."""
        with tempfile.TemporaryDirectory() as folder:
            model, certificate = os.path.join(folder, "m.anh"), os.path.join(folder, "c.json")
            with open(model, "w", encoding="utf-8") as file:
                file.write(text(statements, claims))
            done = subprocess.run([BINARY, "verify", model, "--json", "--certificate", certificate], capture_output=True,
                                  text=True, encoding="utf-8", timeout=600)
            answers = json.loads(done.stdout)
            self.assertIn("result", answers, answers)
            checked = subprocess.run([sys.executable, CHECKER, certificate, "--text", model], capture_output=True, text=True,
                                     encoding="utf-8", timeout=600)
        return {e["expect"].removeprefix("expect "): e for e in answers["result"]["expectations"]}, checked.stdout.splitlines()

    def test_verdicts(self):
        decided = of = 0
        for name, statements, claims in CASES:
            answers, _ = self.judged(statements, claims)
            for claim, truth in claims.items():
                with self.subTest(case=name, claim=claim):
                    found = answers[claim]
                    said = "%s, %s" % (found["holds"], found["reason"] or found["proof"])
                    of += 1
                    if truth == DECLARED:
                        self.assertTrue(found["holds"] is None or DECLARED in (found["restriction"] or ""), said)
                        truth = True
                    if found["holds"] is not None:
                        self.assertIs(found["holds"], truth, said)
                        decided += 1
                    if truth and claim not in OPEN:
                        self.assertIs(found["holds"], True, said)
        print("%d of %d claims decided, all rightly" % (decided, of))
        self.assertGreater(decided, 0.8 * of)

    def test_certificates(self):
        count = 0
        for name, statements, claims in CASES:
            with self.subTest(case=name):
                _, lines = self.judged(statements, claims)
                self.assertIn("files", lines[-1])
                wrong = [line for line in lines[:-1] if ": accepted" not in line]
                if wrong:
                    self.fail("%s claims of '%s' are not accepted by the checker: %s" % (len(wrong), name, wrong[0]))
                count += len(lines) - 1
        print("%d claims accepted by the checker" % count)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    BINARY = os.path.abspath(sys.argv.pop(1))
    unittest.main()

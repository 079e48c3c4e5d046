"""Facts are about a system, in whatever order its coordinates are declared.

    python3 tests/coordinate_order.test.py PATH-TO-ANHOLON [unittest arguments]

Lagrange's equations for L* depend on the velocities that are eliminated: which of them are right is computed here from L and the
constraints alone, by numerical derivatives with many digits, and compared with what the program says of every choice.
"""

import itertools
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

from mpmath import cos, diff, lu_solve, matrix, mp, mpf, sin

BINARY = ""
GALLERY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "gallery")

mp.dps = 50


# --- The program

def facts(text, *asked):
    words = [word for question in asked for word in ("--fact", question)]
    with tempfile.NamedTemporaryFile("w", suffix=".anh") as file:
        file.write(text)
        file.flush()
        # An answer must not depend on the time it may take.
        done = subprocess.run([BINARY, "facts", file.name, "--budget", "500", "--json", *words],
                              capture_output=True, text=True, encoding="utf-8")
    if done.returncode != 0:
        raise AssertionError(f"{done.returncode}: {done.stderr}{done.stdout[:2000]}")
    return {fact["fact"]: fact for fact in json.loads(done.stdout)["result"]}


def questions():
    done = subprocess.run([BINARY, "facts", "nonholonomic-particle", "--budget", "0", "--json"], capture_output=True, text=True)
    return [fact["fact"] for fact in json.loads(done.stdout)["result"]]


# --- Other orders of the coordinates of a text

COORDINATES = re.compile(r"^  coord (.*(?:\n      .*)*)", re.MULTILINE)


def declarations(statement):
    """Split at the commas outside of strings and brackets."""
    parts, depth, quoted, part = [], 0, False, ""
    for letter in statement:
        quoted ^= letter == '"'
        if not quoted:
            depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and not quoted and depth == 0:
            parts.append(part.strip())
            part = ""
        else:
            part += letter
    return [*parts, part.strip()]


def reordered(text, permute):
    """The text with its coordinates declared in another order."""
    statements = [declarations(match.group(1)) for match in COORDINATES.finditer(text)]
    names = iter(permute([name for statement in statements for name in statement]))
    sizes = iter([len(statement) for statement in statements])
    return COORDINATES.sub(lambda _: "  coord " + ", ".join(next(names) for _ in range(next(sizes))), text)


# --- Lagrange's equations for L*, from first principles

class Reference:
    """L(q, v) and rows A(q) of constraints A v = 0, both as functions of lists."""

    def __init__(self, names, L, A):
        self.names, self.L, self.A = names, L, A
        self.n, self.m = len(names), len(A([mpf(1)] * len(names)))

    def partial(self, f, at, k):
        return diff(lambda x: f(at[:k] + [x] + at[k + 1:]), at[k])

    def velocities(self, q, dependent, free):
        """All velocities from the independent ones; nothing if the constraints cannot be solved."""
        A = self.A(q)
        independent = [i for i in range(self.n) if i not in dependent]
        left = matrix([[A[k][i] for i in dependent] for k in range(self.m)])
        right = matrix([-sum(A[k][i] * x for i, x in zip(independent, free)) for k in range(self.m)])
        v = [mpf(0)] * self.n
        for i, x in zip(independent, free):
            v[i] = x
        for i, x in zip(dependent, lu_solve(left, right)):
            v[i] = x
        return v

    def accelerations(self, q, v):
        """Of Lagrange's equations with multipliers: d/dt ∂L/∂v_i − ∂L/∂q_i = λ_k A_ki, (A v)˙ = 0."""
        n, m, A = self.n, self.m, self.A(q)
        momentum = [lambda q, v, i=i: self.partial(lambda w: self.L(q, w), v, i) for i in range(n)]
        W, r = matrix(n + m), matrix(n + m, 1)
        for i in range(n):
            for j in range(n):
                W[i, j] = self.partial(lambda w: momentum[i](q, w), v, j)
            for k in range(m):
                W[i, n + k], W[n + k, i] = -A[k][i], A[k][i]
            r[i] = (self.partial(lambda x: self.L(x, v), q, i)
                    - sum(self.partial(lambda x: momentum[i](x, v), q, j) * v[j] for j in range(n)))
        for k in range(m):
            r[n + k] = -sum(self.partial(lambda x: sum(self.A(x)[k][i] * v[i] for i in range(n)), q, j) * v[j]
                            for j in range(n))
        return list(lu_solve(W, r))[:n]

    def right(self, dependent):
        """The coordinates whose equations for L* hold along the motion; None if the constraints cannot be solved so."""
        q = [mpf(3 + 7 * i) / 11 for i in range(self.n)]
        independent = [i for i in range(self.n) if i not in dependent]
        free = [mpf(5 - 3 * i) / 7 for i in range(len(independent))]
        try:
            v = self.velocities(q, dependent, free)
        except ZeroDivisionError:
            return None
        a = self.accelerations(q, v)

        def restricted(q, free):
            return self.L(q, self.velocities(q, dependent, free))

        def at(t):
            return ([x + u * t + b * t * t / 2 for x, u, b in zip(q, v, a)],
                    [v[i] + a[i] * t for i in independent])

        found = []
        for k, i in enumerate(independent):
            rate = diff(lambda t: self.partial(lambda w: restricted(at(t)[0], w), at(t)[1], k), 0)
            slope = self.partial(lambda x: restricted(x, free), q, i)
            if abs(rate - slope) < mpf(10) ** -12 * (abs(rate) + abs(slope) + abs(a[i]) + 1):
                found.append(self.names[i])
        return found


def squares(*masses):
    return lambda q, v: sum(m * u * u / 2 for m, u in zip(masses, v))


def disc(offset):
    """A vertical disc with its mass centre off the axle, in its plane: x' = f' cos p, y' = f' sin p."""
    def L(q, v):
        x, y, f, p = v
        return (x * x + y * y + p * p / 4) / 2 + f * f / 4 + offset * p * (y * cos(q[3]) - x * sin(q[3]))
    return Reference(["x", "y", "f", "p"], L, lambda q: [[1, 0, -cos(q[3]), 0], [0, 1, -sin(q[3]), 0]])


DISC = """model D {
  coord x, y, f, p
  kinetic (x'^2 + y'^2 + p'^2/4)/2 + f'^2/4 + %s*p'*(y'*cos(p) - x'*sin(p))
  constraint x' = f'*cos(p)
  constraint y' = f'*sin(p)
}"""

MODELS = {
    "disc": (DISC % "0", disc(0)),
    "heavy disc": (DISC % "1/10", disc(mpf(1) / 10)),
    "particle": ("""model P {
  coord x, y, z
  kinetic (x'^2 + y'^2 + z'^2)/2
  potential x*y
  constraint z' = y*x'
}""", Reference(["x", "y", "z"], lambda q, v: squares(1, 1, 1)(q, v) - q[0] * q[1],
                lambda q: [[-q[1], 0, 1]])),
    "holonomic": ("""model H {
  coord x, y, z
  kinetic x'^2/2 + y'^2 + 3*z'^2/2
  constraint z' = y*x' + x*y'
}""", Reference(["x", "y", "z"], squares(1, 2, 3), lambda q: [[-q[1], -q[0], 1]])),
    "beside": ("""model B {
  coord u, w, x, y, z
  kinetic (x'^2 + y'^2 + z'^2)/2 + (1 + u^2)*w'^2/2 + u'^2/2
  constraint z' = y*x'
}""", Reference(["u", "w", "x", "y", "z"],
                lambda q, v: squares(1, 1 + q[0] ** 2, 1, 1, 1)(q, v), lambda q: [[0, 0, -q[3], 0, 1]])),
}


class Choices(unittest.TestCase):
    def test_every_choice_is_judged_as_by_the_definition(self):
        for name, (text, reference) in MODELS.items():
            expected = {}
            for dependent in itertools.combinations(range(reference.n), reference.m):
                right = reference.right(list(dependent))
                if right is not None:
                    # Integrable constraints are put in with their coordinates, not with their velocities alone: that is no error.
                    independent = set(reference.names) - {reference.names[i] for i in dependent}
                    expected[frozenset(reference.names[i] for i in dependent)] = (
                        independent if name == "holonomic" else set(right))
            for order in (lambda q: q, lambda q: q[::-1], lambda q: q[1:] + q[:1]):
                with self.subTest(model=name, order=order(reference.names)):
                    fact = facts(reordered(text, order), "substitution")["substitution"]
                    found = {frozenset(velocity.rstrip("'") for velocity in choice["eliminated"]):
                             set(choice["right_equations"]) for choice in fact["results"]["choices"]}
                    self.assertEqual(found, expected)
                    l = reference.n - reference.m
                    most = max(len(right) for right in expected.values())
                    if most == l:
                        self.assertEqual(fact["verdict"], "right")
                    elif most > 0:
                        self.assertEqual(fact["verdict"], "partly right")

    def test_the_disc_is_quasi_holonomic_in_every_order(self):
        text = DISC % "0"
        for order in itertools.permutations(range(4)):
            found = facts(reordered(text, lambda q: [q[i] for i in order]), "substitution", "chaplygin-multiplier")
            with self.subTest(order=order):
                self.assertEqual(found["substitution"]["verdict"], "right")
                self.assertEqual(set(found["substitution"]["results"]["eliminated"]), {"x'", "y'"})
                self.assertEqual(found["chaplygin-multiplier"]["verdict"], "Lagrange's already")
                self.assertEqual(set(found["chaplygin-multiplier"]["results"]["eliminated"]), {"x'", "y'"})


class Gallery(unittest.TestCase):
    # Systems that are asked quickly; all questions but `equilibria`, which takes the longest.
    SYSTEMS = ["appell-hamel", "appell-hamel-wheel", "blackall", "chaplygin-sleigh", "edge-along-circle",
               "nonholonomic-particle", "nonholonomic-planimeter", "sleigh-with-odometer", "two-wheels-on-axle",
               "vertical-rolling-disc"]

    def test_no_verdict_depends_on_the_order_of_coordinates(self):
        for name in self.SYSTEMS:
            with open(os.path.join(GALLERY, name + ".anh"), encoding="utf-8") as file:
                text = file.read()
            asked = [question for question in questions() if question != "equilibria"]
            expected = {question: fact["verdict"] for question, fact in facts(text, *asked).items()}
            for order in (lambda q: q[::-1], lambda q: q[1:] + q[:1]):
                found = facts(reordered(text, order), *asked)
                with self.subTest(system=name, order=order("123")):
                    self.assertEqual({question: fact["verdict"] for question, fact in found.items()}, expected)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    BINARY = os.path.abspath(sys.argv.pop(1))
    unittest.main()

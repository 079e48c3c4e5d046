"""The checker of certificates: every node, law, way of drawing and kind of claim, accepted and refused; damaged files;
random identities; and the certificates that the program writes.

    python3 tests/certificates.test.py PATH-TO-ANHOLON [--long] [unittest arguments]

With --long, or ANHOLON_LONG set: a thousand true and a thousand false identities.
"""

import contextlib
import copy
import importlib.util
import io
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import unittest
from fractions import Fraction

import random_identities
from certificate_builder import (E, atan, atan2, branch, certificate, claim, cos, digest, equation, exp, expression, form,
                                 integral, log, pi, root, sign, sin, system, var, zero)

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
CHECKER = os.path.join(ROOT, "tools", "anholon_check.py")
LONG = "--long" in sys.argv or "ANHOLON_LONG" in os.environ
sys.argv = [word for word in sys.argv if word != "--long"]
BINARY = sys.argv.pop(1) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else os.environ.get("ANHOLON_BINARY", "")

specification = importlib.util.spec_from_file_location("anholon_check", CHECKER)
anholon_check = importlib.util.module_from_spec(specification)
specification.loader.exec_module(anholon_check)

ACCEPTED, REFUSED, UNREADABLE, UNDECIDED = range(4)


def outcomes(file, texts=()):
    """Exit codes and lines of a file's claims: {id: (code, line)}; of a file that cannot be read: {"file": ...}."""
    data = file if isinstance(file, bytes) else json.dumps(file).encode()
    try:
        lines = anholon_check.check(data, texts)
    except anholon_check.Verdict as error:
        return {"file": (error.code, str(error))}
    return {id: (code, f"{id}: {kind} {verdict}: {text}") for id, kind, verdict, code, text in lines}


def outcome(file, texts=()):
    """The code and the line of a file with one claim."""
    (found,) = outcomes(file, texts).values()
    return found


def command(*arguments, stdin=None):
    done = subprocess.run([sys.executable, CHECKER, *arguments], capture_output=True, input=stdin, timeout=600)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


class Judging(unittest.TestCase):
    def check(self, code, systems, found, **keys):
        systems = systems if isinstance(systems, list) else [systems]
        file = certificate(systems, [found], **keys)
        self.assertEqual(outcome(file)[0], code, outcome(file)[1])

    def accepted(self, *arguments, **keys):
        self.check(ACCEPTED, *arguments, **keys)

    def refused(self, *arguments, **keys):
        self.check(REFUSED, *arguments, **keys)

    def unreadable(self, *arguments, **keys):
        self.check(UNREADABLE, *arguments, **keys)

    def undecided(self, *arguments, **keys):
        self.check(UNDECIDED, *arguments, **keys)


def names(sample, **keys):
    """A system without motion: its names are parameters."""
    return system(law="none", parameters=list(sample), sample=sample, **keys)


x, y, z, t, k, m = var("x", "y", "z", "t", "k", "m")
dx, dy, dz = var("x'", "y'", "z'")
ddx, ddy, ddz = var("x''", "y''", "z''")


class Examples(unittest.TestCase):
    def test_examples_of_the_contract_are_accepted(self):
        with open(os.path.join(ROOT, "docs", "certificates.md"), encoding="utf-8") as document:
            found = re.findall(r"```json\n(.*?)```", document.read(), re.S)
        self.assertEqual(len(found), 2)
        for text in found:
            with tempfile.NamedTemporaryFile(suffix=".json") as file:
                file.write(text.encode())
                file.flush()
                code, out, err = command(file.name)
            self.assertEqual((code, err), (0, ""), out)
            self.assertEqual(out.splitlines()[-1], "1 files, 2 claims, 2 accepted: accepted")
            self.assertRegex(out, r"(?m)^\S+: (equation|integral|form) (holds|fails): accepted \(bound 2\^-\d+, \d+ points, \d+ branches")


class Nodes(Judging):
    """What each node means, in a field and in intervals."""

    def both(self, sample, true, false, **keys):
        self.accepted(names(sample), zero(true, **keys))
        self.refused(names(sample), zero(false, **keys))
        self.accepted(names(sample), zero(false, verdict="fails", witness=sample, **keys))
        self.refused(names(sample), zero(true, verdict="fails", witness=sample, **keys))

    def test_arithmetic(self):
        self.both({"x": "3/2", "y": "-2"}, (x + y) ** 2 - (x**2 + 2 * x * y + y**2), (x + y) ** 2 - (x**2 + 3 * x * y + y**2))
        self.both({"x": "3/2", "y": "-2"}, 1 / x - 1 / y - (y - x) / (x * y), 1 / x - 1 / y - (x - y) / (x * y))
        self.both({"x": "3/2"}, E("+", x) - E("*", x), E("+", x) + E("*", x))
        self.both({"x": "3/2"}, x**-2 * x**2 - 1, x**-2 * x - 1)
        self.both({"x": "3/2"}, -x + x**0 * x, -x + x**0)
        self.both({"x": "3/2"}, E("+", x, x, x, E("neg", 3 * x)), E("+", x, x, E("neg", 3 * x)))
        self.both({"x": "3/2"}, expression("7/3") * x - E("num", 7) * x / 3, expression("7/3") * x - 2 * x)

    def test_roots(self):
        self.both({"x": "2"}, root(x) ** 2 - x, root(x) ** 2 + x)
        self.both({"x": "2"}, 1 / root(x) - root(x) / x, 1 / root(x) - root(x))
        self.both({"x": "-2"}, root(x, 3) ** 3 - x, root(x, 3) ** 3 + x)
        self.both({"x": "-2"}, root(x, 3) ** 6 - x**2, root(x, 3) ** 2 - x)
        self.both({"x": "2"}, root(root(x)) ** 4 - x, root(root(x)) ** 2 - x)
        self.both({"x": "-2"}, root(x**3, 3) - x, root(x**3, 3) + x)
        self.both({"x": "-2"}, root(x, 1) - x, root(x, 1) + x)

    def test_root_of_a_square_is_the_absolute_value(self):
        self.refused(names({"x": "2"}), zero(root(x**2) - x))
        self.accepted(names({"x": "-2"}), zero(root(x**2) - x, verdict="fails", witness={"x": "-2"}))
        self.accepted(names({"x": "2"}), zero(root(x**2) - abs(x)))         # the root is positive, and -x or x is not
        self.accepted(names({"x": "2"}), zero(root(x**2) - abs(x), hints=[abs(x)]))
        self.accepted(names({"x": "2"}, hints=[abs(x)]), zero(root(x**2) - abs(x)))
        self.accepted(names({"x": "2"}), zero(root(x**2) - x, where=[["pos", x]]))
        self.accepted(names({"x": "-2"}), zero(root(x**2) + x, where=[["neg", x]]))
        self.refused(names({"x": "2"}), zero(root(x**2) - x, where=[["nonzero", x]]))
        self.accepted(names({"x": "2"}, domain=[["pos", x]]), zero(root(x**2) - x))
        self.refused(names({"x": "2"}), zero(root(x**2) - x, hints=[x]))
        self.refused(names({"x": "2"}), zero(root(x**2) + abs(x), hints=[x]))

    def test_a_choice_that_contradicts_a_condition_is_skipped(self):
        """With the other sign of the root, the quotient is positive and has the residue of -y."""
        found, sample, positive = root(x**2 * y**2) / x - y, {"x": "2", "y": "3"}, [["pos", x], ["pos", y]]
        self.accepted(names(sample), zero(found, where=positive))
        self.refused(names(sample), zero(found, where=positive[:1]))
        self.refused(names(sample), zero(found, where=positive[1:]))

    def test_a_root_in_a_branch_does_not_restrict_the_states(self):
        self.refused(names({"x": "2"}), zero(branch(x, root(x), root(-x)) ** 2 - x))
        self.refused(names({"x": "2"}), zero(branch(x, x, 2 * x) - x, hints=[root(x)]))
        self.accepted(names({"x": "2"}), zero((branch(x, x, 2 * x) - x) * root(x)))

    def test_products_of_roots(self):
        sample = {"x": "2", "y": "3"}
        self.accepted(names(sample), zero(root(x * y) - root(x) * root(y)))
        self.accepted(names(sample), zero(root(x * y) - root(x) * root(y), hints=[root(x) * root(y)]))
        self.refused(names({"x": "2"}), zero(root(3 + 2 * root(2)) - 1 - root(2)))
        self.refused(names(sample), zero(root(x * y) + root(x) * root(y), hints=[root(x) * root(y)]))

    def test_a_hint_does_not_restrict_the_states(self):
        for hint in (root(x), log(x), 1 / root(x)):
            self.refused(names({"x": "2"}), zero(abs(x) - x, hints=[hint]))
            self.refused(names({"x": "2"}, hints=[hint]), zero(abs(x) - x))
        self.refused(names({"x": "2"}), zero(abs(x) - x, hints=[1 / (abs(x) + x)]))
        self.accepted(names({"x": "2"}), zero((abs(x) - x) * root(x), hints=[x]))

    def test_a_hint_does_not_need_what_a_branch_of_the_claim_needs(self):
        """For y > 0 the hint has √x and the claim has not: the claim is false for y > 0, x < 0."""
        found, hint = branch(-y, root(x), 1) * 0 + abs(x) - x, branch(y, root(x), 1)
        self.refused(names({"x": "2", "y": "3"}), zero(found))
        self.refused(names({"x": "2", "y": "3"}), zero(found, hints=[hint]))
        self.refused(names({"x": "2", "y": "3"}, hints=[hint]), zero(found))
        self.accepted(names({"x": "2", "y": "-3"}), zero(found, where=[["neg", y]], hints=[hint]))

    def test_signs(self):
        self.both({"x": "-2"}, abs(x) - sign(x) * x, abs(x) - x)
        self.both({"x": "-2"}, abs(x) ** 2 - x**2, abs(x) ** 2 + x**2)
        self.both({"x": "-2"}, sign(x) ** 2 - 1, sign(x) - 1)
        self.both({"x": "-2"}, branch(x, 1, 2) + branch(x, 2, 1) - 3, branch(x, 1, 2) + branch(x, 1, 2) - 3)
        self.both({"x": "-2"}, branch(x, x, -x) - abs(x), branch(x, x, x) - abs(x))
        self.both({"x": "-2"}, abs(x**2 + 1) - x**2 - 1, abs(x**2 - 1) - x**2 - 1)
        self.both({"x": "-2"}, abs(-x) - abs(x), abs(-x) + abs(x))
        self.both({"x": "2", "y": "3"}, abs(x * y) - abs(x) * abs(y), abs(x * y) + abs(x) * abs(y))
        self.both({"x": "2"}, abs(abs(x)) - abs(x), abs(x + abs(x) + 1) - x)

    def test_many_signs_that_the_calculus_determines(self):
        total = sum((abs(x**2 + n) for n in range(1, 25)), expression(0))
        self.both({"x": "1/2"}, total - 24 * x**2 - 300, total - 24 * x**2 - 301)

    def test_hints_tell_signs(self):
        found = abs(x**2 - 2 * x + 2) - x**2 + 2 * x - 2
        self.refused(names({"x": "2"}), zero(found))
        self.accepted(names({"x": "2"}), zero(found, hints=[(x - 1) ** 2 + 1]))

    def test_the_branch_not_taken_needs_no_value(self):
        self.accepted(names({"x": "2"}), zero(branch(x, root(x), root(-x)) ** 2 - abs(x)))
        self.refused(names({"x": "2"}), zero(branch(x, root(x), root(-x)) ** 2 - x))
        self.accepted(names({"x": "2"}), zero(branch(x, x, 1 / (x - x)) - abs(x)))
        self.accepted(names({"x": "2"}), zero(branch(x**2 + 1, x, root(-(x**2))) - x))

    def test_branches_in_guards(self):
        """What a branch needs may also stand in the argument of the sign that decides on the branch."""
        guard = branch(y - 3, expression(3), expression(2)) - x
        larger = branch(2 * x - 1, x, expression("1/2"))
        other = x / 2 + abs(2 * x - 1) / 4 + expression("1/4")
        self.accepted(names({"x": "5/2", "y": "1"}), zero(branch(guard, x, larger) - branch(guard, x, other)))
        self.refused(names({"x": "5/2", "y": "1"}), zero(branch(guard, x, larger) - branch(guard, x, -other)))
        e = root(z)
        nested = branch(branch(y, x, e), x, e)
        self.accepted(names({"x": "2", "y": "1", "z": "1"}), zero(nested - nested))
        self.refused(names({"x": "2", "y": "1", "z": "1"}), zero(nested - x))

    def test_many_nested_branches(self):
        nested = y
        for n in range(1, 2000):
            nested = branch(x - n, y, nested)
        self.accepted(names({"x": "-1", "y": "1"}, domain=[["neg", x]]), zero(nested - y))

    def test_an_if_in_a_branch_that_is_not_taken_decides_nothing(self):
        """Its sign may be known from elsewhere; its branches are not needed for that."""
        inner = branch(y, root(z), root(-z))
        self.accepted(names({"x": "2", "y": "1", "z": "1"}), zero(branch(x, sign(y), inner) - branch(x, sign(y), inner)))
        self.refused(names({"x": "2", "y": "1", "z": "1"}), zero(branch(x, z - abs(z), inner - inner) * sign(y)))
        self.accepted(names({"x": "2", "y": "1", "z": "1"}), zero(branch(x, z - z, inner**2 - branch(y, z, -z)) * sign(y)))

    def test_arguments_that_vanish_are_refused(self):
        for found in (abs(x - x), root(x - x), sign(x - x), branch(x - x, 0, 0), abs(abs(x) - x) * 0, root((x + 1) ** 2 - x**2 - 2 * x - 1, 3)):
            self.refused(names({"x": "2"}), zero(found))

    def test_functions(self):
        self.both({"x": "1/2"}, sin(x) ** 2 + cos(x) ** 2 - 1, sin(x) ** 2 - cos(x) ** 2 - 1)
        self.both({"x": "1/2"}, sin(2 * x) - 2 * sin(x) * cos(x), sin(2 * x) - 2 * sin(x))
        self.both({"x": "1/2"}, cos(x / 3) ** 3 * 4 - 3 * cos(x / 3) - cos(x), cos(x / 3) ** 3 * 4 - 2 * cos(x / 3) - cos(x))
        self.both({"x": "1/2", "y": "2"}, sin(x - y) - sin(x) * cos(y) + cos(x) * sin(y), sin(x - y) - sin(x) * cos(y))
        self.both({"x": "1/2"}, sin(x + pi / 2) - cos(x), sin(x + pi / 2) + cos(x))
        self.both({"x": "1/2"}, cos(x - pi) + cos(x), cos(x - pi) - cos(x))
        self.both({"x": "1/2"}, sin(-x) + sin(x), sin(-x) - sin(x))
        self.both({"x": "1/2"}, exp(x) * exp(-x) - 1, exp(x) * exp(x) - 1)
        self.both({"x": "1/2", "y": "2"}, exp(x + y / 2) ** 2 - exp(x) ** 2 * exp(y), exp(x + y / 2) ** 2 - exp(x) * exp(y))
        self.both({"x": "1/2"}, exp(x - x) - 1, exp(x - x))
        self.both({"x": "1/2"}, log(x) + (x - x) - log((x**2) / x), log(x) - log(2 * x))
        self.both({"x": "1/2"}, atan(-x) + atan(x), atan(-x) - atan(x))
        self.both({"x": "1/2", "y": "-2"}, atan2(y, x) - atan2(y + 0, x * 1), atan2(y, x) - atan2(x, y))
        self.both({"x": "1/2"}, log(expression(1)) + atan(expression(0)) + sin(x - x), log(expression(2)))
        self.both({"x": "1/2"}, sin(pi) + cos(pi / 2) + cos(pi) + 1, pi - expression("355/113"))
        self.both({"x": "1/2"}, exp(x + 1) - exp(x) * exp(expression(1)), exp(x + 1) - exp(x) * 3)
        self.both({"x": "-2"}, root(exp(x)) ** 2 - exp(x), root(exp(x)) - exp(x))

    def test_values_that_are_not_assumed(self):
        self.refused(names({"x": "2", "y": "3"}), zero(log(x * y) - log(x) - log(y)))
        self.refused(names({"x": "2"}), zero(atan(x) + atan(1 / x) - pi / 2))
        self.refused(names({"x": "2"}), zero(sin(pi / 4) ** 2 - expression("1/2")))

    def test_intervals_separate_what_is_nearly_equal(self):
        tiny = E("^", expression(10), -40)
        for found in (root(x) - root(x + tiny), exp(x) - exp(x + tiny), sin(x) - sin(x + tiny), atan(x) - atan(x + tiny),
                      log(x) - log(x + tiny), root(x, 3) - root(x + tiny, 3), cos(x) - cos(x + tiny),
                      atan2(x, -x) - atan2(x + tiny, -x), x**301 - (x + tiny) ** 301):
            self.accepted(names({"x": "2"}), zero(found, verdict="fails", witness={"x": "7/5"}))

    def test_intervals_have_exponents(self):
        """Tiny and huge values are told from 0, and powers of powers are made at once."""
        x_is_2 = names({"x": "2"})
        for found in (exp(-1000000 * (1 + x**2)), exp(exp(x + 8)), E("num", "1/2") ** 4096 ** 1, (x**-4096) ** 4096, root((x / 3) ** 4095, 4095),
                      exp(-x**100), log((x**-4096) ** 4096), atan((x**4096) ** 4096) - pi / 2 + 1):
            self.accepted(x_is_2, zero(found, verdict="fails", witness={"x": "2"}))
        power = expression(2)
        for _ in range(3):
            power = power**4096
        self.accepted(x_is_2, zero(power * x - x * power))
        self.refused(x_is_2, zero(power * x - x))
        self.undecided(x_is_2, zero(sin(power * x) - sin(x * power)))

    def test_a_witness_must_be_a_regular_state(self):
        self.refused(names({"x": "2"}), zero(abs(x) - x - 1, verdict="fails", witness={"x": "0"}))
        self.refused(names({"x": "2"}), zero(1 / x, verdict="fails", witness={"x": "0"}))
        self.refused(names({"x": "2"}), zero(root(x), verdict="fails", witness={"x": "-1"}))
        self.refused(names({"x": "2"}, domain=[["pos", x]]), zero(abs(x) - x, verdict="fails", witness={"x": "-1"}))
        self.refused(names({"x": "2"}), zero(log(x), verdict="fails", witness={"x": "-1"}))

    def test_sample_must_be_a_state_of_the_domain(self):
        self.accepted(names({"x": "2"}, domain=[["pos", x]]), zero(abs(x) - x))
        self.refused(names({"x": "-2"}, domain=[["pos", x]]), zero(abs(x) - x))
        self.accepted(names({"x": "2"}), zero(abs(x) + x, where=[["neg", x]], sample={"x": "-1"}))
        self.refused(names({"x": "2"}), zero(abs(x) + x, where=[["neg", x]]))
        self.refused(names({"x": "2"}), zero(x - x, where=[["neg", x**2]], sample={"x": "-1"}))
        self.refused(names({"x": "0"}), zero(x / x - 1))

    def test_nothing_is_stated_where_nothing_is_defined(self):
        self.refused(names({"x": "2"}), zero(x / (x - x)))
        self.accepted(names({"x": "2"}), zero((abs(x) - x) / (abs(x) + x)))
        self.refused(names({"x": "2"}), zero(root(-(x**2))))
        self.refused(names({"x": "2"}), zero(root(-1 - x**2) - 1))

    def test_too_many_choices_are_undecided(self):
        many = var(*(f"a{i}" for i in range(14)))
        product = expression(1)
        for a in many:
            product = product * abs(a)
        self.undecided(names({a.args[0]: "2" for a in many}), zero(product - product))
        power = x
        for _ in range(300):
            power = power**4096
        self.undecided(names({"x": "1"}), zero(power - power))
        tower = expression(2)                       # no longer than a prime that divides tower − 1, whatever this is
        for _ in range(300):
            tower = tower**4096
        self.undecided(names({"x": "1"}), zero(x - x + tower - tower))

    def test_constants_whose_roots_a_field_has_not(self):
        """A field without √2 is given up."""
        found = root(3 + 2 * root(2)) - 1 - root(2)
        self.accepted(names({"x": "1"}), zero(found * x, hints=[1 + root(2)]))

    def test_no_regular_state_is_found_soon(self):
        self.refused(names({"x": "2", "y": "3"}), zero(root(x + y) * root(x - y) / (x - x)))


CARTESIAN = {"parameters": [], "coordinates": ["x", "y"], "velocities": ["x'", "y'"]}
SPACE = {"coordinates": ["x", "y", "z"], "velocities": ["x'", "y'", "z'"]}
T2, T3 = (dx**2 + dy**2) / 2, (dx**2 + dy**2 + dz**2) / 2
DRAW_Z = [["free", n] for n in ("x", "y", "z", "x'", "y'")] + [["solve", ["z'"], ["c"]]]


def particle(**keys):
    """z' = y x'."""
    keys = {"law": "nonholonomic", "lagrangian": T3, "constraints": [{"name": "c", "kind": "velocity", "value": dz - y * dx}],
            "draw": DRAW_Z, "sample": {"x": 1, "y": "1/2", "z": 0, "x'": 2, "y'": -1}, **SPACE, **keys}
    return system(**keys)


class Laws(Judging):
    def test_a_variable_has_one_value_at_a_point(self):
        """C1: a root that occurs in the force, not in the claim."""
        F = system(lagrangian=T2, forces=[root(y), expression(0)], sample={"x": 1, "y": "9/4", "x'": 1, "y'": 1}, **CARTESIAN)
        self.accepted(F, equation(ddx**2 - y))
        self.refused(F, equation(ddx**2 - y**2))
        self.refused(F, equation(ddx - abs(y)))
        self.accepted(F, equation(ddx - root(y)))
        self.refused(F, equation(ddx + root(y)))
        F = system(lagrangian=dx**2 / 2 - root(k) * x**2 / 2, parameters=["k"], coordinates=["x"], velocities=["x'"],
                   sample={"k": 4, "x": 1, "x'": 1})
        self.refused(F, integral(dx**2 + abs(k) * x**2))
        self.accepted(F, integral(dx**2 + root(k) * x**2))

    def test_free(self):
        F = system(lagrangian=(dx**2 + dy**2) * m / 2 - k * (x**2 + y**2), forces=[-dx, t], time="t", **{**CARTESIAN, "parameters": ["k", "m"]},
                   sample={"k": 4, "m": 2, "t": 1, "x": 1, "x'": 1, "y": 2, "y'": 3})
        self.accepted(F, equation(m * ddx + 2 * k * x + dx))
        self.accepted(F, equation(m * ddy + 2 * k * y - t))
        self.refused(F, equation(m * ddy + 2 * k * y))
        self.refused(F, integral(x * dy - y * dx))

    def test_the_largest_pivots_at_a_state(self):
        """The matrix has full rank where k = 0, but not each of its entries that is a pivot elsewhere differs from 0."""
        F = particle(parameters=["k"], constraints=[{"name": "c", "kind": "velocity", "value": dz - k * y * dx}],
                     draw=[["free", "k"], *DRAW_Z], sample={"k": 0, "x": 0, "y": 1, "z": 0, "x'": 1, "y'": 0})
        lam = var("lam")
        self.accepted(F, form([ddx + lam * k * y, ddy, ddz - lam], extras=["lam"]))
        self.accepted(F, form([lam * k * y + ddx, ddy, ddz - lam, k * lam - k * ddz], extras=["lam"]))
        self.refused(F, form([ddx + lam * y, ddy, ddz - lam], extras=["lam"]))

    def test_position_constraints_contain_no_velocities(self):
        F = system(law="nonholonomic", lagrangian=T2, constraints=[{"name": "c", "kind": "position", "value": dx - y}],
                   draw=[["free", "x"], ["free", "y"], ["set", "x'", y], ["set", "y'", expression(0)]], sample={"x": 1, "y": 2}, **CARTESIAN)
        self.unreadable(F, equation(ddx))

    def test_position_constraints_and_multipliers(self):
        """A pendulum; the multiplier is the tension."""
        def pendulum(draw):
            return system(lagrangian=T2 - 10 * y, constraints=[{"name": "rod", "kind": "position", "value": x**2 + y**2 - 1}], draw=draw,
                          sample={"a": "1/3", "x'": "1/2"}, **CARTESIAN)
        a = var("a")
        draw = [["free", "a"], ["set", "x", 2 * a / (1 + a**2)], ["set", "y", (1 - a**2) / (1 + a**2)], ["free", "x'"],
                ["solve", ["y'"], ["rod'"]]]
        tension = var("lambda_rod")
        self.accepted(pendulum(draw), integral(dx**2 + dy**2 + 20 * y))
        self.accepted(pendulum(draw), equation(x * ddx + y * ddy + dx**2 + dy**2))
        self.accepted(pendulum(draw), equation(2 * tension + dx**2 + dy**2 - 10 * y))
        self.refused(pendulum(draw), equation(2 * tension + dx**2 + dy**2 + 10 * y))
        self.accepted(pendulum(draw), equation(tension, verdict="fails", witness={"a": "1/3", "x'": "1/2"}))
        self.unreadable(pendulum(draw), equation(a))
        self.refused(pendulum(draw[:2] + [["set", "y", (1 + a**2) / (1 + a**2)]] + draw[3:]), integral(dx**2 + dy**2 + 20 * y))
        thin = [["set", "x", expression("3/5")], ["set", "y", expression("4/5")], ["free", "x'"], ["solve", ["y'"], ["rod'"]]]
        F = pendulum(thin)
        F["sample"] = {"x'": "1/2"}
        self.refused(F, integral(dx**2 + dy**2 + 20 * y))

    def test_nonholonomic(self):
        self.accepted(particle(), integral(dx**2 * (1 + y**2)))
        self.refused(particle(), integral(dx**2 * (1 + y)))
        self.accepted(particle(), equation((1 + y**2) * ddx + y * dx * dy))
        self.refused(particle(), equation((1 + y**2) * ddx))
        self.accepted(particle(), equation(var("lambda_c") - ddz))
        self.refused(particle(draw=None) if False else system(law="nonholonomic", lagrangian=T3, constraints=[
            {"name": "c", "kind": "velocity", "value": dz - y * dx}], sample={"x": 1, "y": 1, "z": 1, "x'": 1, "y'": 1, "z'": 1}, **SPACE),
            integral(dx**2 * (1 + y**2)))

    def test_nonlinear_constraint(self):
        """x'² + y'² = z'² drawn by x' = z' (1−a²)/(1+a²)."""
        a = var("a")
        F = system(law="nonholonomic", lagrangian=T3 - 10 * z, constraints=[{"name": "c", "kind": "velocity", "value": dx**2 + dy**2 - dz**2}],
                   draw=[["free", n] for n in ("x", "y", "z", "z'", "a")] +
                   [["set", "x'", dz * (1 - a**2) / (1 + a**2)], ["set", "y'", 2 * dz * a / (1 + a**2)]],
                   sample={"x": 1, "y": 1, "z": 1, "z'": 2, "a": "1/2"}, **SPACE)
        self.accepted(F, integral(T3 + 10 * z))
        self.accepted(F, integral(dx / dy, where=[["nonzero", dy]]))
        self.refused(F, integral(dx / dy))
        self.refused(F, integral(dx * dy))

    def test_redundant_constraints(self):
        twice = [{"name": n, "kind": "velocity", "value": f} for n, f in (("c", dz - y * dx), ("d", 2 * dz - 2 * y * dx))]
        self.accepted(particle(constraints=twice), integral(dx**2 * (1 + y**2)))
        self.unreadable(particle(constraints=twice), equation(var("lambda_c") - ddz))
        self.refused(particle(constraints=twice), integral(dx * dy))

    def test_servo_force(self):
        servo = {"name": "c", "kind": "velocity", "value": dz - y * dx, "direction": [expression(0), expression(0), expression(1)]}
        F = particle(law="servo-force", constraints=[servo])
        self.accepted(F, integral(dx))
        self.accepted(F, equation(ddz - dy * dx))
        self.refused(F, integral(dx**2 * (1 + y**2)))

    def test_servo_momentum_and_vakonomic(self):
        lam, dlam = var("l", "l'")
        c = {"name": "c", "kind": "velocity", "value": dz - y * dx}
        keys = {"multipliers": ["l"], "draw": DRAW_Z + [["free", "l"]],
                "sample": {"x": 1, "y": "1/2", "z": 0, "x'": 2, "y'": -1, "l": 3}}
        vakonomic = particle(law="vakonomic", constraints=[c], **keys)
        self.accepted(vakonomic, integral(dz - lam))                        # p_z
        self.accepted(vakonomic, integral(dx + lam * y))                    # p_x
        self.refused(vakonomic, integral(dx**2 * (1 + y**2)))
        self.accepted(vakonomic, equation(dlam - ddz))
        same = particle(law="servo-momentum", constraints=[{**c, "momentum": y * dx - dz}], **keys)
        self.accepted(same, integral(dx + lam * y))
        other = particle(law="servo-momentum", constraints=[{**c, "momentum": x * dz}], **keys)
        self.accepted(other, equation(ddz + dlam * x + lam * dx))
        self.refused(other, equation(ddz + dlam * x))
        self.accepted(other, equation(ddx - lam * dz))
        self.unreadable(particle(law="vakonomic", constraints=[c]), integral(dx))

    def test_kinematics_are_linear_and_brackets_contain_no_velocities(self):
        q, w, u, dw = var("q", "w", "u", "w'")
        line = lambda slope: system(lagrangian=w**2 / 2, coordinates=["q"], velocities=["w"], kinematics=[slope], brackets=[],
                                    sample={"q": 1, "w": 2})
        self.accepted(line(w * q), equation(dw))
        self.refused(line(w + 1), equation(dw))
        for slope in (abs(w), w**2 / abs(w), w**2):
            self.unreadable(line(slope), equation(dw))
        self.unreadable(system(lagrangian=(u**2 + 2 * w**2) / 2, velocities=["u", "w"], coordinates=[], kinematics=[],
                               brackets=[[0, 0, 1, u], [0, 1, 0, -u]], sample={"u": 1, "w": 2}), integral(u**2 + 2 * w**2))

    def test_the_rates_must_be_determined(self):
        F = system(lagrangian=dx**2 / 2, sample={"x": 1, "y": 1, "x'": 1, "y'": 1}, **CARTESIAN)
        self.refused(F, integral(dx))
        self.refused(system(lagrangian=dx * dy * x / x - dx * dy, sample={"x": 1, "y": 1, "x'": 1, "y'": 1}, **CARTESIAN), integral(dx))
        F = system(lagrangian=x * T2, sample={"x": 0, "y": 1, "x'": 1, "y'": 1}, **CARTESIAN)
        self.refused(F, integral(x * T2))
        F["sample"]["x"] = "1"
        self.accepted(F, integral(x * T2))

    def test_quasi_velocities(self):
        """Euler's equations of a body, with unit quaternions: q̇ = q w / 2, [X_1, X_2] = −X_3 …"""
        q = var("q0", "q1", "q2", "q3")
        w = var("w1", "w2", "w3")
        I = [1, 2, 4]
        q0, q1, q2, q3 = q
        w1, w2, w3 = w
        kinematics = [(-q1 * w1 - q2 * w2 - q3 * w3) / 2, (q0 * w1 + q2 * w3 - q3 * w2) / 2, (q0 * w2 + q3 * w1 - q1 * w3) / 2,
                      (q0 * w3 + q1 * w2 - q2 * w1) / 2]
        a, b, c = var("a", "b", "c")
        s = a**2 + b**2 + c**2
        body = lambda brackets, **keys: system(
            **{**dict(lagrangian=sum((I[i] * w[i] ** 2 for i in range(3)), expression(0)) / 2, coordinates=["q0", "q1", "q2", "q3"],
                      velocities=["w1", "w2", "w3"], kinematics=kinematics, brackets=brackets,
                      draw=[["free", n] for n in ("a", "b", "c", "w1", "w2", "w3")] + [["set", "q0", (1 - s) / (1 + s)]] +
                      [["set", f"q{i + 1}", 2 * v / (1 + s)] for i, v in enumerate((a, b, c))],
                      constraints=[{"name": "unit", "kind": "position", "value": q0**2 + q1**2 + q2**2 + q3**2 - 1}],
                      sample={"a": "1/2", "b": "1/3", "c": 0, "w1": 1, "w2": 2, "w3": 3}), **keys})
        right = [[m, r, s, expression(e)] for r, s, m, e in ((0, 1, 2, 1), (1, 2, 0, 1), (2, 0, 1, 1), (1, 0, 2, -1), (2, 1, 0, -1), (0, 2, 1, -1))]
        dw1 = var("w1'")
        self.accepted(body(right), equation(I[0] * dw1 - (I[1] - I[2]) * w2 * w3))
        self.accepted(body(right), integral(sum((I[i] ** 2 * w[i] ** 2 for i in range(3)), expression(0))))
        wrong = copy.deepcopy(right)
        wrong[0][3], wrong[3][3] = expression(-1), expression(1)
        self.refused(body(wrong), integral(w1 - w1))
        self.refused(body(right[:3]), integral(w1 - w1))
        self.refused(body([]), integral(w1 - w1))
        self.refused(body(right, kinematics=kinematics[:3] + [kinematics[3] + 1]), integral(w1 - w1))
        euler = system(lagrangian=sum((I[i] * w[i] ** 2 for i in range(3)), expression(0)) / 2, velocities=["w1", "w2", "w3"], coordinates=[],
                       kinematics=[], brackets=right, sample={"w1": 1, "w2": 2, "w3": 3})
        self.accepted(euler, equation(I[0] * dw1 - (I[1] - I[2]) * w2 * w3))
        self.refused(euler, equation(I[0] * dw1 + (I[1] - I[2]) * w2 * w3))


class Drawing(Judging):
    def linkage(self, sine, cosine, sample="2", node=None, **keys):
        """A crank and a slider: its angle is drawn from its tangent of the half."""
        a = var("a")
        f, df, X, dX = var("f", "f'", "X", "X'")
        F = system(lagrangian=df**2 + dX**2, coordinates=["f", "X"], velocities=["f'", "X'"],
                   constraints=[{"name": "c", "kind": "position", "value": X - cos(f)}], draw=[["free", "a"], ["angle", "f", sine(a), cosine(a)],
                   ["solve", ["X"], ["c"]], ["free", "f'"], ["solve", ["X'"], ["c'"]]], sample={"a": sample, "f'": 1})
        return F, f, df, X, dX

    def test_angle(self):
        F, f, df, X, dX = self.linkage(lambda a: 2 * a / (1 + a**2), lambda a: (1 - a**2) / (1 + a**2))
        self.accepted(F, integral(df**2 + dX**2))
        self.accepted(F, equation(dX + sin(f) * df))
        self.refused(F, equation(dX - sin(f) * df))
        self.unreadable(F, equation(dX + 2 * sin(f / 2) * cos(f / 2) * df))
        F, f, df, X, dX = self.linkage(lambda a: a, lambda a: 1 - a, "1/3")
        self.refused(F, integral(df**2 + dX**2))
        F, f, df, X, dX = self.linkage(lambda a: a, lambda a: root(1 - a**2), "3/5")
        self.accepted(F, integral(df**2 + dX**2))

    def test_both_signs_of_drawn_roots(self):
        """On a circle that is drawn by y = √(1−x²), y > 0 is not known."""
        a = var("a")
        F = system(lagrangian=T2, constraints=[{"name": "c", "kind": "position", "value": x**2 + y**2 - 1}], sample={"x": "3/5", "x'": 1},
                   draw=[["free", "x"], ["set", "y", root(1 - x**2)], ["free", "x'"], ["solve", ["y'"], ["c'"]]], **CARTESIAN)
        self.accepted(F, integral(dx**2 + dy**2))
        self.refused(F, zero(abs(y) - y))
        self.accepted(F, zero(abs(y) - root(1 - x**2), hints=[abs(y)]))

    def test_steps_that_are_no_recipe(self):
        free = [["free", n] for n in ("x", "y", "z", "x'", "y'")]
        for draw in (free, free + [["free", "z'"], ["free", "x"]], free + [["solve", ["z'"], ["d"]]], free + [["solve", ["z'"], []]],
                     [["solve", ["z'"], ["c"]]] + free, free + [["set", "z'", abs(x)]], free + [["draw", "z'"]], free + [["free"]],
                     free + [["set", "z'", var("u")]], free + [["free", "x''"]], free + [["solve", ["z'"], ["c'"]]], free + [[]]):
            self.unreadable(particle(draw=draw), integral(dx**2 * (1 + y**2)))
        self.refused(particle(draw=free + [["set", "z'", x]]), integral(dx**2 * (1 + y**2)))
        self.accepted(particle(draw=free + [["set", "z'", y * dx]]), integral(dx**2 * (1 + y**2)))

    def test_roots_in_constraints_are_those_of_the_model(self):
        c = {"name": "c", "kind": "velocity", "value": dz - root(y) * dx}
        sample = {"x": 1, "y": 4, "z": 0, "x'": 2, "y'": -1}
        self.accepted(particle(constraints=[c], sample=sample), equation(dz - root(y) * dx))
        self.refused(particle(constraints=[c], sample=sample), equation(dz + root(y) * dx))
        self.accepted(particle(constraints=[c], sample=sample), integral(dx**2 * (1 + y)))
        c = {"name": "c", "kind": "velocity", "value": dz - abs(y) * dx}
        self.accepted(particle(constraints=[c], sample=sample), integral(dx**2 * (1 + y**2)))
        self.refused(particle(constraints=[c], sample=sample), zero(dz - y * dx))


class Claims(Judging):
    oscillator = dict(lagrangian=dx**2 / 2 - x**2 / 2, coordinates=["x"], velocities=["x'"], sample={"x": 1, "x'": 2})

    def test_integrals_do_not_jump(self):
        F = system(**self.oscillator)
        self.accepted(F, integral(dx**2 + x**2))
        jumping = [sign(x), abs(x) / x, branch(x, 1, 2), log(x) - log(-x), atan2(x, dx) - atan2(x, dx), x / x, log(x) - log(x), x**-2 * x**2]
        for node in jumping:
            self.refused(F, integral(node))
        for node in (sign(x), abs(x) / x, x / x, x**-2 * x**2, branch(x, 1, 2)):
            self.accepted(F, integral(node, where=[["nonzero", x]]))
            self.refused(F, integral(node, where=[["nonzero", dx]]))
        self.accepted(F, integral(log(x) - log(x), where=[["pos", x]]))
        self.accepted(F, integral(atan2(x, dx) - atan2(x, dx), where=[["pos", dx]]))
        self.accepted(F, integral(atan2(x, dx) - atan2(x, dx), where=[["nonzero", x]]))
        self.refused(F, integral(root(x) / root(x)))
        self.accepted(F, integral((dx**2 + x**2) / (1 + x**2) * (1 + x**2)))
        self.accepted(F, integral(root(dx**2 + x**2)))

    def test_a_hint_that_is_undefined_somewhere_says_nothing_of_jumps(self):
        F = system(**self.oscillator)
        for node, hints in ((x / abs(x), [1 / (1 / abs(x))]), (sign(x), [1 / (1 / x)]), (branch(x, 1, 2), [x**-1, (x**-1) ** -1]),
                            (x / abs(x), [1 / root(1 / x**2)]), (root(x**2) / x, [1 / (1 / x)]), (x / abs(x), [exp(log(x**2))])):
            self.refused(F, integral(node, hints=hints))

    def test_a_radicand_in_a_branch_of_the_model_may_be_negative(self):
        F = lambda force: system(lagrangian=T2, forces=[force, expression(0)], sample={"x": 1, "y": 4, "x'": 1, "y'": 1}, **CARTESIAN)
        self.accepted(F(root(y)), integral(dy + root(y) - root(y)))
        self.refused(F(branch(x, root(y), 0)), integral(dy + root(y) - root(y)))

    def test_conditions_are_printed(self):
        code, line = outcome(certificate([system(**self.oscillator)], [integral(sign(x), where=[["nonzero", x]])]))
        self.assertEqual(code, ACCEPTED)
        self.assertIn("1 added condition", line)

    def test_an_integral_that_fails(self):
        F = system(**self.oscillator)
        self.accepted(F, integral(dx**2 - x**2, verdict="fails", witness={"x": 1, "x'": 2}))
        self.refused(F, integral(dx**2 - x**2, verdict="fails", witness={"x": 0, "x'": 2}))
        self.refused(F, integral(dx**2 + x**2, verdict="fails", witness={"x": 1, "x'": 2}))

    def test_time(self):
        F = system(lagrangian=dx**2 / 2 + t * x, time="t", coordinates=["x"], velocities=["x'"], sample={"t": 1, "x": 1, "x'": 2})
        self.accepted(F, integral(dx - t**2 / 2))
        self.refused(F, integral(dx - t**2))

    def test_forms(self):
        maggi = [(1 + y**2) * ddx + y * dx * dy, ddy]
        rate = ddz - y * ddx - dy * dx
        lam, p, dp, mu = var("lam", "p", "p'", "mu")
        self.accepted(particle(), form(maggi + [rate]))
        self.accepted(particle(), form(maggi))                      # df/dt = 0 stands beside them
        self.refused(particle(), form(maggi[:1]))                   # y'' is not determined
        self.refused(particle(), form([maggi[0] + 1, maggi[1], rate]))
        self.accepted(particle(), form([maggi[0] + 1, maggi[1], rate], verdict="fails", witness=particle()["sample"]))
        self.refused(particle(), form(maggi, verdict="fails", witness=particle()["sample"]))
        multipliers = [ddx + lam * y, ddy, ddz - lam]
        self.accepted(particle(), form(multipliers, extras=["lam"]))
        self.refused(particle(), form([ddx - lam * y, ddy, ddz - lam], extras=["lam"]))
        self.refused(particle(), form([ddx + lam**2 * y, ddy, ddz - lam**2], extras=["lam"]))
        self.refused(particle(), form([ddx + lam * y + mu, ddy, ddz - lam], extras=["lam", "mu"]))   # x'' may be anything
        self.accepted(particle(), form(multipliers[:1] + [ddy, ddz - lam + mu * 0], extras=["lam"]) if False else form(multipliers, extras=["lam"]))
        self.unreadable(particle(), form(multipliers, extras=["lam"], verdict="fails", witness=particle()["sample"]))
        self.unreadable(particle(), form(multipliers))
        self.unreadable(particle(), form(multipliers, extras=["x"]))
        self.accepted(particle(), form([dp - dx * (dy * y), ddy], defs=[["p", (1 + y**2) * dx]]))
        self.refused(particle(), form([dp, ddy], defs=[["p", (1 + y**2) * dx]]))
        self.unreadable(particle(), form([dp, ddy], defs=[["p", ddx]]))
        self.unreadable(particle(), form([dp, ddy], defs=[["p", var("q")], ["q", x]]))
        self.accepted(particle(), form([var("q'") - 2 * dp, dp - dx * (dy * y), ddy], defs=[["p", (1 + y**2) * dx], ["q", p + p]]))
        self.accepted(particle(), form([ddx + var("lambda_c") * y, ddy]))

    def test_maps(self):
        X, dX, K, T = var("X", "X'", "K", "T")
        one = system(lagrangian=dx**2 / 2 - k * x**2 / 2, parameters=["k"], coordinates=["x"], velocities=["x'"], sample={"k": 4, "x": 1, "x'": 2})
        two = system(lagrangian=dX**2 / 2 - X**2 / 2, coordinates=["X"], velocities=["X'"], sample={"X": 1, "X'": 2}, domain=[])
        to = lambda images, **keys: claim("map", to=1, images=images, **keys)
        scaled = {"X": root(k) * x, "X'": dx}
        self.accepted([one, two], to(scaled, clock=root(k), where=[["pos", k]]))
        self.refused([one, two], to(scaled, clock=root(k)))                         # the radicand may be negative
        self.refused([one, two], to(scaled, where=[["pos", k]]))
        self.refused([one, two], to({"X": x, "X'": dx}))
        self.accepted([one, two], to({"X": x, "X'": dx}, verdict="fails", witness={"k": 3, "x": 1, "x'": 2}))
        self.refused([one, two], to({"X": x, "X'": dx}, verdict="fails", witness={"k": 1, "x": 1, "x'": 2}))
        self.refused([one, two], to({"X": expression(0), "X'": expression(0)}, clock=expression(0)))
        self.accepted([one, two], to({"X": expression(0), "X'": expression(0)}))
        self.refused([one, two], to({"X": abs(x) * root(k), "X'": sign(x) * dx}, clock=root(k), where=[["pos", k]]))
        self.unreadable([one, two], to({"X": x}))
        self.unreadable([one, two], to({"X": x, "X'": dx, "K": k}))
        self.unreadable([one, two], to({"X": x, "X'": ddx}))
        two["domain"] = [["pos", X]]
        self.refused([one, two], to(scaled, clock=root(k), where=[["pos", k]]))
        self.accepted([one, two], to(scaled, clock=root(k), where=[["pos", k], ["pos", x]]))
        with_parameter = system(lagrangian=dX**2 / 2 - K * X**2 / 2, parameters=["K"], time="T", coordinates=["X"], velocities=["X'"],
                                sample={"K": 1, "T": 0, "X": 1, "X'": 2})
        timed = {**one, "time": "t", "sample": {**one["sample"], "t": "0"}}
        images = {"K": k / 4, "T": 2 * t, "X": x, "X'": dx / 2}
        self.accepted([timed, with_parameter], to(images, clock=expression(2)))
        self.refused([timed, with_parameter], to({**images, "K": k * x}, clock=expression(2)))
        self.refused([timed, with_parameter], to({**images, "T": t}, clock=expression(2)))
        self.accepted([one], claim("map", to=0, images={"k": k, "x": -x, "x'": -dx}))
        self.refused([one], claim("map", to=0, images={"k": k, "x": -x, "x'": dx}))

    def test_maps_between_constrained_systems(self):
        X, Y, Z, dX, dY, dZ = var("X", "Y", "Z", "X'", "Y'", "Z'")
        F = (dX**2 + dY**2 + dZ**2) / 2
        other = system(law="nonholonomic", lagrangian=F, coordinates=["X", "Y", "Z"], velocities=["X'", "Y'", "Z'"],
                       constraints=[{"name": "C", "kind": "velocity", "value": dZ - Y * dX}],
                       draw=[["free", n] for n in ("X", "Y", "Z", "X'", "Y'")] + [["solve", ["Z'"], ["C"]]],
                       sample={"X": 1, "Y": 1, "Z": 1, "X'": 1, "Y'": 1})
        images = {"X": -x, "Y": -y, "Z": z, "X'": -dx, "Y'": -dy, "Z'": dz}
        self.accepted([particle(), other], claim("map", to=1, images=images))
        self.refused([particle(), other], claim("map", to=1, images={**images, "Y": y, "Y'": dy}))


class Damage(Judging):
    def setUp(self):
        self.file = certificate([particle()], [integral(dx**2 * (1 + y**2)), form([(1 + y**2) * ddx + y * dx * dy, ddy])])

    def test_every_changed_digit_is_seen(self):
        text = json.dumps(self.file)
        places = [i for i, c in enumerate(text) if c.isdigit()]
        for i in places:
            damaged = text[:i] + ("1" if text[i] == "0" else "0" if text[i] != "0" else "1") + text[i + 1:]
            self.assertEqual(max(code for code, _ in outcomes(damaged.encode()).values()), UNREADABLE, damaged[max(0, i - 20):i + 20])

    def test_truncation(self):
        text = json.dumps(self.file).encode()
        for n in range(0, len(text), 7):
            self.assertEqual(outcome(text[:n])[0], UNREADABLE)

    def resealed(self, change):
        file = copy.deepcopy(self.file)
        change(file)
        file["digest"] = digest(file)
        return max(code for code, _ in outcomes(file).values())

    def test_changes_under_a_new_digest(self):
        self.assertEqual(self.resealed(lambda f: None), ACCEPTED)
        self.assertEqual(self.resealed(lambda f: f.update(provenance={"a": [None, True]}, comment=3)), ACCEPTED)
        system = lambda key, value: lambda f: f["systems"][0].update({key: value})
        claim = lambda key, value: lambda f: f["claims"][0].update({key: value})
        node = lambda value: lambda f: f["nodes"].append(value)
        for change in [
                lambda f: f.update(format="anholon-certificate/2"), lambda f: f.update(format=1), lambda f: f.update(more=1),
                lambda f: f.pop("nodes"), lambda f: f.pop("claims"), lambda f: f.update(nodes={}), lambda f: f.update(systems=3),
                system("text", "another"), system("sha256", "0" * 64), system("law", "newton"), system("law", ["free"]), system("domian", []),
                system("coordinates", ["x", "y", "x"]), system("coordinates", ["x", "y", 3]), system("coordinates", "xyz"),
                system("velocities", ["x'", "y'"]), system("lagrangian", True), system("lagrangian", -1), system("lagrangian", 10**9),
                system("lagrangian", "3"), system("forces", [0]), system("parameters", ["x''"]), system("parameters", ["lambda_c"]),
                system("text", 3), system("time", ""), system("domain", [["positive", 0]]), system("domain", [["pos"]]),
                system("sample", {}), system("sample", {"x": "1"}), system("kinematics", [0]), system("brackets", [[0, 1]]),
                system("multipliers", ["l"]), system("draw", {}), system("hints", [None]), lambda f: f["systems"][0].pop("sample"),
                lambda f: f["systems"][0].pop("lagrangian"), lambda f: f["systems"].append(f["systems"][0]),
                lambda f: f["systems"][0]["sample"].update(x="1/0"), lambda f: f["systems"][0]["sample"].update(x="0x1"),
                lambda f: f["systems"][0]["sample"].update(x=" 1"), lambda f: f["systems"][0]["sample"].update(x=True),
                lambda f: f["systems"][0]["sample"].update(x="１"), lambda f: f["systems"][0]["sample"].update(x="1" * 4001),
                lambda f: f["systems"][0]["sample"].update(u="1"), lambda f: f["systems"][0]["sample"].update(x="1\n"),
                lambda f: f["systems"][0]["constraints"][0].update(direction=[0, 0, 0]),
                lambda f: f["systems"][0]["constraints"][0].update(kind="speed"), lambda f: f["systems"][0]["constraints"][0].pop("name"),
                claim("kind", "energy"), claim("verdict", "maybe"), claim("verdict", "fails"), claim("system", 1), claim("system", -1),
                claim("system", True), claim("node", None), claim("node", 10**30), claim("id", 3), claim("id", ""), claim("equations", []),
                claim("where", [["pos", 99999]]), claim("witness", {"x": "1"}), claim("sample", []), lambda f: f["claims"].append(7),
                lambda f: f["claims"].append(None), lambda f: f["claims"][1].update(id="integral"), lambda f: f["claims"][0].pop("node"),
                node(["num", "1.5"]), node(["num"]), node(["var", 3]), node(["^", 0, 4097]), node(["^", 0, "2"]), node(["^", 0, True]),
                node(["root", 0, 4]), node(["root", 0, 0]), node(["root", 0, -3]), node(["tan", 0]), node(["+"]), node(["-", 0]), node([]),
                node("x"), node(["/", 0, 10**6]), node(["sin", len(self.file["nodes"])]), node(["+", 0, -1]), node(["pi", 0]),
                node(["if", 0, 0]), node([["+"], 0]), node(["num", "1/0"]), node(["num", "--1"]), node(["num", "\ud800"])]:
            self.assertEqual(self.resealed(change), UNREADABLE)
        self.assertEqual(self.resealed(node(["var", "\ud800"])), ACCEPTED)

    def test_files_that_are_no_certificates(self):
        good = json.dumps(self.file)
        for data in (b"", b"{}", b"[]", b"null", b"1", b'"x"', b"\xff\xfe", b"[" * 100000, b'{"a":' * 100000, b"NaN", b"Infinity", b"-1e5", b"1.5",
                     good.replace('"systems"', '"comment": 1.5, "systems"').encode(), good.replace('"systems"', '"comment": NaN, "systems"').encode(),
                     good.replace('"systems"', '"claims": [], "systems"').encode(), good.encode("utf-16"), b"1" * 100000,
                     good.replace('"systems"', '"comment": ' + "1" * 5000 + ', "systems"').encode(), b"\xef\xbb\xbf" + good.encode()):
            self.assertEqual(outcome(data)[0], UNREADABLE, data[:60])

    def test_the_command(self):
        with tempfile.TemporaryDirectory() as folder:
            def path(name, content):
                with open(os.path.join(folder, name), "wb") as file:
                    file.write(content)
                return os.path.join(folder, name)

            good = path("good.json", json.dumps(self.file).encode())
            false = path("false.json", json.dumps(certificate([particle()], [integral(dx, id="a\nb")])).encode())
            text, other = path("model.anh", b"model F { }"), path("other.anh", b"model G { }")
            self.assertEqual(command(good)[0], ACCEPTED)
            self.assertEqual(command(good, "--text", text)[0], ACCEPTED)
            self.assertEqual(command(good, "--text", other)[0], UNREADABLE)
            self.assertEqual(command(good, "--text", text, "--text", text)[0], UNREADABLE)
            self.assertEqual(command("-", stdin=json.dumps(self.file).encode())[0], ACCEPTED)
            code, out, _ = command(good, false)
            self.assertEqual((code, out.splitlines()[-1]), (REFUSED, "2 files, 3 claims, 2 accepted: refused"))
            self.assertIn("a\\nb: integral holds: refused: ", out)
            code, out, _ = command("--quiet", good)
            self.assertEqual((code, out), (ACCEPTED, "1 files, 2 claims, 2 accepted: accepted\n"))
            code, out, err = command(false, os.path.join(folder, "missing.json"), good)
            self.assertEqual((code, out.splitlines()[-1], err), (UNREADABLE, "3 files, 3 claims, 2 accepted: unreadable", ""))
            self.assertEqual(command(folder)[0], UNREADABLE)
            self.assertIn("--text", command("--help")[1])


class Identities(unittest.TestCase):
    """Random identities, for the checker and for the program's command `zero`."""

    COUNT = 1000 if LONG else 40
    SEED = 31

    def judged(self, found):
        """The checker's codes for the claims that the two sides are equal and that they differ, and the program's code."""
        node = found.left - found.right
        file = certificate([names(found.state, domain=[["pos", k]])],
                           [zero(node, id="equal", hints=found.hints), zero(node, id="different", verdict="fails", witness=found.state)])
        codes = {id: code for id, (code, _) in outcomes(file).items()}
        return codes["equal"], codes["different"]

    def program(self, found, folder):
        """What the program says, and what the checker says of its certificate."""
        path = os.path.join(folder, "c.json")
        done = subprocess.run([BINARY, "zero", found.text(), "--certificate", path], capture_output=True, text=True, timeout=600)
        judged = "none"
        if os.path.exists(path):
            with open(path, "rb") as file:
                lines = outcomes(file.read())
            os.remove(path)
            judged = max((code for code, _ in lines.values()), default="none")
        return done.stdout.split(" ")[0].split(":")[0].strip(",\n"), done.returncode, judged, done.stdout + done.stderr

    def run_all(self, true):
        wrong, undecided, certified = [], 0, 0
        with tempfile.TemporaryDirectory() as folder:
            for i, found in enumerate(random_identities.identities(self.SEED, self.COUNT, true)):
                codes = self.judged(found)
                if codes != ((ACCEPTED, REFUSED) if true else (REFUSED, ACCEPTED)):
                    wrong.append(f"{i}: checker {codes} for {true}: {found.text()}")
                if BINARY:
                    said, code, judged, text = self.program(found, folder)
                    undecided += said == "unknown"
                    certified += judged == ACCEPTED
                    # Both sides may become the same expression when they are read: there is nothing to certify.
                    is_empty = "certificate-empty" in text
                    if said not in ("yes" if true else "no", "unknown") or code != int(not true or said == "unknown" or is_empty):
                        wrong.append(f"{i}: program {said!r} ({code}) for {true}: {found.text()}\n{text}")
                    if judged not in (ACCEPTED, "none"):
                        wrong.append(f"{i}: the program's certificate is not accepted ({judged}): {found.text()}")
        print(f"{self.COUNT} identities, {true}: {undecided} not decided by the program, {certified} certificates of it accepted")
        self.assertEqual(wrong, [], "\n".join(wrong))
        self.assertLess(undecided, self.COUNT / 5)

    def test_true_identities_are_accepted(self):
        self.run_all(True)

    def test_false_identities_are_refused(self):
        self.run_all(False)


@unittest.skipUnless(BINARY, "the program is not given")
class Program(unittest.TestCase):
    """The certificates that the program writes are accepted by the checker."""

    # Friction that has several laws, and states of controllers, which the format cannot express.
    WITHOUT = {"ball-bot", "billiard-ball", "bowling-ball", "disc-on-incline", "driven-car-with-trailer", "painleve-klein",
               "segway"}

    def test_models_of_the_gallery(self):
        gallery = {name.removesuffix(".anh") for name in os.listdir(os.path.join(ROOT, "gallery"))}
        refused, claims = [], 0
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([BINARY, "verify", "--all", "--certificate", folder], capture_output=True, text=True,
                                  timeout=3000)
            self.assertEqual(done.returncode, 0, done.stderr)
            written = {name.removesuffix(".json") for name in os.listdir(folder)}
            self.assertEqual(gallery - written, self.WITHOUT)
            for model in sorted(written):
                code, out, err = command(os.path.join(folder, model + ".json"), "--text",
                                         os.path.join(ROOT, "gallery", model + ".anh"))
                claims += len(out.splitlines()) - 1
                if code:
                    refused += [f"{model}: {line}" for line in (out + err).splitlines() if ": accepted" not in line]
        print(f"{claims} claims of {len(written)} models")
        self.assertEqual(refused, [], "\n".join(refused))

    def test_an_empty_certificate_is_not_written(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "c.json")
            done = subprocess.run([BINARY, "verify", "segway", "--certificate", path], capture_output=True, text=True)
            self.assertEqual(done.returncode, 1)
            self.assertIn("certificate-empty", done.stderr)
            self.assertFalse(os.path.exists(path))


if __name__ == "__main__":
    unittest.main()

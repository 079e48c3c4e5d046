"""Random identities, true by construction, and false ones: one coefficient, sign, exponent or function of a true one is changed,
and an evaluation with 60 digits confirms that they differ.

An identity is made by rewriting an expression at random places by rules that hold wherever both sides are defined.
"""

import decimal
import random
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction

from certificate_builder import E, cos, exp, expression, root, sin, var

NAMES = ("a", "b", "c", "k")        # k stands under roots: it is positive in all samples
VARIABLES = var(*NAMES)
FUNCTIONS = ("sin", "cos", "exp")


@dataclass
class Identity:
    left: E
    right: E
    true: bool
    state: dict             # where both sides are defined; of a false one, where they differ
    hints: list = field(default_factory=list)

    def text(self):
        """For the command `zero`."""
        return f"{written(self.left)} = {written(self.right)}"


def written(e):
    op, args = e.op, e.args
    if op == "num":
        return f"({args[0]})"
    if op == "var":
        return args[0]
    if op == "^":
        return f"({written(args[0])})^({args[1]})"
    if op == "root":
        return f"sqrt({written(args[0])})"
    if op == "neg":
        return f"(-{written(args[0])})"
    if op in "+-*/":
        return "(" + f" {op} ".join(map(written, args)) + ")"
    return f"{op}({', '.join(map(written, args))})"


# Evaluation.

class Undefined(Exception):
    pass


def decimal_sine(x):
    """By Taylor's series, for moderate x."""
    term = total = x
    n = 1
    while abs(term) > Decimal(10) ** -(decimal.getcontext().prec + 5):
        term *= -x * x / ((n + 1) * (n + 2))
        total += term
        n += 2
    return total


HALF_PI = Decimal("1.57079632679489661923132169163975144209858469968755291048747229615390820314310449931401741267105853399107")


def value(e, state):
    """The value with the precision of the decimal context; Undefined near what has no derivative."""
    op, args = e.op, e.args
    if op == "num":
        q = Fraction(args[0])
        return Decimal(q.numerator) / Decimal(q.denominator)
    if op == "var":
        q = state[args[0]]
        return Decimal(q.numerator) / Decimal(q.denominator)
    a = [value(arg, state) for arg in args if isinstance(arg, E)]
    tiny = Decimal(10) ** -30
    if op == "+":
        return sum(a)
    if op == "-":
        return a[0] - a[1]
    if op == "neg":
        return -a[0]
    if op == "*":
        product = Decimal(1)
        for v in a:
            product *= v
        return product
    if op == "/":
        if abs(a[1]) < tiny:
            raise Undefined
        return a[0] / a[1]
    if op == "^":
        if args[1] < 0 and abs(a[0]) < tiny:
            raise Undefined
        return a[0] ** args[1]
    if op == "root":
        if a[0] < tiny:
            raise Undefined
        return a[0].sqrt()
    if op == "abs":
        if abs(a[0]) < tiny:
            raise Undefined
        return abs(a[0])
    if abs(a[0]) > 20:
        raise Undefined
    if op == "exp":
        return a[0].exp()
    return decimal_sine(a[0] if op == "sin" else a[0] + HALF_PI)


def difference(left, right, state):
    """|left − right| in units of their size, or None where one of them is not defined."""
    with decimal.localcontext(decimal.Context(prec=60, Emax=10**9, Emin=-10**9)):
        try:
            u, v = value(left, state), value(right, state)
        except (Undefined, decimal.DecimalException):
            return None
        return abs(u - v) / (1 + abs(u) + abs(v))


# Rewriting.

def small_number(rng):
    return expression(Fraction(rng.choice((1, 2, 3, 5, -1, -2, -3)), rng.choice((1, 1, 1, 2, 3))))


def simple(rng):
    """A short expression that vanishes nowhere identically."""
    v = rng.choice(VARIABLES)
    return rng.choice((lambda: v, lambda: v + small_number(rng), lambda: v * rng.choice(VARIABLES) + 1, lambda: v**2 + 1))()


def random_expression(rng, depth):
    if depth == 0:
        return rng.choice((lambda: rng.choice(VARIABLES), lambda: rng.choice(VARIABLES), lambda: small_number(rng), lambda: simple(rng)))()
    u, v = (random_expression(rng, depth - rng.choice((1, 1, 2)) if depth > 1 else 0) for _ in range(2))
    return rng.choice((lambda: u + v, lambda: u * v, lambda: u - v, lambda: u / (v + simple(rng)), lambda: u**2 + v,
                       lambda: u * sin(simple(rng)), lambda: u + cos(simple(rng)), lambda: u * root(VARIABLES[3]), lambda: abs(u) + v,
                       lambda: u / root(v**2 + 1), lambda: exp(simple(rng)) * u))()


def quaternion_norms(rng):
    """|p|²|q|²/|pq|² = 1."""
    p, q = ([rng.choice((*VARIABLES, small_number(rng))) for _ in range(4)] for _ in range(2))
    (a, b, c, d), (e, f, g, h) = p, q
    product = (a * e - b * f - c * g - d * h, a * f + b * e + c * h - d * g, a * g - b * h + c * e + d * f, a * h + b * g - c * f + d * e)
    norm = lambda v: v[0] ** 2 + v[1] ** 2 + v[2] ** 2 + v[3] ** 2
    return norm(p) * norm(q) / norm(product)


def rewrite(rng, u, hints):
    """An expression equal to u wherever both are defined."""
    v, w, k, n = simple(rng), simple(rng), VARIABLES[3], small_number(rng)
    rules = [lambda: (u + v) - v, lambda: u * v / v, lambda: 1 / (1 / u), lambda: u * (sin(w) ** 2 + cos(w) ** 2), lambda: u * root(k) ** 2 / k,
             lambda: u * root(v**2 + 1) / root(v**2 + 1), lambda: u + 1 / v - 1 / (v + 1) - 1 / (v * (v + 1)), lambda: u * (k / root(k)) / root(k),
             lambda: u * quaternion_norms(rng), lambda: u - (v + w) ** 2 + v**2 + 2 * v * w + w**2, lambda: u * exp(w) * exp(-w),
             lambda: u * (v**2 - w**2 + v * w) / ((v - w) * (v + w) + w * v), lambda: u * abs(v) ** 2 / v**2, lambda: -(-u),
             lambda: (u * n + v * n) / n - v, lambda: u + root(root(k)) ** 4 - k, lambda: u * abs(v) / abs(-v)]
    if u.op == "*" and len(u.args) == 2:
        a, b = u.args
        rules += [lambda: b * a] * 2 + [lambda: ((a + b) ** 2 - (a - b) ** 2) / 4]
        if b.op in "+-":
            rules += [lambda: E(b.op, a * b.args[0], a * b.args[1])] * 4
    if u.op == "+" and len(u.args) == 2:
        a, b = u.args
        rules += [lambda: b + a, lambda: a - (-b), lambda: (a**2 - b**2) / (a - b), lambda: (a * v + b * v) / v] * 2
    if u.op == "/":
        a, b = u.args
        rules += [lambda: 1 / (b / a), lambda: a * b**-1, lambda: (a / v) / (b / v), lambda: a * b / b**2] * 2
    if u.op == "^" and u.args[1] == 2:
        a = u.args[0]
        rules += [lambda: a * a, lambda: abs(a) ** 2, lambda: (a - 1) * (a + 1) + 1] * 2
    if u.op == "sin":
        a = u.args[0]
        rules += [lambda: 2 * sin(a / 2) * cos(a / 2), lambda: sin(a - w) * cos(w) + cos(a - w) * sin(w), lambda: -sin(-a)] * 3
    if u.op == "cos":
        a = u.args[0]
        rules += [lambda: 1 - 2 * sin(a / 2) ** 2, lambda: cos(a - w) * cos(w) - sin(a - w) * sin(w), lambda: 4 * cos(a / 3) ** 3 - 3 * cos(a / 3)] * 3
    if u.op == "exp":
        a = u.args[0]
        rules += [lambda: exp(a / 2) ** 2, lambda: exp(a + w) / exp(w)] * 4
    if u.op == "abs":
        rules += [lambda: hints.append(u) or root(u.args[0] ** 2)] * 6
    if u.op == "root":
        rules += [lambda: u.args[0] / u, lambda: 1 / (u / u.args[0])] * 4
    return rng.choice(rules)()


def places(e, path=()):
    """Paths of all nodes outside arguments of functions."""
    yield path
    if e.op not in FUNCTIONS:
        for i, a in enumerate(e.args):
            if isinstance(a, E):
                yield from places(a, path + (i,))


def replaced(e, path, change):
    if not path:
        return change(e)
    args = list(e.args)
    args[path[0]] = replaced(args[path[0]], path[1:], change)
    return E(e.op, *args)


def changed(rng, e):
    """One coefficient, sign, exponent or function of a node changed; None if the node has none."""
    if e.op == "num":
        return E("num", str(Fraction(e.args[0]) + rng.choice((1, -2, Fraction(1, 2)))))
    if e.op in "+-":
        return E("-" if e.op == "+" else "+", *e.args[:2]) if len(e.args) == 2 else None
    if e.op == "^":
        return E("^", e.args[0], e.args[1] + rng.choice((1, 2)))
    if e.op in ("sin", "cos"):
        return E("cos" if e.op == "sin" else "sin", *e.args)
    if e.op == "abs" or e.op == "neg":
        return e.args[0]
    if e.op in ("*", "/", "root", "exp"):
        return -e
    return None


def choices_in(*expressions):
    """The number of different roots and absolute values, and whether a radicand contains one: then many points are needed."""
    seen, nested = set(), False

    def walk(e, under):
        nonlocal nested
        inner = e.op in ("root", "abs")
        if inner:
            seen.add(written(e))
            nested |= under
        for a in e.args:
            if isinstance(a, E):
                walk(a, under or e.op == "root")

    for e in expressions:
        walk(e, False)
    return len(seen), nested


def random_state(rng):
    state = {name: Fraction(rng.randint(-40, 40), rng.choice((8, 9, 16))) for name in NAMES}
    state["k"] = abs(state["k"]) + Fraction(1, 7)
    return state


def identity(rng, true):
    """A random identity."""
    while True:
        hints = []
        left = random_expression(rng, rng.choice((1, 1, 2)))
        right = left
        for _ in range(rng.randint(2, 5)):
            right = replaced(right, rng.choice(list(places(right))), lambda u: rewrite(rng, u, hints))
            if rng.random() < 0.2:
                left = replaced(left, rng.choice(list(places(left))), lambda u: rewrite(rng, u, hints))
        count, nested = choices_in(left, right, *hints)
        if len(written(right)) > 1500 or count > (3 if nested else 5):
            continue
        states = [s for s in (random_state(rng) for _ in range(8)) if (d := difference(left, right, s)) is not None]
        if not states:
            continue
        if any(difference(left, right, s) > Decimal(10) ** -25 for s in states):
            raise AssertionError(f"a rule of rewriting is wrong: {written(left)} = {written(right)} at {states[0]}")
        if true:
            return Identity(left, right, True, states[0], hints)
        path = rng.choice(list(places(right)))
        wrong = replaced(right, path, lambda u: changed(rng, u) or u)
        for state in states:
            found = difference(left, wrong, state)
            if found is not None and found > Decimal(10) ** -20:
                return Identity(left, wrong, False, state, hints)


def identities(seed, count, true):
    rng = random.Random(f"{seed} {true}")
    for _ in range(count):
        yield identity(rng, true)

"""Expressions as shared graphs: exact numbers, derivatives, and compilation to straight-line Python.

Equal expressions are one object. A graph is evaluated by compiling it against a field of numbers: Python's
floats, or mpmath's numbers of many digits.
"""

import math
from fractions import Fraction

FUNCTIONS = set("sin cos tan asin acos atan atan2 sinh cosh tanh exp log abs sign".split())

_known = {}


class Term:
    __slots__ = ("op", "args", "value", "rates", "names", "number")

    def __add__(self, other):
        return add(self, term(other))

    def __radd__(self, other):
        return add(term(other), self)

    def __sub__(self, other):
        return add(self, mul(MINUS_ONE, term(other)))

    def __rsub__(self, other):
        return add(term(other), mul(MINUS_ONE, self))

    def __mul__(self, other):
        return mul(self, term(other))

    def __rmul__(self, other):
        return mul(term(other), self)

    def __truediv__(self, other):
        return mul(self, power(term(other), -1))

    def __rtruediv__(self, other):
        return mul(term(other), power(self, -1))

    def __neg__(self):
        return mul(MINUS_ONE, self)

    def __pow__(self, exponent):
        return power(self, exponent)


def _make(op, args=(), value=None):
    key = (op, tuple(id(a) for a in args), value)
    found = _known.get(key)
    if found is None:
        found = Term()
        found.op, found.args, found.value, found.rates = op, args, value, {}
        found.number = len(_known)
        if op == "var":
            found.names = frozenset([value])
        else:
            found.names = frozenset().union(*(a.names for a in args)) if args else frozenset()
        _known[key] = found
    return found


def num(value):
    return _make("num", (), Fraction(value))


def var(name):
    return _make("var", (), name)


def term(value):
    return value if isinstance(value, Term) else num(value)


ZERO, ONE, MINUS_ONE, PI = num(0), num(1), num(-1), _make("pi")


def add(a, b):
    if a.op == "num" and b.op == "num":
        return num(a.value + b.value)
    if a is ZERO:
        return b
    if b is ZERO:
        return a
    return _make("add", (a, b))


def mul(a, b):
    if a.op == "num" and b.op == "num":
        return num(a.value * b.value)
    if a is ZERO or b is ZERO:
        return ZERO
    if a is ONE:
        return b
    if b is ONE:
        return a
    return _make("mul", (a, b))


def power(a, exponent):
    exponent = Fraction(exponent)
    if exponent == 0:
        return ONE
    if exponent == 1:
        return a
    if a.op == "num" and exponent.denominator == 1 and (a.value != 0 or exponent > 0):
        return num(a.value ** int(exponent))
    return _make("pow", (a,), exponent)


def call(name, *args):
    args = tuple(term(a) for a in args)
    if name == "sqrt":
        return power(args[0], Fraction(1, 2))
    if name == "step":
        return (call("sign", args[0]) + 1) / 2
    if name in ("min", "max"):
        a, b = args
        return choose(("<", a, b) if name == "min" else ("<", b, a), a, b)
    if name == "clamp":
        return call("min", call("max", args[0], args[1]), args[2])
    if name not in FUNCTIONS:
        raise KeyError(name)
    if all(a is ZERO for a in args) and name in ("sin", "tan", "asin", "atan", "sinh", "tanh", "abs", "sign"):
        return ZERO
    if args[0] is ZERO and name in ("cos", "cosh", "exp"):
        return ONE
    return _make(name, args)


def sin(a):
    return call("sin", a)


def cos(a):
    return call("cos", a)


def sqrt(a):
    return power(term(a), Fraction(1, 2))


def choose(condition, a, b):
    """`if(condition, a, b)`; a condition is ("<", u, v), ("<=", u, v), ("and" | "or", c, d) or ("not", c)."""
    leaves = []

    def flatten(c):
        if c[0] in ("<", "<="):
            leaves.extend([c[1], c[2]])
            return (c[0], len(leaves) - 2)
        return (c[0], *(flatten(part) for part in c[1:]))
    shape = flatten(condition)
    return _make("if", (a, b, *leaves), shape)


def derivative(f, name):
    """∂f/∂name."""
    for node in _order([f]):
        if name in node.names and name not in node.rates:
            node.rates[name] = _derivative(node, name)
    return f.rates[name] if name in f.names else ZERO


def _derivative(f, name):
    d = [a.rates[name] if name in a.names else ZERO for a in f.args]
    a = f.args
    if f.op == "var":
        return ONE
    if f.op == "add":
        return d[0] + d[1]
    if f.op == "mul":
        return d[0] * a[1] + a[0] * d[1]
    if f.op == "pow":
        return num(f.value) * power(a[0], f.value - 1) * d[0]
    if f.op == "if":
        return _make("if", (d[0], d[1], *a[2:]), f.value) if (d[0], d[1]) != (ZERO, ZERO) else ZERO
    if f.op == "atan2":
        return (a[1] * d[0] - a[0] * d[1]) / (a[0] * a[0] + a[1] * a[1])
    u = a[0]
    factor = {
        "sin": lambda: cos(u), "cos": lambda: -sin(u), "tan": lambda: 1 + f * f,
        "asin": lambda: 1 / sqrt(1 - u * u), "acos": lambda: -1 / sqrt(1 - u * u),
        "atan": lambda: 1 / (1 + u * u), "exp": lambda: f, "log": lambda: 1 / u,
        "sinh": lambda: call("cosh", u), "cosh": lambda: call("sinh", u), "tanh": lambda: 1 - f * f,
        "abs": lambda: call("sign", u), "sign": lambda: ZERO}[f.op]()
    return factor * d[0]


def _order(outputs):
    """All nodes, arguments first."""
    seen, stack = set(), list(outputs)
    found = []
    while stack:
        node = stack.pop()
        if id(node) not in seen:
            seen.add(id(node))
            found.append(node)
            stack.extend(node.args)
    return sorted(found, key=lambda node: node.number)


def substitute(f, values):
    """f with variables replaced by terms."""
    made = {}
    for node in _order([f]):
        if node.op == "var":
            made[id(node)] = term(values.get(node.value, node))
        elif not node.names:
            made[id(node)] = node
        else:
            args = [made[id(a)] for a in node.args]
            made[id(node)] = {"add": lambda: args[0] + args[1], "mul": lambda: args[0] * args[1],
                              "pow": lambda: power(args[0], node.value),
                              "if": lambda: _make("if", tuple(args), node.value),
                              }.get(node.op, lambda: call(node.op, *args))()
    return made[id(f)]


def _float_number(value):
    return repr(value.numerator / value.denominator)


def _float_root(x, n):
    """The real n-th root."""
    if n % 2 and x < 0:
        return -((-x) ** (1 / n))
    return math.sqrt(x) if n == 2 else x ** (1 / n)


FLOATS = {**{name: getattr(math, name) for name in FUNCTIONS - {"abs", "sign"}}, "abs": abs,
          "sign": lambda x: (x > 0) - (x < 0), "root": _float_root, "pi": math.pi, "number": None}


def compiled(outputs, names, field=FLOATS):
    """A function of the values of `names`, in this order, that returns the list of the outputs' values."""
    space, lines, place = dict(field), [], {}
    arguments = {name: "a%d" % k for k, name in enumerate(names)}
    uses = {}
    order = _order(outputs)
    for node in order:
        for a in node.args:
            uses[id(a)] = uses.get(id(a), 0) + 1
    for node in outputs:
        uses[id(node)] = uses.get(id(node), 0) + 2

    def exponent(base, value):
        if value.denominator == 1:
            k = int(value)
            if k in (2, 3):
                return "*".join([base] * k)
            return "1/%s" % base if k == -1 else "%s**%d" % (base, k)
        if value < 0:
            return "1/(%s)" % exponent(base, -value)
        whole, rest = divmod(value.numerator, value.denominator)
        text = "root(%s, %d)" % (base, value.denominator)
        text = text if rest == 1 else "%s**%d" % (text, rest)
        return text if not whole else "%s*%s" % (text, exponent(base, Fraction(whole)))

    def condition(node, shape):
        if shape[0] in ("<", "<="):
            left, right = (place[id(node.args[shape[1] + k])] for k in (2, 3))
            return "(%s %s %s)" % (left, shape[0], right)
        if shape[0] == "not":
            return "(not %s)" % condition(node, shape[1])
        return "(%s)" % (" %s " % shape[0]).join(condition(node, part) for part in shape[1:])

    for node in order:
        args = [place[id(a)] for a in node.args]
        if node.op == "num":
            if field["number"] is None:
                text = _float_number(node.value)
                text = "(%s)" % text if node.value < 0 else text
            else:
                text = "k%d" % len(space)
                space[text] = field["number"](node.value)
        elif node.op == "pi":
            text = "pi"
        elif node.op == "var":
            text = arguments[node.value]
        elif node.op in ("add", "mul"):
            text = "(%s %s %s)" % (args[0], "+" if node.op == "add" else "*", args[1])
        elif node.op == "pow":
            text = "(%s)" % exponent(args[0], node.value)
        elif node.op == "if":
            text = "(%s if %s else %s)" % (args[0], condition(node, node.value), args[1])
        else:
            text = "%s(%s)" % (node.op, ", ".join(args))
        if node.args and (uses.get(id(node), 0) > 1 or len(text) > 120):
            name = "v%d" % len(place)
            lines.append("    %s = %s" % (name, text))
            text = name
        place[id(node)] = text
    results = ", ".join(place[id(node)] for node in outputs)
    code = "def f(%s):\n%s\n    return [%s]\n" % (
        ", ".join(arguments[name] for name in names), "\n".join(lines) or "    pass", results)
    exec(compile(code, "<terms>", "exec"), space)
    return space["f"]

"""Certificates written by hand: expressions of Python become nodes, and a file gets its digest.

    x = var("x")
    certificate([system(parameters=["x"], law="none", sample={"x": 2})], [zero(root(x * x) - abs(x), hints=[abs(x)])])
"""

import hashlib
import json
from fractions import Fraction


class E:
    """An expression: a node's type and its arguments."""

    def __init__(self, op, *args):
        self.op, self.args = op, args

    def __add__(self, other):
        return E("+", self, expression(other))

    def __radd__(self, other):
        return E("+", expression(other), self)

    def __sub__(self, other):
        return E("-", self, expression(other))

    def __rsub__(self, other):
        return E("-", expression(other), self)

    def __mul__(self, other):
        return E("*", self, expression(other))

    def __rmul__(self, other):
        return E("*", expression(other), self)

    def __truediv__(self, other):
        return E("/", self, expression(other))

    def __rtruediv__(self, other):
        return E("/", expression(other), self)

    def __pow__(self, k):
        return E("^", self, k)

    def __neg__(self):
        return E("neg", self)

    def __abs__(self):
        return E("abs", self)


def expression(value):
    return value if isinstance(value, E) else E("num", str(Fraction(value)))


def var(*names):
    found = [E("var", name) for name in names]
    return found[0] if len(found) == 1 else found


def root(a, n=2):
    return E("root", expression(a), n)


def function(op):
    return lambda *args: E(op, *map(expression, args))


exp, sin, cos, atan, log, atan2, sign, branch = map(function, ("exp", "sin", "cos", "atan", "log", "atan2", "sign", "if"))
pi = E("pi")


def system(law="free", text="model F { }", name="test", **keys):
    found = {"name": name, "text": text, "sha256": hashlib.sha256(text.encode()).hexdigest(), "law": law, **keys}
    found["sample"] = {key: str(Fraction(value)) for key, value in keys.get("sample", {}).items()}
    return found


def claim(kind, verdict="holds", id=None, **keys):
    for key in ("sample", "witness"):
        if key in keys:
            keys[key] = {name: str(Fraction(value)) for name, value in keys[key].items()}
    return {"id": id or kind, "kind": kind, "verdict": verdict, **keys}


def zero(node, **keys):
    return claim("zero", node=node, **keys)


def equation(node, **keys):
    return claim("equation", node=node, **keys)


def integral(node, **keys):
    return claim("integral", node=node, **keys)


def form(equations, **keys):
    return claim("form", equations=equations, **keys)


def digest(file):
    rest = {key: value for key, value in file.items() if key != "digest"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def certificate(systems, claims, **more):
    """The file as an object; expressions in it become indices of nodes."""
    nodes, known = [], {}

    def place(e):
        stack = [e]
        while stack:
            e = stack[-1]
            if id(e) in known:
                stack.pop()
                continue
            waiting = [a for a in e.args if isinstance(a, E) and id(a) not in known]
            if waiting:
                stack.extend(waiting)
                continue
            nodes.append([e.op, *(known[id(a)][0] if isinstance(a, E) else a for a in e.args)])
            known[id(e)] = len(nodes) - 1, e        # e is kept, so that no other gets its id
            stack.pop()
        return known[id(e)][0]

    def convert(value):
        if isinstance(value, E):
            return place(value)
        if isinstance(value, dict):
            return {key: convert(v) for key, v in value.items()}
        if isinstance(value, (list, tuple)):
            return [convert(v) for v in value]
        return value

    file = {"format": "anholon-certificate/1", "systems": convert(systems), "claims": convert(claims), **more}
    file["nodes"] = nodes
    file["digest"] = digest(file)
    return file

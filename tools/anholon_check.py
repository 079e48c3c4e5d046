#!/usr/bin/env python3
"""anholon-check: judges certificate files (docs/certificates.md) without Anholon.

    anholon-check FILE ... [--text MODEL] [--quiet]

A certificate holds a model (Lagrangian, forces, constraints, law of motion) as straight-line programs, and claims about
its motions. This program derives the equations of motion itself, from the model alone, and judges every claim by

  * random points of prime fields, where all signs of all roots are tried: a claim that "holds" must vanish at all of them,
  * rational interval arithmetic at a real state: everything must be defined there, and a claim that "fails" must be
    separated from zero.

It shares no code with Anholon and needs Python's standard library only. The parts, in the order of the file:

  1 reading JSON      2 programs and derivatives     3 systems and their law     4 claims
  5 prime fields      6 the sign calculus            7 evaluation in a field     8 intervals
  9 real states      10 judging                     11 the command line
"""

import argparse
import hashlib
import json
import math
import re
import secrets
import sys
import time
from fractions import Fraction

VERSION = "anholon-certificate/1"
MAX_BYTES = 64 << 20
MAX_NODES = 2_000_000
MAX_EXPONENT = 4096
MAX_DIGITS = 4000
MAX_CHOICES = 12        # roots and signs per claim
WANTED = 60             # a claim is proved when the chance of an error is below 2^-WANTED
MAX_POINTS = 6000       # more are needed only where radicands contain many roots or signs
MAX_PRIME_BITS = 3000   # of the primes that large formal degrees need
MAX_PRECISION = 4096    # bits behind the point, in intervals
MAX_REAL_BITS = 1 << 21  # of a single number in intervals

ACCEPTED, REFUSED, UNREADABLE, UNDECIDED = range(4)
OUTCOMES = ("accepted", "refused", "unreadable", "undecided")


class Verdict(Exception):
    """Ends the judgement of a claim or a file; `code` is its exit code."""
    code = ACCEPTED


class Refused(Verdict):
    code = REFUSED


class Unreadable(Verdict):
    code = UNREADABLE


class Undecided(Verdict):
    code = UNDECIDED


# ---------------------------------------------------------------------------------------------------- 1 reading JSON

def read_json(data):
    """The object in a file's bytes. Floating-point numbers and keys given twice are errors."""
    if len(data) > MAX_BYTES:
        raise Unreadable(f"the file is larger than {MAX_BYTES >> 20} MiB")

    def refuse_number(text):
        raise Unreadable(f"floating-point number {text[:20]}")

    def integer_of(text):
        if len(text.lstrip("-")) > MAX_DIGITS:
            raise Unreadable(f"number of more than {MAX_DIGITS} digits")
        return int(text)

    def object_of(pairs):
        found = dict(pairs)
        if len(found) != len(pairs):
            raise Unreadable(f"an object has a key twice (among {', '.join(sorted({repr(k) for k, _ in pairs}))[:80]})")
        return found

    try:
        return json.loads(data.decode("utf-8"), parse_float=refuse_number, parse_constant=refuse_number,
                          parse_int=integer_of, object_pairs_hook=object_of)
    except UnicodeDecodeError as error:
        raise Unreadable(f"not UTF-8, at byte {error.start}") from None
    except json.JSONDecodeError as error:
        raise Unreadable(f"not JSON: {error.msg}, line {error.lineno}, column {error.colno}") from None
    except RecursionError:
        raise Unreadable("the JSON is nested too deeply") from None


def digest_of(certificate):
    """SHA-256 of the certificate without its digest, written in the one form that the contract names."""
    rest = {key: value for key, value in certificate.items() if key != "digest"}
    try:
        written = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    except RecursionError:
        raise Unreadable("the JSON is nested too deeply") from None
    return hashlib.sha256(written.encode("ascii")).hexdigest()


def an_object(value, path, required, optional=()):
    """An object with these keys; `provenance` and `comment` are allowed everywhere and mean nothing."""
    if type(value) is not dict:
        raise Unreadable(f"an object is expected (at {path})")
    for key in required:
        if key not in value:
            raise Unreadable(f"'{key}' is missing (at {path})")
    for key in value:
        if key not in required and key not in optional and key not in ("provenance", "comment"):
            raise Unreadable(f"unknown key {key!r} (at {path})")
    return value


def a_list(value, path, length=None):
    if type(value) is not list:
        raise Unreadable(f"a list is expected (at {path})")
    if length is not None and len(value) != length:
        raise Unreadable(f"a list of {length} is expected, not of {len(value)} (at {path})")
    return value


def a_name(value, path):
    if type(value) is not str or not value:
        raise Unreadable(f"a name is expected (at {path})")
    return value


def an_integer(value, path):
    if type(value) is not int:
        raise Unreadable(f"an integer is expected (at {path})")
    return value


def one_of(value, choices, path):
    if type(value) is not str or value not in choices:
        raise Unreadable(f"one of {', '.join(choices)} is expected, not {str(value)[:40]!r} (at {path})")
    return value


RATIONAL = re.compile(r"-?[0-9]+(/[0-9]+)?\Z")


def a_rational(value, path):
    """An integer, or a string "n" or "n/d"."""
    if type(value) is int:
        return Fraction(value)
    if type(value) is not str or not RATIONAL.match(value):
        raise Unreadable(f"a number is expected: an integer, \"n\" or \"n/d\" (at {path})")
    if sum(map(str.isdigit, value)) > MAX_DIGITS:
        raise Unreadable(f"number of more than {MAX_DIGITS} digits (at {path})")
    numerator, _, denominator = value.partition("/")
    if denominator and int(denominator) == 0:
        raise Unreadable(f"the denominator is 0 (at {path})")
    return Fraction(int(numerator), int(denominator or 1))


# ---------------------------------------------------------------------------------------- 2 programs and derivatives

class Direction:
    """A tangent: the rate of each variable, as a node; derivatives along it are remembered."""

    def __init__(self, program, rates):
        self.rates = {var: node for var, node in rates.items() if node != program.zero}
        self.mask = 0
        for var in self.rates:
            self.mask |= program.depends[var]
        self.known = {}


class Program:
    """All nodes of a file, and those made from them by differentiation. Arguments precede their nodes; equal nodes are one.

    Node i is op[i] applied to the nodes args[i]; data[i] is a number (n, d), a name, an exponent or the index of a root.
    depends[i] is the set of variables below node i, as bits.
    """

    ARGUMENTS = {"pi": 0, "-": 2, "neg": 1, "/": 2, "exp": 1, "sin": 1, "cos": 1, "atan": 1, "log": 1,
                 "atan2": 2, "abs": 1, "sign": 1, "if": 3}

    def __init__(self):
        self.op, self.args, self.data, self.depends = [], [], [], []
        self.index = {}
        self.variables = {}     # name -> node
        self.names = []         # of the bits in `depends`
        self.literal_bits = 0
        self.partials = {}      # variable -> Direction
        self.sums = {}          # argument of sin, cos, exp -> its decomposition
        self.cones = {}
        self.zero, self.one = self.number(0), self.number(1)

    def make(self, op, args, data=None):
        key = (op, args, data)
        found = self.index.get(key)
        if found is None:
            found = self.index[key] = len(self.op)
            self.op.append(op)
            self.args.append(args)
            self.data.append(data)
            mask = 0
            for a in args:
                mask |= self.depends[a]
            self.depends.append(mask)
        return found

    def number(self, value):
        value = Fraction(value)
        return self.make("num", (), (value.numerator, value.denominator))

    def variable(self, name):
        if name not in self.variables:
            node = self.variables[name] = self.make("var", (), name)
            self.depends[node] = 1 << len(self.names)
            self.names.append(name)
        return self.variables[name]

    def fresh(self, name):
        """A variable that no file can name."""
        return self.variable((name, len(self.names)))

    def name_of(self, node):
        name = self.data[node]
        return name if type(name) is str else name[0]

    # Constructors for derived nodes, which leave out what is 0 or 1.

    def add(self, *terms):
        terms = tuple(t for t in terms if t != self.zero)
        return self.zero if not terms else terms[0] if len(terms) == 1 else self.make("+", terms)

    def mul(self, *factors):
        if self.zero in factors:
            return self.zero
        factors = tuple(f for f in factors if f != self.one)
        return self.one if not factors else factors[0] if len(factors) == 1 else self.make("*", factors)

    def neg(self, a):
        return self.zero if a == self.zero else self.make("neg", (a,))

    def sub(self, a, b):
        return a if b == self.zero else self.neg(b) if a == self.zero else self.zero if a == b else self.make("-", (a, b))

    def div(self, a, b):
        return self.zero if a == self.zero else a if b == self.one else self.make("/", (a, b))

    def read(self, entries, path):
        """The nodes of a file: a list of program nodes, one for each entry."""
        if len(a_list(entries, path)) > MAX_NODES:
            raise Unreadable(f"more than {MAX_NODES} nodes")
        nodes = []
        for i, entry in enumerate(entries):
            where = f"{path}[{i}]"
            if type(entry) is not list or not entry or type(entry[0]) is not str:
                raise Unreadable(f"a node is expected: a list that begins with its type (at {where})")
            op, rest = entry[0], entry[1:]
            if op == "num" and len(rest) == 1:
                value = a_rational(rest[0], where)
                self.literal_bits += value.numerator.bit_length() + value.denominator.bit_length()
                nodes.append(self.number(value))
                continue
            if op == "var" and len(rest) == 1:
                nodes.append(self.variable(a_name(rest[0], where)))
                continue
            data = None
            if op in ("^", "root") and len(rest) == 2:
                data = an_integer(rest.pop(), where)
                if abs(data) > MAX_EXPONENT:
                    raise Unreadable(f"an exponent beyond {MAX_EXPONENT} (at {where})")
                if op == "root" and (data < 1 or data % 2 == 0 and data != 2):
                    raise Unreadable(f"a root's index is 2 or odd (at {where})")
                self.literal_bits += data.bit_length()
            elif op in ("+", "*") and rest:
                pass
            elif self.ARGUMENTS.get(op) != len(rest):
                raise Unreadable(f"unknown node {op[:20]!r} with {len(rest)} arguments (at {where})")
            for a in rest:
                if type(a) is not int or not 0 <= a < i:
                    raise Unreadable(f"an argument is the index of an earlier node (at {where})")
            nodes.append(self.make(op, tuple(nodes[a] for a in rest), data))
        return nodes

    def cone(self, targets, follow=None):
        """The targets and everything below them, in the order of evaluation. follow(node): arguments to go to."""
        follow = follow or self.args.__getitem__
        seen, stack = set(targets), list(targets)
        while stack:
            for a in follow(stack.pop()):
                if a not in seen:
                    seen.add(a)
                    stack.append(a)
        return sorted(seen)

    def below(self, node):
        """cone([node]), remembered."""
        if node not in self.cones:
            self.cones[node] = self.cone([node])
        return self.cones[node]

    def needed(self, node):
        """The arguments that are needed whatever happens: of `if`, what it depends on."""
        return self.args[node][:1] if self.op[node] == "if" else self.args[node]

    def names_below(self, nodes):
        mask = 0
        for node in nodes:
            mask |= self.depends[node]
        return [name for i, name in enumerate(self.names) if mask >> i & 1]

    # Derivatives, in forward mode.

    def partial(self, node, variable):
        if variable not in self.partials:
            self.partials[variable] = Direction(self, {variable: self.one})
        return self.along(node, self.partials[variable])

    def along(self, node, direction):
        """The derivative of a node along a direction."""
        depends, mask, known = self.depends, direction.mask, direction.known
        if not depends[node] & mask:
            return self.zero
        if node not in known:
            for i in self.cone([node], lambda j: [a for a in self.args[j] if depends[a] & mask and a not in known]):
                known[i] = self.derivative(i, direction)
        return known[node]

    def derivative(self, i, direction):
        """The derivative of node i; those of its arguments are known."""
        op, args, data = self.op[i], self.args[i], self.data[i]
        d = [direction.known.get(a, self.zero) for a in args]
        u = args[0] if args else None
        if op == "var":
            return direction.rates[i]
        if op == "+":
            return self.add(*d)
        if op == "-":
            return self.sub(*d)
        if op == "neg":
            return self.neg(d[0])
        if op == "*":
            return self.add(*[self.mul(*args[:k], d[k], *args[k + 1:]) for k in range(len(args)) if d[k] != self.zero])
        if op == "/":
            return self.div(self.sub(d[0], self.mul(i, d[1])), args[1])
        if op == "^":
            if data == 0:
                return self.zero
            rest = self.one if data == 1 else u if data == 2 else self.make("^", (u,), data - 1)
            return self.mul(self.number(data), rest, d[0])
        if op == "root":
            return self.div(self.mul(d[0], i), self.mul(self.number(data), u))
        if op == "exp":
            return self.mul(i, d[0])
        if op == "sin":
            return self.mul(self.make("cos", (u,)), d[0])
        if op == "cos":
            return self.neg(self.mul(self.make("sin", (u,)), d[0]))
        if op == "log":
            return self.div(d[0], u)
        if op == "atan":
            return self.div(d[0], self.add(self.one, self.make("^", (u,), 2)))
        if op == "atan2":
            y, x = args
            return self.div(self.sub(self.mul(x, d[0]), self.mul(y, d[1])),
                            self.add(self.make("^", (x,), 2), self.make("^", (y,), 2)))
        if op == "abs":
            return self.mul(self.make("sign", (u,)), d[0])
        if op == "sign" or d[1] == d[2] == self.zero:
            return self.zero
        return self.make("if", (u, d[1], d[2]))

    def substitute(self, node, images, known):
        """The node with variables replaced by nodes; `known` remembers, for these images."""
        mask = 0
        for variable in images:
            mask |= self.depends[variable]
        if not self.depends[node] & mask:
            return node
        for i in self.cone([node], lambda j: [a for a in self.args[j] if self.depends[a] & mask and a not in known]):
            if i in known:
                continue
            op, args = self.op[i], tuple(known.get(a, a) for a in self.args[i])
            if op == "var":
                known[i] = images[i]
            elif op in self.SIMPLIFYING:
                known[i] = self.SIMPLIFYING[op](self, *args)
            else:
                known[i] = self.make(op, args, self.data[i])
        return known[node]

    SIMPLIFYING = {"+": add, "*": mul, "neg": neg, "-": sub, "/": div}

    # Sums under sin, cos and exp.

    def decomposition(self, node):
        """node = Σ c_k a_k along +, −, neg and products with numbers: {a_k: c_k}. The number 1 is an atom."""
        if node in self.sums:
            return self.sums[node]
        coefficients, atoms, todo = {node: Fraction(1)}, {}, {node}

        def give(a, c):
            coefficients[a] = coefficients.get(a, 0) + c
            todo.add(a)

        def value(a):
            """The rational that a number, or minus a number, stands for."""
            if self.op[a] == "neg" and self.op[self.args[a][0]] == "num":
                return -Fraction(*self.data[self.args[a][0]])
            return Fraction(*self.data[a]) if self.op[a] == "num" else None

        for i in reversed(self.below(node)):
            if i not in todo:
                continue
            c, op, args = coefficients[i], self.op[i], self.args[i]
            if op == "num":
                atoms[self.one] = atoms.get(self.one, 0) + c * value(i)
            elif op == "+":
                for a in args:
                    give(a, c)
            elif op == "-":
                give(args[0], c)
                give(args[1], -c)
            elif op == "neg":
                give(args[0], -c)
            elif op == "/" and value(args[1]):
                give(args[0], c / value(args[1]))
            elif op == "*" and sum(value(a) is None for a in args) <= 1:
                c *= math.prod(value(a) for a in args if value(a) is not None)
                factors = [a for a in args if value(a) is None]
                if factors:
                    give(factors[0], c)
                else:
                    atoms[self.one] = atoms.get(self.one, 0) + c
            else:
                atoms[i] = atoms.get(i, 0) + c
        self.sums[node] = {a: c for a, c in atoms.items() if c}
        return self.sums[node]


# ----------------------------------------------------------------------------------------- 3 systems and their law

LAWS = ("free", "nonholonomic", "servo-force", "servo-momentum", "vakonomic", "none")
CONDITIONS = ("pos", "neg", "nonzero")


class Law:
    """The linear system W z = r for the rates and the multipliers of reactions: rows of (coefficients, right side)."""

    def __init__(self, unknowns, rates, rows):
        self.unknowns = unknowns    # variables; the first `rates` of them must be determined
        self.rates = rates
        self.rows = rows

    def nodes(self):
        return [node for coefficients, right in self.rows for node in (*coefficients, right)]


class Constraint:
    def __init__(self, name, kind, value):
        self.name, self.kind, self.value = name, kind, value
        self.direction = None   # of the reaction, law servo-force
        self.momentum = None    # N, law servo-momentum
        self.f = value          # its form in velocities: dF/dt of a position constraint


class System:
    """One model: its state, its law of motion, its domain, and the recipe that draws its states."""

    KEYS = ("time", "parameters", "coordinates", "velocities", "multipliers", "lagrangian", "forces", "constraints",
            "kinematics", "brackets", "domain", "draw", "hints")

    def __init__(self, file, entry, path):
        self.file, self.program, self.path = file, file.program, path
        program = self.program
        an_object(entry, path, ("name", "text", "sha256", "law", "sample"), self.KEYS)
        self.name = a_name(entry["name"], path + ".name")
        self.read_text(entry, path)
        self.law_name = one_of(entry["law"], LAWS, path + ".law")

        names = lambda key: [a_name(n, f"{path}.{key}[{i}]") for i, n in enumerate(a_list(entry.get(key, []), f"{path}.{key}"))]
        time_names = [a_name(entry["time"], path + ".time")] if "time" in entry else []
        of = {key: names(key) for key in ("parameters", "coordinates", "velocities", "multipliers")}
        self.state_names = time_names + of["parameters"] + of["coordinates"] + of["velocities"] + of["multipliers"]
        variables = lambda found: [program.variable(n) for n in found]
        self.time = program.variable(time_names[0]) if time_names else None
        self.parameters, self.q, self.w, self.multipliers = (variables(of[key]) for key in of)
        self.state = variables(self.state_names)
        self.rates = [program.variable(n + "'") for n in of["velocities"] + of["multipliers"]]

        self.lagrangian, self.forces = program.zero, [program.zero] * len(self.w)
        if self.law_name == "none":
            for key in ("coordinates", "velocities", "multipliers", "lagrangian", "forces", "kinematics", "brackets"):
                if entry.get(key):
                    raise Unreadable(f"law none has parameters only, no {key} (at {path}.{key})")
        else:
            if "lagrangian" not in entry:
                raise Unreadable(f"'lagrangian' is missing (at {path})")
            self.lagrangian = self.node(entry["lagrangian"], path + ".lagrangian", self.state)
            if "forces" in entry:
                self.forces = self.nodes(entry["forces"], path + ".forces", self.state, len(self.w))
        self.read_kinematics(entry, path, of)
        self.read_constraints(entry, path)
        self.lambdas = [program.variable("lambda_" + c.name) for c in self.reacting()]
        self.names = self.state_names + [program.name_of(v) for v in self.rates + self.lambdas]
        if len(set(self.names)) != len(self.names):
            twice = next(n for n in self.names if self.names.count(n) > 1)
            raise Unreadable(f"the name {twice!r} occurs twice (at {path})")
        self.domain = file.conditions(entry.get("domain", []), path + ".domain", self.state)
        self.hints = self.nodes(entry.get("hints", []), path + ".hints", self.state)
        self.read_draw(entry, path)
        self.sample = file.values(entry["sample"], path + ".sample", self.free)
        self.equations()

    # Reading.

    def node(self, value, path, allowed):
        return self.file.node(value, path, allowed)

    def nodes(self, values, path, allowed, length=None):
        return [self.node(v, f"{path}[{i}]", allowed) for i, v in enumerate(a_list(values, path, length))]

    def read_text(self, entry, path):
        text, given = entry["text"], entry["sha256"]
        if type(text) is not str or type(given) is not str:
            raise Unreadable(f"'text' and 'sha256' are strings (at {path})")
        try:
            self.text = text.encode("utf-8")
        except UnicodeEncodeError:
            raise Unreadable(f"the text is not Unicode (at {path}.text)") from None
        if hashlib.sha256(self.text).hexdigest() != given:
            raise Unreadable(f"sha256 is not that of the text (at {path}.sha256)")

    def read_kinematics(self, entry, path, names):
        """q̇_i = B_is w_s; without `kinematics` q̇_i is the velocity q_i'. c[m, r, s] are the brackets."""
        positions = ([self.time] if self.time else []) + self.parameters + self.q
        if "kinematics" in entry:
            self.qdot = self.nodes(entry["kinematics"], path + ".kinematics", positions + self.w, len(self.q))
        elif self.q:
            if names["velocities"] != [n + "'" for n in names["coordinates"]]:
                raise Unreadable(f"without kinematics the velocities are the coordinates' names with ' (at {path}.velocities)")
            self.qdot = list(self.w)
        else:
            self.qdot = []
        self.brackets = {}
        for k, item in enumerate(a_list(entry.get("brackets", []), path + ".brackets")):
            where = f"{path}.brackets[{k}]"
            key = tuple(an_integer(i, where) for i in a_list(item, where, 4)[:3])
            if not all(0 <= i < len(self.w) for i in key):
                raise Unreadable(f"m, r, s are indices of velocities (at {where})")
            if key in self.brackets:
                raise Unreadable(f"a bracket is given twice (at {where})")
            self.brackets[key] = self.node(item[3], where, positions)

    def read_constraints(self, entry, path):
        program = self.program
        positions = ([self.time] if self.time else []) + self.parameters + self.q
        self.constraints = []
        for k, item in enumerate(a_list(entry.get("constraints", []), path + ".constraints")):
            where = f"{path}.constraints[{k}]"
            an_object(item, where, ("name", "kind", "value"), ("direction", "momentum"))
            kind = one_of(item["kind"], ("position", "velocity"), where + ".kind")
            if kind == "velocity" and self.law_name in ("free", "none"):
                raise Unreadable(f"law {self.law_name} has no velocity constraints (at {where})")
            allowed = positions if kind == "position" else positions + self.w
            c = Constraint(a_name(item["name"], where + ".name"), kind, self.node(item["value"], where + ".value", allowed))
            for key, law in (("direction", "servo-force"), ("momentum", "servo-momentum")):
                if (key in item) != (kind == "velocity" and self.law_name == law):
                    raise Unreadable(f"'{key}' belongs to the velocity constraints of law {law} (at {where})")
            if "direction" in item:
                c.direction = self.nodes(item["direction"], where + ".direction", self.state, len(self.w))
            if "momentum" in item:
                c.momentum = self.node(item["momentum"], where + ".momentum", self.state)
            self.constraints.append(c)
        if len({c.name for c in self.constraints}) < len(self.constraints):
            raise Unreadable(f"two constraints have one name (at {path}.constraints)")
        adjoined = sum(c.kind == "velocity" for c in self.constraints) if self.law_name in ("vakonomic", "servo-momentum") else 0
        if len(self.multipliers) != adjoined:
            raise Unreadable(f"law {self.law_name} has {adjoined} multipliers here (at {path}.multipliers)")
        rates = dict(zip(self.q, self.qdot))
        if self.time:
            rates[self.time] = program.one
        self.drift = Direction(program, rates)      # the part of d/dt that the state determines
        self.motion = Direction(program, {**rates, **dict(zip(self.w + self.multipliers, self.rates))})
        for c in self.constraints:
            if c.kind == "position":
                c.f = program.along(c.value, self.drift)

    def reacting(self):
        """The constraints whose reactions stand in the law; the others stand in L̂."""
        adjoined = self.law_name in ("vakonomic", "servo-momentum")
        return [] if self.law_name == "none" else [c for c in self.constraints if not (adjoined and c.kind == "velocity")]

    def read_draw(self, entry, path):
        """The recipe as steps (kind, ...) over variables; `free` are those whose values are free."""
        program, path = self.program, path + ".draw"
        self.differentials = [c.value for c in self.constraints] + [c.f for c in self.constraints if c.kind == "position"]
        self.gradients = {}
        self.gradient(self.state, *self.differentials)
        if "draw" not in entry:
            self.draw, self.free = [("free", v) for v in self.state], list(self.state)
            self.auxiliary = []
            return
        steps, drawn = [], []
        by_name = {c.name + "'": c.f for c in self.constraints if c.kind == "position"}
        by_name.update({c.name: c.value for c in self.constraints})

        def new(name, where):
            variable = program.variable(a_name(name, where))
            if variable in drawn:
                raise Unreadable(f"{name!r} is drawn twice (at {where})")
            if variable in self.rates or variable in self.lambdas:
                raise Unreadable(f"{name!r} is no variable of the state (at {where})")
            drawn.append(variable)
            return variable

        def plain(value, where):
            node = self.node(value, where, list(drawn))
            if any(program.op[i] in ("abs", "sign", "if") for i in program.below(node)):
                raise Unreadable(f"abs, sign and if are not allowed in a recipe (at {where})")
            return node

        for k, step in enumerate(a_list(entry["draw"], path)):
            where = f"{path}[{k}]"
            a_list(step, where)
            kind = one_of(step[0] if step else None, ("free", "set", "angle", "solve"), where)
            a_list(step, where, {"free": 2, "set": 3, "angle": 4, "solve": 3}[kind])
            if kind == "free":
                steps.append(("free", new(step[1], where)))
            elif kind == "set":
                node = plain(step[2], where)
                steps.append(("set", new(step[1], where), node))
            elif kind == "angle":
                sine, cosine = plain(step[2], where), plain(step[3], where)
                steps.append(("angle", new(step[1], where), sine, cosine))
            else:
                values = []
                for name in a_list(step[2], where):
                    if a_name(name, where) not in by_name:
                        raise Unreadable(f"no constraint {name!r} (at {where})")
                    values.append(by_name[name])
                solved = [new(name, where) for name in a_list(step[1], where, len(values))]
                self.check_affine(values, solved, drawn, where)
                images = {v: program.zero for v in solved}
                known = {}
                at_zero = lambda node: program.substitute(node, images, known)
                matrix = [[at_zero(program.partial(G, v)) for v in solved] for G in values]
                steps.append(("solve", solved, matrix, [program.neg(at_zero(G)) for G in values], values))
        missing = [v for v in self.state if v not in drawn]
        if missing:
            raise Unreadable(f"{program.name_of(missing[0])!r} is not drawn (at {path})")
        self.draw, self.free = steps, [s[1] for s in steps if s[0] == "free"]
        self.auxiliary = [v for v in drawn if v not in self.state]
        for step in steps:
            self.gradient(drawn, *(step[4] if step[0] == "solve" else step[2:]))

    def gradient(self, variables, *nodes):
        """Makes the derivatives of nodes by variables that the rank test needs."""
        for node in nodes:
            self.gradients.setdefault(node, {}).update((v, self.program.partial(node, v)) for v in variables)

    def check_affine(self, values, solved, drawn, where):
        """Constraints are solved for names that occur in no function, root or branch: these need values of their own."""
        program = self.program
        mask = 0
        for v in solved:
            mask |= program.depends[v]
        for G in values:
            self.file.check_names(G, where, drawn)
            for i in program.below(G):
                op = program.op[i]
                inner = program.args[i][:1] if op == "if" else () if op in ("+", "-", "*", "neg", "/", "^") else program.args[i]
                if any(program.depends[a] & mask for a in inner):
                    raise Unreadable(f"a constraint is not affine in what it is solved for (at {where})")

    # The law of motion.

    def equations(self):
        """Builds W z = r, and the nodes that vanish if the model is what it says."""
        P, w, rates = self.program, self.w, self.w + self.multipliers
        vector_fields = [[P.partial(qdot, v) for qdot in self.qdot] for v in w]     # X_s = B_is ∂/∂q_i
        self.checks = [(c.f, f"constraint {c.name} is violated") for c in self.constraints]
        self.checks += [(c.value, f"constraint {c.name} is violated") for c in self.constraints if c.kind == "position"]
        self.law, self.law_sources = None, [c.value for c in self.constraints]
        if self.law_name == "none":
            return
        X = lambda s, node: P.add(*[P.mul(B, P.partial(node, q)) for B, q in zip(vector_fields[s], self.q)])
        c = lambda m, r, s: self.brackets.get((m, r, s), P.zero)
        self.check_kinematics(vector_fields, X, c)

        in_L = [k for k in self.constraints if k not in self.reacting()]
        g = [k.momentum if self.law_name == "servo-momentum" else P.neg(k.f) for k in in_L]
        L = P.add(self.lagrangian, *[P.mul(m, gm) for m, gm in zip(self.multipliers, g)])
        p = [P.partial(L, v) for v in w]
        e = [k.direction or [P.partial(k.f, v) for v in w] for k in self.reacting()]
        n, rows = len(w), []
        mass = {(s, r): P.partial(p[s], w[r]) for s in range(n) for r in range(s, n)}
        for s in range(n):
            coefficients = [mass[min(r, s), max(r, s)] for r in range(n)]
            coefficients += [P.partial(p[s], m) for m in self.multipliers] + [P.neg(row[s]) for row in e]
            gyroscopic = [P.mul(c(m, r, s), w[r], p[m]) for m, r in self.bracket_pairs(s)]
            right = P.sub(P.add(self.forces[s], X(s, L), *gyroscopic), P.along(p[s], self.drift))
            rows.append((coefficients, right))
        self.rate_rows = []     # ∂(df/dt)/∂(w', λ')
        for k in self.constraints:
            row = [P.partial(k.f, v) for v in rates]
            self.rate_rows.append(row)
            rows.append((row + [P.zero] * len(e), P.neg(P.along(k.f, self.drift))))
        self.law = Law(self.rates + self.lambdas, len(self.rates), rows)
        self.law_sources += [self.lagrangian, *self.forces, *self.qdot, *self.brackets.values()]
        self.law_sources += [k.momentum for k in in_L if k.momentum is not None]
        self.law_sources += [m for k in self.constraints for m in k.direction or []]

    def bracket_pairs(self, s):
        return sorted((m, r) for m, r, t in self.brackets if t == s)

    def check_kinematics(self, fields, X, c):
        """Adds to `checks`: q̇ is linear in w; the brackets are antisymmetric and those of the fields X_s."""
        P, n = self.program, len(self.w)
        for i, qdot in enumerate(self.qdot):
            linear = P.add(*[P.mul(fields[s][i], self.w[s]) for s in range(n)])
            wrong = f"the kinematics of {P.name_of(self.q[i])} are not linear in the velocities"
            self.checks.append((P.sub(qdot, linear), wrong))
            self.checks += [(P.partial(fields[s][i], v), wrong) for s in range(n) for v in self.w]
        for r in range(n):
            for s in range(r + 1):
                wrong = f"the brackets of {P.name_of(self.w[r])} and {P.name_of(self.w[s])} are wrong"
                self.checks += [(P.add(c(m, r, s), c(m, s, r)), wrong) for m in range(n)]
                for i in range(len(self.q)):
                    bracket = P.sub(X(r, fields[s][i]), X(s, fields[r][i]))
                    stated = P.add(*[P.mul(c(m, r, s), fields[m][i]) for m in range(n)])
                    self.checks.append((P.sub(bracket, stated), wrong))
        self.checks = [(node, why) for node, why in self.checks if node != P.zero]


# --------------------------------------------------------------------------------------------------------- 4 claims

class Claim:
    """One claim. `targets` must vanish at regular states; forms and maps ask for more."""

    KINDS = {"zero": ("node",), "equation": ("node",), "integral": ("node",), "form": ("equations",), "map": ("to", "images")}
    OPTIONAL = {"form": ("defs", "extras"), "map": ("clock",)}

    def __init__(self, file, entry, path):
        self.file, self.program = file, file.program
        if type(entry) is dict and type(entry.get("id")) is str:
            self.id = entry["id"]
        if type(entry) is not dict or "kind" not in entry:
            raise Unreadable(f"an object with a kind is expected (at {path})")
        self.kind = one_of(entry["kind"], tuple(self.KINDS), path + ".kind")
        an_object(entry, path, ("id", "kind", "verdict", *self.KINDS[self.kind]),
                  ("system", "where", "hints", "sample", "witness", *self.OPTIONAL.get(self.kind, ())))
        self.id = a_name(entry["id"], path + ".id")
        self.verdict = one_of(entry["verdict"], ("holds", "fails"), path + ".verdict")
        self.system = self.system_at(entry.get("system", 0), path + ".system")
        state = self.system.state
        self.where = file.conditions(entry.get("where", []), path + ".where", state)
        self.hints = self.system.nodes(entry.get("hints", []), path + ".hints", state)
        self.sample = self.system.sample
        if "sample" in entry:
            self.sample = file.values(entry["sample"], path + ".sample", self.system.free)
        self.witness = None
        if "witness" in entry:
            self.witness = file.values(entry["witness"], path + ".witness", self.system.free)
        elif self.verdict == "fails":
            raise Unreadable(f"'witness' is missing (at {path})")

        self.continuous = []    # nodes that must not jump
        self.extras, self.rows, self.other, self.other_law, self.other_domain = [], None, None, None, []
        self.pattern = self.law_pattern = None      # rows and columns that elimination kept, for intervals
        if self.kind in ("integral", "form", "map") and self.system.law is None:
            raise Unreadable(f"a system without a law of motion has no motions (at {path})")
        getattr(self, "read_" + self.kind)(entry, path)
        if self.verdict == "fails" and self.extras:
            raise Unreadable(f"a form with extras cannot be refuted by a certificate (at {path})")

    def system_at(self, index, path):
        if not 0 <= an_integer(index, path) < len(self.file.systems):
            raise Unreadable(f"there is no system {index} (at {path})")
        return self.file.systems[index]

    def read_zero(self, entry, path):
        allowed = self.system.state + self.system.rates + self.system.lambdas
        node = self.system.node(entry["node"], path + ".node", allowed)
        self.targets = self.sources = [node]

    read_equation = read_zero

    def read_integral(self, entry, path):
        F = self.system.node(entry["node"], path + ".node", self.system.state)
        self.targets, self.sources, self.continuous = [self.program.along(F, self.system.motion)], [F], [F]

    def read_form(self, entry, path):
        """Names of defs are replaced by their values, those of their rates by derivatives along motions."""
        P, system, file = self.program, self.system, self.file
        images, known, used, symbols = {}, {}, set(), []

        def own(name, where):
            if a_name(name, where) in file.names or name in used:
                raise Unreadable(f"the name {name!r} is taken (at {where})")
            used.add(name)
            symbols.append(P.variable(name))
            return symbols[-1]

        for k, item in enumerate(a_list(entry.get("defs", []), path + ".defs")):
            where = f"{path}.defs[{k}]"
            a_list(item, where, 2)
            value = P.substitute(system.node(item[1], where, system.state + symbols[::2]), images, {})
            name, rate = own(item[0], where), own(item[0] + "'", where)
            images[name] = value
            images[rate] = P.along(value, system.motion)
        for name in a_list(entry.get("extras", []), path + ".extras"):
            self.extras.append(own(name, path + ".extras"))
        allowed = system.state + system.rates + system.lambdas + symbols
        given = system.nodes(entry["equations"], path + ".equations", allowed)
        self.equations = [P.substitute(node, images, known) for node in given]
        self.sources = self.equations
        unknowns = system.rates + self.extras
        self.rows = [[P.partial(node, v) for v in unknowns] for node in self.equations]
        self.targets = [] if self.extras else list(self.equations)
        self.linear = [[P.partial(node, v) for v in self.extras] for node in self.equations]
        self.bends = [b for row in self.linear for a in row for v in self.extras if (b := P.partial(a, v)) != P.zero]

    def read_map(self, entry, path):
        P, system = self.program, self.system
        other = self.other = self.system_at(entry["to"], path + ".to")
        if other.law is None:
            raise Unreadable(f"a system without a law of motion has no motions (at {path}.to)")
        given = entry["images"]
        if type(given) is not dict or set(given) - {"provenance", "comment"} != set(other.state_names) - {"provenance", "comment"}:
            raise Unreadable(f"images are given of every variable of the other state and of nothing else (at {path}.images)")
        images = {P.variable(n): system.node(given[n], f"{path}.images.{n}", system.state) for n in other.state_names}
        f = system.node(entry["clock"], path + ".clock", system.state) if "clock" in entry else P.one
        known = {}
        at = lambda node: P.substitute(node, images, known)
        d = lambda node: P.along(node, system.motion)
        rates = [P.fresh("rate of " + P.name_of(v)) for v in other.w + other.multipliers]
        lambdas = [P.fresh("multiplier") for _ in other.lambdas]
        self.other_law = Law(rates + lambdas, len(rates), [([at(a) for a in row], at(r)) for row, r in other.law.rows])
        self.other_domain = [(kind, at(node)) for kind, node in other.domain]
        self.targets = [d(images[v]) for v in other.parameters]
        if other.time:
            self.targets.append(P.sub(d(images[other.time]), f))
        self.targets += [P.sub(d(images[q]), P.mul(f, at(qdot))) for q, qdot in zip(other.q, other.qdot)]
        for c in other.constraints:
            self.targets += [at(c.value), at(c.f)]
        self.targets += [P.sub(d(images[v]), P.mul(f, z)) for v, z in zip(other.w + other.multipliers, rates)]
        self.clock = f
        self.sources = self.continuous = [*images.values(), f]

    def nodes(self):
        """All that is evaluated in a field for this claim."""
        found = [*self.targets, *self.sources]
        if self.kind == "form":
            found += [a for rows in (self.rows, self.linear) for row in rows for a in row] + self.bends
        if self.kind == "map":
            found += self.other_law.nodes() + [node for _, node in self.other_domain]
        return found


class File:
    """A certificate that could be read: systems and claims (a claim that could not be read is the error itself)."""

    def __init__(self, data, texts=()):
        entry = read_json(data)
        if type(entry) is not dict or "format" not in entry:
            raise Unreadable("not a certificate: no object with the key 'format'")
        if entry["format"] != VERSION:
            raise Unreadable(f"the format is not {VERSION} (at $.format)")
        an_object(entry, "$", ("format", "nodes", "systems", "claims", "digest"))
        if entry["digest"] != digest_of(entry):
            raise Unreadable("the digest is not that of the file: it has been changed (at $.digest)")
        self.program = Program()
        self.given = self.program.read(entry["nodes"], "$.nodes")
        self.systems, self.names = [], set()
        for i, item in enumerate(a_list(entry["systems"], "$.systems")):
            path = f"$.systems[{i}]"
            system = System(self, item, path)
            clash = self.names.intersection(system.names)
            if clash:
                raise Unreadable(f"the name {min(clash)!r} belongs to another system already (at {path})")
            self.names.update(system.names)
            self.systems.append(system)
        for i, system in enumerate(self.systems):
            for v in system.auxiliary:
                if self.program.name_of(v) in self.names:
                    raise Unreadable(f"the auxiliary name {self.program.name_of(v)!r} is taken (at $.systems[{i}].draw)")
        self.compare_texts(texts)
        self.claims, ids = [], set()
        for i, item in enumerate(a_list(entry["claims"], "$.claims")):
            path = f"$.claims[{i}]"
            try:
                claim = Claim(self, item, path)
                if claim.id in ids:
                    raise Unreadable(f"two claims have the id {claim.id!r} (at {path}.id)")
                ids.add(claim.id)
            except Unreadable as error:
                error.id = item["id"] if type(item) is dict and type(item.get("id")) is str else f"claims[{i}]"
                error.kind = str(item.get("kind"))[:20] if type(item) is dict else "?"
                error.verdict = str(item.get("verdict"))[:20] if type(item) is dict else "?"
                claim = error
            self.claims.append(claim)

    def compare_texts(self, texts):
        if self.systems and len(texts) > len(self.systems):
            raise Unreadable(f"{len(texts)} texts are given for {len(self.systems)} systems")
        for i, (system, text) in enumerate(zip(self.systems, texts)):
            if text != system.text:
                raise Unreadable(f"the model's text is another one (at $.systems[{i}].text)")

    def node(self, value, path, allowed):
        if type(value) is not int or not 0 <= value < len(self.given):
            raise Unreadable(f"the index of a node is expected (at {path})")
        node = self.given[value]
        self.check_names(node, path, allowed)
        return node

    def check_names(self, node, path, allowed):
        mask = self.program.depends[node]
        for v in allowed:
            mask &= ~self.program.depends[v]
        if mask:
            name = self.program.names[(mask & -mask).bit_length() - 1]
            raise Unreadable(f"the variable {name!r} is unknown or not allowed here (at {path})")

    def conditions(self, entries, path, allowed):
        found = []
        for i, item in enumerate(a_list(entries, path)):
            where = f"{path}[{i}]"
            a_list(item, where, 2)
            found.append((one_of(item[0], CONDITIONS, where), self.node(item[1], where, allowed)))
        return found

    def values(self, entry, path, variables):
        """Rational values of these variables and of no others."""
        if type(entry) is not dict:
            raise Unreadable(f"an object is expected (at {path})")
        names = {self.program.name_of(v): v for v in variables}
        for name in entry:
            if name not in names and name not in ("provenance", "comment"):
                raise Unreadable(f"{name!r} is not a free variable of the recipe (at {path})")
        for name in names:
            if name not in entry:
                raise Unreadable(f"a value of {name!r} is missing (at {path})")
        return {v: a_rational(entry[name], f"{path}.{name}") for name, v in names.items()}


# ---------------------------------------------------------------------------------------------------- 5 prime fields

def small_primes(limit=2000):
    sieve = bytearray([1]) * limit
    for i in range(2, limit):
        if sieve[i]:
            sieve[i * i::i] = bytes(len(sieve[i * i::i]))
    return [i for i in range(2, limit) if sieve[i]]


SMALL_PRIMES = small_primes()


def is_prime(n, rounds=40):
    """Miller and Rabin's test, with random bases."""
    if any(n % q == 0 for q in SMALL_PRIMES):
        return n in SMALL_PRIMES
    s = (n - 1 & 1 - n).bit_length() - 1
    for _ in range(rounds):
        x = pow(secrets.randbelow(n - 3) + 2, n - 1 >> s, n)
        if x in (1, n - 1):
            continue
        for _ in range(s - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


def random_prime(bits, odd_roots):
    """A random prime of this length, 3 modulo 4, for which n-th roots are unique."""
    product = math.lcm(1, *odd_roots)
    for _ in range(400 * bits):
        p = secrets.randbits(bits) | 1 << bits - 1 | 3
        if math.gcd(p - 1, product) == 1 and is_prime(p):
            return p
    raise Undecided("no prime fits the odd roots")


def eliminate(rows, columns, p):
    """Gauss and Jordan modulo p, in the first `columns` columns: reduced rows, pivots as (original row, column)."""
    rows, origin, pivots, r = [list(row) for row in rows], list(range(len(rows))), [], 0
    for c in range(columns):
        k = next((k for k in range(r, len(rows)) if rows[k][c]), None)
        if k is None:
            continue
        rows[r], rows[k], origin[r], origin[k] = rows[k], rows[r], origin[k], origin[r]
        inverse = pow(rows[r][c], -1, p)
        pivot = rows[r] = [v * inverse % p if v else 0 for v in rows[r]]
        for k, row in enumerate(rows):
            if k != r and row[c]:
                f = row[c]
                rows[k] = [(v - f * u) % p if u else v for v, u in zip(row, pivot)]
        pivots.append((origin[r], c))
        r += 1
        if r == len(rows):
            break
    return rows, pivots


class Skip(Exception):
    """The choice of signs that is tried has no value, no meaning or no real point: nothing is stated there."""


class Vanishes(Exception):
    """An argument of abs, sign, if or a root vanishes identically."""


class Choices:
    """Walks through all sequences of choices of one of two: run again after advance(), until it is false."""

    def __init__(self, before=0):
        self.path, self.at, self.before, self.most = [], 0, before, before

    def start(self):
        self.at = 0

    def choose(self):
        if self.at == len(self.path):
            if self.before + self.at >= MAX_CHOICES:
                raise Undecided(f"more than {MAX_CHOICES} independent roots and signs")
            self.path.append(0)
        self.at += 1
        self.most = max(self.most, self.before + self.at)
        return self.path[self.at - 1]

    def advance(self):
        del self.path[self.at:]     # of a walk that ended early
        while self.path and self.path[-1]:
            self.path.pop()
        if self.path:
            self.path[-1] = 1
        return bool(self.path)


class Point:
    """A prime and the random values of one point: free variables, π, and functions, which depend on residues only."""

    def __init__(self, bits, odd_roots, squares, scale):
        self.p = random_prime(bits, odd_roots)
        self.inverse = {n: pow(n, -1, self.p - 1) for n in odd_roots}
        self.squares, self.scale = squares, scale
        self.values = {}

    def value(self, *key):
        """A random residue that belongs to a key: a variable, or a function and its argument's residue."""
        if key not in self.values:
            v = secrets.randbelow(self.p - 1) + 1
            self.values[key] = v * v % self.p if key[0] in self.squares else v
        return self.values[key]

    def canonical(self, residue):
        """The residue up to sign, and the sign."""
        return (residue, 1) if 2 * residue < self.p else (self.p - residue, -1)

    def unit(self, residue):
        """A random (cos, sin); opposite residues have inverse units, and 0 has (1, 0)."""
        r, sign = self.canonical(residue)
        if r == 0:
            return 1, 0
        t, p = self.value("unit", r), self.p
        inverse = pow(1 + t * t, -1, p)
        return (1 - t * t) * inverse % p, sign * 2 * t * inverse % p

    def rotation(self, unit, k):
        """The k-th power of (cos, sin)."""
        (c, s), p = unit, self.p
        if k < 0:
            s, k = -s, -k
        C, S = 1, 0
        while k:
            if k & 1:
                C, S = (C * c - S * s) % p, (C * s + S * c) % p
            c, s, k = (c * c - s * s) % p, 2 * c * s % p, k >> 1
        return C, S


# ---------------------------------------------------------------------------------------------- 6 the sign calculus

NEGATIVE, NIL, POSITIVE, ANY = 1, 2, 4, 7
CONDITION_SIGNS = {"pos": POSITIVE, "neg": NEGATIVE, "nonzero": NEGATIVE | POSITIVE}
OPPOSITE = [(m & NIL) | (m & NEGATIVE) << 2 | (m & POSITIVE) >> 2 for m in range(8)]


def sign_table(rule):
    """A rule for two signs −1, 0, 1 (giving a set), for sets of signs."""
    members = lambda mask: [s for s, bit in ((-1, NEGATIVE), (0, NIL), (1, POSITIVE)) if mask & bit]
    table = [[0] * 8 for _ in range(8)]
    for a in range(8):
        for b in range(8):
            for s in members(a):
                for t in members(b):
                    table[a][b] |= rule(s, t)
    return table


SIGN = {-1: NEGATIVE, 0: NIL, 1: POSITIVE}
SUM = sign_table(lambda s, t: ANY if s * t < 0 else SIGN[s or t])
PRODUCT = sign_table(lambda s, t: SIGN[s * t])


class Signs:
    """What is known of signs at one choice: facts about residues (up to sign), and rules for nodes.

    `root` is the sign of a square root of a radicand that may be 0: {+} at regular states, {0,+} for jumps.
    """

    def __init__(self, program, p, val, root=POSITIVE):
        self.program, self.p, self.val, self.root = program, p, val, root
        self.facts, self.masks = {}, {}

    def copy(self, val):
        other = Signs(self.program, self.p, val, self.root)
        other.facts = dict(self.facts)
        return other

    def about(self, residue):
        if residue == 0:
            return NIL
        if 2 * residue < self.p:
            return self.facts.get(residue, ANY)
        return OPPOSITE[self.facts.get(self.p - residue, ANY)]

    def of(self, node):
        """The possible signs of a node; Skip if there are none."""
        if self.val[node] is not None and (known := self.about(self.val[node])) in (NEGATIVE, NIL, POSITIVE):
            return known
        if node not in self.masks:
            for i in self.program.below(node):
                if i not in self.masks:
                    mask = self.rule(i)
                    if self.val[i] is not None:
                        mask &= self.about(self.val[i])
                        if not mask:
                            raise Skip("contradiction")
                    self.masks[i] = mask    # empty only in branches that are not taken
        return self.masks[node]

    def learn(self, node, mask):
        """The node has one of these signs."""
        mask &= self.of(node)
        if not mask:
            raise Skip("contradiction")
        residue = self.val[node]
        key, mask = (residue, mask) if 2 * residue < self.p else (self.p - residue, OPPOSITE[mask])
        if residue and self.facts.get(key, ANY) != mask:
            self.facts[key] = mask
            self.masks = {}

    def consistent(self, nodes):
        """Whether all that is known agrees below these nodes."""
        self.masks = {}
        try:
            for node in nodes:
                self.of(node)
        except Skip:
            return False
        return True

    def rule(self, i):
        """The signs of a node, from those of its arguments."""
        op, args, data = self.program.op[i], self.program.args[i], self.program.data[i]
        if op == "num":
            return POSITIVE if data[0] > 0 else NEGATIVE if data[0] < 0 else NIL
        if not args:
            return POSITIVE if op == "pi" else ANY
        m = [self.masks[a] for a in args]
        if op == "+" or op == "-":
            if op == "-":
                m[1] = OPPOSITE[m[1]]
            mask = m[0]
            for n in m[1:]:
                mask = SUM[mask][n]
            return mask
        if op == "neg":
            return OPPOSITE[m[0]]
        if op == "*":
            return self.product(args, m)
        if op == "/":
            return PRODUCT[m[0]][m[1] & ~NIL]
        if op == "^":
            base = m[0] if data > 0 else m[0] & ~NIL
            return POSITIVE if data == 0 else base if data % 2 else PRODUCT[base][base] & ~NEGATIVE
        if op == "abs":
            return (m[0] | OPPOSITE[m[0]]) & ~NEGATIVE
        if op == "root" and data == 2:
            return (POSITIVE if m[0] == POSITIVE else self.root) if m[0] & ~NEGATIVE else 0
        if op in ("root", "atan", "sign"):
            return m[0]
        if op == "if":
            guard = m[0] & ~NIL
            return (m[1] if guard & POSITIVE else 0) | (m[2] if guard & NEGATIVE else 0)
        return POSITIVE if op == "exp" else ANY

    def product(self, args, masks):
        """Factors of equal or opposite value make squares."""
        mask, waiting = POSITIVE, {}
        for a, m in zip(args, masks):
            residue = self.val[a]
            key, sign = (("node", a), 1) if residue is None else (min(residue, self.p - residue), residue * 2 < self.p)
            if key in waiting:
                n, other = waiting.pop(key)
                square = PRODUCT[m][m] & ~NEGATIVE
                mask = PRODUCT[mask][square if other == sign else OPPOSITE[square]]
            else:
                waiting[key] = m, sign
        for m, _ in waiting.values():
            mask = PRODUCT[mask][m]
        return mask


# -------------------------------------------------------------------------------------------- 7 evaluation in a field

class Branch:
    """Values of nodes at one point, for one choice of roots and signs.

    `apart`: a recipe's own roots and functions, which say nothing of signs.
    """

    def __init__(self, program, point, choices, apart=False):
        self.program, self.point, self.p, self.choices, self.apart = program, point, point.p, choices, apart
        self.val = [None] * len(program.op)
        self.signs = Signs(program, point.p, self.val)
        self.roots = {}         # radicand -> its root
        self.angles = {}        # residue of a drawn angle -> its (cos, sin)
        self.rotations = {}     # residue -> (cos, sin)
        self.exponentials = {}
        self.decided = set()    # nodes whose signs were decided here or asked for
        self.occurring = None   # in hints: radicands and arguments of log that the claim itself contains

    def fork(self, choices):
        """The same values and knowledge, to go on from."""
        other = Branch.__new__(Branch)
        other.__dict__.update(self.__dict__)
        other.choices, other.val = choices, list(self.val)
        other.signs = self.signs.copy(other.val)
        for name in ("roots", "rotations", "exponentials", "decided"):
            setattr(other, name, type(getattr(self, name))(getattr(self, name)))
        return other

    def assign(self, variable, value):
        self.val[variable] = value

    def at(self, node):
        """The value of one node."""
        if self.val[node] is None:
            self.evaluate(self.pending(node))
        return self.val[node]

    def pending(self, node):
        """What is still to be evaluated for a node."""
        val, needed = self.val, self.program.needed
        return self.program.cone([node], lambda i: [a for a in needed(i) if val[a] is None])

    def evaluate(self, order):
        """Evaluates nodes in order."""
        val, p, program = self.val, self.p, self.program
        ops, arguments, data = program.op, program.args, program.data
        for i in order:
            if val[i] is not None:
                continue
            op, args = ops[i], arguments[i]
            if op == "*":
                v = val[args[0]]
                for a in args[1:]:
                    v = v * val[a] % p
                val[i] = v
            elif op == "+":
                v = 0
                for a in args:
                    v += val[a]
                val[i] = v % p
            elif op == "-":
                val[i] = (val[args[0]] - val[args[1]]) % p
            elif op == "neg":
                val[i] = -val[args[0]] % p
            elif op == "^":
                if data[i] < 0 and val[args[0]] == 0:
                    raise Skip("divisor")
                val[i] = pow(val[args[0]], data[i], p)
            elif op == "/":
                if val[args[1]] == 0:
                    raise Skip("divisor")
                val[i] = val[args[0]] * pow(val[args[1]], -1, p) % p
            elif op == "num":
                n, d = data[i]
                val[i] = n % p if d == 1 else n * pow(d, -1, p) % p
            elif op == "var":
                raise Unreadable(f"{program.name_of(i)!r} is not determined by the law")
            elif op == "if":
                branch = args[1] if self.sign(args[0]) > 0 else args[2]
                val[i] = self.at(branch)
            else:
                val[i] = getattr(self, "value_of_" + op)(i, args[0] if args else None)

    def sign(self, node):
        """The sign of an argument of abs, sign or if: what the calculus says, else both are tried."""
        if self.val[node] == 0:
            raise Vanishes(node)
        self.decided.add(node)
        mask = self.signs.of(node) & ~NIL
        if mask == NEGATIVE | POSITIVE:
            mask = NEGATIVE if self.choices.choose() else POSITIVE
        self.signs.learn(node, mask)
        return 1 if mask == POSITIVE else -1

    def positive(self, node):
        """A radicand or an argument of log is positive where the claim states anything."""
        self.decided.add(node)
        if self.occurring is not None and node not in self.occurring and self.signs.of(node) & NEGATIVE:
            raise Skip("hint")
        if not self.apart:
            self.signs.learn(node, POSITIVE)

    def value_of_root(self, i, a):
        r, p, n = self.val[a], self.p, self.program.data[i]
        if r == 0:
            raise Vanishes(a)
        if n % 2:
            return pow(r, self.point.inverse[n], p)
        self.positive(a)
        if r not in self.roots:
            u = pow(r, p + 1 >> 2, p)
            if u * u % p != r:
                raise Skip("root")
            self.roots[r] = p - u if self.choices.choose() else u
        return self.roots[r]

    def value_of_abs(self, i, a):
        return self.val[a] if self.sign(a) > 0 else self.p - self.val[a]

    def value_of_sign(self, i, a):
        return self.sign(a) % self.p

    def value_of_pi(self, i, a):
        return self.point.value("pi")

    def value_of_log(self, i, a):
        if self.val[a] == 0:
            raise Skip("divisor")
        self.positive(a)
        return 0 if self.val[a] == 1 else self.point.value("log", self.val[a])

    def value_of_atan(self, i, a):
        r, sign = self.point.canonical(self.val[a])
        return sign * self.point.value("atan", r) % self.p if r else 0

    def value_of_atan2(self, i, a):
        y, x = (self.val[b] for b in self.program.args[i])
        if x == y == 0:
            raise Skip("divisor")
        return self.point.value("atan2", y, x)

    def value_of_sin(self, i, a):
        return self.rotation(a)[1]

    def value_of_cos(self, i, a):
        return self.rotation(a)[0]

    def rotation(self, a):
        """(cos a, sin a), by the addition theorem."""
        point, p = self.point, self.p
        r, sign = point.canonical(self.val[a])
        if r == 0:
            return 1, 0
        if r not in self.rotations:
            C, S = 1, 0
            for atom, c in self.program.decomposition(a).items():
                residue = self.at(atom)
                if self.program.op[atom] == "pi" and (2 * c).denominator == 1:
                    u = point.rotation((0, 1), int(2 * c))
                elif (key := point.canonical(residue))[0] in self.angles:
                    if c.denominator != 1:
                        raise Unreadable("a fractional multiple of an angle that the recipe draws")
                    u = point.rotation(self.angles[key[0]], key[1] * int(c))
                else:
                    u = point.rotation(point.unit(residue), int(point.scale * c))
                C, S = (C * u[0] - S * u[1]) % p, (C * u[1] + S * u[0]) % p
            self.rotations[r] = C, sign * S % p
        C, S = self.rotations[r]
        return C, sign * S % p

    def value_of_exp(self, i, a):
        point, p = self.point, self.p
        r, sign = point.canonical(self.val[a])
        if r == 0:
            return 1
        if r not in self.exponentials:
            product = 1
            for atom, c in self.program.decomposition(a).items():
                key, s = point.canonical(self.at(atom))
                if key:
                    product = product * pow(point.value("exp", key), s * int(point.scale * c), p) % p
            self.exponentials[r] = pow(product, sign, p)
        return pow(self.exponentials[r], sign, p)

    # Conditions, hints and the recipe.

    def conditions(self, conditions, hints, occurring):
        """What is known of signs before anything else is evaluated."""
        for kind, node in conditions:
            self.at(node)
            self.decided.add(node)
            self.signs.learn(node, CONDITION_SIGNS[kind])
            self.root_of_square(node)
        for node in hints:
            self.occurring = occurring
            try:
                self.at(node)
            except Skip as reason:
                if str(reason) not in ("hint", "divisor"):
                    raise
                continue        # it is not known to be defined: it says nothing
            finally:
                self.occurring = None
            self.decided.add(node)
            self.signs.learn(node, ANY)
            self.root_of_square(node)

    def root_of_square(self, h):
        """If h ≥ 0, h is the root of h²; if h ≤ 0, −h is."""
        mask, value = self.signs.of(h), self.val[h]
        if mask & NEGATIVE and mask & POSITIVE or value == 0:
            return
        root = self.p - value if mask & NEGATIVE else value
        if self.roots.setdefault(root * root % self.p, root) != root:
            raise Skip("contradiction")

    def draw(self, system):
        """Draws a state; self holds its names, and `apart` those of the recipe as well."""
        apart = Branch(self.program, self.point, self.choices, apart=True)
        p = self.p

        def give(variable, value):
            apart.val[variable] = value
            if variable not in system.auxiliary:
                self.val[variable] = value

        for step in system.draw:
            if step[0] == "free":
                give(step[1], self.point.value(step[1]))
            elif step[0] == "set":
                give(step[1], apart.at(step[2]))
            elif step[0] == "angle":
                sine, cosine = apart.at(step[2]), apart.at(step[3])
                if (sine * sine + cosine * cosine) % p != 1:
                    raise Refused(f"the sine and cosine of {self.program.name_of(step[1])} do not lie on the circle")
                value = self.point.value(step[1])
                give(step[1], value)
                key, sign = self.point.canonical(value)
                self.angles[key] = apart.angles[key] = cosine, sign * sine % p
            else:
                _, solved, matrix, right, _ = step
                rows = [[self.at(a) for a in row] + [self.at(b)] for row, b in zip(matrix, right)]
                rows, pivots = eliminate(rows, len(solved), p)
                if len(pivots) < len(solved):
                    raise Skip("recipe")
                for v, row in zip(solved, rows):
                    give(v, row[-1])
        return apart

    def rank_test(self, system, apart):
        """The points must fill the states that the constraints allow."""
        P, p, n = self.program, self.p, len(system.free)
        tangents = {}

        def chain(b, node):
            terms = [(b.at(d), tangents[v]) for v, d in system.gradients[node].items() if v in tangents]
            return [sum(d * t[k] for d, t in terms) % p for k in range(n)]

        for step in system.draw:
            if step[0] == "free":
                tangents[step[1]] = [int(v == step[1]) for v in system.free]
            elif step[0] == "set":
                tangents[step[1]] = chain(apart, step[2])
            elif step[0] == "angle":
                s, c = apart.at(step[2]), apart.at(step[3])
                ds, dc = chain(apart, step[2]), chain(apart, step[3])
                tangents[step[1]] = [(c * a - s * b) % p for a, b in zip(ds, dc)]
            else:
                _, solved, _, _, values = step
                rows = [[self.at(system.gradients[G][v]) for v in solved] + [-d % p for d in chain(self, G)] for G in values]
                rows, pivots = eliminate(rows, len(solved), p)
                if len(pivots) < len(solved):
                    raise Skip("recipe")
                for v, row in zip(solved, rows):
                    tangents[v] = row[len(solved):]
        filled = len(eliminate([tangents[v] for v in system.state], n, p)[1])
        gradients = [[self.at(system.gradients[F].get(v, P.zero)) for v in system.state] for F in system.differentials]
        dimension = len(system.state) - len(eliminate(gradients, len(system.state), p)[1])
        if filled < dimension:
            raise Refused(f"the recipe's points are too thin: dimension {filled} of {dimension}")

    def solve(self, law):
        """Solves W z = r and gives the rates their values; the pivots, as (row, column)."""
        width = len(law.unknowns)
        rows, pivots = eliminate([[self.at(a) for a in c] + [self.at(r)] for c, r in law.rows], width, self.p)
        if any(row[width] for row in rows[len(pivots):]):
            raise Skip("law")
        free = set(range(width)) - {c for _, c in pivots}
        if free and min(free) < law.rates:
            raise Skip("law")
        for (_, c), row in zip(pivots, rows):
            if not any(row[f] for f in free):
                self.assign(law.unknowns[c], row[width])
            elif c < law.rates:
                raise Skip("law")
        return tuple(pivots)

    def quiet(self, nodes):
        """Values of nodes as far as they need no choice."""
        other = self.fork(Choices(MAX_CHOICES))
        for i in self.program.cone(nodes):
            if all(other.val[a] is not None for a in self.program.needed(i)):
                try:
                    other.evaluate([i])
                except (Skip, Vanishes, Undecided, Unreadable):
                    pass
        return other


class Jumps:
    """Refuses functions that may jump or are undefined somewhere in the domain, with the signs that conditions tell."""

    def __init__(self, branch, conditions, hints, radicands, functions):
        values = branch.quiet([node for _, node in conditions] + list(hints) + list(radicands) + list(functions))
        self.program = branch.program
        self.signs = Signs(branch.program, branch.p, values.val, NIL | POSITIVE)
        for node in radicands:
            self.learn(node, NIL | POSITIVE)
        for kind, node in conditions:
            self.learn(node, CONDITION_SIGNS[kind])
        for node in hints:
            self.learn(node, ANY)
        for i in branch.program.cone(functions):
            self.check(i)

    def learn(self, node, mask):
        if self.signs.val[node] is not None:
            self.signs.learn(node, mask & self.signs.of(node))

    def check(self, i):
        op, args, data = self.program.op[i], self.program.args[i], self.program.data[i]
        sign = lambda a: self.signs.of(a)
        if op == "/" and sign(args[1]) & NIL:
            raise Refused("it may jump: a divisor may be 0 in the domain")
        if op == "^" and data < 0 and sign(args[0]) & NIL:
            raise Refused("it may jump: the base of a negative power may be 0 in the domain")
        if op == "log" and sign(args[0]) != POSITIVE:
            raise Refused("it may jump: the argument of log may be 0 or negative in the domain")
        if op == "root" and data == 2 and sign(args[0]) & NEGATIVE:
            raise Refused("it may be undefined: a radicand may be negative in the domain")
        if op in ("sign", "if") and sign(args[0]) & NIL:
            raise Refused(f"it may jump: the argument of {op} may be 0 in the domain")
        if op == "atan2" and sign(args[1]) != POSITIVE and sign(args[0]) & NIL:
            raise Refused("it may jump: atan2 may meet its cut in the domain")


# ------------------------------------------------------------------------------------------------------ 8 intervals

class Imprecise(Exception):
    """More bits are needed, or something is not defined: which of them, no number of bits tells."""


class Intervals:
    """Arithmetic of intervals (lo, hi): integers scaled by 2^P, rounded outward."""

    def __init__(self, P):
        self.P, self.unit = P, 1 << P
        self.constants = {}

    def rational(self, q):
        n, d = q.numerator << self.P, q.denominator
        return n // d, -(-n // d)

    def down(self, value, error, bits):
        """The interval value ± error, given with `bits` more bits than P."""
        return (value - error) >> bits, -((-value - error) >> bits)

    def mul(self, a, b):
        (a0, a1), (b0, b1), P = a, b, self.P
        if a0 >= 0 and b0 >= 0:
            lo, hi = a0 * b0, a1 * b1
        else:
            products = (a0 * b0, a0 * b1, a1 * b0, a1 * b1)
            lo, hi = min(products), max(products)
        if hi.bit_length() > MAX_REAL_BITS or lo.bit_length() > MAX_REAL_BITS:
            raise Undecided("numbers at the real state are too large")
        return lo >> P, -(-hi >> P)

    def div(self, a, b):
        (b0, b1), unit2 = b, self.unit << self.P
        if b0 <= 0 <= b1:
            raise Imprecise("a divisor may be 0")
        return self.mul(a, (unit2 // b1, -(-unit2 // b0)))

    def power(self, a, k):
        if k < 0:
            return self.div((self.unit, self.unit), self.power(a, -k))
        if k % 2 and k > 1:         # monotone, also around 0
            ends = [self.mul(self.power((abs(e), abs(e)), k - 1), (e, e)) for e in a]
            return ends[0][0], ends[1][1]
        if k == 1:
            return a
        a, result = self.absolute(a), (self.unit, self.unit)
        for bit in bin(k)[2:]:
            result = self.mul(result, result)
            if bit == "1":
                result = self.mul(result, a)
        return result

    def absolute(self, a):
        lo, hi = a
        return a if lo >= 0 else (-hi, -lo) if hi <= 0 else (0, max(-lo, hi))

    def root(self, a, n):
        lo, hi = a
        if n == 2 and lo <= 0:
            raise Imprecise("a radicand may be 0 or negative")
        return self.root_at(lo, n, False), self.root_at(hi, n, True)

    def root_at(self, e, n, up):
        """The root of e/2^P, rounded down or up: of n-th powers of integers, by Newton's method from above."""
        m = abs(e) << self.P * (n - 1)
        if m.bit_length() > MAX_REAL_BITS:
            raise Undecided("numbers at the real state are too large")
        r = math.isqrt(m) if n == 2 else 1 << -(-m.bit_length() // n)
        while n != 2 and m and (s := ((n - 1) * r + m // r ** (n - 1)) // n) < r:
            r = s
        if m == 0:
            return 0
        if up == (e > 0):
            r += r ** n < m
        return r if e > 0 else -r

    def sign(self, a):
        if a[0] > 0:
            return 1
        if a[1] < 0:
            return -1
        raise Imprecise("an argument of abs, sign or if may be 0")

    # Elementary functions: series at a point m/2^P with W bits and a bound of the error, then monotony or Lipschitz.

    def constant(self, name, W):
        """π or log 2 with W bits: (value, error)."""
        if (name, W) not in self.constants:
            if name == "log2":
                v, e = self.atanh_series((1 << W) // 3, W)
                found = 2 * v, 2 * e + 4
            else:       # Machin: π = 16 atan 1/5 − 4 atan 1/239
                (a, e), (b, f) = (self.odd_series((1 << W) // n, W, -1) for n in (5, 239))
                found = 16 * a - 4 * b, 16 * e + 4 * f + 32
            self.constants[name, W] = found
        return self.constants[name, W]

    def odd_series(self, x, W, sign):
        """x + sign·x³/3 + x⁵/5 + sign·x⁷/7 … for |x| ≤ 1/2: (value, error)."""
        negative, x = x < 0, abs(x)
        square, term, total, k = x * x >> W, x, 0, 0
        while term:
            total += (sign ** k) * (term // (2 * k + 1))
            term = term * square >> W
            k += 1
        return (-total if negative else total), 4 * k + 8

    def atanh_series(self, x, W):
        return self.odd_series(x, W, 1)

    def pi(self):
        return self.down(*self.constant("pi", self.P + 32), 32)

    def exp(self, a):
        return self.exp_at(a[0])[0], self.exp_at(a[1])[1]

    def exp_at(self, m):
        size = abs(m) >> self.P
        if size > MAX_REAL_BITS // 16:
            raise Undecided("numbers at the real state are too large")
        if m < 0:
            lo, hi = self.exp_at(-m)
            return (self.unit << self.P) // hi, -(-(self.unit << self.P) // lo)
        halvings = size.bit_length() + 8
        extra = 2 * size + 2 * halvings + 32
        W = self.P + extra
        x = (m << extra) >> halvings
        term = total = 1 << W
        k = 0
        while term:
            k += 1
            term = (term * x >> W) // k
            total += term
        lo, hi = total, total + 8 * k + 8       # all roundings went down
        for _ in range(halvings):
            lo, hi = lo * lo >> W, -(-hi * hi >> W)
        return lo >> extra, -(-hi >> extra)

    def log(self, a):
        if a[0] <= 0:
            raise Imprecise("the argument of log may be 0 or negative")
        return self.log_at(a[0])[0], self.log_at(a[1])[1]

    def log_at(self, m):
        """x = 2^k f with 1/2 ≤ f < 1; log f = 2 atanh((f−1)/(f+1))."""
        k = m.bit_length() - self.P
        extra = 48 + abs(k).bit_length()
        W = self.P + extra
        f = m << W - m.bit_length() if W >= m.bit_length() else m >> m.bit_length() - W
        v, e = self.atanh_series(((f - (1 << W)) << W) // (f + (1 << W)), W)
        two, error = self.constant("log2", W)
        return self.down(2 * v + k * two, 2 * e + abs(k) * error + 16, extra)

    def atan(self, a):
        return self.atan_at(a[0])[0], self.atan_at(a[1])[1]

    def atan_at(self, m):
        """atan x = 2 atan(x/(1+√(1+x²))), four times, then the series."""
        extra = 48
        W = self.P + extra
        x, one = abs(m) << extra, 1 << W
        for _ in range(4):
            x = (x << W) // (one + math.isqrt((one << W) + x * x))
        v, e = self.odd_series(x, W, -1)
        return self.down(-16 * v if m < 0 else 16 * v, 16 * (e + 16), extra)

    def atan2(self, y, x):
        half = tuple(v // 2 for v in self.pi())
        half = half[0], half[1] + 1
        if x[0] > 0:
            return self.atan(self.div(y, x))
        lo, hi = self.atan(self.div(x, y))
        if y[0] > 0:
            return half[0] - hi, half[1] - lo
        return -half[1] - hi, -half[0] - lo

    def sin(self, a):
        return self.wave(a, 0)

    def cos(self, a):
        return self.wave(a, 1)

    def wave(self, a, quarter):
        """sin(a + quarter·π/2): at the middle, and |sin'| ≤ 1."""
        middle, radius = a[0] + a[1] >> 1, (a[1] - a[0] >> 1) + 1
        if radius > 4 * self.unit:
            return -self.unit, self.unit
        extra = 48 + max(0, middle.bit_length() - self.P)
        W = self.P + extra
        pi, error = self.constant("pi", W)
        x = middle << extra
        turns = (2 * x + pi // 2) // pi         # the nearest multiple of π/2
        x -= turns * pi // 2
        error = abs(turns) * error + 2
        square = x * x >> W
        term, k = ((1 << W), 0) if (turns + quarter) % 2 else (x, 1)
        total = 0
        while term not in (0, -1):
            total += term
            term = -(term * square >> W) // ((k + 1) * (k + 2))
            k += 2
        if (turns + quarter) % 4 >= 2:
            total = -total
        lo, hi = self.down(total, error + 4 * k + 16, extra)
        return max(lo - radius, -self.unit), min(hi + radius, self.unit)

    def solve(self, rows):
        """The solution of a square system, rows with the right side last."""
        n = len(rows)
        rows = [list(row) for row in rows]
        smallest = lambda a: max(a[0], -a[1])
        for c in range(n):
            k = max(range(c, n), key=lambda k: smallest(rows[k][c]))
            rows[c], rows[k] = rows[k], rows[c]
            pivot = rows[c][c]
            if smallest(pivot) <= 0:
                raise Imprecise("a matrix may be singular")
            rows[c] = [self.div(v, pivot) if j > c else v for j, v in enumerate(rows[c])]
            for k in range(n):
                f = rows[k][c]
                if k != c and f != (0, 0):
                    rows[k] = [self.minus(v, self.mul(f, u)) if j > c else v
                               for j, (v, u) in enumerate(zip(rows[k], rows[c]))]
        return [row[n] for row in rows]

    @staticmethod
    def minus(a, b):
        return a[0] - b[1], a[1] - b[0]


# ---------------------------------------------------------------------------------------------------- 9 real states

class RealState:
    """Intervals of all nodes at one real state, given by rational values of the free variables."""

    def __init__(self, program, system, values, precision, conditions, pattern):
        self.program, self.arithmetic = program, Intervals(precision)
        self.val = [None] * len(program.op)
        self.draw(system, values)
        for kind, node in conditions:
            lo, hi = self.at(node)
            holds = lo > 0 if kind == "pos" else hi < 0 if kind == "neg" else lo > 0 or hi < 0
            if not holds:
                if lo > 0 or hi < 0:
                    raise Refused("a condition is violated")
                raise Imprecise("a condition may be violated")
        for node, wrong in system.checks:
            if not self.may_vanish(node):
                raise Refused(wrong)
        if system.law:
            self.solve(system.law, pattern)

    def draw(self, system, values):
        numbers = self.arithmetic
        for step in system.draw:
            if step[0] == "free":
                self.val[step[1]] = numbers.rational(values[step[1]])
            elif step[0] == "set":
                self.val[step[1]] = self.at(step[2])
            elif step[0] == "angle":
                self.val[step[1]] = numbers.atan2(self.at(step[2]), self.at(step[3]))
            else:
                _, solved, matrix, right, _ = step
                rows = [[self.at(a) for a in row] + [self.at(b)] for row, b in zip(matrix, right)]
                for v, value in zip(solved, numbers.solve(rows)):
                    self.val[v] = value

    def solve(self, law, pattern):
        """Rates and multipliers, from the rows and columns that elimination in a field kept."""
        columns = [c for _, c in pattern]
        rows = [[self.at(law.rows[r][0][c]) for c in columns] + [self.at(law.rows[r][1])] for r, _ in pattern]
        for c, value in zip(columns, self.arithmetic.solve(rows)):
            self.val[law.unknowns[c]] = value

    def at(self, node):
        val, program = self.val, self.program
        if val[node] is None:
            for i in program.cone([node], lambda j: [a for a in program.needed(j) if val[a] is None]):
                if val[i] is None:
                    val[i] = self.value(i)
        return val[node]

    def value(self, i):
        op, args, data, numbers = self.program.op[i], self.program.args[i], self.program.data[i], self.arithmetic
        if op == "if":
            return self.at(args[1] if numbers.sign(self.val[args[0]]) > 0 else args[2])
        a = [self.val[j] for j in args]
        if op == "+":
            return sum(v[0] for v in a), sum(v[1] for v in a)
        if op == "*":
            product = a[0]
            for v in a[1:]:
                product = numbers.mul(product, v)
            return product
        if op == "-":
            return numbers.minus(*a)
        if op == "neg":
            return -a[0][1], -a[0][0]
        if op == "/":
            return numbers.div(*a)
        if op == "^":
            return numbers.power(a[0], data)
        if op == "num":
            return numbers.rational(Fraction(*data))
        if op == "root":
            return numbers.root(a[0], data)
        if op == "abs":
            return a[0] if numbers.sign(a[0]) > 0 else (-a[0][1], -a[0][0])
        if op == "sign":
            return (numbers.sign(a[0]) * numbers.unit,) * 2
        if op == "var":
            raise Unreadable(f"{self.program.name_of(i)!r} is not determined by the law")
        return getattr(numbers, op)(*a)

    def may_vanish(self, node):
        """Whether the interval contains 0; it must be narrow enough to mean something."""
        lo, hi = self.at(node)
        if lo > 0 or hi < 0:
            return False
        if hi - lo > self.arithmetic.unit >> 30 and self.arithmetic.P < MAX_PRECISION:
            raise Imprecise("an interval is wide")
        return True

    def targets(self, claim):
        """The quantities of a claim that should vanish, as intervals' nodes; a form's extras are solved for before."""
        if claim.kind == "map":
            for kind, node in claim.other_domain:
                lo, hi = self.at(node)
                if not (lo > 0 if kind == "pos" else hi < 0 if kind == "neg" else lo > 0 or hi < 0):
                    raise Imprecise("a condition of the other model may be violated")
            self.solve(claim.other_law, claim.law_pattern)
        if not claim.extras:
            return self, claim.targets
        state = RealState.__new__(RealState)
        state.__dict__.update(self.__dict__)
        state.val = list(self.val)
        for v in claim.extras:
            state.val[v] = 0, 0
        rows, columns = [r for r, _ in claim.pattern], [c for _, c in claim.pattern]
        right = [state.at(claim.equations[r]) for r in rows]
        matrix = [[state.at(claim.linear[r][c]) for c in columns] + [(-hi, -lo)] for r, (lo, hi) in zip(rows, right)]
        solved = self.arithmetic.solve(matrix)
        state.val = list(self.val)
        for v in claim.extras:
            state.val[v] = 0, 0
        for c, value in zip(columns, solved):
            state.val[claim.extras[c]] = value
        return state, claim.equations


# -------------------------------------------------------------------------------------------------------- 10 judging

class Degrees:
    """Formal degrees (numerator, denominator) of nodes, as rational functions of what is drawn; roots as their radicands."""

    CAP = 1 << 2 * MAX_PRIME_BITS

    def __init__(self, program, scale):
        self.program, self.scale, self.of = program, scale, {}
        self.units = {}         # of drawn angles
        self.largest = 1

    def add(self, nodes):
        for i in self.program.cone(nodes, lambda j: [a for a in self.program.args[j] if a not in self.of]):
            if i not in self.of:
                n, d = self.degree(i)
                self.of[i] = min(n, self.CAP), min(d, self.CAP)
                self.largest = max(self.largest, *self.of[i])

    def degree(self, i):
        op, args, data = self.program.op[i], self.program.args[i], self.program.data[i]
        a = [self.of[j] for j in args]
        if op in ("num", "pi"):
            return int(op == "pi"), 0
        if op in ("+", "-"):
            d = sum(d for _, d in a)
            return max(n + d - own for n, own in a), d
        if op == "*":
            return sum(n for n, _ in a), sum(d for _, d in a)
        if op == "/":
            return a[0][0] + a[1][1], a[0][1] + a[1][0]
        if op == "^":
            n, d = a[0]
            return (n * data, d * data) if data >= 0 else (-d * data, -n * data)
        if op in ("neg", "abs", "root"):
            return a[0]
        if op == "if":
            return max(a[1][0], a[2][0]), max(a[1][1], a[2][1])
        if op in ("sin", "cos", "exp"):
            n = d = 0
            for atom, c in self.program.decomposition(args[0]).items():
                times = abs(int(self.scale * c)) + 1
                extra = self.units.get(atom, (0, 0))
                n, d = n + times * (2 + extra[0]), d + times * extra[1] + (times if op == "exp" and c < 0 else 0)
            return n, d
        return (0, 0) if op == "sign" else (1, 0)

    def solution(self, rows):
        """Cramer's rule, for rows of nodes with the right side last."""
        total = 1
        for row in rows:
            d = sum(self.of[a][1] for a in row)
            total += max((self.of[a][0] + d - self.of[a][1] for a in row), default=0)
        return min(total, self.CAP), min(total, self.CAP)

    def draw(self, system, squares):
        for step in system.draw:
            nodes = [a for row in step[2] for a in row] + step[3] if step[0] == "solve" else step[2:]
            self.add(nodes)
            if step[0] == "free":
                self.of[step[1]] = (2 if step[1] in squares else 1), 0
            elif step[0] == "set":
                self.of[step[1]] = self.of[step[2]]
            elif step[0] == "angle":
                self.of[step[1]] = 1, 0
                self.units[step[1]] = tuple(max(self.of[a][k] for a in step[2:]) for k in (0, 1))
            else:
                found = self.solution([[*row, b] for row, b in zip(step[2], step[3])])
                self.of.update((v, found) for v in step[1])


class Judged:
    """What is known of one claim while points are visited."""

    def __init__(self, claim=None):
        self.claim = claim
        self.points = self.branches = self.most = 0
        self.end = None         # the exception that ended it
        self.conditional = False
        self.skipped = {}


class Group:
    """Claims about one system with the same conditions and hints: they share points and the law's solution."""

    def __init__(self, file, system, where, hints, claims):
        self.file, self.program, self.system = file, file.program, system
        self.conditions, self.hints = system.domain + list(where), system.hints + list(hints)
        self.members = [Judged(claim) for claim in claims]
        self.whole = Judged()
        self.patterns, self.states = [], {}
        self.rank_tested = False
        P = self.program

        law = system.law.nodes() if system.law else []
        model = law + [node for node, _ in system.checks]
        self.order = self.strict(model)
        inside = set(self.order)
        recipe = [a for s in system.draw for a in ([*sum(s[2], []), *s[3]] if s[0] == "solve" else s[2:])]
        common = model + recipe + self.hints + [node for _, node in self.conditions] + system.law_sources
        gradients = [a for d in system.gradients.values() for a in d.values()]
        for m in self.members:
            m.order = [i for i in self.strict(m.claim.nodes()) if i not in inside]
        everything = P.cone(common + gradients + [a for m in self.members for a in m.claim.nodes()])

        of = lambda *ops: [i for i in everything if P.op[i] in ops]
        roots = [i for i in of("root") if P.data[i] == 2]
        self.odd = sorted({P.data[i] for i in of("root")} - {2})
        sums = [P.decomposition(P.args[i][0]) for i in of("sin", "cos", "exp")]
        self.scale = math.lcm(1, *(c.denominator for atoms in sums for c in atoms.values()))
        self.radicands = [P.args[i][0] for i in self.strict(system.law_sources) if P.op[i] == "root" and P.data[i] == 2]
        sources = [self.strict(m.claim.sources) for m in self.members] or [[]]
        # Variables under a root that no claim can do without may be squares: they are positive where anything is stated.
        certain = set(self.strict(system.law_sources + recipe)) | set.intersection(*map(set, sources))
        self.squares = {P.args[i][0] for i in roots if i in certain} & set(system.free)
        arguments = lambda order: {P.args[i][0] for i in order if P.op[i] == "log" or P.op[i] == "root" and P.data[i] == 2}
        self.occurring = arguments(self.strict(system.law_sources + [node for _, node in self.conditions]))
        self.occurring |= set.intersection(*map(arguments, sources))

        self.bound_degrees(model, common, gradients, len(of("root", "abs", "sign", "if")))
        for m in [self.whole, *self.members]:
            nodes = common + (m.claim.nodes() if m.claim else [])
            m.conditional = self.exists_elsewhere(nodes, recipe)

    def strict(self, nodes):
        """The order of evaluation of what is needed whatever branches are taken."""
        return self.program.cone(nodes, self.program.needed)

    def exists_elsewhere(self, nodes, recipe):
        """Whether a choice may have its roots at other points only: a radicand depends on a root or sign, or a branch."""
        P, system = self.program, self.system
        chosen = {i for i in P.cone(nodes) if P.op[i] in ("root", "abs", "sign", "if")}
        for step in system.draw:
            if step[0] != "free":
                drawn = step[1] if step[0] == "solve" else [step[1]]
                below = [a for row in step[2] for a in row] + step[3] if step[0] == "solve" else step[2:]
                if any(i in chosen or P.op[i] == "root" for i in self.above(P.cone(below), chosen)):
                    chosen.update(drawn)
        if system.law and chosen:
            chosen.update(system.law.unknowns)
        dependent = self.above(P.cone(nodes), chosen)
        certain = set(self.strict(nodes))
        return any(P.op[i] == "root" and P.data[i] == 2 and (P.args[i][0] in dependent or i not in certain)
                   for i in P.cone(nodes))

    def above(self, order, chosen):
        """The nodes of an order that depend on chosen ones."""
        found = set()
        for i in order:
            if i in chosen or any(a in found for a in self.program.args[i]):
                found.add(i)
        return found

    def bound_degrees(self, model, common, gradients, choices):
        """Chooses the length of primes so that one point errs with a chance below 2^-(WANTED+2)."""
        P, degrees = self.program, Degrees(self.program, self.scale)
        degrees.draw(self.system, self.squares)
        degrees.add(common)
        if law := self.system.law:
            found = degrees.solution([[*row, right] for row, right in law.rows])
            degrees.of.update((v, found) for v in law.unknowns)
            degrees.largest = max(degrees.largest, *found)
        degrees.add(gradients)
        for m in self.members:
            if self.too_large(degrees, choices):
                m.end = Undecided("the formal degree is too large")
            base = degrees.largest, dict(degrees.of)
            if m.claim.other_law:
                degrees.add(m.claim.other_law.nodes())
                found = degrees.solution([[*row, right] for row, right in m.claim.other_law.rows])
                degrees.of.update((v, found) for v in m.claim.other_law.unknowns)
            if m.claim.extras:
                degrees.of.update((v, (1, 0)) for v in m.claim.extras)
                degrees.add([a for row in m.claim.linear for a in row] + m.claim.equations)
                found = degrees.solution([[*row, b] for row, b in zip(m.claim.linear, m.claim.equations)])
                degrees.of = {**base[1], **{v: found for v in m.claim.extras}}
            degrees.add(m.claim.nodes())
            if m.claim.rows:
                degrees.largest = max(degrees.largest, degrees.solution(m.claim.rows)[0])
            if self.too_large(degrees, choices):
                m.end = Undecided("the formal degree is too large")
                degrees.largest = base[0]
            degrees.of = base[1] if m.claim.extras or m.end else degrees.of
        if self.too_large(degrees, choices):
            self.whole.end = Undecided("the formal degree is too large")
        # Arguments of functions, roots and signs are compared with each other: each pair may agree by chance.
        self.log_degree = math.log2(degrees.largest) + 2 * math.log2(choices + len(self.hints) + len(self.conditions) + 4)
        self.log_height = self.log_degree + math.log2(P.literal_bits + len(P.op) + 1)
        self.bits = max(127, self.wanted_bits(degrees, choices))

    def wanted_bits(self, degrees, choices):
        log = math.log2(degrees.largest) + 2 * math.log2(choices + len(self.hints) + len(self.conditions) + 4)
        log += math.log2(self.program.literal_bits + len(self.program.op) + 1)
        return math.ceil(WANTED + 2 + 2 * min(choices, MAX_CHOICES) + log + 7 + 14)

    def too_large(self, degrees, choices):
        return self.wanted_bits(degrees, choices) > MAX_PRIME_BITS

    def log_chance(self, m):
        """log2 of the chance that all points visited so far err: of a zero, of a prime, and of roots that exist elsewhere."""
        if not m.points:
            return 0.0
        k, B = max(m.most, self.whole.most), self.bits - 1
        zero = 2 * k + self.log_degree - B
        prime = 2 * k + self.log_height - (B - 7 - math.log2(B))
        chance = m.points * (max(zero, prime) + 1)
        if m.conditional and k:
            absent = m.points * math.log2(1 - 2.0 ** -k)
            chance = max(chance, absent) + 1
        return min(chance, 0.0)

    # Points of fields.

    def visit(self, point):
        """Tries all choices at one point."""
        P, system, choices = self.program, self.system, Choices()
        met = set()
        while True:
            choices.start()
            branch, apart = Branch(P, point, choices), None
            try:
                apart = branch.draw(system)
                branch.conditions(self.conditions, self.hints, self.occurring)
                branch.evaluate(self.order)
                for node, wrong in system.checks:
                    if branch.at(node) and branch.signs.consistent(branch.decided):
                        raise Refused(wrong)
                    if branch.val[node]:
                        raise Skip("contradiction")
                if system.law:
                    pattern = branch.solve(system.law)
                    if pattern not in self.patterns:
                        self.patterns.append(pattern)
                if not self.rank_tested:
                    branch.rank_test(system, apart)
            except Skip as reason:
                self.skip(self.whole, reason)
            except Vanishes as argument:
                self.vanishes(branch, argument)
                self.skip(self.whole, "contradiction")
            else:
                met.add(self.whole)
                self.whole.branches += 1
                for m in self.members:
                    if m.end is None and self.inner(m, branch, choices.at):
                        met.add(m)
            self.whole.most = choices.most
            if not choices.advance():
                break
        for m in met:
            m.points += 1
        self.rank_tested |= self.whole in met

    def skip(self, m, reason):
        m.skipped[str(reason)] = m.skipped.get(str(reason), 0) + 1

    def vanishes(self, branch, argument):
        """Refuses, unless no real point has these choices."""
        if branch.signs.consistent(branch.decided):
            P = self.program
            below = ", ".join(map(str, P.names_below([argument.args[0]])[:4]))
            raise Refused(f"an argument of abs, sign, if or a root vanishes identically{' (of ' + below + ')' if below else ''}")

    def inner(self, m, outside, before):
        """Tries all choices of one claim, after those of its system. Whether one of them had a meaning."""
        choices, met = Choices(before), False
        while True:
            choices.start()
            branch = outside.fork(choices)
            try:
                self.examine(m, branch)
                met = True
                m.branches += 1
            except Skip as reason:
                self.skip(m, reason)
            except Verdict as end:
                m.end = end
                return True
            except Vanishes as argument:
                try:
                    self.vanishes(branch, argument)
                except Refused as end:
                    m.end = end
                    return True
                self.skip(m, "contradiction")
            m.most = max(m.most, choices.most)
            if not choices.advance():
                return met

    def examine(self, m, branch):
        """One claim at one choice; Refused if it does not hold there."""
        claim, system = m.claim, self.system
        if claim.verdict == "fails":
            if claim.other_law:
                claim.law_pattern = branch.solve(claim.other_law)
            return

        def refuse(why):
            if branch.signs.consistent(branch.decided):
                raise Refused(why)
            raise Skip("contradiction")

        if claim.other_law:
            claim.law_pattern = branch.solve(claim.other_law)
        if claim.extras:
            branch = self.solve_extras(claim, branch, refuse)
        branch.evaluate(m.order)
        for k, node in enumerate(claim.targets):
            if branch.at(node):
                refuse("it does not vanish at a random point of a field" if len(claim.targets) == 1 else
                       f"condition {k + 1} of {len(claim.targets)} does not vanish at a random point of a field")
        if claim.kind == "map":
            if branch.at(claim.clock) == 0:
                refuse("the clock stands still")
            for kind, node in claim.other_domain:
                branch.at(node)
                if branch.signs.of(node) & ~CONDITION_SIGNS[kind]:
                    refuse("the other model's domain is not known to hold")
        if claim.continuous:
            Jumps(branch, self.conditions, self.hints, self.radicands, claim.continuous)
        if claim.kind == "form":
            self.determine(claim, branch, refuse)

    def solve_extras(self, claim, branch, refuse):
        """Solves a form's equations, affine in its extras, for them. The branch where they have these values."""
        p, extras = branch.p, claim.extras
        other = branch.fork(branch.choices)
        values = [branch.point.value("extra", v) for v in extras]
        for v, value in zip(extras, values):
            other.assign(v, value)
        if any(other.at(b) for b in claim.bends):
            refuse("the equations are not affine in the extras")
        rows = []
        for equation, row in zip(claim.equations, claim.linear):
            a = [other.at(c) for c in row]
            rows.append(a + [(sum(c * v for c, v in zip(a, values)) - other.at(equation)) % p])
        rows, pivots = eliminate(rows, len(extras), p)
        if any(row[-1] for row in rows[len(pivots):]):
            refuse("no values of the extras satisfy the equations at a random point of a field")
        claim.pattern = tuple(pivots)
        free = set(range(len(extras))) - {c for _, c in pivots}
        for (_, c), row in zip(pivots, rows):
            values[c] = (row[-1] - sum(row[f] * values[f] for f in free)) % p
        solved = branch.fork(branch.choices)
        solved.signs, solved.roots, solved.decided = other.signs.copy(solved.val), other.roots, other.decided
        for v, value in zip(extras, values):
            solved.assign(v, value)
        for equation in claim.equations:
            if solved.at(equation):
                refuse("the equations are not affine in the extras")
        return solved

    def determine(self, claim, branch, refuse):
        """The equations, with df/dt = 0 beside them, determine all rates."""
        system, rates = self.system, len(self.system.rates)
        matrix = [[branch.at(a) for a in row] for row in claim.rows]
        matrix += [[branch.at(a) for a in row] + [0] * len(claim.extras) for row in system.rate_rows]
        width = rates + len(claim.extras)
        rows, pivots = eliminate(matrix, width, branch.p)
        free = set(range(width)) - {c for _, c in pivots}
        if any(f < rates for f in free) or any(c < rates and any(row[f] for f in free) for (_, c), row in zip(pivots, rows)):
            refuse("the equations do not determine all rates")

    # Real states.

    def real(self, values, conditions, use):
        """use(state) at a real state, with more and more bits."""
        key = tuple(values.items()), len(conditions)
        reason, precision = None, 128
        while precision <= MAX_PRECISION:
            for pattern in self.patterns or [()]:
                try:
                    found = self.states.get((key, precision, pattern))
                    if found is None:
                        found = RealState(self.program, self.system, values, precision, conditions, pattern)
                        self.states[key, precision, pattern] = found
                    return use(found)
                except Imprecise as error:
                    reason = error
            precision *= 2
        raise Refused(str(reason))

    def real_test(self, m):
        """The claim at its sample or witness."""
        claim, where = m.claim, "sample"

        def holds(state):
            state, nodes = state.targets(claim)
            for node in nodes:
                if not state.may_vanish(node):
                    raise Refused("it does not vanish there")
            for node in [*claim.sources, *(n for n in (claim.equations if claim.kind == "form" else []))]:
                state.at(node)

        def fails(state):
            state, nodes = state.targets(claim)
            found = [state.at(node) for node in nodes]
            if not any(lo > 0 or hi < 0 for lo, hi in found):
                raise Imprecise("nothing is separated from 0")

        try:
            self.real(self.system.sample, self.system.domain, lambda state: None)
            self.real(claim.sample, self.conditions, lambda state: None)
            if claim.verdict == "holds":
                self.real(claim.sample, self.conditions, holds)
            else:
                where = "witness"
                self.real(claim.witness, self.conditions, fails)
        except Refused as error:
            raise Refused(f"at the {where}: {error}") from None

    # The whole.

    WHY = {"root": "no point has all square roots", "divisor": "a divisor is 0 at every point", "recipe": "the recipe's "
           "linear equations are singular", "law": "the law does not determine the rates", "contradiction": "the conditions "
           "contradict each other: the domain is empty", "hint": "a hint is not defined"}

    def judge(self, report):
        """Visits points until all claims are decided; ends each of `members`."""
        tries = barren = 0
        try:
            if self.whole.end:
                raise self.whole.end
            while True:
                waiting = [m for m in self.members if m.end is None] or [self.whole]
                waiting = [m for m in waiting if m.points < 2 or self.log_chance(m) > -WANTED]
                if not waiting:
                    break
                good = min(m.points for m in waiting)
                report(self, good)
                if good >= MAX_POINTS:
                    for m in waiting:
                        m.end = Undecided(f"too few points: {good} bound the chance of an error by 2^{self.log_chance(m):.1f}")
                    continue
                before = {m: dict(m.skipped) for m in (*waiting, self.whole)}
                self.visit(Point(self.bits, self.odd, self.squares, self.scale))
                tries += 1
                if min(m.points for m in waiting) > good:
                    barren = 0
                    continue
                barren += 1
                for m in waiting:
                    seen = m if m.skipped != before[m] else self.whole
                    rootless = seen.skipped.get("root", 0) > before[seen].get("root", 0)
                    if m.points == good and barren >= (64 << min(MAX_CHOICES, 2 + len(self.odd) + self.root_count())
                                                       if rootless else 4):
                        self.give_up(m, seen)
        except Verdict as end:
            for m in self.members:
                m.end = m.end or end
            self.whole.end = end
        for m in self.members:
            if m.end is None:
                try:
                    self.real_test(m)
                    m.end = Verdict()
                except Verdict as end:
                    m.end = end

    def root_count(self):
        return len(self.radicands) + 8

    def give_up(self, m, seen):
        reasons = sorted(seen.skipped, key=seen.skipped.get)
        reason = next((r for r in ("root", "law", "recipe", "divisor", "contradiction") if r in reasons), "contradiction")
        if reason == "root":
            m.end = Undecided("too few points: " + self.WHY["root"])
        else:
            m.end = Refused(self.WHY[reason])
        if m is self.whole:
            raise m.end


def judge_file(file, report):
    """Judges all claims of a file: a list of (id, kind, verdict, exit code, sentence)."""
    groups, lines = {}, {}
    P = file.program

    def private(claim):
        """Whether hints contain roots or logs: whether these occur depends on the claim."""
        return any(P.op[i] in ("root", "log") for i in P.cone(claim.system.hints + claim.hints))

    for i, claim in enumerate(file.claims):
        if isinstance(claim, Claim):
            key = (file.systems.index(claim.system), tuple(claim.where), tuple(claim.hints), i if private(claim) else None)
            groups.setdefault(key, []).append(i)
        else:
            lines[i] = claim.id, claim.kind, claim.verdict, claim.code, f"unreadable: {claim}"
    others = {}

    def other_system(system):
        """The model that a map leads to must be one as well."""
        if system not in others:
            group = Group(file, system, (), (), ())
            group.judge(report)
            if group.whole.end is None:
                try:
                    group.real(system.sample, system.domain, lambda state: None)
                except Verdict as end:
                    group.whole.end = end
            others[system] = group.whole.end
        return others[system]

    for (s, where, hints, _), members in groups.items():
        group = Group(file, file.systems[s], where, hints, [file.claims[i] for i in members])
        group.judge(report)
        for i, m in zip(members, group.members):
            claim = m.claim
            if m.end.code == ACCEPTED and claim.other is not None and (end := other_system(claim.other)):
                m.end = type(end)(f"the other model: {end}")
            if m.end.code == ACCEPTED:
                basis = m if claim.verdict == "holds" else group.whole
                points, branches = (m.points, m.branches) if claim.verdict == "holds" else (basis.points, basis.branches)
                text = f"accepted (bound 2^{group.log_chance(basis):.0f}, {points} points, {branches} branches"
                text += "; the witness separates it from 0" if claim.verdict == "fails" else ""
                text += f"; under {len(where)} added condition{'s' * (len(where) > 1)}" if where else ""
                text += ")"
            else:
                text = f"{OUTCOMES[m.end.code]}: {m.end}"
            lines[i] = claim.id, claim.kind, claim.verdict, m.end.code, text
    return [lines[i] for i in range(len(file.claims))]


# ------------------------------------------------------------------------------------------------ 11 the command line

class Progress:
    """A line on stderr now and then, while there is long work."""

    def __init__(self, quiet):
        self.quiet, self.last, self.name = quiet, time.monotonic(), ""

    def __call__(self, group, points):
        if not self.quiet and time.monotonic() - self.last > 5:
            self.last = time.monotonic()
            print(f"{self.name}: system {group.system.name}, {len(group.members)} claims, {points} points "
                  f"modulo primes of {group.bits} bits", file=sys.stderr, flush=True)


def printable(text):
    """Names come from the file: no control characters, one line."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode() for c in text)


def check(data, texts, report):
    """The lines of one file."""
    try:
        return judge_file(File(data, texts), report)
    except RecursionError:
        raise Undecided("branches are nested too deeply") from None
    except MemoryError:
        raise Undecided("memory is exhausted") from None


def main(arguments=None):
    parser = argparse.ArgumentParser(
        prog="anholon-check", description="Judges certificate files: claims about mechanical systems, checked from the model alone.",
        epilog="Exit codes: 0 all claims accepted, 1 a claim is refused, 2 a file or claim is unreadable, 3 undecided; "
               "the greatest of all files and claims.")
    parser.add_argument("files", nargs="+", metavar="FILE", help="a certificate, or - for standard input")
    parser.add_argument("--text", action="append", default=[], metavar="MODEL",
                        help="the text of the model, which must be that of the certificate; "
                             "given again: of its second system, and so on")
    parser.add_argument("-q", "--quiet", action="store_true", help="print neither accepted claims nor progress")
    options = parser.parse_args(arguments)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")

    def read(name):
        if name == "-":
            return sys.stdin.buffer.read(MAX_BYTES + 1)
        with open(name, "rb") as opened:
            return opened.read(MAX_BYTES + 1)

    worst, claims, accepted, report = ACCEPTED, 0, 0, Progress(options.quiet)
    for name in options.files:
        report.name = printable(name)
        try:
            lines = check(read(name), [read(text) for text in options.text], report)
        except OSError as error:
            print(f"{printable(name)}: unreadable: {error.strerror}")
            worst = max(worst, UNREADABLE)
            continue
        except Verdict as error:
            print(f"{printable(name)}: {OUTCOMES[error.code]}: {printable(str(error))}")
            worst = max(worst, error.code)
            continue
        for claim, kind, verdict, code, text in lines:
            claims, accepted, worst = claims + 1, accepted + (code == ACCEPTED), max(worst, code)
            if code != ACCEPTED or not options.quiet:
                print(f"{printable(claim)}: {printable(kind)} {printable(verdict)}: {printable(text)}", flush=True)
    print(f"{len(options.files)} files, {claims} claims, {accepted} accepted: {OUTCOMES[worst]}")
    return worst


if __name__ == "__main__":
    sys.setrecursionlimit(5000)
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(UNDECIDED)

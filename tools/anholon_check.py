#!/usr/bin/env python3
"""Checks certificate files: claims about mechanical systems, judged from the model alone.

The contract is docs/certificates.md; § refers to its sections. "Strict:" marks where it is unclear
and the stricter reading is taken. A file is read (§1) into a graph of expressions (§2). The law of
motion (§3), the recipe of points (§4) and the claims (§6) become expressions of the same graph by
differentiation. They are evaluated in prime fields, with all signs of roots (§5), and in intervals
at a real state (§6).
"""

import argparse
import functools
import hashlib
import json
import math
import pathlib
import re
import secrets
import sys
from fractions import Fraction
from types import SimpleNamespace

ACCEPTED, REFUSED, UNREADABLE, UNDECIDED = range(4)                                         # §8
OUTCOMES = "accepted", "refused", "unreadable", "undecided"
NEGATIVE, ZERO, POSITIVE, NONZERO, ANY = 1, 2, 4, 5, 7              # sets of signs
SIGN = {-1: NEGATIVE, 0: ZERO, 1: POSITIVE}
MAXIMAL_CHOICES = 12                    # independent roots and signs of a claim
MAXIMAL_BITS = 1200                     # of a prime, and of the exponent of an interval
MAXIMAL_POINTS = 20_000
PRECISIONS = 128, 512, 2048, 8192       # binary digits of intervals


class Verdict(Exception):
    """The end of a file or claim that is not accepted."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


class Skip(Exception):
    """A choice without a value."""


class Contradiction(Skip):
    """A choice in which there is no real state."""


class Imprecise(Exception):
    """An interval is too wide, or something is not defined: more digits will tell."""


def require(condition, message, code=UNREADABLE):
    if not condition:
        raise Verdict(code, message)


# ------------------------------------------------------------------------------------------------
# §1–§3: reading. A reader takes a value and its description, and returns what it means.

LAWS = "free", "nonholonomic", "servo-force", "servo-momentum", "vakonomic", "none"
CONDITIONS = {"pos": POSITIVE, "neg": NEGATIVE, "nonzero": NONZERO}
ARGUMENTS = {"pi": 0, "+": None, "*": None, "-": 2, "neg": 1, "/": 2, "exp": 1, "sin": 1, "cos": 1,
             "atan": 1, "log": 1, "atan2": 2, "abs": 1, "sign": 1, "if": 3}     # None: any number


def plain(value, what):
    return value


def rational(value, what):
    text = str(value) if type(value) is int else value
    require(isinstance(text, str) and len(text) <= 4000
            and re.fullmatch("-?[0-9]+(/0*[1-9][0-9]*)?", text), f"{what} is no number")
    return Fraction(text)


def name(value, what):
    require(isinstance(value, str) and value, f"{what} is no name")
    return value


def utf8(value, what):
    require(isinstance(value, str) and not re.search("[\ud800-\udfff]", value),
            f"{what} is no text")
    return value.encode()


def index_below(limit, noun):
    def read(value, what):
        require(type(value) is int and 0 <= value < limit, f"{what} is no {noun}")
        return value
    return read


def one_of(*allowed):
    def read(value, what):
        require(isinstance(value, str) and value in allowed,
                f"{what} is none of {', '.join(allowed)}")
        return value
    return read


def list_of(reader):
    def read(value, what):
        require(isinstance(value, list), f"{what} is no list")
        return [reader(entry, f"entry {i} of {what}") for i, entry in enumerate(value)]
    return read


def tuple_of(*readers):
    def read(value, what):
        require(isinstance(value, list) and len(value) == len(readers),
                f"{what} is no list of {len(readers)} entries")
        return [reader(entry, what) for reader, entry in zip(readers, value)]
    return read


def object_of(**schema):
    """A reader of objects; key=(reader,) must be there, key=(reader, default) may be absent."""
    def read(value, what):
        require(isinstance(value, dict), f"{what} is no object")
        for key in value:
            require(key in schema or key in ("provenance", "comment"),
                    f"{what}: unknown key {key!r}")
        found = {}
        for key, (reader, *default) in schema.items():
            require(key in value or default, f"{what} has no {key}")
            found[key] = reader(value[key], f"{key} of {what}") if key in value else default[0]
        return SimpleNamespace(**found)
    return read


def integer(text):
    if len(text) > 4000 or not text.lstrip("-").isdigit():
        raise ValueError(f"{text[:20]} is no integer of at most 4,000 digits")
    return int(text)


def without_repetition(pairs):
    if len(dict(pairs)) < len(pairs):
        raise ValueError("an object has a key twice")
    return dict(pairs)


class File:
    """A certificate whose shape is right; its expressions are indices of nodes."""

    def __init__(self, data, texts):
        require(len(data) <= 64 << 20, "the file is larger than 64 MiB")
        try:
            top = json.loads(data.decode("utf-8"), parse_int=integer, parse_float=integer,
                             parse_constant=integer, object_pairs_hook=without_repetition)
        except (ValueError, RecursionError) as error:
            raise Verdict(UNREADABLE, f"no JSON: {str(error)[:100]}") from None
        require(isinstance(top, dict) and top.get("format") == "anholon-certificate/1",
                "the format is not version 1")
        rest = {key: value for key, value in top.items() if key != "digest"}
        canonical = json.dumps(rest, sort_keys=True, separators=(",", ":")).encode()
        require(top.get("digest") == hashlib.sha256(canonical).hexdigest(),
                "the digest does not belong to the file")
        lists = {key: (list_of(plain),) for key in ("nodes", "systems", "claims")}
        top = object_of(format=(name,), digest=(name,), **lists)(top, "the file")
        require(len(top.nodes) <= 2_000_000, "there are more than 2,000,000 nodes")
        self.node = index_below(len(top.nodes), "node")
        self.system = index_below(len(top.systems), "system")
        self.conditions = list_of(tuple_of(one_of(*CONDITIONS), self.node))
        self.nodes = [self.read_node(i, node) for i, node in enumerate(top.nodes)]
        self.systems = [self.read_system(s, f"system {i}") for i, s in enumerate(top.systems)]
        require(len(texts) <= len(self.systems) or not self.systems,
                "there are more texts than systems")
        for s, text in zip(self.systems, texts):
            require(s.text == text, f"{s.name} was made from another text")
        # Strict: auxiliary names of draw differ from all others, and identifiers are different.
        names = [n for s in self.systems for n in s.names]
        self.names = set(names)
        require(len(self.names) == len(names), "a name is declared twice")
        self.claims = [self.read_claim(c, f"claim {i}") for i, c in enumerate(top.claims)]
        identifiers = {c.id for c in self.claims}
        require(len(identifiers) == len(self.claims), "two claims have the same id")

    @staticmethod
    def read_node(i, node):
        """(operation, arguments, payload)."""
        meaning = isinstance(node, list) and node and isinstance(node[0], str)
        (op, *args), payload = node if meaning else [None], None
        if op in ("num", "var"):
            meaning = len(args) == 1
            if meaning:
                payload, args = (rational if op == "num" else name)(args[0], f"node {i}"), ()
        elif op in ("^", "root"):
            meaning = len(args) == 2 and type(args[1]) is int and abs(args[1]) <= 4096
            payload = args.pop() if meaning else 2
            require(op == "^" or payload == 2 or payload > 0 and payload % 2,
                    f"node {i} is a root of no allowed degree")
        else:
            meaning = ARGUMENTS.get(op, -1) in (None, len(args)) and (args or op == "pi")
        require(meaning, f"node {i} has no meaning")
        require(all(type(a) is int and 0 <= a < i for a in args),
                f"node {i} has an argument that is no earlier node")
        return op, args, payload

    def step(self, value, what):
        """§4: (kind, names drawn, nodes or names of constraints)."""
        steps = {"free": (), "set": (self.node,), "angle": (self.node, self.node),
                 "solve": (list_of(name),)}
        kind = one_of(*steps)(value[0] if isinstance(value, list) and value else None, what)
        names = list_of(name) if kind == "solve" else name
        _, drawn, *source = tuple_of(plain, names, *steps[kind])(value, what)
        if kind != "solve":
            return kind, [drawn], source
        require(drawn and len(drawn) == len(source[0]),
                f"{what} has not a constraint for each name")
        return kind, drawn, source[0]

    def values(self, values, s, what):
        require(isinstance(values, dict) and set(values) == set(s.free),
                f"{what} does not give the free variables")
        return {key: rational(value, what) for key, value in values.items()}

    def read_system(self, value, what):
        node, nodes, names = self.node, list_of(self.node), list_of(name)
        constraint = object_of(name=(name,), kind=(one_of("position", "velocity"),), value=(node,),
                               direction=(nodes, None), momentum=(node, None))
        bracket = tuple_of(*[index_below(1 << 62, "index")] * 3, node)
        s = object_of(
            name=(name,), text=(utf8,), sha256=(name,), law=(one_of(*LAWS),), sample=(plain,),
            time=(name, None), parameters=(names, []), coordinates=(names, []),
            velocities=(names, []), multipliers=(names, []), lagrangian=(node, None),
            forces=(nodes, None), constraints=(list_of(constraint), []), kinematics=(nodes, None),
            brackets=(list_of(bracket), None), domain=(self.conditions, []),
            hints=(nodes, []), draw=(list_of(self.step), None))(value, what)
        require(s.sha256 == hashlib.sha256(s.text).hexdigest(),
                f"the sha256 of {what} does not belong to its text")
        self.check_system(s, what)
        time = [s.time] if s.time else []
        s.state = time + s.parameters + s.coordinates + s.velocities + s.multipliers
        if s.draw is None:
            s.draw = [("free", [v], []) for v in s.state]
        drawn = [v for _, names, _ in s.draw for v in names]
        require(len(set(drawn)) == len(drawn) and set(s.state) <= set(drawn),
                f"draw of {what} is incomplete")
        s.free = [names[0] for kind, names, _ in s.draw if kind == "free"]
        s.reacting = [c for c in s.constraints if c.kind == "position" or not s.in_lagrangian]
        s.rates = [v + "'" for v in s.velocities + s.multipliers]
        s.reactions = ["lambda_" + c.name for c in s.reacting]
        state = set(s.state)
        s.names = s.state + [v for v in drawn if v not in state] + s.rates + s.reactions
        s.sample = self.values(s.sample, s, f"sample of {what}")
        return s

    @staticmethod
    def check_system(s, what):
        n, law = len(s.velocities), s.law
        positions = [c for c in s.constraints if c.kind == "position"]
        n_rates = len(s.constraints) - len(positions)
        names = [c.name for c in s.constraints] + [c.name + "'" for c in positions]
        s.in_lagrangian = law in ("servo-momentum", "vakonomic")
        quasi = s.kinematics is not None
        checks = [
            ((law == "none") == (s.lagrangian is None), "a law and a lagrangian belong together"),
            (law != "none" or not (s.coordinates or n or s.constraints), "it has no law"),
            (s.forces is None or len(s.forces) == n, "it has not a force for each velocity"),
            # Strict: even if there is nothing to list.
            (quasi == (s.brackets is not None), "kinematics and brackets belong together"),
            (quasi or s.velocities == [q + "'" for q in s.coordinates], "velocities are not q'"),
            (not quasi or len(s.kinematics) == len(s.coordinates), "a coordinate has no q'"),
            (all(max(key) < n for *key, _ in s.brackets or ()), "a bracket has no such velocity"),
            (law != "free" or not n_rates, "the law free allows no velocity constraints"),
            (len(s.multipliers) == n_rates * s.in_lagrangian, "it has not its multipliers"),
            (len(set(names)) == len(names), "two constraints have the same name")]
        for c in s.constraints:
            velocity = c.kind == "velocity"
            checks += [
                ((c.direction is not None) == (law == "servo-force" and velocity),
                 f"the constraint {c.name} has a direction, or has none"),
                ((c.momentum is not None) == (law == "servo-momentum" and velocity),
                 f"the constraint {c.name} has a momentum, or has none"),
                (c.direction is None or len(c.direction) == n,
                 f"the direction of {c.name} is too short or long")]
        for holds, message in checks:
            require(holds, f"{what}: {message}")

    def read_claim(self, value, what):
        node, nodes = (self.node,), list_of(self.node)
        kinds = {"zero": {"node": node}, "equation": {"node": node}, "integral": {"node": node},
                 "form": {"equations": (nodes,), "extras": (list_of(name), []),
                          "defs": (list_of(tuple_of(name, self.node)), [])},
                 "map": {"to": (self.system,), "images": (plain,), "clock": (self.node, None)}}
        require(isinstance(value, dict), f"{what} is no object")
        keys = kinds[one_of(*kinds)(value.get("kind"), f"kind of {what}")]
        witness = {"witness": (plain,)} if value.get("verdict") == "fails" else {}
        c = object_of(id=(name,), kind=(name,), verdict=(one_of("holds", "fails"),),
                      system=(self.system, 0), where=(self.conditions, []),
                      hints=(nodes, []), sample=(plain, None), **keys, **witness)(value, what)
        s = self.systems[self.system(c.system, f"system of {what}")]
        require(s.law != "none" or c.kind == "zero",
                f"{what} is about motions, but its system has no law")
        c.sample = s.sample if c.sample is None else self.values(c.sample, s, f"sample of {what}")
        if witness:
            c.witness = self.values(c.witness, s, f"witness of {what}")
        if c.kind == "form":
            names = c.extras + [n + end for n, _ in c.defs for end in ("", "'")]
            require(len(set(names)) == len(names) and not self.names & set(names),
                    f"names of {what} clash")
            require(c.verdict == "holds" or not c.extras, "a form with extras cannot be refuted")
        if c.kind == "map":
            other = self.systems[c.to]
            require(other.law != "none" and isinstance(c.images, dict)
                    and set(c.images) == set(other.state),
                    f"the images of {what} are not those of the other state")
            c.images = {key: self.node(n, f"images of {what}") for key, n in c.images.items()}
        return c


# ------------------------------------------------------------------------------------------------
# §2: expressions and their derivatives

def ordered(targets, below):
    """All nodes below targets, each after those below it."""
    done, order, stack = set(), [], list(reversed(targets))
    while stack:
        i = stack[-1]
        waiting = () if i in done else [a for a in below(i) if a not in done]
        stack.extend(reversed(waiting))
        if not waiting:
            stack.pop()
            if i not in done:
                done.add(i)
                order.append(i)
    return order


class Graph:
    """Expressions without repetition: (operation, arguments, payload), with earlier arguments.

    Beside the operations of the file there are "sgn" (where signs are chosen), "drawn root" (of a
    recipe, §4), "angle", "solve" (a linear system) and "item" (one of its unknowns). The arguments
    of `abs` are a, sgn a, and those of `if` are sgn g, a, b. A difference is a sum.
    """

    def __init__(self):
        self.nodes, self.index, self.gradients = [], {}, {}
        self.definition = {}            # of variables that are drawn, solved for, or have an image
        self.images = set()             # those variables that have an image in a map
        self.stated = set()             # nodes of the file: the sign calculus concerns these
        self.zero, self.one = self.number(0), self.number(1)

    def make(self, op, args=(), payload=None):
        key = op, tuple(args), payload
        if key not in self.index:
            self.index[key] = len(self.nodes)
            self.nodes.append(key)
        return self.index[key]

    def number(self, value):
        return self.make("num", (), Fraction(value))

    def variable(self, *names):
        return self.make("var", (), names)

    # Constructors for derivatives; expressions of the file are never simplified.

    def add(self, terms):
        terms = sorted(t for t in terms if t != self.zero)
        return self.make("+", terms) if len(terms) > 1 else terms[0] if terms else self.zero

    def mul(self, *factors):
        if self.zero in factors:
            return self.zero
        factors = sorted(f for f in factors if f != self.one)
        return self.make("*", factors) if len(factors) > 1 else factors[0] if factors else self.one

    def neg(self, a):
        if a == self.zero:
            return a
        return self.nodes[a][1][0] if self.nodes[a][0] == "neg" else self.make("neg", (a,))

    def sub(self, a, b):
        return self.add((a, self.neg(b)))

    def divide(self, a, b):
        return a if a == self.zero or b == self.one else self.make("/", (a, b))

    def power(self, a, k):
        return self.one if k == 0 else a if k == 1 else self.make("^", (a,), k)

    def branch(self, sign, a, b):
        return a if a == b else self.make("if", (sign, a, b))

    # What is below a node: everything, or what is needed whichever branches of `if` are taken.

    def below(self, i):
        args = self.nodes[i][1]
        return (*args, self.definition[i]) if i in self.definition else args

    def unconditional(self, i):
        return self.nodes[i][1][:1] if self.nodes[i][0] == "if" else self.below(i)

    def closure(self, roots, below=None):
        """All nodes below, arguments first; without `below`, definitions are not followed."""
        return ordered(roots, below or (lambda i: self.nodes[i][1]))

    def convert(self, file, root, names, known, recipe=False):
        """The expression of a node of the file, in which names are what `names` says; `known`
        remembers it for the same names."""
        for i in ordered([root], lambda i: () if i in known else file.nodes[i][1]):
            if i in known:
                continue
            op, args, payload = file.nodes[i]
            args = [known[a] for a in args]
            if op == "var":
                require(payload in names, f"{payload} is not declared or must not be used here")
                known[i] = names[payload]
            else:
                known[i] = self.convert_operation(op, args, payload, recipe)
            if not recipe:
                self.stated.add(known[i])
        return known[root]

    def convert_operation(self, op, args, payload, recipe):
        if op in ("abs", "sign", "if"):
            require(not recipe, f"{op} in draw")
            sign = self.make("sgn", args[:1])
            self.stated.add(sign)
            if op == "sign":
                return sign
            return self.make(op, (args[0], sign) if op == "abs" else (sign, *args[1:]))
        if op == "root":
            op = "odd root" if payload != 2 else "drawn root" if recipe else "root"
        if op == "-":
            op, args = "+", (args[0], self.make("neg", args[1:]))
        return self.make(op, args, payload)

    def partials(self, i, variables):
        """[(argument, ∂/∂argument)]; of `if`, where a branch may be undefined, [(variable, …)]."""
        op, args, n = self.nodes[i]
        a, b = (*args[:2], None, None)[:2]
        if op == "+":
            return [(arg, self.one) for arg in args]
        if op == "*":
            before, after = [self.one], [self.one]
            for k in range(len(args) - 1):
                before.append(self.mul(before[-1], args[k]))
                after.append(self.mul(after[-1], args[-1 - k]))
            return [(arg, self.mul(before[k], after[-1 - k])) for k, arg in enumerate(args)]
        if op == "/":
            inverse = self.divide(self.one, b)
            return [(a, inverse), (b, self.neg(self.mul(i, inverse)))]
        if op == "atan2":
            square = self.add((self.power(a, 2), self.power(b, 2)))
            return [(a, self.divide(b, square)), (b, self.neg(self.divide(a, square)))]
        if op == "if":
            return list(self.gradient(i, variables).items())
        if op == "^" and n == 0 or op not in self.SLOPES:
            return []                               # numbers, π, variables and signs are constant
        return [(a, self.SLOPES[op](self, i, a, b, n))]

    SLOPES = {
        "neg": lambda g, i, a, b, n: g.number(-1),
        "abs": lambda g, i, a, b, n: b,
        "^": lambda g, i, a, b, n: g.mul(g.number(n), g.power(a, n - 1)),
        "exp": lambda g, i, a, b, n: i,
        "log": lambda g, i, a, b, n: g.divide(g.one, a),
        "sin": lambda g, i, a, b, n: g.make("cos", (a,)),
        "cos": lambda g, i, a, b, n: g.neg(g.make("sin", (a,))),
        "atan": lambda g, i, a, b, n: g.divide(g.one, g.add((g.one, g.power(a, 2)))),
        "root": lambda g, i, a, b, n: g.divide(i, g.mul(g.number(n), a))}
    SLOPES["odd root"] = SLOPES["drawn root"] = SLOPES["root"]

    def gradient(self, root, variables):
        """{variable: ∂root/∂variable} of those that are not 0."""
        key = root, frozenset(variables)
        if key not in self.gradients:
            sweep = self.gradient_of_if if self.nodes[root][0] == "if" else self.sweep_back
            slopes = sweep(root, key[1]).items()
            self.gradients[key] = {v: e for v, e in slopes if e != self.zero}
        return self.gradients[key]

    def gradient_of_if(self, root, variables):
        sign, *branches = self.nodes[root][1]
        slopes = [self.gradient(branch, variables) for branch in branches]
        return {v: self.branch(sign, *(slope.get(v, self.zero) for slope in slopes))
                for v in sorted(slopes[0].keys() | slopes[1].keys())}

    def sweep_back(self, root, variables):
        """Inner `if`s come first and are not entered again: shallow recursion, linear time."""
        def below(i):
            op, args, _ = self.nodes[i]
            return () if op == "if" and (i, variables) in self.gradients else args

        order, moving, terms = self.closure([root], below), set(variables), {root: [self.one]}
        for i in order:
            op, args, _ = self.nodes[i]
            if self.gradient(i, variables) if op == "if" else not moving.isdisjoint(args):
                moving.add(i)
        for i in reversed(order):
            if i in moving and i in terms and i not in variables:
                slope = self.add(terms.pop(i))
                for a, partial in self.partials(i, variables):
                    if a in moving:
                        terms.setdefault(a, []).append(self.mul(slope, partial))
        return {v: self.add(terms[v]) for v in sorted(variables & terms.keys())}

    def jacobian(self, roots, variables):
        gradients = [self.gradient(e, variables) for e in roots]
        return [[gradient.get(v, self.zero) for v in variables] for gradient in gradients]

    def along(self, root, direction):
        """The derivative along a direction {variable: expression}."""
        slopes = self.gradient(root, direction).items()
        return self.add([self.mul(slope, direction[v]) for v, slope in slopes])

    def at_zero(self, roots, variables):
        """Expressions with 0 for some variables."""
        new = dict.fromkeys(variables, self.zero)
        for i in self.closure(roots):
            op, args, payload = self.nodes[i]
            if i not in new and any(a in new for a in args):
                new[i] = self.make(op, [new.get(a, a) for a in args], payload)
                if i in self.stated:
                    self.stated.add(new[i])
        return [new.get(i, i) for i in roots]

    def solve(self, kind, equations, unknowns, needed):
        """Defines unknowns by equations that are affine in them; whether these are plainly so."""
        matrix, moving = self.jacobian(equations, unknowns), set(unknowns)
        for i in self.closure(equations):
            if not moving.isdisjoint(self.nodes[i][1]):
                moving.add(i)
                if self.nodes[i][0] in ("root", "sgn", "log"):
                    return False
        if set(unknowns) & set(self.closure([e for row in matrix for e in row])):
            return False
        right = [self.neg(e) for e in self.at_zero(equations, unknowns)]
        self.define(kind, matrix, right, unknowns, needed)
        return True

    def define(self, kind, matrix, right, unknowns, needed):
        """Defines unknowns by a linear system that must determine the first `needed` of them."""
        entries = [e for row, r in zip(matrix, right) for e in (*row, r)]
        system = self.make("solve", entries, (kind, len(matrix), len(unknowns), needed))
        for j, unknown in enumerate(unknowns):
            self.definition[unknown] = self.make("item", (system,), j)
        return system


# ------------------------------------------------------------------------------------------------
# §3: systems

class Instance:
    """A system in the graph. The target of a map is an instance with its own variables."""

    def __init__(self, graph, file, system, tag=""):
        self.graph, self.file, self.system, self.tag, self.known = graph, file, system, tag, {}
        self.names = {n: graph.variable(n, tag) for n in system.state}
        self.state = list(self.names.values())
        self.coordinates, self.velocities, self.multipliers = (
            [self.names[n] for n in names]
            for names in (system.coordinates, system.velocities, system.multipliers))
        self.conditions = self.make_conditions(system.domain)
        self.defined = [e for _, e in self.conditions]          # what must be defined
        self.vanishing = []                                     # what is 0 at each drawn state
        self.every_name, self.solution, self.value, self.rate = dict(self.names), None, [], []
        self.model_roots, self.affine, self.checked = [], True, False
        if system.law != "none":
            self.make_kinematics()
            self.make_constraints()
            self.make_law()
        if not tag:
            self.hints = self.expressions(system.hints)
            self.make_recipe()

    def expression(self, node):
        return self.graph.convert(self.file, node, self.names, self.known)

    def expressions(self, nodes):
        return [self.expression(node) for node in nodes or ()]

    def make_conditions(self, conditions):
        return [(CONDITIONS[sign], self.expression(node)) for sign, node in conditions]

    def without_velocities(self, expressions, what):
        """Strict: a function of t and q is written so; vanishing derivatives do not suffice."""
        moving = {*self.velocities, *self.multipliers}
        require(not moving & set(self.graph.closure(expressions)), f"{what} contains velocities")

    def make_kinematics(self):
        """q̇, and the fields X_s of quasi-velocities with their brackets."""
        g, system, w = self.graph, self.system, self.velocities
        slopes, self.B, self.c = w, None, {}
        if system.kinematics is not None:
            slopes = self.expressions(system.kinematics)
            self.B = g.jacobian(slopes, w)
            self.c = {tuple(key): self.expression(e) for *key, e in system.brackets}
            self.without_velocities([b for row in self.B for b in row], "a slope of kinematics")
            self.without_velocities(self.c.values(), "a bracket")
            self.defined += slopes + list(self.c.values())
            for slope, row in zip(slopes, self.B):
                self.vanishing.append(g.sub(slope, g.add([g.mul(b, v) for b, v in zip(row, w)])))
                self.vanishing += [e for slopes_of_b in g.jacobian(row, w) for e in slopes_of_b]
            self.make_brackets()
        self.drift = dict(zip(self.coordinates, slopes))        # d/dt but for rates of velocities
        if system.time:
            self.drift[self.names[system.time]] = g.one

    def make_brackets(self):
        """c^m_rs = −c^m_sr, and [X_r, X_s] q_i = c^m_rs X_m q_i."""
        g, n = self.graph, len(self.velocities)
        fields = [dict(zip(self.coordinates, column)) for column in zip(*self.B)] or [{}] * n
        for r in range(n):
            for s in range(r + 1):
                for m in range(n):
                    pair = self.c.get((m, r, s), g.zero), self.c.get((m, s, r), g.zero)
                    self.vanishing.append(g.add(pair))
                for row in self.B:
                    bracket = g.sub(g.along(row[s], fields[r]), g.along(row[r], fields[s]))
                    combined = [g.mul(self.c.get((m, r, s), g.zero), row[m]) for m in range(n)]
                    self.vanishing.append(g.sub(bracket, g.add(combined)))

    def make_constraints(self):
        """F or f as stated, and f, which is dF/dt of a position constraint."""
        self.by_name = {}
        for c in self.system.constraints:
            self.value.append(self.expression(c.value))
            self.rate.append(self.value[-1])
            if c.kind == "position":
                self.without_velocities(self.value[-1:], f"the position constraint {c.name}")
                self.rate[-1] = self.graph.along(self.value[-1], self.drift)
                self.by_name[c.name + "'"] = self.rate[-1]
            self.by_name[c.name] = self.value[-1]
        self.defined += self.value
        self.vanishing += dict.fromkeys(self.value + self.rate)

    def make_law(self):
        """d/dt p_s − X_s L̂ − c^m_rs w_r p_m = Q_s + lambda_ν e_νs and df/dt = 0, as W z = r."""
        g, system, w, n = self.graph, self.system, self.velocities, len(self.velocities)
        L = self.expression(system.lagrangian)
        Q = self.expressions(system.forces) or [g.zero] * n
        pairs = list(zip(system.constraints, self.rate))
        momenta = [self.expression(c.momentum) if c.momentum is not None else g.neg(f)
                   for c, f in pairs if self.multipliers and c.kind == "velocity"]
        self.defined += [L, *Q, *momenta]
        self.model_roots = [i for i in g.closure(self.defined, g.unconditional)
                            if g.nodes[i][0] == "root"]
        L = g.add([L] + [g.mul(mu, e) for mu, e in zip(self.multipliers, momenta)])
        (slopes,) = g.jacobian([L], self.coordinates + w)
        X, p = slopes[:len(self.coordinates)], slopes[len(self.coordinates):]
        if self.B is not None:
            X = [g.add([g.mul(row[s], x) for row, x in zip(self.B, X)]) for s in range(n)]
        turning = [g.add([g.mul(c, w[r], p[m]) for (m, r, t), c in self.c.items() if t == s])
                   for s in range(n)]
        directions = [self.expressions(c.direction) or g.jacobian([f], w)[0]
                      for c, f in pairs if c in system.reacting]
        self.defined += [e for direction in directions for e in direction]
        fresh, moving = w + self.multipliers, list(self.drift)
        matrix, right = [], []
        for s, e in enumerate(p + self.rate):
            (slopes,) = g.jacobian([e], fresh + moving)
            reactions = [g.neg(d[s]) if s < n else g.zero for d in directions]
            force = g.add([X[s], turning[s], Q[s]]) if s < n else g.zero
            drift = g.add([g.mul(d, self.drift[v]) for v, d in zip(moving, slopes[len(fresh):])])
            matrix.append(slopes[:len(fresh)] + reactions)
            right.append(g.sub(force, drift))
        unknowns = [g.variable(n, self.tag) for n in system.rates + system.reactions]
        self.solution = g.define("law", matrix, right, unknowns, len(fresh))
        self.rates = unknowns[:len(fresh)]
        self.constraint_rows = [row[:len(fresh)] for row in matrix[n:]]
        self.every_name |= dict(zip(system.rates + system.reactions, unknowns))
        self.motion = {**self.drift, **dict(zip(fresh, self.rates))}

    def make_recipe(self):
        """§4: definitions of the variables that are drawn."""
        g, drawn = self.graph, {}
        self.free, self.auxiliary, self.recipe, self.angles = {}, [], [], False
        for kind, names, source in self.system.draw:
            leaves = [self.names.get(n, g.variable(n, "draw", self.system.name)) for n in names]
            self.auxiliary += [leaf for leaf in leaves if leaf not in self.state]
            if kind == "free":
                self.free[names[0]] = leaves[0]
            elif kind == "solve":
                self.make_solve_step(names, leaves, source, drawn)
            else:
                made = [g.convert(self.file, e, drawn, {}, True) for e in source]
                g.definition[leaves[0]] = made[0]
                if kind == "angle":
                    g.definition[leaves[0]] = g.make("angle", made, names[0])
                    self.angles = True
                    self.vanishing.append(g.sub(g.add([g.power(e, 2) for e in made]), g.one))
                self.recipe.append((leaves[0], made))
            drawn.update(zip(names, leaves))
        self.slopes = [(leaf, made, g.jacobian(made, self.auxiliary))
                       for leaf, made in self.recipe]
        self.differentials = g.jacobian(list(dict.fromkeys(self.value + self.rate)), self.state)

    def make_solve_step(self, names, leaves, source, drawn):
        require(all(n in self.by_name for n in source),
                "draw solves a constraint that is not there")
        made = [self.by_name[n] for n in source]
        used = {i for i in self.graph.closure(made) if self.graph.nodes[i][0] == "var"}
        require(used <= {*drawn.values(), *leaves},
                f"draw solves for {names[0]} with what is not yet drawn")
        self.affine &= self.graph.solve("draw", made, leaves, len(leaves))


# ------------------------------------------------------------------------------------------------
# §6: claims

class Claim:
    """A claim in the graph: `quantities` vanish, `continuous` does not jump."""

    def __init__(self, graph, file, claim, instance):
        g = graph
        self.__dict__.update(vars(claim))
        self.instance, self.result, self.other, self.kernel = instance, None, None, None
        self.conditions = instance.conditions + instance.make_conditions(self.where)
        self.hints = instance.hints + instance.expressions(self.hints)
        self.defined, self.continuous, self.runs, self.other_domain = [], [], [], []
        if self.kind in ("zero", "equation"):
            self.defined = self.quantities = [g.convert(file, self.node, instance.every_name, {})]
        elif self.kind == "integral":
            self.defined = self.continuous = [instance.expression(self.node)]
            self.quantities = [g.along(self.defined[0], instance.motion)]
        elif self.kind == "form":
            self.make_form(g, file)
        else:
            self.make_map(g, file)
        if not instance.affine:
            self.result = REFUSED, "draw solves constraints that are not affine in the unknowns"

    def make_form(self, g, file):
        instance = self.instance
        state, every = dict(instance.names), dict(instance.every_name)
        for n, node in self.defs:
            state[n] = every[n] = g.convert(file, node, state, {})
            every[n + "'"] = g.along(state[n], instance.motion)
            self.defined.append(state[n])
        extras = [g.variable(n, "extra", self.id) for n in self.extras]
        every.update(zip(self.extras, extras))
        known = {}
        self.quantities = [g.convert(file, n, every, known) for n in self.equations]
        self.defined += self.quantities
        self.columns = len(instance.rates) + len(extras)
        self.kernel = g.jacobian(self.quantities, instance.rates + extras)
        self.kernel += [row + [g.zero] * len(extras) for row in instance.constraint_rows]
        if extras and not g.solve("extras", self.quantities, extras, 0):
            self.result = REFUSED, "the equations are not affine in the extras"

    def make_map(self, g, file):
        instance = self.instance
        self.other = other = Instance(g, file, file.systems[self.to], "image " + self.id)
        self.runs = [] if self.clock is None else [instance.expression(self.clock)]
        clock = self.runs[0] if self.runs else g.one
        images = {other.names[n]: instance.expression(e) for n, e in self.images.items()}
        g.definition.update(images)
        g.images.update(images)
        self.quantities = [g.sub(g.along(e, instance.motion), g.mul(clock, rate)) for e, rate in
                           ((e, other.motion.get(y, g.zero)) for y, e in images.items())]
        self.quantities += dict.fromkeys(other.value + other.rate)
        self.continuous = list(images.values()) + self.runs
        self.defined = self.continuous + other.defined
        self.other_domain = other.conditions

    def own_choices(self, g):
        """What restricts or splits the states of this claim, but not those of its system."""
        stop = {*self.instance.state, self.instance.solution}
        roots = self.defined + ([self.other.solution] if self.other else [])
        found = g.closure(roots, lambda i: () if i in stop else g.below(i))
        return frozenset(i for i in found if g.nodes[i][0] in ("root", "sgn", "log", "odd root"))


# ------------------------------------------------------------------------------------------------
# The order of evaluation

CHOICES = "root", "drawn root", "sgn"
PARTIAL = *CHOICES, "odd root", "/", "^", "log", "item", "solve"


class Plan:
    """The order in which nodes are evaluated: arguments first, then what needs fewer choices.

    The branch of `if` that is not taken need not have a value. So `eager` are the nodes that not
    only branches need, or that are always defined; others wait until the sign is known. `soft` is
    what only hints need: a hint may be undefined where the claim is defined.
    """

    def __init__(self, graph, targets, hints=()):
        self.graph, self.levels, self.eager, self.demands = graph, {}, set(), {}
        order, choices = graph.closure([*targets, *hints], graph.below), 0
        always = set(graph.closure([*targets, *hints], graph.unconditional))
        self.soft = set(order) - set(graph.closure(targets, graph.below)) if hints else set()
        for i in order:
            below, op = graph.below(i), graph.nodes[i][0]
            self.levels[i] = max((self.levels[a] for a in below), default=0)
            if op in CHOICES:
                self.levels[i] = choices = choices + 1
            if i in always or op not in PARTIAL and self.eager.issuperset(below):
                self.eager.add(i)
        self.order = sorted(order, key=self.levels.get)
        self.start = [i for i in reversed(self.order) if i in self.eager]

    def demand(self, i):
        """What a branch needs beside eager nodes and its own branches, the first at the end."""
        if i not in self.demands:
            found = self.graph.closure(
                [i], lambda a: () if a in self.eager else self.graph.unconditional(a))
            self.demands[i] = [a for a in reversed(found) if a not in self.eager]
        return self.demands[i]


class Evaluator:
    """Evaluates nodes in the order of a plan.

    A subclass has the arithmetic: `operations` of the values x of the arguments, the payload k and
    the node i, and the choices of roots and signs.
    """

    def __init__(self, graph, plan):
        self.graph, self.plan, self.v, self.noted = graph, plan, {}, ()
        self.inside = 0                 # the number of soft `if`s of which a branch is evaluated
        self.is_soft = False            # whether the node may be undefined

    def run(self, stack):
        """Evaluates a stack of nodes, in which ~i is an `if` whose branch has been evaluated. The
        result is false if other choices have taken over."""
        v, nodes, soft = self.v, self.graph.nodes, self.plan.soft
        while stack:
            i = stack.pop()
            if i < 0:
                i = ~i
                self.inside = max(0, self.inside - 1)
                value = v.get(self.taken(i))
                if value is not None:
                    self.store(i, value)
                continue
            if i in v:
                continue
            op, args, payload = nodes[i]
            x = [v.get(a) for a in (args[:1] if op == "if" else args)]
            self.is_soft = self.inside > 0 or i in soft
            if self.is_soft and None in x:
                continue
            if op in CHOICES:
                choices = self.choices(i, x[0])
                if len(choices) > 1:
                    self.fork(i, choices, stack)
                    return False
                for choice in choices:
                    self.choose(i, choice)
            elif op == "if" and x[0] == 0:              # of an argument that vanishes identically
                self.store(i, 0)
            elif op == "if":
                self.inside += self.is_soft
                stack.append(~i)
                stack.extend(self.plan.demand(self.taken(i)))
            else:
                try:
                    v[i] = self.operations[op](x, payload, i)
                except Skip:
                    if not self.is_soft:
                        raise
                if i in self.noted:
                    self.note(i)
        return True

    def taken(self, i):
        sign, a, b = self.graph.nodes[i][1]
        return a if self.is_positive(self.v[sign]) else b

    def store(self, i, value):
        self.v[i] = value
        if i in self.noted:
            self.note(i)

    def common_operations(self):
        definition = self.graph.definition
        return {"var": lambda x, k, i: self.v[definition[i]] if i in definition else self.draw(i),
                "solve": lambda x, k, i: self.solve(x, k, i),
                "item": lambda x, k, i: self.item(x[0], k)}

    def solution(self, payload, loose, values, zero):
        """The unknowns of a linear system; undetermined multipliers of a law are None."""
        kind, _, columns, _ = payload
        return [None if kind == "law" and c in loose else values.get(c, zero)
                for c in range(columns)]

    def item(self, values, k):
        require(values[k] is not None, "a multiplier is used that is not determined")
        return values[k]


# ------------------------------------------------------------------------------------------------
# §5.5, §7: angles, exponents and degrees

def decompose(graph, i):
    """§5.5: u = Σ c_k a_k, as {a_k: c_k}; the atom of a number is 1."""
    found, stack = {}, [(i, Fraction(1))]
    while stack:
        i, c = stack.pop()
        op, args, payload = graph.nodes[i]
        numbers = [graph.nodes[a][2] for a in args if graph.nodes[a][0] == "num"]
        rest = [a for a in args if graph.nodes[a][0] != "num"]
        if i in graph.images:
            stack.append((graph.definition[i], c))
        elif op in ("+", "neg"):
            stack += [(a, -c if op == "neg" else c) for a in args]
        elif op == "*" and len(rest) <= 1:
            stack.append((rest[0] if rest else graph.one, c * math.prod(numbers)))
        elif op == "/" and args[1] not in rest and numbers[-1]:
            stack.append((args[0], c / numbers[-1]))
        else:
            i, c = (graph.one, c * payload) if op == "num" else (i, c)
            found[i] = found.get(i, 0) + c
    return {a: c for a, c in found.items() if c}


def degrees(plan, squares, decompositions, multiples):
    """§7: {node: degrees of numerator and denominator in the free variables}."""
    nodes, definition, of = plan.graph.nodes, plan.graph.definition, {}

    def common(terms):
        total = sum(d for _, d in terms)
        return max(n + total - d for n, d in terms), total

    def of_unit(argument, multiple):                            # circles count 2 per unit
        n = d = 0
        for atom, c in decompositions[argument].items():
            op, made, _ = nodes[definition.get(atom, atom)]
            angle = made if op == "angle" else ()
            turns = math.ceil(abs(c))
            n += 2 * math.ceil(abs(c) * multiple) + turns * sum(of[a][0] for a in angle)
            d += turns * sum(of[a][1] for a in angle)
        return n, d

    for i in plan.order:
        op, args, payload = nodes[i]
        below = [of[a] for a in plan.graph.below(i)]
        n, d = below[0] if below else (2 if i in squares else 1, 0)     # a variable, π
        if op == "num":                         # a literal is of degree 1: powers of it are long
            n = int(abs(payload) not in (0, 1))
        elif op in ("+", "if"):
            n, d = common(below[op == "if":])
        elif op == "*":
            n, d = map(sum, zip(*below))
        elif op == "/":
            n, d = n + below[1][1], d + below[1][0]
        elif op == "^":
            n, d = (n * payload, d * payload) if payload >= 0 else (-d * payload, -n * payload)
        elif op in ("root", "drawn root", "odd root"):
            n = (n + (payload - 1) * d) // payload + 1
        elif op in ("sgn", "log", "atan", "atan2", "angle"):
            n, d = int(op != "sgn"), 0
        elif op in ("sin", "cos", "exp"):
            n, d = of_unit(args[0], multiples[op == "exp"])
        elif op == "solve":                                     # Cramer's rule
            width = payload[2] + 1
            n = d = sum(common(below[k:k + width])[0] for k in range(0, len(below), width))
        of[i] = n, d
    return of


# ------------------------------------------------------------------------------------------------
# §5: the sign calculus

def table(rule):
    """A rule for signs, extended to sets of signs."""
    return [[functools.reduce(int.__or__, [rule(s, t) for s in SIGN for t in SIGN
                                           if a & SIGN[s] and b & SIGN[t]], 0)
             for b in range(8)] for a in range(8)]


SUM = table(lambda s, t: SIGN[s or t] if s * t >= 0 else ANY)
PRODUCT = table(lambda s, t: SIGN[s * t])
OPPOSITE = [PRODUCT[a][NEGATIVE] for a in range(8)]
SQUARE = [a & ZERO | (POSITIVE if a & NONZERO else 0) for a in range(8)]
SIGN_RULES = {
    "num": lambda x, k: SIGN[(k > 0) - (k < 0)],
    "pi": lambda x, k: POSITIVE,
    "exp": lambda x, k: POSITIVE,
    "+": lambda x, k: functools.reduce(lambda a, b: SUM[a][b], x),
    "neg": lambda x, k: OPPOSITE[x[0]],
    "/": lambda x, k: PRODUCT[x[0]][x[1] & NONZERO],
    "^": lambda x, k: (SQUARE[x[0]], x[0])[k % 2] & (NONZERO if k < 0 else ANY) if k else POSITIVE,
    "abs": lambda x, k: SQUARE[x[0]],
    "odd root": lambda x, k: x[0],
    "atan": lambda x, k: x[0],
    "if": lambda x, k: (x[1] if x[0] & POSITIVE else 0) | (x[2] if x[0] & NEGATIVE else 0)}


def sign_of_product(signs, keys):
    """Two factors with the same key have the same value: they are a square."""
    result, once = POSITIVE, {}
    for sign, key in zip(signs, keys):
        if key in once:
            result = PRODUCT[result][SQUARE[sign & once.pop(key)]]
        else:
            once[key] = sign
    return functools.reduce(lambda a, b: PRODUCT[a][b], once.values(), result)


def known_signs(facts, residue, p):
    return ZERO if not residue else facts.get(residue, OPPOSITE[facts.get(p - residue, ANY)])


def sign_sets(graph, order, v, p, facts, chosen=True):
    """{node: set of signs} at the residues v. For jumps, not `chosen`: the signs that were chosen
    are not used and radicands may be 0."""
    sets = {}
    for i in order:
        op, args, payload = graph.nodes[i]
        x, r = [sets.get(a, ANY) for a in args], v.get(i)
        if op in SIGN_RULES:
            s = SIGN_RULES[op](x, payload)
        elif op == "var" and i in graph.images:
            s = sets.get(graph.definition[i], ANY)
        elif op == "*":
            s = sign_of_product(x, [v.get(a, -1 - a) for a in args])
        elif op == "root":
            s = POSITIVE if chosen or x[0] == POSITIVE else ZERO | POSITIVE
        elif op == "sgn":
            s = x[0] if not chosen or r is None else SIGN[r if r <= 1 else -1]
        else:
            s = ANY
        sets[i] = s & known_signs(facts, r, p) if r is not None else ANY if chosen else s
    return sets


# ------------------------------------------------------------------------------------------------
# §4, §5: evaluation in prime fields

NO_ROOT = "a radicand has no root"
SMALL = math.prod(range(3, 400, 2))


def random_prime(bits, odd):
    """A random prime p ≡ 3 mod 4 with gcd(p − 1, n) = 1, by 32 tests of Miller and Rabin."""
    while True:
        p = secrets.randbits(bits) | 1 << bits - 1 | 3
        if math.gcd(p, SMALL) == math.gcd(p - 1, odd) == 1 and \
                all(pow(secrets.randbelow(p - 3) + 2, p >> 1, p) in (1, p - 1) for _ in range(32)):
            return p


def eliminate(rows, columns, p):
    """Gauss–Jordan elimination of rows with a right side: the pivots {column: row}, the columns
    that are not determined, and whether there is a solution."""
    pivots, left = {}, list(range(len(rows)))
    for column in range(columns):
        k = next((k for k in left if rows[k][column]), None)
        if k is None:
            continue
        left.remove(k)
        pivots[column] = k
        inverse = pow(rows[k][column], -1, p)
        rows[k] = pivot = [e * inverse % p for e in rows[k]]
        for other, row in enumerate(rows):
            if other != k and (f := row[column]):
                rows[other] = [(e - f * g) % p for e, g in zip(row, pivot)]
    free = set(range(columns)) - pivots.keys()
    loose = free | {c for c, k in pivots.items() if any(rows[k][f] for f in free)}
    return pivots, loose, not any(rows[k][-1] for k in left)


def common_targets(claims):
    """What is evaluated for claims whatever they say, with the conditions first."""
    instance = claims[0].instance
    systems = [x for x in (instance, *(c.other for c in claims)) if x and x.solution is not None]
    return [e for _, e in claims[0].conditions] + instance.state + instance.defined \
        + instance.vanishing + [x.solution for x in systems]


class Points(Evaluator):
    """Claims with the same system, conditions, hints and choices, at points of random fields."""

    def __init__(self, graph, claims):
        self.claims, self.instance = claims, claims[0].instance
        self.judged = [c for c in claims if c.verdict == "holds"]
        self.conditions, self.hints = claims[0].conditions, claims[0].hints
        super().__init__(graph, Plan(graph, self.targets(), self.hints))
        self.operations = {
            "num": lambda x, k, i: k.numerator * self.inverse(k.denominator) % self.p,
            "+": lambda x, k, i: sum(x) % self.p,
            "*": lambda x, k, i: math.prod(x) % self.p,
            "neg": lambda x, k, i: -x[0] % self.p,
            "/": lambda x, k, i: x[0] * self.inverse(x[1]) % self.p,
            "^": lambda x, k, i: pow(x[0] if k >= 0 else self.inverse(x[0]), abs(k), self.p),
            "odd root": lambda x, k, i: self.odd_root(x[0], k),
            "abs": lambda x, k, i: math.prod(x) % self.p,
            "pi": lambda x, k, i: self.opaque("pi"),
            "exp": lambda x, k, i: self.unit_of(i, True)[0],
            "cos": lambda x, k, i: self.unit_of(i, False)[0],
            "sin": lambda x, k, i: self.unit_of(i, False)[1],
            "log": lambda x, k, i: self.log(x[0]),
            "atan": lambda x, k, i: self.atan(x[0]),
            "atan2": lambda x, k, i: self.opaque("atan2", *x),
            "angle": lambda x, k, i: self.angle(*x),
            **self.common_operations()}
        self.noted = {*self.hints, *(e for _, e in self.conditions)}
        self.make_multiples()
        self.measure()
        written = graph.stated - self.plan.soft
        self.consistent = [i for i in self.plan.order if i in written]
        self.ranks, self.closures, self.points, self.branches, self.most_choices = {}, {}, 0, 0, 0

    def targets(self):
        instance, targets = self.instance, common_targets(self.claims)
        for c in self.judged:
            targets += c.defined + c.quantities + [e for row in c.kernel or () for e in row]
            targets += [e for _, e in c.other_domain]
        if not instance.checked:
            targets += [e for row in instance.differentials for e in row]
            for _, made, rows in instance.slopes:
                targets += made + [e for row in rows for e in row]
        return targets

    def make_multiples(self):
        """§5.5: Q, of angles and of exponents."""
        nodes, self.decompositions, self.multiples = self.graph.nodes, {}, [1, 1]
        for i in self.plan.order:
            op, args, _ = nodes[i]
            if op in ("sin", "cos", "exp"):
                atoms = self.decompositions[args[0]] = decompose(self.graph, args[0])
                self.multiples[op == "exp"] = math.lcm(self.multiples[op == "exp"], *(
                    c.denominator for a, c in atoms.items()
                    if op == "exp" or nodes[a][0] != "pi" or c.denominator > 2))
        require(not self.instance.angles or self.multiples[0] == 1,
                "a fraction of an angle, with a step angle in draw")

    # §7: the bound.

    def measure(self):
        plan, nodes = self.plan, self.graph.nodes
        ops = [nodes[i][0] for i in plan.order]
        roots = [i for i in plan.order if nodes[i][0] in ("root", "drawn root")]
        # Strict: not if the root is in a branch of `if` or a hint: the variable may be negative.
        self.squares = {nodes[i][1][0] for i in roots if i in plan.eager and i not in plan.soft}
        self.squares &= set(self.instance.free.values())
        self.odd = math.prod(nodes[i][2] for i in plan.order if nodes[i][0] == "odd root")
        of = degrees(plan, self.squares, self.decompositions, self.multiples)
        quantities = self.instance.vanishing + [e for c in self.judged for e in c.quantities]
        degree = max([1] + [sum(of[e]) for e in quantities]) * self.odd
        literals = sum(nodes[i][2].numerator.bit_length() + nodes[i][2].denominator.bit_length()
                       for i in plan.order if nodes[i][0] == "num")
        too_large = f"the degree is about 2^{degree.bit_length()}"
        require(degree.bit_length() < MAXIMAL_BITS, too_large, UNDECIDED)
        # Any two values may agree by chance, hence the square of their number.
        stated = sum(i in self.graph.stated for i in plan.order)
        self.degree = math.log2(degree) + 2 * math.log2(2 + stated)
        self.height = math.log2(degree) + math.log2(literals + len(ops) + 1)
        self.roots = min(MAXIMAL_CHOICES, sum(nodes[i][1][0] not in self.squares for i in roots))
        nested = any(plan.levels[nodes[i][1][0]] or i not in plan.eager for i in roots)
        # log₂ of the chance that a point misses a choice: its roots may exist elsewhere only.
        self.missed = math.log2(1 - 2.0 ** -self.roots) if nested and self.roots else -math.inf
        self.needed = max(1, math.ceil(-64 / self.missed))
        require(self.needed <= MAXIMAL_POINTS,
                f"{self.roots} roots, some under others, need too many points", UNDECIDED)
        choices = min(MAXIMAL_CHOICES, sum(op in CHOICES for op in ops))
        needed_bits = 80 / self.needed + 2 * choices + max(self.degree, self.height + 17)
        self.bits = 2 + max(60, math.ceil(needed_bits))
        require(self.bits <= MAXIMAL_BITS, too_large, UNDECIDED)

    def log_bound(self):
        """log₂ of the probability that a false claim has passed."""
        size = self.bits - 1
        primes = self.height - (size - 7 - math.log2(size))
        each = 1 + 2 * self.most_choices + max(self.degree - size, primes)
        return 1 + self.points * max(each, self.missed)

    # Choices: all are tried.

    def fork(self, i, choices, stack):
        self.depth += 1
        require(self.depth <= MAXIMAL_CHOICES,
                f"more than {MAXIMAL_CHOICES} roots and signs", UNDECIDED)
        self.most_choices = max(self.most_choices, self.depth)
        kept = self.v, self.facts, self.roots_of, self.poison, self.inside, self.is_soft
        for choice in choices:
            self.v, self.facts, self.roots_of = (dict(part) for part in kept[:3])
            self.poison, self.inside, self.is_soft = kept[3:]
            self.attempt(list(stack), i, choice)
        self.depth -= 1

    def attempt(self, stack, *choice):
        try:
            if choice:
                self.choose(*choice)
            if self.run(stack):
                self.finish()
        except Skip as skip:
            if self.poison and not isinstance(skip, Contradiction):
                raise Verdict(REFUSED, self.poison) from None
            self.skipped.add(str(skip) or "no real state has these signs")

    def choices(self, i, r):
        op, (a,), _ = self.graph.nodes[i]
        if not r:
            kind = "sign" if op == "sgn" else "root"
            self.poison = f"the argument of a {kind} vanishes identically"
            return [0]
        if op == "sgn":
            known = self.signs(a)
            return [s % self.p for s in (1, -1) if known & SIGN[s]] or [1]
        if (op, r) in self.roots_of:
            return [self.roots_of[op, r]]
        root = pow(r, self.p + 1 >> 2, self.p)
        if root * root % self.p == r and not (self.is_soft and not self.signs(a) & POSITIVE):
            return [root, self.p - root]
        if self.is_soft:
            return []
        self.learn(r, POSITIVE & self.signs(a))
        raise Skip(NO_ROOT)

    def choose(self, i, choice):
        op, (a,), _ = self.graph.nodes[i]
        self.v[i], sign = choice, None
        if choice and op == "sgn":
            sign = POSITIVE if choice == 1 else NEGATIVE
        elif choice:
            self.roots_of[op, self.v[a]] = choice
            if op == "root" and not self.is_soft:
                self.learn(choice, POSITIVE)        # √ > 0 is known, since both roots are tried
                sign = POSITIVE
        if sign:
            self.learn(self.v[a], sign)
            self.learn(self.v[a], self.signs(a))
        self.store(i, choice)

    def is_positive(self, sign):
        return sign == 1

    # §5.3: facts are sets of signs of residues.

    def learn(self, residue, mask):
        mask &= known_signs(self.facts, residue, self.p)
        if not mask:
            raise Contradiction
        if residue:
            self.facts.pop(self.p - residue, None)
            self.facts[residue] = mask

    def below_images(self, i):
        return self.graph.below(i) if i in self.graph.images else self.graph.nodes[i][1]

    def signs(self, i):
        """The sign set of a node by what is known now."""
        if i not in self.closures:
            self.closures[i] = self.graph.closure([i], self.below_images)
        return sign_sets(self.graph, self.closures[i], self.v, self.p, self.facts)[i]

    def note(self, i):
        for mask, e in self.conditions:
            if e == i:
                self.learn(self.v[i], mask & self.signs(i))
        if i in self.hints:
            self.hear_hint(i)

    def hear_hint(self, h):
        """A hint is a fact where its radicands are known to be ≥ 0."""
        if h in self.v:
            radicands = [self.graph.nodes[i][1][0] for i in self.graph.closure([h])
                         if self.graph.nodes[i][0] == "root" and i in self.v]
            if not any(self.signs(a) & NEGATIVE for a in radicands):
                self.learn(self.v[h], self.signs(h))

    # Operations.

    def draw(self, i):
        return pow(secrets.randbelow(self.p), 2 if i in self.squares else 1, self.p)

    def inverse(self, a):
        if not a:
            raise Skip("a divisor vanishes")
        return pow(a, -1, self.p)

    def odd_root(self, a, n):
        if not a:
            self.poison = "the argument of a root vanishes identically"
        return pow(a, pow(n, -1, self.p - 1), self.p)

    def solve(self, x, payload, i):
        kind, _, columns, needed = payload
        matrix = [x[k:k + columns + 1] for k in range(0, len(x), columns + 1)]
        pivots, loose, solvable = eliminate(matrix, columns, self.p)
        if kind != "extras" and not solvable or any(c < needed for c in loose):
            raise Skip("the rates are not determined" if kind == "law"
                       else "a step of draw has no solution")
        self.rank[i] = len(pivots), tuple(sorted(loose))
        return self.solution(payload, loose, {c: matrix[k][-1] for c, k in pivots.items()}, 0)

    # §5.5, §5.6: functions.

    def opaque(self, *key):
        """A random value that depends on the function and the residues of its arguments only."""
        return self.tables.setdefault(key, secrets.randbelow(self.p))

    def log(self, a):
        if not a:
            raise Skip("the argument of a logarithm vanishes")
        if not self.is_soft:
            self.learn(a, POSITIVE)
        return 0 if a == 1 else self.opaque("log", a)

    def atan(self, a):
        r = min(a, self.p - a)
        value = self.opaque("atan", r) if r else 0
        return value if r == a else -value % self.p

    def angle(self, s, c):
        r = self.opaque("angle", s, c)
        self.tables["unit", False, min(r, self.p - r)] = c, s if r <= self.p - r else -s
        return r

    def unit_of(self, i, exponent):
        """(cos u, sin u) or (exp u, 0): the product of the units of the atoms of u."""
        u, p = self.graph.nodes[i][1][0], self.p
        key, result = ("value", exponent, self.v[u]), (1, 0)
        if key not in self.tables and self.v[u]:
            for atom, c in self.decompositions[u].items():
                if not exponent and self.graph.nodes[atom][0] == "pi" and c.denominator <= 2:
                    unit, power = (0, 1), int(2 * c)
                else:
                    r = 1 if atom == self.graph.one else self.v[atom]
                    unit = self.unit(min(r, p - r), exponent)
                    power = int(c * self.multiples[exponent]) * (1 if r <= p - r else -1)
                result = self.turned(result, unit, power, exponent)
            self.tables[key] = result
        return self.tables.get(key, result)

    def unit(self, r, exponent):
        t = secrets.randbelow(self.p - 1) + 1
        inverse = pow(1 + t * t, -1, self.p)                            # −1 is no square
        unit = (t, 0) if exponent else ((1 - t * t) * inverse, 2 * t * inverse)
        return self.tables.setdefault(("unit", exponent, r), unit) if r else (1, 0)

    def turned(self, start, unit, power, exponent):
        """start · unit^power, as complex numbers."""
        (a, b), (c, s), p = start, unit, self.p
        if power < 0:
            c, s = (pow(c, -1, p), 0) if exponent else (c, -s)
        for bit in reversed(bin(abs(power))[2:]):
            if bit == "1":
                a, b = (a * c - b * s) % p, (a * s + b * c) % p
            c, s = (c * c - s * s) % p, 2 * c * s % p
        return a, b

    # The end of a choice.

    def finish(self):
        for h in self.hints:
            self.hear_hint(h)
        if self.facts and not all(
                sign_sets(self.graph, self.consistent, self.v, self.p, self.facts).values()):
            raise Contradiction
        require(not self.poison, self.poison, REFUSED)
        require(not any(self.v[e] for e in self.instance.vanishing),
                "a constraint is violated, or the kinematics are wrong", REFUSED)
        if not self.instance.checked and not self.points:
            self.check_rank()
        for c in self.judged:
            c.result = c.result or self.failure(c)
        for i, rank in self.rank.items():
            self.ranks.setdefault(i, set()).add(rank)
        self.good = True
        self.branches += 1

    def matrix(self, rows):
        return [[self.v[e] for e in row] + [0] for row in rows]

    def failure(self, c):
        if any(self.v[e] for e in c.quantities):
            return REFUSED, "what should vanish does not at a random point"
        if c.kernel is not None:
            _, loose, _ = eliminate(self.matrix(c.kernel), c.columns, self.p)
            if any(k < len(c.instance.rates) for k in loose):
                return REFUSED, "the equations do not determine the rates"
        if any(not self.v[e] for e in c.runs):
            return REFUSED, "the clock stands still"                    # Strict: a clock must run
        return self.jump(c) if c.continuous and not self.points else None

    def check_rank(self):
        """§4: the rank of ∂(state)/∂(free) is the dimension of the states. The recipe defines each
        variable by those before. So the rank is the number of free variables, less the directions
        in which only auxiliary variables change: those in which no step of the recipe changes."""
        v, instance, rows = self.v, self.instance, []
        for leaf, made, slopes in instance.slopes:
            row = [v[e] for e in slopes[0]]
            if len(made) == 2:
                row = [v[made[1]] * v[ds] - v[made[0]] * v[dc] for ds, dc in zip(*slopes)]
            row = [(e - (leaf == a)) % self.p for e, a in zip(row, instance.auxiliary)]
            rows.append(row + [0])

        def kernel(rows, columns):
            return columns - len(eliminate(rows, columns, self.p)[0])
        hidden = kernel(rows, len(instance.auxiliary))
        dimension = kernel(self.matrix(instance.differentials), len(instance.state))
        require(len(instance.free) - hidden == dimension,
                "the points that are drawn do not fill the state space", REFUSED)

    # §6: jumps.

    def jump(self, c):
        """What is continuous, by what is known from conditions and hints alone."""
        kept, self.facts = self.facts, {}
        try:
            sets = self.signs_without_choices(c)
        except Contradiction:
            return REFUSED, "no state satisfies the conditions"
        finally:
            self.facts = kept
        nodes, order = self.graph.nodes, self.graph.closure(c.continuous)
        used = {*c.continuous, *(a for i in order if nodes[i][0] != "abs" for a in nodes[i][1])}
        for i in order:
            op, args, _ = nodes[i]
            if self.may_leave(i, sets) or op == "sgn" and i in used and sets[args[0]] & ZERO:
                return REFUSED, f"it may jump or be undefined: {op} may lie outside of its domain"
        if any(sets[e] & ~mask for mask, e in c.other_domain):
            return REFUSED, "the image may lie outside of the domain of the other system"
        return None

    def signs_without_choices(self, c):
        graph, v, p = self.graph, self.v, self.p
        for mask, e in self.conditions:
            self.learn(v[e], mask)
        for i in c.instance.model_roots:
            self.learn(v[graph.nodes[i][1][0]], ZERO | POSITIVE)
        for h in self.hints:
            sets = sign_sets(graph, graph.closure([h]), v, p, self.facts, False)
            if h in v and not any(self.may_leave(i, sets) for i in sets):
                self.learn(v[h], sets[h])
        targets = c.continuous + [e for _, e in c.other_domain]
        return sign_sets(graph, graph.closure(targets, self.below_images), v, p, self.facts, False)

    def may_leave(self, i, sets):
        """Whether a node may be undefined or jump, but for signs."""
        op, args, payload = self.graph.nodes[i]
        first, last = (sets[args[0]], sets[args[-1]]) if args else (ANY, ANY)
        return (op == "/" and last & ZERO or op == "^" and payload < 0 and first & ZERO
                or op == "log" and first != POSITIVE or op == "root" and first & NEGATIVE
                or op == "atan2" and last != POSITIVE and first & ZERO)

    def judge(self):
        """Evaluates at points until the bound is reached."""
        tries = complete = 0                        # complete: where all roots exist
        while self.points < self.needed and complete - self.points < 4 \
                and tries < 4 * MAXIMAL_POINTS:
            self.p = random_prime(self.bits, self.odd)
            self.v, self.tables, self.facts, self.roots_of, self.rank = {}, {}, {}, {}, {}
            self.skipped, self.poison, self.good = set(), None, False
            self.depth = self.inside = 0
            self.attempt(list(self.plan.start))
            tries += 1
            self.points += self.good
            complete += self.good or NO_ROOT not in self.skipped
            if self.points and all(c.result for c in self.judged) \
                    or not self.points and tries > 16 * 2 ** self.roots + 200:
                break
        require(self.points, "no regular state: " + ", ".join(sorted(self.skipped)),
                REFUSED if complete else UNDECIDED)
        for c in self.judged:
            if c.result is None and self.log_bound() > -60:
                c.result = UNDECIDED, "too few points"
        self.instance.checked = True


# ------------------------------------------------------------------------------------------------
# §6: evaluation in intervals at a real state

TOO_LARGE = "a number is too large for intervals"


def size(x):
    """log₂ of the largest absolute value of an interval, rounded up."""
    return max(x[0].bit_length(), x[1].bit_length()) + x[2] if x[0] or x[1] else -math.inf


def holds_zero(x):
    return x[0] <= 0 <= x[1]


def signs_of(x):
    return NEGATIVE * (x[0] < 0) | ZERO * holds_zero(x) | POSITIVE * (x[1] > 0)


class Reals(Evaluator):
    """Nodes at a state in intervals (a, b, e): [a, b]·2^e, rounded outwards to `bits` digits."""

    def __init__(self, graph, plan, ranks, given, bits):
        super().__init__(graph, plan)
        self.ranks, self.given, self.bits, self.constants = ranks, given, bits, {}
        self.one = 1, 1, 0
        self.operations = {
            "num": lambda x, k, i: self.number(k),
            "+": lambda x, k, i: functools.reduce(self.add, x),
            "*": lambda x, k, i: functools.reduce(self.mul, x),
            "neg": lambda x, k, i: self.minus(x[0]),
            "/": lambda x, k, i: self.mul(x[0], self.inverse(x[1])),
            "^": lambda x, k, i: self.power(x[0], k),
            "odd root": lambda x, k, i: self.monotone(lambda m: self.odd_root(m, k), x[0]),
            "abs": lambda x, k, i: self.mul(*x),
            "pi": lambda x, k, i: self.pi(),
            "exp": lambda x, k, i: self.monotone(self.exp, x[0]),
            "cos": lambda x, k, i: self.turn(x[0])[0],
            "sin": lambda x, k, i: self.turn(x[0])[1],
            "log": lambda x, k, i: self.monotone(self.log, x[0]),
            "atan": lambda x, k, i: self.monotone(self.atan, x[0]),
            "atan2": lambda x, k, i: self.angle(*x, True),
            "angle": lambda x, k, i: self.angle(*x, False),
            **self.common_operations()}
        self.run(list(plan.start))

    def choices(self, i, x):
        op = self.graph.nodes[i][0]
        if op == "sgn" and not holds_zero(x):
            return [(1, 1, 0) if x[0] > 0 else (-1, -1, 0)]
        if op == "root" and x[0] > 0 or op == "drawn root" and x[0] >= 0:
            return [self.monotone(self.square_root, x)]
        raise Imprecise(f"the argument of {op} may be 0 or outside of its domain")

    def choose(self, i, choice):
        self.store(i, choice)

    def is_positive(self, sign):
        return sign[0] > 0

    def draw(self, i):
        return self.number(self.given[i])

    # Arithmetic.

    def fit(self, a, b, e):
        excess = max(a.bit_length(), b.bit_length()) - self.bits
        require(e.bit_length() < 2 * MAXIMAL_BITS, TOO_LARGE, UNDECIDED)
        return (a >> excess, -(-b >> excess), e + excess) if excess > 0 else (a, b, e)

    def number(self, q):
        if q.denominator == 1:
            return self.fit(q.numerator, q.numerator, 0)
        return self.over((q.numerator, q.numerator, 0), q.denominator)

    def over(self, x, n):
        shift = self.bits + n.bit_length()
        return self.fit((x[0] << shift) // n, -((-x[1] << shift) // n), x[2] - shift)

    def add(self, x, y):
        x, y = (x, y) if x[2] >= y[2] else (y, x)
        if not x[0] and not x[1]:
            return y
        left = min(x[2] - y[2], 2 * self.bits)
        right = x[2] - y[2] - left
        low, high = (x[0] << left) + (y[0] >> right), (x[1] << left) - (-y[1] >> right)
        return self.fit(low, high, x[2] - left)

    def minus(self, x):
        return -x[1], -x[0], x[2]

    def sub(self, x, y):
        return self.add(x, self.minus(y))

    def twice(self, x, times=1):
        return x[0], x[1], x[2] + times

    def mul(self, x, y):
        if x[0] >= 0 and y[0] >= 0:
            return self.fit(x[0] * y[0], x[1] * y[1], x[2] + y[2])
        products = [a * b for a in x[:2] for b in y[:2]]
        return self.fit(min(products), max(products), x[2] + y[2])

    def inverse(self, x):
        if holds_zero(x):
            raise Imprecise("a divisor may vanish")
        a, b, e = x
        one = 1 << 2 * self.bits
        return self.fit(one // b, -(-one // a), -2 * self.bits - e)

    def power(self, x, k):
        if k < 0:
            return self.inverse(self.power(x, -k))
        if k % 2 == 0:
            low, high = sorted(map(abs, x[:2]))
            x = 0 if holds_zero(x) else low, high, x[2]
        result = self.one
        while k:
            result = self.mul(result, x) if k & 1 else result
            x, k = self.mul(x, x), k >> 1
        return result

    # Functions. The error of a series is bounded by twice its last term.

    def monotone(self, function, x):
        """From the lower bound of the function at one end to the upper bound at the other."""
        if x[0] == x[1]:
            return function(x)
        low, high = (function((m, m, x[2])) for m in x[:2])
        width = self.sub(high, low)
        return self.add((low[0], low[0], low[2]), (0, width[1], width[2]))

    def square_root(self, x):
        m, _, e = x
        shift = 2 * self.bits + e % 2
        root = math.isqrt(m << shift)
        return self.fit(root, root + (root * root < m << shift), (e - shift) // 2)

    def odd_root(self, x, n):
        if x[1] < 0:
            return self.minus(self.odd_root(self.minus(x), n))
        return self.exp(self.over(self.log(x), n)) if x[0] else x

    def power_series(self, x):
        """[the sums of x^k/k! for k = 0, 1, 2, 3 modulo 4], and how often x was halved before."""
        require(size(x) < MAXIMAL_BITS, TOO_LARGE, UNDECIDED)
        halvings = max(0, size(x)) + 8
        x = x[0], x[1], x[2] - halvings
        sums, term, k = [(0, 0, 0)] * 4, (1, 1, 0), 0
        while size(term) > -self.bits:
            sums[k % 4] = self.add(sums[k % 4], term)
            k += 1
            term = self.over(self.mul(term, x), k)
        error = max(map(abs, term[:2]))
        return [self.add(s, (-error, error, term[2] + 1)) for s in sums], halvings

    def exp(self, x):
        sums, halvings = self.power_series(x)
        result = functools.reduce(self.add, sums)
        for _ in range(halvings):
            result = self.mul(result, result)
        return result

    def turn(self, x):
        """cos and sin, whose slopes are at most 1."""
        a, b, e = x
        sums, halvings = self.power_series((a + b, a + b, e - 1))
        c, s = self.sub(sums[0], sums[2]), self.sub(sums[1], sums[3])
        for _ in range(halvings):
            c, s = self.sub(self.mul(c, c), self.mul(s, s)), self.twice(self.mul(c, s))
        return [self.add(value, (a - b, b - a, e - 1)) for value in (c, s)]

    def odd_series(self, x, sign):
        """Σ signᵏ x²ᵏ⁺¹/(2k+1) with |x| < 0.7: atan x, or artanh x."""
        square = self.mul(x, x)
        total, power, k = x, x, 1
        while size(power) > size(x) - self.bits:
            power = self.mul(power, square if sign > 0 else self.minus(square))
            k += 2
            total = self.add(total, self.over(power, k))
        error = max(map(abs, power[:2]))
        return self.add(total, (-error, error, power[2] + 1))

    def log(self, x):
        """log(m·2^e) = log f + k log 2 with f in [1, 2], and log f = 2 artanh((f − 1)/(f + 1))."""
        def log_of(f):
            quotient = self.mul(self.sub(f, self.one), self.inverse(self.add(f, self.one)))
            return self.twice(self.odd_series(quotient, 1))
        if "log 2" not in self.constants:
            self.constants["log 2"] = log_of((2, 2, 0))
        if x[0] <= 0:
            raise Imprecise("the argument of log may be 0 or outside of its domain")
        k = x[0].bit_length() - 1
        turns = k + x[2], k + x[2], 0
        return self.add(log_of((x[0], x[0], -k)), self.mul(self.constants["log 2"], turns))

    def pi(self):
        if "pi" not in self.constants:
            self.constants["pi"] = self.twice(self.atan(self.one), 2)
        return self.constants["pi"]

    def quarter_turn(self, x):
        """π/2 with the sign of x."""
        quarter = self.twice(self.pi(), -1)
        return quarter if x[0] > 0 else self.minus(quarter)

    def atan(self, x):
        """atan x = ±π/2 − atan(1/x) = 2 atan(x/(1 + √(1 + x²)))."""
        if size(x) > 1:
            return self.sub(self.quarter_turn(x), self.atan(self.inverse(x)))
        for _ in range(3):
            root = self.monotone(self.square_root, self.add(self.one, self.mul(x, x)))
            x = self.mul(x, self.inverse(self.add(self.one, root)))
        return self.twice(self.odd_series(x, -1), 3)

    def angle(self, y, x, cut):
        """atan2(y, x), or without the cut any angle with this sine and cosine."""
        if x[0] > 0:
            return self.monotone(self.atan, self.mul(y, self.inverse(x)))
        if not holds_zero(y):
            rest = self.monotone(self.atan, self.mul(x, self.inverse(y)))
            return self.sub(self.quarter_turn(y), rest)
        if not cut and x[1] < 0:
            return self.add(self.pi(), self.monotone(self.atan, self.mul(y, self.inverse(x))))
        raise Imprecise("the argument of atan2 may lie on its cut")

    def solve(self, x, payload, i):
        """Elimination with the largest pivots, as many as in a field: what is left then vanishes.

        Strict: where the rank depends on the choices, states of less than the largest rank are not
        judged."""
        columns = payload[2]
        rows = [x[k:k + columns + 1] for k in range(0, len(x), columns + 1)]
        loose, pivots = {c for _, loose in self.ranks[i] for c in loose}, {}
        for _ in range(max(rank for rank, _ in self.ranks[i])):
            found = [(min(abs(e[0]), abs(e[1])).bit_length() + e[2], k, c)
                     for k, row in enumerate(rows) if k not in pivots.values()
                     for c, e in enumerate(row[:-1]) if c not in pivots and not holds_zero(e)]
            if not found:
                raise Imprecise("a matrix may be singular")
            _, k, column = max(found)
            pivots[column] = k
            inverse = self.inverse(rows[k][column])
            rows[k] = [self.mul(e, inverse) for e in rows[k]]
            for other, row in enumerate(rows):
                if other != k and any(row[column][:2]):
                    factor = row[column]
                    rows[other] = [self.sub(e, self.mul(factor, f)) for e, f in zip(row, rows[k])]
        values = {c: rows[k][-1] for c, k in pivots.items()}
        return self.solution(payload, loose, values, (0, 0, 0))


def fault_at_state(graph, claims, ranks, values, witness):
    """§6: the reason why claims are refused at a real state, or None."""
    instance, conditions = claims[0].instance, claims[0].conditions
    quantities = [e for c in claims for e in c.quantities]
    defined = [e for c in claims for e in c.defined]
    plan = Plan(graph, common_targets(claims) + defined + quantities)
    given = {leaf: values[n] for n, leaf in instance.free.items()}
    zeros = instance.vanishing + ([] if witness else quantities)
    for bits in PRECISIONS:
        try:
            v = Reals(graph, plan, ranks, given, bits).v
        except Imprecise as error:
            reason = str(error)
            continue
        signs = [(mask, signs_of(v[e])) for mask, e in conditions]
        if any(not sign & mask for mask, sign in signs):
            return "a condition is violated"
        if any(not holds_zero(v[e]) for e in zeros):
            return "what should vanish does not"
        separated = not witness or any(not holds_zero(v[e]) for e in quantities)
        narrow = bits == PRECISIONS[-1] or all(
            size((0, v[e][1] - v[e][0], v[e][2])) < -32 for e in zeros)
        if narrow and separated and not any(sign & ~mask for mask, sign in signs):
            return None
        reason = "a condition may be violated" if separated else \
            "nothing that should vanish differs from 0"
    return reason


# ------------------------------------------------------------------------------------------------
# §8

def judge(graph, claims):
    """Judges claims with the same system, conditions, hints and choices."""
    points = Points(graph, claims)
    points.judge()
    states = {}
    for c in claims:
        if c.result is None:
            witness = c.verdict == "fails"
            values = c.witness if witness else c.sample
            key = witness, c.id if witness else tuple(sorted(values.items()))
            states.setdefault(key, (values, []))[1].append(c)
    for (witness, _), (values, chosen) in states.items():
        fault = fault_at_state(graph, chosen, points.ranks, values, witness)
        require(not fault, f"at the {'witness' if witness else 'sample'}: {fault}", REFUSED)
    bound = f"bound 2^{math.floor(points.log_bound())}"
    numbers = f"{bound}, {points.points} points, {points.branches} branches"
    for c in claims:
        detail = "" if c.verdict == "holds" else "; the witness separates it from 0"
        detail += f"; {len(c.where)} added condition{'s' * (len(c.where) > 1)}" if c.where else ""
        c.result = c.result or (ACCEPTED, f"accepted ({numbers}{detail})")


def judge_all(graph, claims):
    """Judges claims together where that is possible; those of a group that fails, one by one."""
    groups = {}
    for c in claims:
        if not c.result:
            own = c.id if c.verdict == "fails" else c.own_choices(graph)
            groups.setdefault((c.system, tuple(c.conditions), tuple(c.hints), own), []).append(c)
    waiting = list(groups.values())
    while waiting:
        group = waiting.pop()
        try:
            judge(graph, group)
        except Verdict as error:
            for c in group:
                c.result = (error.code, str(error)) if len(group) == 1 else None
            waiting += [[c] for c in group] if len(group) > 1 else []


def check(data, texts=()):
    """[(id, kind, verdict, code, text)] of a file's claims; raises Verdict if it is unreadable."""
    sys.setrecursionlimit(10_000)
    file, graph = File(data, texts), Graph()
    instances = [Instance(graph, file, system) for system in file.systems]
    claims = []
    for claim in file.claims:
        try:
            claims.append(Claim(graph, file, claim, instances[claim.system]))
        except Verdict as error:
            claim.result = error.code, str(error)
            claims.append(claim)
    judge_all(graph, claims)
    return [(c.id, c.kind, c.verdict, c.result[0],
             f"{OUTCOMES[c.result[0]]}: {c.result[1]}" if c.result[0] else c.result[1])
            for c in claims]


def read(path):
    return sys.stdin.buffer.read() if path == "-" else pathlib.Path(path).read_bytes()


def main():
    parser = argparse.ArgumentParser(
        prog="anholon-check",
        description="Judges certificate files: claims about mechanical systems, checked from the "
        "model alone.",
        epilog="Exit codes: 0 all claims accepted, 1 a claim is refused, 2 a file or claim is "
        "unreadable, 3 undecided; the greatest of all files and claims.")
    parser.add_argument("files", nargs="+", metavar="FILE",
                        help="a certificate, or - for standard input")
    parser.add_argument("--text", action="append", default=[], metavar="MODEL",
                        help="the text of the model, which must be that of the certificate; given "
                        "again: of its second system, and so on")
    parser.add_argument("-q", "--quiet", action="store_true", help="do not print accepted claims")
    options = parser.parse_args()
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    worst, claims, accepted = ACCEPTED, 0, 0
    for path in options.files:
        try:
            lines = check(read(path), [read(text) for text in options.text])
        except (Verdict, OSError) as error:
            code = error.code if isinstance(error, Verdict) else UNREADABLE
            worst = max(worst, code)
            print(f"{path}: {OUTCOMES[code]}: {error}")
            continue
        for identifier, kind, verdict, code, text in lines:
            worst, claims, accepted = max(worst, code), claims + 1, accepted + (code == ACCEPTED)
            if code or not options.quiet:
                identifier = json.dumps(identifier, ensure_ascii=False)[1:-1]
                print(f"{identifier}: {kind} {verdict}: {text}")
    print(f"{len(options.files)} files, {claims} claims, {accepted} accepted: {OUTCOMES[worst]}")
    return worst


if __name__ == "__main__":
    sys.exit(main())

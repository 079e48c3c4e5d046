#!/usr/bin/env python3
"""Judges certificate files: claims about mechanical systems, checked from the model alone.

The contract is docs/certificates.md; § refers to its sections. "Strict:" marks where it is unclear and the stricter
reading is taken. A file is read (§1) into a graph of expressions (§2). The law of motion (§3), the recipe of points
(§4) and what each claim states (§6) become expressions of the same graph by differentiation. They are evaluated in
prime fields, with all signs of roots (§5), and in intervals at a real state (§6).
"""

import argparse
import functools
import hashlib
import json
import math
import re
import secrets
import sys
from fractions import Fraction

ACCEPTED, REFUSED, UNREADABLE, UNDECIDED = range(4)                                                 # §8
OUTCOMES = "accepted", "refused", "unreadable", "undecided"
NEGATIVE, ZERO, POSITIVE, NONZERO, ANY = 1, 2, 4, 5, 7                                              # sets of signs
MAXIMAL_CHOICES = 12                    # independent roots and signs of a claim
MAXIMAL_BITS = 1200                     # of a prime
MAXIMAL_POINTS = 20_000
PRECISIONS = 128, 512, 2048, 8192       # bits of intervals after the point


class Verdict(Exception):
    """The end of a file or claim that is not accepted."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def require(condition, message, code=UNREADABLE):
    if not condition:
        raise Verdict(code, message)


# ----------------------------------------------------------------------------------------------------------------
# §1, §2, §3: reading. A reader takes a value and its description, and returns what it means.

LAWS = "free", "nonholonomic", "servo-force", "servo-momentum", "vakonomic", "none"
CONDITIONS = {"pos": POSITIVE, "neg": NEGATIVE, "nonzero": NONZERO}
ARGUMENTS = {"pi": 0, "+": None, "*": None, "-": 2, "neg": 1, "/": 2, "exp": 1, "sin": 1, "cos": 1, "atan": 1,
             "log": 1, "atan2": 2, "abs": 1, "sign": 1, "if": 3}                                    # None: any number
KEYS = {"zero": ("node",), "equation": ("node",), "integral": ("node",), "form": ("equations",), "map": ("to", "images")}


def is_integer(value):
    return isinstance(value, int) and not isinstance(value, bool)


def rational(value, what):
    text = str(value) if is_integer(value) else value
    require(isinstance(text, str) and len(text) <= 4000 and re.fullmatch("-?[0-9]+(/[0-9]+)?", text, re.ASCII)
            and not re.search("/0+$", text), f"{what} is no number")
    return Fraction(text)


def name(value, what):
    require(isinstance(value, str) and value, f"{what} is no name")
    return value


def plain(value, what):
    return value


def one_of(allowed):
    def read(value, what):
        require(isinstance(value, str) and value in allowed, f"{what} is none of {', '.join(allowed)}")
        return value
    return read


def list_of(reader, length=None):
    def read(value, what):
        require(isinstance(value, list), f"{what} is no list")
        require(length in (None, len(value)), f"{what} has {len(value)} entries, not {length}")
        return [reader(entry, f"entry {i} of {what}") for i, entry in enumerate(value)]
    return read


def fields(value, what, required, optional):
    """An object with these keys, {key: reader} and {key: (reader, default)}, and no others but remarks."""
    require(isinstance(value, dict), f"{what} is no object")
    for key in value:
        require(key in required or key in optional or key in ("provenance", "comment"), f"{what}: unknown key {key!r}")
    for key in required:
        require(key in value, f"{what} has no {key}")
    found = {key: reader(value[key], f"{key} of {what}") for key, reader in required.items()}
    for key, (reader, default) in optional.items():
        found[key] = reader(value[key], f"{key} of {what}") if key in value else default
    return found


class File:
    """A certificate whose shape is right; its expressions are indices of nodes."""

    def __init__(self, data, texts):
        require(len(data) <= 64 << 20, "the file is larger than 64 MiB")
        try:
            top = json.loads(data.decode("utf-8"), parse_float=self.no_number, parse_constant=self.no_number,
                             parse_int=lambda text: int(text) if len(text) <= 4000 else self.no_number(text),
                             object_pairs_hook=self.unique)
        except (ValueError, RecursionError) as error:
            raise Verdict(UNREADABLE, f"no JSON: {str(error)[:100]}") from None
        require(isinstance(top, dict) and top.get("format") == "anholon-certificate/1", "the format is not version 1")
        rest = {key: value for key, value in top.items() if key != "digest"}
        digest = hashlib.sha256(json.dumps(rest, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
        require(top.get("digest") == digest, "the digest does not belong to the file")
        top = fields(top, "the file", {"format": name, "nodes": list_of(plain), "systems": list_of(plain),
                                       "claims": list_of(plain), "digest": name}, {})
        require(len(top["nodes"]) <= 2_000_000, "there are more than 2,000,000 nodes")
        self.nodes = [self.read_node(i, node) for i, node in enumerate(top["nodes"])]
        self.systems = [self.read_system(s, f"system {i}") for i, s in enumerate(top["systems"])]
        require(len(texts) <= len(self.systems) or not self.systems, "there are more texts than systems")
        for s, text in zip(self.systems, texts):
            require(s["text"].encode() == text, f"{s['name']} was made from another text")
        names = [n for s in self.systems for n in s["all"]]     # Strict: auxiliary names of draw differ from all others
        self.names = set(names)
        require(len(self.names) == len(names), "a name is declared twice")
        self.claims = [self.read_claim(c, f"claim {i}") for i, c in enumerate(top["claims"])]
        # Strict: identifiers are different.
        require(len({c["id"] for c in self.claims}) == len(self.claims), "two claims have the same id")

    @staticmethod
    def no_number(text):
        raise ValueError(f"{text[:20]} is no exact number of at most 4,000 digits")

    @staticmethod
    def unique(pairs):
        if len(dict(pairs)) < len(pairs):
            raise ValueError("an object has a key twice")
        return dict(pairs)

    @staticmethod
    def read_node(i, node):
        """(operation, arguments, payload)."""
        require(isinstance(node, list) and node and isinstance(node[0], str), f"node {i} has no meaning")
        op, *args = node
        payload = None
        if op in ("num", "var"):
            require(len(args) == 1, f"node {i} has no meaning")
            payload, args = (rational if op == "num" else name)(args[0], f"node {i}"), ()
        elif op in ("^", "root"):
            require(len(args) == 2 and is_integer(args[1]) and abs(args[1]) <= 4096, f"node {i} has no meaning")
            payload = args.pop()
            require(op == "^" or payload == 2 or payload > 0 and payload % 2, f"node {i} is a root of no allowed degree")
        else:
            require(op in ARGUMENTS and (len(args) == ARGUMENTS[op] if ARGUMENTS[op] is not None else args),
                    f"node {i} has no meaning")
        require(all(is_integer(a) and 0 <= a < i for a in args), f"node {i} has an argument that is no earlier node")
        return op, args, payload

    def node(self, value, what):
        require(is_integer(value) and 0 <= value < len(self.nodes), f"{what} is no node")
        return value

    def condition(self, value, what):
        require(isinstance(value, list) and len(value) == 2, f"{what} is no condition")
        return CONDITIONS[one_of(CONDITIONS)(value[0], what)], self.node(value[1], what)

    def read_system(self, value, what):
        nodes = list_of(self.node)
        s = fields(value, what, {"name": name, "text": plain, "sha256": name, "law": one_of(LAWS), "sample": plain}, {
            "time": (name, None), "parameters": (list_of(name), []), "coordinates": (list_of(name), []),
            "velocities": (list_of(name), []), "multipliers": (list_of(name), []), "lagrangian": (self.node, None),
            "forces": (nodes, None), "constraints": (list_of(self.read_constraint), []), "kinematics": (nodes, None),
            "brackets": (list_of(self.read_bracket), None), "domain": (list_of(self.condition), []),
            "hints": (nodes, []), "draw": (list_of(self.read_step), None)})
        try:
            digest = hashlib.sha256(s["text"].encode()).hexdigest()
        except (AttributeError, UnicodeEncodeError):
            raise Verdict(UNREADABLE, f"the text of {what} is no text") from None
        require(s["sha256"] == digest, f"the sha256 of {what} does not belong to its text")
        law, velocities, n = s["law"], s["velocities"], len(s["velocities"])
        require((law == "none") == (s["lagrangian"] is None), f"{what}: a law and a lagrangian belong together")
        require(law != "none" or not (s["coordinates"] or velocities or s["constraints"]), f"{what} has no law")
        require(s["forces"] is None or len(s["forces"]) == n, f"{what} has not a force for each velocity")
        # Strict: kinematics and brackets stand together, even if there is nothing to list.
        require((s["kinematics"] is None) == (s["brackets"] is None), f"{what} has only one of kinematics and brackets")
        if s["kinematics"] is None:
            require(velocities == [q + "'" for q in s["coordinates"]], f"the velocities of {what} are not q'")
        else:
            require(len(s["kinematics"]) == len(s["coordinates"]), f"{what} has not a q' for each coordinate")
            s["brackets"] = {key: self.node(e, what) for key, e in s["brackets"]}
            require(all(max(key) < n for key in s["brackets"]), f"a bracket of {what} has no such velocity")
        in_lagrangian = law in ("servo-momentum", "vakonomic")
        velocity_constraints = [c for c in s["constraints"] if c["kind"] == "velocity"]
        require(law != "free" or not velocity_constraints, "the law free allows no velocity constraints")
        require(len(s["multipliers"]) == len(velocity_constraints) * in_lagrangian, f"{what} has not its multipliers")
        for c in s["constraints"]:
            for key, its_law in (("direction", "servo-force"), ("momentum", "servo-momentum")):
                require((c[key] is not None) == (law == its_law and c["kind"] == "velocity"),
                        f"a constraint of {what} has a {key}, or has none")
            require(c["direction"] is None or len(c["direction"]) == n, f"a direction of {what} is too short or long")
        s["state"] = [t for t in (s["time"],) if t] + s["parameters"] + s["coordinates"] + velocities + s["multipliers"]
        s["draw"] = s["draw"] or [("free", [v], []) for v in s["state"]] if s["draw"] is None else s["draw"]
        drawn = [v for _, names, _ in s["draw"] for v in names]
        require(len(set(drawn)) == len(drawn) and set(s["state"]) <= set(drawn), f"draw of {what} is incomplete")
        s["free"] = [names[0] for kind, names, _ in s["draw"] if kind == "free"]
        s["reacting"] = [c for c in s["constraints"] if c["kind"] == "position" or not in_lagrangian]
        s["rates"] = [v + "'" for v in velocities + s["multipliers"]]
        s["lambda"] = ["lambda_" + c["name"] for c in s["reacting"]]
        s["all"] = s["state"] + [v for v in drawn if v not in set(s["state"])] + s["rates"] + s["lambda"]
        names = [c["name"] + end for c in s["constraints"] for end in ["", "'"][:1 + (c["kind"] == "position")]]
        require(len(set(names)) == len(names), f"two constraints of {what} have the same name")
        s["sample"] = self.read_values(s["sample"], s, f"sample of {what}")
        return s

    def read_constraint(self, value, what):
        return fields(value, what, {"name": name, "kind": one_of(("position", "velocity")), "value": self.node},
                      {"direction": (list_of(self.node), None), "momentum": (self.node, None)})

    def read_bracket(self, value, what):
        require(isinstance(value, list) and len(value) == 4 and all(is_integer(k) and k >= 0 for k in value),
                f"{what} is not [m, r, s, node]")
        return tuple(value[:3]), value[3]

    def read_step(self, value, what):
        """§4: (kind, names drawn, nodes or names of constraints)."""
        require(isinstance(value, list) and value, f"{what} is no step")
        kind = one_of(("free", "set", "angle", "solve"))(value[0], what)
        require(len(value) == {"free": 2, "set": 3, "angle": 4, "solve": 3}[kind], f"{what} has too few or many entries")
        if kind == "solve":
            names = list_of(name)(value[1], what)
            require(names, f"{what} solves for nothing")
            return kind, names, list_of(name, len(names))(value[2], what)
        return kind, [name(value[1], what)], [self.node(n, what) for n in value[2:]]

    def read_values(self, values, s, what):
        require(isinstance(values, dict) and set(values) == set(s["free"]), f"{what} does not give the free variables")
        return {key: rational(value, what) for key, value in values.items()}

    def read_definition(self, value, what):
        require(isinstance(value, list) and len(value) == 2, f"{what} is not [name, node]")
        return name(value[0], what), self.node(value[1], what)

    def read_index(self, value, what):
        require(is_integer(value) and 0 <= value < len(self.systems), f"{what} is no system")
        return value

    def read_claim(self, value, what):
        require(isinstance(value, dict), f"{what} is no object")
        kind = one_of(KEYS)(value.get("kind"), f"kind of {what}")
        readers = {"node": self.node, "equations": list_of(self.node), "to": self.read_index, "images": plain}
        required = {"id": name, "kind": name, "verdict": one_of(("holds", "fails")), **{k: readers[k] for k in KEYS[kind]}}
        optional = {"system": (self.read_index, 0), "where": (list_of(self.condition), []),
                    "hints": (list_of(self.node), []), "sample": (plain, None)}
        if kind == "form":
            optional |= {"defs": (list_of(self.read_definition), []), "extras": (list_of(name), [])}
        if kind == "map":
            optional |= {"clock": (self.node, None)}
        if value.get("verdict") == "fails":
            required["witness"] = plain
        c = fields(value, what, required, optional)
        c["system_index"] = c["system"] if self.systems else self.read_index(0, f"system of {what}")
        s = self.systems[c["system"]]
        require(s["law"] != "none" or kind == "zero", f"{what} is about motions, but its system has no law")
        c["sample"] = s["sample"] if c["sample"] is None else self.read_values(c["sample"], s, f"sample of {what}")
        if "witness" in c:
            c["witness"] = self.read_values(c["witness"], s, f"witness of {what}")
        if kind == "form":
            names = c["extras"] + [n + end for n, _ in c["defs"] for end in ("", "'")]
            require(len(set(names)) == len(names) and not self.names & set(names), f"names of {what} clash")
            require(c["verdict"] == "holds" or not c["extras"], "a form with extras cannot be refuted")
        if kind == "map":
            other = self.systems[c["to"]]
            require(other["law"] != "none" and isinstance(c["images"], dict) and set(c["images"]) == set(other["state"]),
                    f"the images of {what} are not those of the other state")
            c["images"] = {key: self.node(n, f"images of {what}") for key, n in c["images"].items()}
        return c


# ----------------------------------------------------------------------------------------------------------------
# §2: expressions and their derivatives

class Graph:
    """Expressions without repetition: node i is (operation, arguments, payload), its arguments are earlier nodes.

    Beside the operations of the file there are "sgn" (where signs are chosen), "drawn root" (of the recipe, §4),
    "angle", "solve" (a linear system) and "item" (one of its unknowns). The arguments of `abs` are a, sgn a, and
    those of `if` are sgn g, a, b.
    """

    def __init__(self):
        self.nodes, self.index, self.gradients = [], {}, {}
        self.definition = {}            # of variables that are drawn, solved for, or have an image in a map
        self.images = set()             # those variables that have an image
        self.stated = set()             # nodes that stand in the file: the sign calculus concerns these
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

    def below(self, i):
        return (*self.nodes[i][1], self.definition[i]) if i in self.definition else self.nodes[i][1]

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
        return a if a == self.zero else self.nodes[a][1][0] if self.nodes[a][0] == "neg" else self.make("neg", (a,))

    def sub(self, a, b):
        return a if b == self.zero else self.neg(b) if a == self.zero else self.make("-", (a, b))

    def divide(self, a, b):
        return a if a == self.zero or b == self.one else self.make("/", (a, b))

    def power(self, a, k):
        return self.one if k == 0 else a if k == 1 else self.make("^", (a,), k)

    def branch(self, sign, a, b):
        return a if a == b else self.make("if", (sign, a, b))

    def convert(self, file, root, names, known, recipe=False):
        """The expression of a node of the file, in which names are what `names` says; `known` is kept per `names`."""
        wanted, stack = set(), [root]
        while stack:
            i = stack.pop()
            if i not in known and i not in wanted:
                wanted.add(i)
                stack.extend(file.nodes[i][1])
        for i in sorted(wanted):
            op, args, payload = file.nodes[i]
            args = tuple([known[a] for a in args])
            if op == "var":
                require(payload in names, f"{payload} is not declared or must not be used here")
                made = names[payload]
            elif op in ("abs", "sign", "if"):
                require(not recipe, f"{op} in draw")
                made = sign = self.make("sgn", args[:1])
                self.stated.add(sign)
                if op != "sign":
                    made = self.make(op, (args[0], sign) if op == "abs" else (sign, *args[1:]))
            elif op == "root":
                made = self.make("odd root" if payload != 2 else "drawn root" if recipe else "root", args, payload)
            else:
                made = self.make(op, args, payload)
            known[i] = made
            if not recipe:
                self.stated.add(made)
        return known[root]

    def partials(self, i):
        """[(argument, ∂/∂argument)] of an operation other than `if`."""
        op, args, payload = self.nodes[i]
        a, b = (*args[:2], None, None)[:2]
        minus = self.number(-1)
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
        rules = {"+": lambda: [(arg, self.one) for arg in args], "-": lambda: [(a, self.one), (b, minus)],
                 "neg": lambda: [(a, minus)], "abs": lambda: [(a, b)], "exp": lambda: [(a, i)],
                 "^": lambda: [(a, self.mul(self.number(payload), self.power(a, payload - 1)))] if payload else [],
                 "log": lambda: [(a, self.divide(self.one, a))], "sin": lambda: [(a, self.make("cos", args))],
                 "cos": lambda: [(a, self.neg(self.make("sin", args)))],
                 "atan": lambda: [(a, self.divide(self.one, self.add((self.one, self.power(a, 2)))))],
                 "root": lambda: [(a, self.divide(i, self.mul(self.number(payload), a)))]}
        rules["odd root"] = rules["drawn root"] = rules["root"]
        return rules[op]() if op in rules else []               # numbers, π, variables and signs are constant

    def closure(self, roots, below=None):
        """All nodes below, arguments first."""
        found, stack = set(), list(roots)
        while stack:
            i = stack.pop()
            if i not in found:
                found.add(i)
                stack.extend(below(i) if below else self.nodes[i][1])
        return sorted(found)

    def along(self, roots, direction):
        """The derivatives of expressions along a direction {variable: expression}, forwards."""
        d = dict(direction)
        for i in self.closure(roots):
            op, args, _ = self.nodes[i]
            if i in d or not any(a in d for a in args):
                continue
            if op == "if":
                value = self.branch(args[0], d.get(args[1], self.zero), d.get(args[2], self.zero))
            else:
                value = self.add([self.mul(partial, d[a]) for a, partial in self.partials(i) if a in d])
            if value != self.zero:
                d[i] = value
        return [d.get(i, self.zero) for i in roots]

    def gradient(self, root, variables):
        """{variable: ∂root/∂variable} of those that are not 0, backwards."""
        key = root, frozenset(variables)
        if key in self.gradients:
            return self.gradients[key]
        order, active = self.closure([root]), set()
        for i in order:
            if i in key[1] or any(a in active for a in self.nodes[i][1]):
                active.add(i)
        terms, result = {root: [self.one]}, {}
        for i in reversed(order):
            if i not in active or i not in terms:
                continue
            total = self.add(terms.pop(i))
            op, args, _ = self.nodes[i]
            if i in key[1]:
                result[i] = total
            elif op == "if":
                a, b = (self.gradient(arg, variables) for arg in args[1:])
                for v in a.keys() | b.keys():
                    slope = self.branch(args[0], a.get(v, self.zero), b.get(v, self.zero))
                    terms.setdefault(v, []).append(self.mul(total, slope))
            else:
                for a, partial in self.partials(i):
                    if a in active:
                        terms.setdefault(a, []).append(self.mul(total, partial))
        self.gradients[key] = {v: e for v, e in result.items() if e != self.zero}
        return self.gradients[key]

    def jacobian(self, roots, variables):
        return [[d.get(v, self.zero) for v in variables] for d in (self.gradient(e, variables) for e in roots)]

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
        matrix = self.jacobian(equations, unknowns)
        active, plain_ = set(unknowns), True
        for i in self.closure(equations):
            if any(a in active for a in self.nodes[i][1]):
                active.add(i)
                plain_ &= self.nodes[i][0] not in ("root", "sgn", "log")
        plain_ &= not set(unknowns) & set(self.closure([e for row in matrix for e in row]))
        if plain_:
            right = [self.neg(e) for e in self.at_zero(equations, unknowns)]
            self.define(kind, matrix, right, unknowns, needed)
        return plain_

    def define(self, kind, matrix, right, unknowns, needed):
        """Defines unknowns by a linear system that must determine the first `needed` of them."""
        entries = [e for row, r in zip(matrix, right) for e in (*row, r)]
        system = self.make("solve", entries, (kind, len(matrix), len(unknowns), needed))
        for j, unknown in enumerate(unknowns):
            self.definition[unknown] = self.make("item", (system,), j)
        return system


# ----------------------------------------------------------------------------------------------------------------
# §3: systems

class Instance:
    """A system in the graph. The target of a map is an instance with its own variables."""

    def __init__(self, graph, file, system, tag=""):
        self.graph, self.file, self.system, self.tag, self.known = graph, file, system, tag, {}
        self.names = {n: graph.variable(n, tag) for n in system["state"]}
        self.state = list(self.names.values())
        self.coordinates, self.velocities, self.multipliers = (
            [self.names[n] for n in system[key]] for key in ("coordinates", "velocities", "multipliers"))
        self.conditions = [(mask, self.expression(n)) for mask, n in system["domain"]]
        self.stated = [e for _, e in self.conditions]           # what must be defined
        self.vanishing = []                                     # what must vanish at each state that is drawn
        self.every_name, self.solution, self.value, self.rate = dict(self.names), None, [], []
        self.model_roots, self.affine, self.checked = [], True, False
        if system["law"] != "none":
            self.make_kinematics()
            self.make_constraints()
            self.make_law()
        if not tag:
            self.hints = [self.expression(n) for n in system["hints"]]
            self.make_recipe()

    def expression(self, node):
        return self.graph.convert(self.file, node, self.names, self.known)

    def without_velocities(self, expressions, what):
        """Strict: what the contract writes as a function of t and q alone must be so, even if its derivatives vanish."""
        moving = {*self.velocities, *self.multipliers}
        require(not moving & set(self.graph.closure(expressions)), f"{what} contains velocities")

    def make_kinematics(self):
        """q̇, and the fields X_s of quasi-velocities with their brackets."""
        g, system, w = self.graph, self.system, self.velocities
        self.B, self.c, slopes, n = None, {}, w, len(w)
        if system["kinematics"] is not None:
            slopes = [self.expression(e) for e in system["kinematics"]]
            self.c = {key: self.expression(e) for key, e in system["brackets"].items()}
            self.B = B = g.jacobian(slopes, w)
            self.without_velocities([b for row in B for b in row], "a slope of the kinematics")
            self.without_velocities(self.c.values(), "a bracket")
            self.stated += slopes + list(self.c.values())
            for slope, row in zip(slopes, B):
                self.vanishing.append(g.sub(slope, g.add([g.mul(b, v) for b, v in zip(row, w)])))
                self.vanishing += [d for v in w for d in g.along(row, {v: g.one})]
            X = [g.along([b for row in B for b in row], {q: B[i][r] for i, q in enumerate(self.coordinates)})
                 for r in range(n)]                             # X_r of all B_is
            for r in range(n):
                for s in range(r + 1):
                    self.vanishing += [g.add([self.c.get((m, *pair), g.zero) for pair in ((r, s), (s, r))])
                                       for m in range(n)]
                    for i, row in enumerate(B):
                        combined = g.add([g.mul(self.c[m, r, s], row[m]) for m in range(n) if (m, r, s) in self.c])
                        self.vanishing.append(g.sub(g.sub(X[r][i * n + s], X[s][i * n + r]), combined))
        self.drift = dict(zip(self.coordinates, slopes))        # d/dt without the rates of velocities
        if system["time"]:
            self.drift[self.names[system["time"]]] = g.one

    def make_constraints(self):
        """F or f as stated, and f, which is dF/dt of a position constraint."""
        g, constraints = self.graph, self.system["constraints"]
        self.by_name = {}
        for c in constraints:
            e = self.expression(c["value"])
            if c["kind"] == "position":
                self.without_velocities([e], f"the position constraint {c['name']}")
            f = g.along([e], self.drift)[0] if c["kind"] == "position" else e
            self.value.append(e)
            self.rate.append(f)
            self.by_name |= {c["name"]: e} if f is e else {c["name"]: e, c["name"] + "'": f}
        self.stated += self.value
        self.vanishing += dict.fromkeys(self.value + self.rate)

    def make_law(self):
        """d/dt p_s − X_s L̂ − c^m_rs w_r p_m = Q_s + lambda_ν e_νs and df/dt = 0, as W z = r."""
        g, system, w, n = self.graph, self.system, self.velocities, len(self.velocities)
        L = self.expression(system["lagrangian"])
        Q = [self.expression(e) for e in system["forces"] or []] or [g.zero] * n
        pairs = list(zip(system["constraints"], self.rate))
        momenta = [self.expression(c["momentum"]) if c["momentum"] is not None else g.neg(f)
                   for c, f in pairs if self.multipliers and c["kind"] == "velocity"]
        self.stated += [L, *Q, *momenta]
        always = g.closure(self.stated, lambda i: g.nodes[i][1][:1] if g.nodes[i][0] == "if" else g.nodes[i][1])
        self.model_roots = [i for i in always if g.nodes[i][0] == "root"]    # not those inside of branches
        L = g.add([L] + [g.mul(mu, e) for mu, e in zip(self.multipliers, momenta)])
        slope = g.gradient(L, self.coordinates + w)
        p = [slope.get(v, g.zero) for v in w]
        X = [slope.get(q, g.zero) for q in self.coordinates]
        if self.B is not None:
            X = [g.add([g.mul(row[s], x) for row, x in zip(self.B, X)]) for s in range(n)]
        turning = [g.add([g.mul(c, w[r], p[m]) for (m, r, t), c in self.c.items() if t == s]) for s in range(n)]
        fresh = w + self.multipliers
        columns = [g.along(p + self.rate, {v: g.one}) for v in fresh]
        drift = g.along(p + self.rate, self.drift)
        directions = [[self.expression(e) for e in c["direction"]] if c["direction"] else g.jacobian([f], w)[0]
                      for c, f in pairs if c in system["reacting"]]
        self.stated += [e for direction in directions for e in direction]
        matrix = [[column[s] for column in columns] + [g.neg(e[s]) if s < n else g.zero for e in directions]
                  for s in range(n + len(self.rate))]
        right = [g.sub(g.add([X[s], turning[s], Q[s]]) if s < n else g.zero, drift[s]) for s in range(n + len(self.rate))]
        unknowns = [g.variable(n, self.tag) for n in system["rates"] + system["lambda"]]
        self.solution = g.define("law", matrix, right, unknowns, len(fresh))
        self.rates = unknowns[:len(fresh)]
        self.constraint_rows = [row[:len(fresh)] for row in matrix[n:]]
        self.every_name |= dict(zip(system["rates"] + system["lambda"], unknowns))
        self.motion = {**self.drift, **dict(zip(fresh, self.rates))}

    def make_recipe(self):
        """§4: definitions of the variables that are drawn."""
        g, drawn = self.graph, {}
        self.free, self.auxiliary, self.recipe, self.angles = {}, [], [], False
        for kind, names, source in self.system["draw"]:
            leaves = [self.names.get(n, g.variable(n, "draw", self.system["name"])) for n in names]
            self.auxiliary += [leaf for leaf in leaves if leaf not in self.state]
            if kind == "free":
                self.free[names[0]] = leaves[0]
            elif kind == "solve":
                require(all(n in self.by_name for n in source), "draw solves a constraint that is not there")
                made = [self.by_name[n] for n in source]
                variables = {i for i in g.closure(made) if g.nodes[i][0] == "var"}
                require(variables <= {*drawn.values(), *leaves}, f"draw solves for {names[0]} with what is not yet drawn")
                self.affine &= g.solve("draw", made, leaves, len(leaves))
            else:
                made = [g.convert(self.file, e, drawn, {}, True) for e in source]
                g.definition[leaves[0]] = made[0]
                if kind == "angle":
                    g.definition[leaves[0]] = g.make("angle", made, names[0])
                    self.angles = True
                    self.vanishing.append(g.sub(g.add([g.power(e, 2) for e in made]), g.one))
                self.recipe.append((leaves[0], made))
            drawn.update(zip(names, leaves))
        self.slopes = [(leaf, made, g.jacobian(made, self.auxiliary)) for leaf, made in self.recipe]
        self.differentials = g.jacobian(list(dict.fromkeys(self.value + self.rate)), self.state)


# ----------------------------------------------------------------------------------------------------------------
# §6: claims

class Claim:
    """What a claim says, in the graph: `quantities` vanish, `continuous` does not jump, `stated` is defined."""

    def __init__(self, graph, file, claim, instance):
        g = graph
        self.__dict__.update(claim)
        self.instance, self.result, self.other, self.kernel, self.other_domain = instance, None, None, None, []
        self.conditions = instance.conditions + [(mask, instance.expression(n)) for mask, n in self.where]
        self.hints = instance.hints + [instance.expression(n) for n in self.hints]
        self.stated, self.continuous, self.runs = [], [], []
        if self.kind in ("zero", "equation"):
            self.stated = self.quantities = [g.convert(file, self.node, instance.every_name, {})]
        elif self.kind == "integral":
            self.stated = self.continuous = [instance.expression(self.node)]
            self.quantities = g.along(self.stated, instance.motion)
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
            e = g.convert(file, node, state, {})
            state[n] = every[n] = e
            every[n + "'"] = g.along([e], instance.motion)[0]
            self.stated.append(e)
        extras = [g.variable(n, "extra", self.id) for n in self.extras]
        every.update(zip(self.extras, extras))
        known = {}
        self.quantities = [g.convert(file, n, every, known) for n in self.equations]
        self.stated = self.stated + self.quantities
        self.kernel = g.jacobian(self.quantities, instance.rates + extras)
        self.kernel += [row + [g.zero] * len(extras) for row in instance.constraint_rows]
        if extras and not g.solve("extras", self.quantities, extras, 0):
            self.result = REFUSED, "the equations are not affine in the extras"

    def make_map(self, g, file):
        instance = self.instance
        other = self.other = Instance(g, file, file.systems[self.to], "image " + self.id)
        images = {n: instance.expression(e) for n, e in self.images.items()}
        g.definition.update((other.names[n], e) for n, e in images.items())
        g.images.update(other.state)
        self.runs = [] if self.clock is None else [instance.expression(self.clock)]
        clock = self.runs[0] if self.runs else g.one
        rates = zip(images, g.along(list(images.values()), instance.motion))
        self.quantities = [g.sub(rate, g.mul(clock, other.motion.get(other.names[n], g.zero))) for n, rate in rates]
        self.quantities += dict.fromkeys(other.value + other.rate)
        self.continuous = list(images.values()) + self.runs
        self.stated = self.continuous + other.stated
        self.other_domain = other.conditions

    def own_choices(self, g):
        """What restricts or splits the states of this claim, but not those of its system."""
        stop = {*self.instance.state, self.instance.solution}
        roots = self.stated + ([self.other.solution] if self.other else [])
        found = g.closure(roots, lambda i: () if i in stop else g.below(i))
        return frozenset(i for i in found if g.nodes[i][0] in ("root", "sgn", "log", "odd root"))


# ----------------------------------------------------------------------------------------------------------------
# The order of evaluation

class Plan:
    """What targets need, in an order in which what depends on fewer choices comes first.

    A hint may be undefined where the claim is defined: what only hints need is soft. What may be undefined and only
    branches of `if` need is guarded: its guard is a set of (`if` node, sign), of which one must be there. An `if` is
    itself needed or not, which is found where its sign is chosen.
    """

    def __init__(self, graph, targets, hints=()):
        self.graph, self.guards, self.decided, self.levels = graph, {}, {}, {}
        order = self.topological([*targets, *hints])
        if any(graph.nodes[i][0] == "if" for i in order):
            self.find_guards(order, [*targets, *hints])
            order = self.topological([*targets, *hints])
        self.soft = set(order) - set(self.topological(targets)) if hints else set()
        choices = 0
        for i in order:
            self.levels[i] = max((self.levels[a] for a in self.needs(i)), default=0)
            if graph.nodes[i][0] in ("root", "sgn", "drawn root"):
                self.levels[i] = choices = choices + 1
        self.order = sorted(order, key=self.levels.get)

    def needs(self, i):
        """What comes before a node: its arguments, and the signs that decide on it and on the `if`s that it decides."""
        if i not in self.guards and i not in self.decided:
            return self.graph.below(i)
        guards = [self.guards.get(j, ()) for j in (i, *self.decided.get(i, ()))]
        return (*self.graph.below(i), *dict.fromkeys(self.graph.nodes[q][1][0] for guard in guards for q, _ in guard))

    def topological(self, targets):
        done, opened, order = set(), set(), []
        stack = list(reversed(targets))
        while stack:
            i = stack[-1]
            waiting = [] if i in done else [a for a in self.needs(i) if a not in done]
            require(opened.isdisjoint(waiting), "branches of if that decide on each other", UNDECIDED)
            stack.extend(reversed(waiting))
            opened.add(i)
            if not waiting:
                stack.pop()
                opened.discard(i)
                if i not in done:
                    done.add(i)
                    order.append(i)
        return order

    PARTIAL = "root", "drawn root", "odd root", "sgn", "/", "^", "log", "item", "solve"

    def find_guards(self, order, targets):
        guards = {**{i: set() for i in order}, **dict.fromkeys(targets)}                # None: always needed
        for i in reversed(order):
            op, args, _ = self.graph.nodes[i]
            for k, a in enumerate(self.graph.below(i)):
                new = {(i, 3 - 2 * k)} if op == "if" and k else guards[i]
                guards[a] = None if guards[a] is None or new is None else guards[a] | new
        for i in order:                                                                 # arguments first
            if guards[i] is not None and (self.graph.nodes[i][0] in self.PARTIAL
                                          or any(a in self.guards for a in self.graph.below(i))):
                self.guards[i] = sorted(guards[i])
        for i in self.guards:
            if self.graph.nodes[i][0] == "if":
                self.decided.setdefault(self.graph.nodes[i][1][0], []).append(i)

    def is_needed(self, i, awake, has_sign):
        """Whether a node is needed by the signs that were chosen; of `if`s that it decides, `awake` remembers it."""
        def found(j):
            return j not in self.guards or any(awake.get(q, True) and has_sign(self.graph.nodes[q][1][0], side)
                                               for q, side in self.guards[j])
        for j in self.decided.get(i, ()):
            awake[j] = found(j)
        return found(i)


def degrees(plan, squares, decompositions, multiples):
    """§7: {node: degrees of numerator and denominator in the free variables}."""
    of = {}
    for i in plan.order:
        op, args, payload = plan.graph.nodes[i]
        below = [of[a] for a in plan.graph.below(i)]
        n, d = below[0] if below else (2 if i in squares else 1, 0)         # a variable, π, a number
        if op in ("+", "-", "if"):
            n, d = common(below[op == "if":])
        elif op == "*":
            n, d = map(sum, zip(*below))
        elif op == "/":
            n, d = n + below[1][1], d + below[1][0]
        elif op == "^":
            n, d = (n * payload, d * payload) if payload >= 0 else (-d * payload, -n * payload)
        elif op in ("root", "drawn root", "odd root"):
            n = (n + (payload - 1) * d) // payload + 1
        elif op == "num":                                                       # a literal is of degree 1: powers of it are long
            n, d = int(abs(payload) not in (0, 1)), 0
        elif op == "sgn":
            n, d = 0, 0
        elif op in ("log", "atan", "atan2", "angle"):
            n, d = 1, 0
        elif op in ("sin", "cos", "exp"):                                   # circles count 2 per unit
            powers = decompositions[args[0]].items()
            n, d = 2 * sum(math.ceil(abs(c) * multiples[op == "exp"]) for _, c in powers), 0
            for atom, c in powers:
                drawn = plan.graph.definition.get(atom, atom)
                if plan.graph.nodes[drawn][0] == "angle":
                    n, d = (x + math.ceil(abs(c)) * sum(y) for x, y in zip((n, d), zip(*(of[a] for a in
                                                                              plan.graph.nodes[drawn][1]))))
        elif op == "solve":                                                 # Cramer's rule
            _, rows, columns, _ = payload
            n = d = sum(common(below[r * (columns + 1):(r + 1) * (columns + 1)])[0] for r in range(rows))
        of[i] = n, d
    return of


def common(terms):
    total = sum(d for _, d in terms)
    return max(n + total - d for n, d in terms), total


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
        elif op in ("+", "-", "neg"):
            stack += [(a, -c if op == "neg" or op == "-" and k else c) for k, a in enumerate(args)]
        elif op == "*" and len(rest) <= 1:
            stack.append((rest[0] if rest else graph.one, c * math.prod(numbers)))
        elif op == "/" and rest != args[1:] and args[1] not in rest and numbers[-1]:
            stack.append((args[0], c / numbers[-1]))
        else:
            i, c = (graph.one, c * payload) if op == "num" else (i, c)
            found[i] = found.get(i, 0) + c
    return {a: c for a, c in found.items() if c}


# ----------------------------------------------------------------------------------------------------------------
# §5: the sign calculus

SIGN = {-1: NEGATIVE, 0: ZERO, 1: POSITIVE}


def table(rule):
    return [[sum({mask for s in SIGN for t in SIGN if a & SIGN[s] and b & SIGN[t] for mask in rule(s, t)})
             for b in range(8)] for a in range(8)]


SUM = table(lambda s, t: (SIGN[s or t],) if s * t >= 0 else (NEGATIVE, ZERO, POSITIVE))
PRODUCT = table(lambda s, t: (SIGN[s * t],))
OPPOSITE = [PRODUCT[a][NEGATIVE] for a in range(8)]
SQUARE = [a & ZERO | (POSITIVE if a & NONZERO else 0) for a in range(8)]


def known_signs(facts, residue, p):
    return ZERO if not residue else facts.get(residue, OPPOSITE[facts.get(p - residue, ANY)])


def sign_sets(graph, order, residues, p, facts, chosen=True):
    """{node: set of signs}; `chosen`: signs that were chosen are used and radicands are positive, not so for jumps."""
    sets = {}

    def of(a):
        return sets.get(a, ANY)

    for i in order:
        op, args, payload = graph.nodes[i]
        r, a, s = residues[i], of(args[0]) if args else ANY, ANY
        if op == "num":
            s = SIGN[(payload > 0) - (payload < 0)]
        elif op == "var":
            s = of(graph.definition.get(i)) if i in graph.images else ANY
        elif op in ("pi", "exp"):
            s = POSITIVE
        elif op == "+":
            s = ZERO
            for arg in args:
                s = SUM[s][of(arg)]
        elif op == "-":
            s = SUM[a][OPPOSITE[of(args[1])]]
        elif op == "neg":
            s = OPPOSITE[a]
        elif op == "*":
            s, once = POSITIVE, {}
            for arg in args:                        # two factors of the same value are a square
                key = residues[arg] if residues[arg] is not None else -1 - arg
                if key in once:
                    s = PRODUCT[s][SQUARE[of(arg) & once.pop(key)]]
                else:
                    once[key] = of(arg)
            for factor in once.values():
                s = PRODUCT[s][factor]
        elif op == "/":
            s = PRODUCT[a][of(args[1]) & NONZERO]
        elif op == "^":
            a = a & NONZERO if payload < 0 else a
            s = POSITIVE if payload == 0 else a if payload % 2 else SQUARE[a]
        elif op == "root":
            s = POSITIVE if chosen or a == POSITIVE else ZERO | POSITIVE
        elif op in ("odd root", "atan"):
            s = a
        elif op == "sgn":
            s = a if not chosen or r is None else SIGN[r if r <= 1 else -1]
        elif op == "abs":
            s = SQUARE[a]
        elif op == "if":
            s = (of(args[1]) if a & POSITIVE else 0) | (of(args[2]) if a & NEGATIVE else 0)
        sets[i] = s & known_signs(facts, r, p) if r is not None else ANY if chosen else s
    return sets


# ----------------------------------------------------------------------------------------------------------------
# §4, §5: evaluation in prime fields

class Skip(Exception):
    """A choice without a value."""


NO_ROOT = "a radicand has no root"


class Contradiction(Skip):
    """A choice in which there is no real state."""


SMALL = math.prod(range(3, 400, 2))


def random_prime(bits, odd):
    """A random prime p ≡ 3 mod 4 with gcd(p − 1, n) = 1, by Miller and Rabin's test with 32 random bases."""
    while True:
        p = secrets.randbits(bits) | 1 << bits - 1 | 3
        if math.gcd(p, SMALL) == math.gcd(p - 1, odd) == 1 and \
                all(pow(secrets.randbelow(p - 3) + 2, p >> 1, p) in (1, p - 1) for _ in range(32)):
            return p


def eliminate(rows, columns, p):
    """Gauss–Jordan elimination of rows with a right side: pivots (row, column), and whether there is a solution."""
    pivots, left = [], list(range(len(rows)))
    for column in range(columns):
        k = next((k for k in left if rows[k][column]), None)
        if k is not None:
            left.remove(k)
            inverse = pow(rows[k][column], -1, p)
            rows[k] = pivot = [e * inverse % p for e in rows[k]]
            for other, row in enumerate(rows):
                if other != k and (f := row[column]):
                    rows[other] = [(e - f * g) % p for e, g in zip(row, pivot)]
            pivots.append((k, column))
    return pivots, not any(rows[k][-1] for k in left)


def undetermined(rows, pivots, columns):
    free = set(range(columns)) - {c for _, c in pivots}
    return free | {c for k, c in pivots if any(rows[k][f] for f in free)}


class Points:
    """Claims with the same system, conditions, hints and choices, at random points of random fields."""

    MULTIPLY, ADD, CALL, NOTE, CHOOSE, CAREFUL = range(6)

    def __init__(self, graph, claims):
        self.graph, self.claims, self.instance = graph, claims, claims[0].instance
        instance, nodes = self.instance, graph.nodes
        self.judged = [c for c in claims if c.verdict == "holds"]
        self.conditions, self.hints = claims[0].conditions, claims[0].hints
        targets = [e for _, e in self.conditions] + instance.state + instance.stated + instance.vanishing
        targets += [c.instance.solution for c in (claims[0], *claims) if instance.solution is not None][:1]
        targets += [c.other.solution for c in claims if c.other]
        for c in self.judged:
            targets += c.stated + c.quantities + [e for row in c.kernel or () for e in row] + [e for _, e in c.other_domain]
        if not instance.checked:
            targets += [e for row in instance.differentials for e in row]
            targets += [e for _, made, rows in instance.slopes for e in made + [e for row in rows for e in row]]
        self.plan = plan = Plan(graph, targets, self.hints)
        arguments = {nodes[i][1][0]: nodes[i][0] == "exp" for i in plan.order if nodes[i][0] in ("sin", "cos", "exp")}
        self.decompositions = {a: decompose(graph, a) for a in arguments}
        self.multiples = [1, 1]                     # §5.5: Q, of angles and of exponents
        for i in plan.order:
            if nodes[i][0] in ("sin", "cos", "exp"):
                exponent = nodes[i][0] == "exp"
                self.multiples[exponent] = math.lcm(self.multiples[exponent], *(
                    c.denominator for a, c in self.decompositions[nodes[i][1][0]].items()
                    if exponent or nodes[a][0] != "pi" or c.denominator > 2))
        require(not instance.angles or self.multiples[0] == 1, "a fraction of an angle, with a step angle in draw")
        self.measure()
        self.prepare()
        self.rank, self.ranks, self.points, self.branches, self.most_choices = {}, {}, 0, 0, 0

    # §7: the bound.

    def measure(self):
        plan, nodes = self.plan, self.graph.nodes
        ops = [nodes[i][0] for i in plan.order]
        roots = [i for i in plan.order if nodes[i][0] in ("root", "drawn root")]
        # Strict: not if the root is in a branch of `if` or a hint, where the variable may be negative.
        self.squares = {nodes[i][1][0] for i in roots if i not in plan.guards and i not in plan.soft}
        self.squares &= set(self.instance.free.values())
        self.odd = math.prod(nodes[i][2] for i in plan.order if nodes[i][0] == "odd root")
        of = degrees(plan, self.squares, self.decompositions, self.multiples)
        quantities = self.instance.vanishing + [e for c in self.judged for e in c.quantities]
        degree = max([1] + [sum(of[e]) for e in quantities]) * self.odd
        literals = sum(nodes[i][2].numerator.bit_length() + nodes[i][2].denominator.bit_length()
                       for i in plan.order if nodes[i][0] == "num")
        require(degree.bit_length() < MAXIMAL_BITS, f"the degree is about 2^{degree.bit_length()}", UNDECIDED)
        # Any two values may agree by chance, hence the square of their number.
        self.degree = math.log2(degree) + 2 * math.log2(2 + sum(i in self.graph.stated for i in plan.order))
        self.height = math.log2(degree) + math.log2(literals + len(ops) + 1)
        self.roots = min(MAXIMAL_CHOICES, sum(nodes[i][1][0] not in self.squares for i in roots))
        nested = any(plan.levels[nodes[i][1][0]] or i in plan.guards for i in roots)
        # log₂ of the chance that a choice is missed at a point: it needs roots that may exist at other points only.
        self.missed = math.log2(1 - 2.0 ** -self.roots) if nested and self.roots else -math.inf
        self.needed = max(1, math.ceil(-64 / self.missed))
        require(self.needed <= MAXIMAL_POINTS, f"{self.roots} roots, some under others, need too many points", UNDECIDED)
        choices = min(MAXIMAL_CHOICES, sum(op in ("root", "sgn", "drawn root") for op in ops))
        self.bits = 2 + max(60, math.ceil(80 / self.needed + 2 * choices + max(self.degree, self.height + 17)))
        require(self.bits <= MAXIMAL_BITS, f"the degree is about 2^{degree.bit_length()}", UNDECIDED)

    def log_bound(self):
        """log₂ of the probability that a false claim has passed."""
        size = self.bits - 1
        each = 1 + 2 * self.most_choices + max(self.degree - size, self.height - (size - 7 - math.log2(size)))
        return 1 + self.points * max(each, self.missed)

    # The program: (what is done, node, …). Its order is that of the plan.

    def prepare(self):
        plan, nodes = self.plan, self.graph.nodes
        notes, self.program, self.closures = {}, [], {}
        for mask, e in self.conditions:
            notes.setdefault(e, []).append((self.NOTE, e, self.learn_condition, mask))
        self.soft_roots = {h: [i for i in self.graph.closure([h]) if nodes[i][0] == "root" and i in plan.soft]
                           for h in self.hints}
        for h in self.hints:
            notes.setdefault(h, []).append((self.NOTE, h, self.hear_hint, None))
        for i in plan.order:
            op, args, _ = nodes[i]
            step = self.CALL, i, getattr(self, self.METHODS.get(op, op), None), args
            if op in ("+", "*") and len(args) == 2:
                step = self.ADD if op == "+" else self.MULTIPLY, i, *args
            if op in ("root", "sgn", "drawn root"):
                step = self.CHOOSE, i, None, args
            if i in plan.soft or i in plan.guards or i in plan.decided:
                step = self.CAREFUL, i, getattr(self, self.METHODS.get(op, op), None), args
            self.program.append(step)
            self.program += notes.get(i, ())
        self.consistent = [i for i in plan.order if i in self.graph.stated and i not in plan.soft]

    def run(self, start):
        v, p, program = self.v, self.p, self.program
        for position in range(start, len(program)):
            code, i, a, b = program[position]
            if code == 0:
                v[i] = v[a] * v[b] % p
            elif code == 1:
                v[i] = (v[a] + v[b]) % p
            elif code == 2:
                v[i] = a(i, b)
            elif code == 3:
                a(i, b)
            elif code == 4 or self.careful(i, a, b):
                choices = self.choices(i)
                if len(choices) > 1:
                    self.fork(position + 1, i, choices)
                    return
                self.choose(i, choices[0])
        self.leaf()

    def careful(self, i, method, args):
        """A node that may be undefined; whether a choice is to be made."""
        soft, v = i in self.plan.soft, self.v
        v[i] = None
        if not self.plan.is_needed(i, self.awake, lambda s, side: v[s] == side % self.p):
            return False
        if soft and any(v[a] is None for a in (args[:1] if self.graph.nodes[i][0] == "if" else args)):
            return False
        if method is not None:
            try:
                v[i] = method(i, args)
            except Skip:
                if not soft:
                    raise
        return method is None

    def fork(self, start, i, choices):
        self.depth += 1
        require(self.depth <= MAXIMAL_CHOICES, f"more than {MAXIMAL_CHOICES} roots and signs", UNDECIDED)
        self.most_choices = max(self.most_choices, self.depth)
        for choice in choices:
            kept = self.facts, self.roots_of, self.poison
            self.facts, self.roots_of = dict(self.facts), dict(self.roots_of)
            self.attempt(start, i, choice)
            self.facts, self.roots_of, self.poison = kept
        self.depth -= 1

    def attempt(self, start, i=None, choice=None):
        try:
            if i is not None:
                self.choose(i, choice)
            self.run(start)
        except Skip as skip:
            if self.poison and not isinstance(skip, Contradiction):
                raise Verdict(REFUSED, self.poison) from None
            self.skipped.add(str(skip) or "no real state has these signs")

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
            found = set(self.graph.closure([i], self.below_images))
            self.closures[i] = [a for a in self.plan.order if a in found]
        return sign_sets(self.graph, self.closures[i], self.v, self.p, self.facts)[i]

    def learn_condition(self, i, mask):
        self.learn(self.v[i], mask & self.signs(i))

    def hear_hint(self, i, _=None):
        """A hint is a fact where it is defined: where radicands that only it has are known to be ≥ 0."""
        if self.v[i] is not None and not any(self.signs(self.graph.nodes[r][1][0]) & NEGATIVE for r in self.soft_roots[i]):
            self.learn(self.v[i], self.signs(i))

    # §5.2, §5.3: choices.

    def choices(self, i):
        op, (a,), _ = self.graph.nodes[i]
        r, p, soft = self.v[a], self.p, i in self.plan.soft
        if not r:
            self.poison = f"the argument of a {'sign' if op == 'sgn' else 'root'} vanishes identically"
            return [0]
        if op == "sgn":
            known = self.signs(a)
            return [s % p for s in (1, -1) if known & SIGN[s]] or [1]
        if (op, r) in self.roots_of:
            return [self.roots_of[op, r]]
        root = pow(r, p + 1 >> 2, p)
        if root * root % p == r and not (soft and not self.signs(a) & POSITIVE):
            return [root, p - root]
        if not soft:
            self.learn(r, POSITIVE & self.signs(a))
            raise Skip(NO_ROOT)
        return [None]

    def choose(self, i, choice):
        op, (a,), _ = self.graph.nodes[i]
        self.v[i] = choice
        if op == "sgn" and choice:                  # a root is itself a choice: √ > 0 is known of its residue
            self.learn(self.v[a], POSITIVE if choice == 1 else NEGATIVE)
            self.learn(self.v[a], self.signs(a))
        elif choice:
            self.roots_of[op, self.v[a]] = choice
            if op == "root" and i not in self.plan.soft:
                self.learn(choice, POSITIVE)
                self.learn(self.v[a], POSITIVE)
                self.learn(self.v[a], self.signs(a))

    # Operations.

    METHODS = {"+": "sum", "*": "product", "-": "difference", "neg": "negative", "/": "quotient", "^": "power", "if": "branch",
               "odd root": "odd_root", "abs": "product", "var": "variable", "sin": "sine", "cos": "cosine", "atan2": "opaque",
               "num": "rational", "root": "", "sgn": "", "drawn root": "", "log": "logarithm"}

    def rational(self, i, args):
        q = self.graph.nodes[i][2]
        return q.numerator * pow(q.denominator, -1, self.p) % self.p

    def variable(self, i, args):
        if i in self.graph.definition:
            return self.v[self.graph.definition[i]]
        return pow(secrets.randbelow(self.p), 2 if i in self.squares else 1, self.p)

    def sum(self, i, args):
        return sum([self.v[a] for a in args]) % self.p

    def product(self, i, args):
        result = 1
        for a in args:
            result = result * self.v[a] % self.p
        return result

    def difference(self, i, args):
        return (self.v[args[0]] - self.v[args[1]]) % self.p

    def negative(self, i, args):
        return -self.v[args[0]] % self.p

    def quotient(self, i, args):
        if not self.v[args[1]]:
            raise Skip("a divisor vanishes")
        return self.v[args[0]] * pow(self.v[args[1]], -1, self.p) % self.p

    def power(self, i, args):
        k = self.graph.nodes[i][2]
        if k < 0 and not self.v[args[0]]:
            raise Skip("a divisor vanishes")
        return pow(self.v[args[0]], k, self.p)

    def branch(self, i, args):
        sign, a, b = (self.v[arg] for arg in args)
        return a if sign == 1 else b if sign else 0

    def odd_root(self, i, args):
        if not self.v[args[0]]:
            self.poison = "the argument of a root vanishes identically"
        return pow(self.v[args[0]], pow(self.graph.nodes[i][2], -1, self.p - 1), self.p)

    def item(self, i, args):
        value = self.v[args[0]][self.graph.nodes[i][2]]
        require(value is not None, "a multiplier is used that is not determined")
        return value

    def solve(self, i, args):
        kind, rows, columns, needed = self.graph.nodes[i][2]
        entries = [self.v[a] for a in args]
        matrix = [entries[r * (columns + 1):(r + 1) * (columns + 1)] for r in range(rows)]
        pivots, solvable = eliminate(matrix, columns, self.p)
        loose = undetermined(matrix, pivots, columns)
        if kind != "extras" and not solvable or any(c < needed for c in loose):
            raise Skip("the rates are not determined" if kind == "law" else "a step of draw has no solution")
        values = {c: matrix[k][-1] for k, c in pivots}
        self.rank[i] = len(pivots), tuple(sorted(loose))
        return [None if kind == "law" and c in loose else values.get(c, 0) for c in range(columns)]

    # §5.5, §5.6: functions.

    def opaque(self, i, args):
        """A random value that depends on residues only."""
        key = self.graph.nodes[i][0], *(self.v[a] for a in args)
        if key not in self.tables:
            self.tables[key] = secrets.randbelow(self.p)
        return self.tables[key]

    def logarithm(self, i, args):
        if not self.v[args[0]]:
            raise Skip("the argument of a logarithm vanishes")
        if i not in self.plan.soft:
            self.learn(self.v[args[0]], POSITIVE)
        return 0 if self.v[args[0]] == 1 else self.opaque(i, args)

    def pi(self, i, args):
        return self.opaque(i, args)

    def atan(self, i, args):
        r = self.v[args[0]]
        value = self.tables.setdefault(("atan", min(r, self.p - r)), secrets.randbelow(self.p)) if r else 0
        return value if r <= self.p - r else -value % self.p

    def angle(self, i, args):
        r, (s, c) = self.opaque(i, args), (self.v[a] for a in args)
        self.tables["unit", False, min(r, self.p - r)] = self.with_inverse((c, s if r <= self.p - r else -s), False)
        return r

    def cosine(self, i, args):
        return self.unit_of(args[0], False)[0]

    def sine(self, i, args):
        return self.unit_of(args[0], False)[1]

    def exp(self, i, args):
        return self.unit_of(args[0], True)[0]

    def with_inverse(self, unit, exponent):
        return unit, (pow(unit[0], -1, self.p), 0) if exponent else (unit[0], -unit[1])

    def times(self, a, b):
        return (a[0] * b[0] - a[1] * b[1]) % self.p, (a[0] * b[1] + a[1] * b[0]) % self.p

    def unit_of(self, u, exponent):
        """(cos u, sin u), or (exp u, 0): the product of the units of the atoms of u."""
        p, result = self.p, (1, 0)
        key = "value", exponent, self.v[u]
        if key in self.tables or not self.v[u]:
            return self.tables.get(key, result)
        for atom, c in self.decompositions[u].items():
            r, m = 1 if atom == self.graph.one else self.v[atom], int(c * self.multiples[exponent])
            if not exponent and self.graph.nodes[atom][0] == "pi" and c.denominator <= 2:
                unit, m = self.with_inverse((0, 1), False), int(2 * c)
            else:
                unit, m = self.unit(min(r, p - r), exponent), m if r <= p - r else -m
            base, m = unit[m < 0], abs(m)
            while m:
                result = self.times(result, base) if m & 1 else result
                base, m = self.times(base, base), m >> 1
        self.tables[key] = result
        return result

    def unit(self, r, exponent):
        key = "unit", exponent, r
        if not r:
            return (1, 0), (1, 0)
        if key not in self.tables:
            t = secrets.randbelow(self.p - 1) + 1
            inverse = pow(1 + t * t, -1, self.p)                            # −1 is no square
            unit = (t, 0) if exponent else ((1 - t * t) * inverse % self.p, 2 * t * inverse % self.p)
            self.tables[key] = self.with_inverse(unit, exponent)
        return self.tables[key]

    # The end of a choice.

    def leaf(self):
        v, p = self.v, self.p
        for h in self.hints:
            self.hear_hint(h)
        if self.facts and not all(sign_sets(self.graph, self.consistent, v, p, self.facts).values()):
            raise Contradiction
        require(not self.poison, self.poison, REFUSED)
        require(not any(v[e] for e in self.instance.vanishing), "a constraint is violated, or the kinematics are wrong", REFUSED)
        if not self.instance.checked and not self.points:
            self.check_rank()
        for c in self.judged:
            c.result = c.result or self.failure(c)
        for i, rank in self.rank.items():
            self.ranks.setdefault(i, set()).add(rank)
        self.good = True
        self.branches += 1

    def failure(self, c):
        v, p = self.v, self.p
        if any(v[e] for e in c.quantities):
            return REFUSED, "what should vanish does not at a random point"
        if c.kernel is not None:
            rates, columns = len(c.instance.rates), len(c.kernel[0]) if c.kernel else 0
            matrix = [[v[e] for e in row] + [0] for row in c.kernel]
            pivots, _ = eliminate(matrix, columns, p)
            if any(k < rates for k in undetermined(matrix, pivots, columns)) or rates and not matrix:
                return REFUSED, "the equations do not determine the rates"
        if any(not v[e] for e in c.runs):
            return REFUSED, "the clock stands still"                        # Strict: a clock must run
        return self.jump(c) if c.continuous and not self.points else None

    def check_rank(self):
        """§4: the rank of ∂(state)/∂(free) is the dimension of the states. The recipe defines each variable by those
        before, so that the rank is what is left of the free variables' number without the directions in which only
        auxiliary variables change: those in which no step of the recipe changes."""
        v, p, instance = self.v, self.p, self.instance
        rows = []
        for leaf, made, slopes in instance.slopes:
            row = [v[e] for e in slopes[0]]
            if len(made) == 2:
                row = [(v[made[1]] * v[ds] - v[made[0]] * v[dc]) % p for ds, dc in zip(*slopes)]
            rows.append([(e - (leaf == a)) % p for e, a in zip(row, instance.auxiliary)] + [0])
        hidden = len(instance.auxiliary) - len(eliminate(rows, len(instance.auxiliary), p)[0])
        matrix = [[v[e] for e in row] + [0] for row in instance.differentials]
        dimension = len(instance.state) - len(eliminate(matrix, len(instance.state), p)[0])
        require(len(instance.free) - hidden == dimension, "the points that are drawn do not fill the state space", REFUSED)

    def jump(self, c):
        """§6: what is continuous, by what is known from conditions and hints alone."""
        graph, v, p = self.graph, self.v, self.p
        nodes, kept, self.facts = graph.nodes, self.facts, {}
        try:
            for mask, e in self.conditions:
                self.learn(v[e], mask)
            for i in c.instance.model_roots:
                if v[i] is not None:
                    self.learn(v[nodes[i][1][0]], ZERO | POSITIVE)
            for h in self.hints:
                sets = sign_sets(graph, graph.closure([h]), v, p, self.facts, False)
                if v[h] is not None and not any(self.may_leave(i, sets) for i in sets):
                    self.learn(v[h], sets[h])
            found = set(graph.closure([*c.continuous, *(e for _, e in c.other_domain)], self.below_images))
            sets = sign_sets(graph, [i for i in self.plan.order if i in found], v, p, self.facts, False)
        except Contradiction:
            return REFUSED, "no state satisfies the conditions"
        finally:
            self.facts = kept
        order = graph.closure(c.continuous)
        used = {*c.continuous, *(a for i in order if nodes[i][0] != "abs" for a in nodes[i][1])}
        for i in order:
            op, args, _ = nodes[i]
            if self.may_leave(i, sets) or op == "sgn" and i in used and sets[args[0]] & ZERO:
                return REFUSED, f"it may jump or be undefined: {op} may lie outside of its domain"
        if any(sets[e] & ~mask for mask, e in c.other_domain):
            return REFUSED, "the image may lie outside of the domain of the other system"
        return None

    def may_leave(self, i, sets):
        """Whether a node may be undefined or jump, but for signs."""
        op, args, payload = self.graph.nodes[i]
        first, last = (sets[args[0]], sets[args[-1]]) if args else (ANY, ANY)
        return (op == "/" and last & ZERO or op == "^" and payload < 0 and first & ZERO or op == "log" and first != POSITIVE
                or op == "root" and first & NEGATIVE or op == "atan2" and last != POSITIVE and first & ZERO)

    def judge(self, progress):
        tries = complete = 0                        # complete: where all roots exist
        while self.points < self.needed and complete - self.points < 4 and tries < 4 * MAXIMAL_POINTS:
            self.p = random_prime(self.bits, self.odd)
            self.v, self.awake, self.tables, self.skipped = [None] * len(self.graph.nodes), {}, {}, set()
            self.facts, self.roots_of, self.poison, self.depth, self.good = {}, {}, None, 0, False
            self.attempt(0)
            tries += 1
            self.points += self.good
            complete += self.good or NO_ROOT not in self.skipped
            progress(self.claims, self.points)
            if self.points and all(c.result for c in self.judged) or not self.points and tries > 16 * 2 ** self.roots + 200:
                break
        require(self.points, "no regular state: " + ", ".join(sorted(self.skipped)), REFUSED if complete else UNDECIDED)
        for c in self.judged:
            if c.result is None and self.log_bound() > -60:
                c.result = UNDECIDED, "too few points"
        self.instance.checked = True


# ----------------------------------------------------------------------------------------------------------------
# §6: evaluation in intervals at a real state

class Imprecise(Exception):
    """An interval is too wide, or something is not defined: more digits will tell."""


def series(y, bits):
    """The sums of t^k/k! for k = 0, 1, 2, 3 modulo 4, with t = y/2^bits and |t| < 1/2: each is wrong by less than
    4 bits/2^bits, since there are fewer than `bits` terms, each wrong by less than 3 in the last place."""
    parts, term, k = [1 << bits, 0, 0, 0], 1 << bits, 0
    while not -2 < term < 2:
        k += 1
        term = (term * y >> bits) // k
        parts[k % 4] += term
    return parts


def turned(y, bits):
    """(cos t, sin t) with t = y/2^bits, in this scale; the error is below 2. The series of t/2^h is doubled h times,
    which less than quadruples the error."""
    h = max(0, y.bit_length() - bits) + 8
    work = bits + 2 * h + bits.bit_length() + h.bit_length() + 48
    parts = series((y << work - bits) >> h, work)
    c, s = parts[0] - parts[2], parts[1] - parts[3]
    for _ in range(h):
        c, s = c * c - s * s >> work, c * s >> work - 1
    return c >> work - bits, s >> work - bits


def arctangent(x, bits):
    """An interval with atan(x/2^bits), |x| < 2, by Newton's method; sin y − x cos y is negative below and positive above."""
    def excess(y):
        c, s = turned(y, bits)
        return (s << bits) - x * c, (c << bits) + x * s

    y = int(math.atan(x / (1 << bits)) * 2 ** 50) << bits - 50
    for _ in range(16):
        g, slope = excess(y)
        step = (g << bits) // slope
        y -= step
        if -2 < step < 2:
            break
    d, error = 8, (2 << bits) + 2 * abs(x)
    while not excess(y - d)[0] < -error or not excess(y + d)[0] > error:
        d *= 4
    return y - d, y + d


def integer_root(a, n):
    """The largest integer whose n-th power is at most a ≥ 0, by Newton's method from above."""
    if n == 2 or a < 2:
        return math.isqrt(a) if n == 2 else a
    whole, rest = divmod(Fraction(math.log2(a)), n)
    x = int(2 ** (float(rest / n) + 52)) + (a.bit_length() << 8)        # math.log2 is right in 50 digits
    x = (x << int(whole) >> 52) + 1
    while (y := ((n - 1) * x + a // x ** (n - 1)) // n) < x:
        x = y
    return x


class Reals:
    """Expressions at a state in intervals (a, b, e): [a, b]·2^e, rounded outwards to `bits` digits."""

    def __init__(self, graph, plan, ranks, values, bits):
        self.graph, self.ranks, self.bits, self.constants = graph, ranks, bits, {}
        self.v = v = {}
        awake = {}
        for i in plan.order:
            op, args, payload = graph.nodes[i]
            if not plan.is_needed(i, awake, lambda s, side: v[s] is not None and v[s][0] == side):
                v[i] = None
            elif op == "var":
                v[i] = v[graph.definition[i]] if i in graph.definition else self.number(values[i])
            elif op == "item":
                v[i] = v[args[0]][payload]
                require(v[i] is not None, "a multiplier is used that is not determined")
            else:
                v[i] = self.evaluate(op, payload, [v[a] for a in args], i)

    def fit(self, a, b, e, bits=None):
        excess = max(a.bit_length(), b.bit_length()) - (bits or self.bits)
        require(e.bit_length() < 2 * MAXIMAL_BITS, "a number is too large for intervals", UNDECIDED)
        return (a >> excess, -(-b >> excess), e + excess) if excess > 0 else (a, b, e)

    def fixed(self, x):
        """The bounds of an interval in units of 2^-bits."""
        a, b, e = x
        require(max(abs(a), abs(b)).bit_length() + e < MAXIMAL_BITS, "a number is too large for intervals", UNDECIDED)
        shift = e + self.bits
        return (a << shift, b << shift) if shift >= 0 else (a >> -shift, -(-b >> -shift))

    def number(self, q):
        shift = max(0, self.bits + q.denominator.bit_length() - abs(q.numerator).bit_length()) if q.denominator > 1 else 0
        a = (q.numerator << shift) // q.denominator
        return self.fit(a, a + (a * q.denominator != q.numerator << shift), -shift)

    def add(self, x, y):
        x, y = (x, y) if x[2] >= y[2] else (y, x)
        if not x[0] and not x[1]:
            return y
        left = min(x[2] - y[2], 2 * self.bits)
        right = x[2] - y[2] - left
        return self.fit((x[0] << left) + (y[0] >> right), (x[1] << left) - (-y[1] >> right), x[2] - left)

    def negative(self, x):
        return -x[1], -x[0], x[2]

    def times(self, x, y):
        products = [a * b for a in x[:2] for b in y[:2]]
        return self.fit(min(products), max(products), x[2] + y[2])

    def inverse(self, x):
        a, b, e = x
        if a <= 0 <= b:
            raise Imprecise("a divisor may vanish")
        return self.fit((1 << 2 * self.bits) // b, -((-1 << 2 * self.bits) // a), -2 * self.bits - e)

    def power(self, x, k):
        if k < 0:
            return self.inverse(self.power(x, -k))
        if k % 2 == 0:
            x = 0 if x[0] <= 0 <= x[1] else min(map(abs, x[:2])), max(map(abs, x[:2])), x[2]
        result = 1, 1, 0
        while k:
            result = self.times(result, x) if k & 1 else result
            x, k = self.times(x, x), k >> 1
        return result

    def root(self, x, n):
        a, b, e = x
        shift = n * self.bits + e % n
        if shift > 1 << 20:
            raise Imprecise("a root of a high degree")

        def bound(m, up):                           # floor or ceiling, of the absolute value
            found = integer_root(m, n)
            return found + (up and found ** n < m)
        low, high = (bound(abs(m) << shift, up == (m > 0)) * (1 if m > 0 else -1) for m, up in ((a, False), (b, True)))
        return self.fit(low, high, (e - shift) // n)

    def exp(self, x):
        """The series of t/2^h is squared h times."""
        bounds = []
        for m in x[:2]:
            y = self.fixed((m, m, x[2]))[0]
            h = max(0, y.bit_length() - self.bits) + 8
            work = self.bits + 2 * h
            total = sum(series(y << work - self.bits >> h, work))
            low, high, e = total - 4 * work, total + 4 * work + (2 << h), -work           # y is rounded down
            for _ in range(h):
                low, high, e = self.fit(low * low, high * high, 2 * e, work)
            bounds.append((low, high, e))
        return self.hull(*bounds)

    def hull(self, x, y):
        """From the lower bound of x to the upper bound of y."""
        e = max(x[2], y[2]) - 2 * self.bits if x[2] != y[2] else x[2]

        def shifted(m, e_m, up):
            s = e_m - e
            return m << s if s >= 0 else -(-m >> -s) if up else m >> -s
        return self.fit(shifted(x[0], x[2], False), shifted(y[1], y[2], True), e)

    def log(self, x):
        bounds = []
        for m in x[:2]:
            k = m.bit_length() - 1
            f = m << self.bits >> k                 # rounded down: m/2^k is in [1, 2)
            low, high = self.log_of(f)
            low2, high2 = self.constant("log 2", lambda: self.log_of(2 << self.bits))
            n = x[2] + k
            turns = min(n * low2, n * high2), max(n * low2, n * high2)
            bounds.append(self.fit(low + turns[0], high + 1 + turns[1], -self.bits))
        return self.hull(*bounds)

    def constant(self, name_, make):
        if name_ not in self.constants:
            self.constants[name_] = make()
        return self.constants[name_]

    def log_of(self, x):
        """An interval with log(x/2^bits), by Newton's method, in units of 2^-bits."""
        def exp(y):
            return self.fixed(self.exp((y, y, -self.bits)))

        y = int(math.log(x / (1 << self.bits)) * 2 ** 50) << self.bits - 50
        for _ in range(20):
            e = exp(y)[0]
            step = (2 * (x - e) << self.bits) // (x + e + 1)
            y += step
            if -2 < step < 2:
                break
        d = 4
        while not exp(y - d)[1] <= x <= exp(y + d)[0]:
            d *= 4
        return y - d, y + d

    def pi(self):
        low, high = self.constant("pi", lambda: arctangent(1 << self.bits, self.bits))
        return 4 * low, 4 * high, -self.bits

    def atan(self, x):
        bounds = []
        for m in x[:2]:
            if abs(m).bit_length() + x[2] > 1:      # atan t = ±π/2 − atan 1/t
                quarter = self.times(self.pi(), (1, 1, -1))
                rest = self.negative(self.atan(self.inverse((m, m, x[2]))))
                bounds.append(self.add(quarter if m > 0 else self.negative(quarter), rest))
            else:
                low, high = self.fixed((m, m, x[2]))
                bounds.append((arctangent(low, self.bits)[0], arctangent(high, self.bits)[1], -self.bits))
        return self.hull(*bounds)

    def turn(self, x, sine):
        """cos or sin, whose slopes are at most 1."""
        a, b = self.fixed(x)
        middle, radius, one = turned(a + b >> 1, self.bits)[sine], (b - a >> 1) + 4, 1 << self.bits
        return max(-one, middle - radius), min(one, middle + radius), -self.bits

    def atan2(self, y, x, cut):
        """atan2(y, x), or without the cut any angle with this sine and cosine."""
        if x[0] > 0:
            return self.atan(self.times(y, self.inverse(x)))
        if y[0] > 0 or y[1] < 0:
            quarter = self.times(self.pi(), (1, 1, -1))
            rest = self.negative(self.atan(self.times(x, self.inverse(y))))
            return self.add(quarter if y[0] > 0 else self.negative(quarter), rest)
        if not cut and x[1] < 0:
            return self.add(self.pi(), self.atan(self.times(y, self.inverse(x))))
        raise Imprecise("the argument of atan2 may lie on its cut")

    def evaluate(self, op, payload, x, i):
        a, b = x[0][:2] if x and op not in ("solve", "if") else (0, 0)
        if op == "num":
            return self.number(payload)
        if op in ("+", "*"):
            return functools.reduce(self.add if op == "+" else self.times, x)
        if op == "-":
            return self.add(x[0], self.negative(x[1]))
        if op == "neg":
            return self.negative(x[0])
        if op == "/":
            return self.times(x[0], self.inverse(x[1]))
        if op == "^":
            return self.power(x[0], payload)
        if op == "pi":
            return self.pi()
        if op == "if":
            return x[1] if x[0][0] > 0 else x[2]
        if op == "solve":
            return self.solve(i, x, payload)
        if op in ("atan2", "angle"):
            return self.atan2(*x, op == "atan2")
        if op == "sgn" and not a <= 0 <= b:
            return (1, 1, 0) if a > 0 else (-1, -1, 0)
        if op == "abs":
            return x[0] if x[1][0] > 0 else self.negative(x[0])
        if op == "odd root" or op == "root" and a > 0 or op == "drawn root" and a >= 0:
            return self.root(x[0], payload)
        if op in ("exp", "atan") or op == "log" and a > 0:
            return getattr(self, op)(x[0])
        if op in ("sin", "cos"):
            return self.turn(x[0], op == "sin")
        raise Imprecise(f"the argument of {op} may be 0 or outside of its domain")

    def solve(self, i, x, payload):
        """Elimination with the largest pivots, as many as in a field: what then is left vanishes identically.

        Strict: where the rank depends on the choices, states with less than the largest rank are not judged."""
        kind, rows, columns, _ = payload
        matrix = [x[k * (columns + 1):(k + 1) * (columns + 1)] for k in range(rows)]
        rank = max(rank for rank, _ in self.ranks[i])
        loose = {c for _, loose in self.ranks[i] for c in loose}
        pivots = {}
        for _ in range(rank):
            found = [(min(abs(a), abs(b)).bit_length() + e, k, c) for k, row in enumerate(matrix) if k not in pivots.values()
                     for c, (a, b, e) in enumerate(row[:-1]) if not a <= 0 <= b and c not in pivots]
            if not found:
                raise Imprecise("a matrix may be singular")
            _, k, column = max(found)
            pivots[column] = k
            inverse = self.inverse(matrix[k][column])
            matrix[k] = [self.times(e, inverse) for e in matrix[k]]
            for other, row in enumerate(matrix):
                if other != k and any(row[column][:2]):
                    factor = self.negative(row[column])
                    matrix[other] = [self.add(e, self.times(factor, f)) for e, f in zip(row, matrix[k])]
        return [None if kind == "law" and c in loose else matrix[pivots[c]][-1] if c in pivots else (0, 0, 0)
                for c in range(columns)]


def at_state(graph, claims, ranks, values, witness):
    """§6: the reason why claims are refused at a real state, or None."""
    instance, conditions = claims[0].instance, claims[0].conditions
    targets = [e for _, e in conditions] + instance.state + instance.stated + instance.vanishing
    targets += [e for c in claims for e in c.stated + c.quantities]
    targets += [x.solution for x in (instance, *(c.other for c in claims)) if x and x.solution is not None]
    plan = Plan(graph, targets)
    given = {leaf: values[n] for n, leaf in instance.free.items()}
    quantities = [e for c in claims for e in c.quantities]
    zeros = instance.vanishing + ([] if witness else quantities)
    for bits in PRECISIONS:
        try:
            v = Reals(graph, plan, ranks, given, bits).v
        except Imprecise as error:
            reason = str(error)
            continue
        signs = [(mask, NEGATIVE * (v[e][0] < 0) | ZERO * (v[e][0] <= 0 <= v[e][1]) | POSITIVE * (v[e][1] > 0))
                 for mask, e in conditions]
        if any(not sign & mask for mask, sign in signs):
            return "a condition is violated"
        if any(v[e][0] > 0 or v[e][1] < 0 for e in zeros):
            return "what should vanish does not"
        separated = not witness or any(v[e][0] > 0 or v[e][1] < 0 for e in quantities)
        narrow = bits == PRECISIONS[-1] or all(v[e][0] == v[e][1] or (v[e][1] - v[e][0]).bit_length() + v[e][2] < -32 for e in zeros)
        if narrow and separated and not any(sign & ~mask for mask, sign in signs):
            return None
        reason = "a condition may be violated" if separated else "nothing that should vanish differs from 0"
    return reason


# ----------------------------------------------------------------------------------------------------------------
# §8

def judge(graph, claims, progress):
    """Judges claims with the same system, conditions, hints and choices."""
    points = Points(graph, claims)
    points.judge(progress)
    states = {}
    for c in claims:
        if c.result is None:
            key = c.id if c.verdict == "fails" else tuple(sorted(c.sample.items()))
            states.setdefault((c.verdict, key), []).append(c)
    for (verdict, _), chosen in states.items():
        witness = verdict == "fails"
        reason = at_state(graph, chosen, points.ranks, chosen[0].witness if witness else chosen[0].sample, witness)
        require(not reason, f"at the {'witness' if witness else 'sample'}: {reason}", REFUSED)
    for c in claims:
        detail = "" if c.verdict == "holds" else "; the witness separates it from 0"
        detail += f"; {len(c.where)} added condition{'s' * (len(c.where) > 1)}" if c.where else ""
        c.result = c.result or (ACCEPTED, f"accepted (bound 2^{math.floor(points.log_bound())}, {points.points} points, "
                                          f"{points.branches} branches{detail})")


def check(data, texts=(), progress=None):
    """[(id, kind, verdict, code, text)] of a file's claims; a Verdict is raised for a file that cannot be read."""
    sys.setrecursionlimit(10_000)
    progress = progress or (lambda group, points: None)
    file, graph = File(data, texts), Graph()
    instances = [Instance(graph, file, system) for system in file.systems]
    groups, results = {}, {}
    for stated in file.claims:
        try:
            c = Claim(graph, file, stated, instances[stated["system"]])
        except Verdict as error:
            results[stated["id"]] = error.code, str(error)
            continue
        key = stated["system"], c.verdict, tuple(c.conditions), tuple(c.hints)
        groups.setdefault((*key, c.own_choices(graph) if c.verdict == "holds" and not c.result else c.id), []).append(c)
    waiting = list(groups.values())
    while waiting:
        group = waiting.pop()
        try:
            if not group[0].result:
                judge(graph, group, progress)
        except Verdict as error:
            for c in group:
                c.result = (error.code, str(error)) if len(group) == 1 else None
            waiting += [[c] for c in group] if len(group) > 1 else []
        results.update((c.id, c.result) for c in group)
    lines = []
    for c in file.claims:
        code, text = results[c["id"]]
        lines.append((c["id"], c["kind"], c["verdict"], code, f"{OUTCOMES[code]}: {text}" if code else text))
    return lines


def read(path):
    if path == "-":
        return sys.stdin.buffer.read()
    with open(path, "rb") as file:
        return file.read()


def main():
    parser = argparse.ArgumentParser(
        prog="anholon-check", epilog="Exit codes: 0 all claims accepted, 1 a claim is refused, 2 a file or claim is "
        "unreadable, 3 undecided; the greatest of all files and claims.",
        description="Judges certificate files: claims about mechanical systems, checked from the model alone.")
    parser.add_argument("files", nargs="+", metavar="FILE", help="a certificate, or - for standard input")
    parser.add_argument("--text", action="append", default=[], metavar="MODEL", help="the text of the model, which must "
                        "be that of the certificate; given again: of its second system, and so on")
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
                print(f"{json.dumps(identifier, ensure_ascii=False)[1:-1]}: {kind} {verdict}: {text}")
    print(f"{len(options.files)} files, {claims} claims, {accepted} accepted: {OUTCOMES[worst]}")
    return worst


if __name__ == "__main__":
    sys.exit(main())

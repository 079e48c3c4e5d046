"""A second reader of the language of models, from docs/language.md: text to statements and expressions."""

import re
from fractions import Fraction

from terms import ONE, PI, ZERO, call, choose, derivative, num, power, var

GREEK = dict(zip("αβγδεζηθικλμνξοπρστυφχψωΓΔΘΛΞΠΣΦΨΩ", (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau "
    "upsilon phi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega").split()))

TOKEN = re.compile(r"""(?P<blank>[ \t\r]+|\#[^\n]*) | (?P<newline>\n) | (?P<string>"[^"\n]*")
    | (?P<number>(\d+(\.(?!\.)\d*)?|\.\d+)([eE][+-]?\d+)?) | (?P<name>[^\W\d]\w*)
    | (?P<sign>\.\.|<=|>=|[-+*/^(){}\[\]=,;:'<>])""", re.VERBOSE)

BASE = {"g": Fraction(1, 1000), "min": 60, "h": 3600,
        **{name: 1 for name in "m s kg A K mol cd N J W Pa Hz V C F H T Wb Ohm S rad sr".split()}}
PREFIX = {"n": Fraction(1, 10**9), "u": Fraction(1, 10**6), "m": Fraction(1, 1000), "c": Fraction(1, 100),
          "d": Fraction(1, 10), "k": 1000, "M": 10**6, "G": 10**9, "T": 10**12}


class NotRead(Exception):
    """Something that this reader does not know."""


def tokens(text):
    found, at = [], 0
    while at < len(text):
        match = TOKEN.match(text, at)
        if not match:
            raise NotRead("character %r" % text[at])
        kind = match.lastgroup
        if kind == "name":
            found.append(("name", "".join(GREEK.get(c, c) for c in match.group())))
        elif kind != "blank":
            found.append((kind, match.group()))
        at = match.end()
    return found + [("newline", "\n"), ("end", "")]


def unit_factor(words):
    """The factor to SI units of the tokens between brackets."""
    factor, k, sign = ONE, 0, 1
    while k < len(words):
        kind, word = words[k]
        k += 1
        if word == "*":
            continue
        if word == "/":
            sign = -1
            continue
        if word == "(":
            depth, first = 1, k
            while depth:
                depth += {"(": 1, ")": -1}.get(words[k][1], 0)
                k += 1
            this = unit_factor(words[first:k - 1])
        elif kind == "number":
            this = num(Fraction(word))
        elif word == "deg":
            this = PI / 180
        elif word in BASE:
            this = num(BASE[word])
        elif word[0] in PREFIX and word[1:] in BASE:
            this = num(PREFIX[word[0]] * BASE[word[1:]])
        else:
            raise NotRead("unit %s" % word)
        exponent = Fraction(1)
        if k < len(words) and words[k][1] == "^":
            k += 1
            minus = words[k][1] == "-"
            k += minus
            if words[k][1] == "(":
                last = k
                while words[last][1] != ")":
                    last += 1
                exponent = Fraction("".join(w for _, w in words[k + 1:last]))
                k = last + 1
            else:
                exponent = Fraction(words[k][1])
                k += 1
            exponent = -exponent if minus else exponent
        factor, sign = factor * power(this, sign * exponent), 1
    return factor


class Scope:
    """What names mean: variables, and the definitions of abbreviations."""

    def __init__(self):
        self.variables = {}         # name: the rate of the variable as a term, None for those that have none
        self.definitions = {}       # name: term

    def value(self, name):
        if name in self.definitions:
            return self.definitions[name]
        if name in self.variables or name == "t":
            return var(name)
        raise NotRead("name %s" % name)

    def rate(self, f):
        """d/dt f along any motion."""
        total = ZERO
        for name in sorted(f.names):
            if name == "t":
                total = total + derivative(f, "t")
            elif self.variables[name] is not None:
                total = total + derivative(f, name) * self.variables[name]
        return total


class Reader:
    """A cursor over tokens."""

    def __init__(self, words, scope):
        self.words, self.at, self.scope, self.depth = words, 0, scope, 0
        self.units = 0

    def peek(self, ahead=0):
        k = self.at
        while True:
            kind, word = self.words[k]
            if kind == "newline" and self.depth:
                k += 1
            elif ahead:
                k, ahead = k + 1, ahead - 1
            else:
                return kind, word

    def take(self):
        while self.words[self.at][0] == "newline" and self.depth:
            self.at += 1
        found = self.words[self.at]
        self.at += 1
        return found

    def accept(self, word):
        kind, found = self.peek()
        if found == word and kind in ("sign", "name"):
            self.take()
            return True
        return False

    def expect(self, word):
        if not self.accept(word):
            raise NotRead("%r where %r was expected" % (self.peek()[1], word))

    def name(self):
        kind, word = self.take()
        if kind != "name":
            raise NotRead("%r where a name was expected" % word)
        return word

    def blank_lines(self):
        while self.words[self.at][0] == "newline" or self.words[self.at][1] == ";":
            self.at += 1

    def ends(self):
        kind, word = self.peek()
        return kind in ("newline", "end") or word in (";", "}")

    def unit(self):
        """The factor of a unit, or None where there is none."""
        if not self.accept("["):
            return None
        words = []
        while self.peek()[1] != "]":
            words.append(self.take())
        self.expect("]")
        return unit_factor(words)

    def continues(self):
        """A line goes on behind an operator or a comma."""
        while self.words[self.at][0] == "newline":
            self.at += 1

    def looks_on(self, signs):
        """The next sign, also at the beginning of the next line."""
        k = self.at
        while self.words[k][0] == "newline":
            k += 1
        kind, word = self.words[k]
        if kind == "sign" and word in signs:
            self.at = k + 1
            self.continues()
            return word
        return None

    def expression(self):
        total = self.product()
        while True:
            sign = self.looks_on("+-")
            if not sign:
                return total
            other = self.product()
            total = total + other if sign == "+" else total - other

    def product(self):
        total = self.factor()
        while True:
            sign = self.looks_on("*/")
            if not sign:
                return total
            other = self.factor()
            total = total * other if sign == "*" else total / other

    def factor(self):
        if self.accept("-"):
            return -self.factor()
        if self.accept("+"):
            return self.factor()
        base = self.atom()
        if self.looks_on("^"):
            exponent = self.factor()
            if exponent.op != "num":
                if base.op == "num":
                    return call("exp", exponent * call("log", base))
                return call("exp", exponent * call("log", base))
            return power(base, exponent.value)
        return base

    def atom(self):
        kind, word = self.take()
        if kind == "number":
            value = num(Fraction(word))
            factor = self.unit()
            if factor is not None:
                self.units += 1
                return value * factor
            return value
        if word == "(":
            self.depth += 1
            value = self.expression()
            self.expect(")")
            self.depth -= 1
            return self.primed(value)
        if kind != "name":
            raise NotRead("%r in an expression" % word)
        if word == "pi":
            value, factor = PI, self.unit()
            return value if factor is None else value * factor
        if word == "if":
            self.expect("(")
            self.depth += 1
            condition = self.condition()
            self.expect(",")
            a = self.expression()
            self.expect(",")
            b = self.expression()
            self.expect(")")
            self.depth -= 1
            return choose(condition, a, b)
        if self.peek()[1] == "(" and word not in self.scope.definitions and word not in self.scope.variables:
            self.expect("(")
            self.depth += 1
            args = [self.expression()]
            while self.accept(","):
                args.append(self.expression())
            self.expect(")")
            self.depth -= 1
            try:
                return call(word, *args)
            except KeyError:
                raise NotRead("function %s" % word) from None
        return self.primed(self.scope.value(word))

    def primed(self, value):
        while self.accept("'"):
            value = self.scope.rate(value)
        return value

    def condition(self):
        left = self.conjunction()
        while self.accept("or"):
            left = ("or", left, self.conjunction())
        return left

    def conjunction(self):
        left = self.comparison()
        while self.accept("and"):
            left = ("and", left, self.comparison())
        return left

    def comparison(self):
        if self.accept("not"):
            return ("not", self.comparison())
        start = self.at, self.depth, self.units
        try:
            left = self.expression()
            sign = self.take()[1]
            right = self.expression()
            return {"<": ("<", left, right), "<=": ("<=", left, right),
                    ">": ("<", right, left), ">=": ("<=", right, left)}[sign]
        except (NotRead, KeyError):
            self.at, self.depth, self.units = start
            self.expect("(")
            self.depth += 1
            inner = self.condition()
            self.expect(")")
            self.depth -= 1
            return inner

    def value(self):
        """An expression; a unit behind it is that of the whole, unless numbers in it have their own."""
        start, before = self.at, self.units
        value = self.expression()
        here = self.words[self.at - 1][1] == "]"
        if here and self.units == before + 1:
            # one unit and that at the end: it belongs to the whole
            last = self.at - 1
            first = last
            while self.words[first][1] != "[":
                first -= 1
            factor = unit_factor(self.words[first + 1:last])
            part = Reader(self.words[start:first] + [("newline", "\n"), ("end", "")], self.scope)
            part.depth = 0
            return part.expression() * factor, factor
        factor = self.unit()
        return (value, None) if factor is None else (value * factor, factor)

    def vector(self):
        """(a, b, c), or (a, b, c; d, e, f): a list of lists."""
        self.expect("(")
        self.depth += 1
        rows = [[]]
        while True:
            rows[-1].append(self.expression())
            if self.accept(";"):
                rows.append([])
            elif not self.accept(","):
                break
        self.expect(")")
        self.depth -= 1
        return rows

    def list_of(self, item):
        item()
        while self.accept(","):
            self.continues()
            item()

    def skip_statement(self):
        depth = 0
        while True:
            kind, word = self.words[self.at]
            if kind == "end" or (depth == 0 and (kind == "newline" or word == ";" or word == "}")):
                return
            depth += {"{": 1, "(": 1, "[": 1, "}": -1, ")": -1, "]": -1}.get(word, 0) if kind == "sign" else 0
            self.at += 1


def split(text):
    """(name of the model, statements as lists of tokens)."""
    words = tokens(text)
    reader = Reader(words, Scope())
    reader.blank_lines()
    reader.expect("model")
    name = reader.name()
    reader.blank_lines()
    reader.expect("{")
    statements = []
    while True:
        reader.blank_lines()
        if reader.accept("}"):
            return name, statements
        first = reader.at
        operators = "+ - * / ^ , = ( and or not < > <= >= : in".split()
        while True:
            reader.skip_statement()
            # a list goes on behind a comma, an expression behind an operator and before one
            k = reader.at
            while words[k][0] == "newline":
                k += 1
            before, after = words[reader.at - 1], words[k]
            goes_on = (before[0] == "sign" and before[1] in operators) or (
                after[0] == "sign" and after[1] in "+ - * / ^ ,".split())
            if words[reader.at][0] == "newline" and goes_on and after[1] != "}":
                reader.at = k
            else:
                break
        statements.append(words[first:reader.at] + [("newline", "\n"), ("end", "")])

"""Mutated models: texts that are almost models, made from the gallery and the documents.

A mutation changes what the grammar names: a number, an operator, a name, a bracketed group, a word of a small set such as
rolling | rubber | sliding, a whole statement. Most results still parse, so that they reach the mechanics behind the parser.
The same seed and the same corpus give the same texts.
"""

import os
import random
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools"))
from markdown_blocks import blocks  # noqa: E402

TOKEN = re.compile(
    r"(?P<comment>\#[^\n]*)|(?P<string>\"[^\"\n]*\")|(?P<number>\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)"
    r"|(?P<name>[A-Za-zα-ωΑ-Ω_][A-Za-zα-ωΑ-Ω_0-9]*)|(?P<space>\s+)|(?P<other>.)", re.S)

NUMBERS = ["0", "1", "2", "3", "0.5", "0.1", "7", "1e-3", "1e3", "1e6", "1e-9", "1e30", "1e200", "1e400", "pi", "(1/3)", "(-1)", "(-2.5)"]
FUNCTIONS = ["sin", "cos", "tan", "asin", "atan", "sinh", "tanh", "exp", "log", "sqrt", "abs", "sign", "step"]
PAIRS = ["min", "max", "atan2"]
WORDS = [
    ["rolling", "rubber", "sliding", "skating"],
    ["hinge", "slider", "ball", "weld"],
    ["ball", "disc", "hoop", "rod", "cylinder", "ellipsoid", "box"],
    ["sphere", "ellipsoid", "rim", "torus", "paraboloid", "point", "base", "cylinder", "cone", "graph", "revolution"],
    ["plane", "sphere", "cylinder", "cone"],
    ["nonholonomic", "vakonomic", "free"],
    ["inside", "outside"],
    ["wheel", "wheels", "skate"],
    ["x", "y", "z"],
    ["kinetic", "potential", "lagrangian", "dissipation"],
    ["param", "input", "state", "output", "let"],
    ["so", "e", "sl", "r"],
    ["at", "from", "to", "of", "along", "turned", "attitude", "turning", "in", "on"],
    ["plane", "ball", "disc", "ring", "cone", "blade", "rod", "spring", "arrow", "trace", "axes"],
    ["radius", "length", "height", "thickness", "tube", "size"],
]


def corpus():
    """The models of the gallery and of the documents, in a fixed order."""
    texts = []
    for folder, _, names in sorted(os.walk(os.path.join(ROOT, "gallery"))):
        for name in sorted(names):
            if name.endswith(".anh"):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    texts.append(file.read())
    for folder, _, names in sorted(os.walk(os.path.join(ROOT, "docs"))):
        for name in sorted(names):
            if name.endswith(".md"):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    texts += ["\n".join(b.lines) + "\n" for b in blocks(file.read()) if b.language == "anh"]
    return texts


def tokens(text):
    return [(match.lastgroup, match[0]) for match in TOKEN.finditer(text)]


def text_of(pieces):
    return "".join(piece for _, piece in pieces)


def groups(pieces):
    """First and last place of every bracketed group."""
    found, open_at = [], []
    for k, (_, piece) in enumerate(pieces):
        if piece == "(":
            open_at.append(k)
        elif piece == ")" and open_at:
            found.append((open_at.pop(), k))
    return found


def statements(text):
    """The head of a model, its statements, its end. Braces inside a statement stay with it."""
    start = text.find("{") + 1
    end = text.rfind("}")
    if start == 0 or end < start:
        return text, [], ""
    out, depth, current = [], 0, ""
    for kind, piece in tokens(text[start:end]):
        current += piece
        if kind in ("comment", "string"):
            continue
        depth += (piece in "({[") - (piece in ")}]")
        if depth == 0 and (piece == ";" or "\n" in piece):
            out.append(current)
            current = ""
    return text[:start], out + [current], text[end:]


class Mutator:
    def __init__(self, seed, texts=None):
        self.seed = seed
        self.texts = texts or corpus()

    def case(self, k):
        """The k-th text."""
        rng = random.Random(f"{self.seed}/{k}")
        text = rng.choice(self.texts)
        for _ in range(rng.choice([1, 1, 1, 2, 2, 3, 5])):
            text = self.mutated(rng, text)
        return text

    def mutated(self, rng, text):
        ways = [self.number] * 4 + [self.operator] * 2 + [self.name] * 2 + [self.wrap] * 3 + [self.group] * 2 + [
            self.word] * 2 + [self.statement] * 3 + [self.prime, self.term, self.graft, self.noise]
        for _ in range(8):
            changed = rng.choice(ways)(rng, text)
            if changed is not None and changed != text:
                return changed
        return text

    def place(self, rng, pieces, fits):
        places = [k for k, piece in enumerate(pieces) if fits(*piece)]
        return rng.choice(places) if places else None

    def replaced(self, rng, text, fits, by):
        pieces = tokens(text)
        k = self.place(rng, pieces, fits)
        if k is None:
            return None
        pieces[k] = ("other", by(pieces[k][1]))
        return text_of(pieces)

    def number(self, rng, text):
        return self.replaced(rng, text, lambda kind, _: kind == "number", lambda _: rng.choice(NUMBERS))

    def operator(self, rng, text):
        return self.replaced(rng, text, lambda _, piece: piece in ("+", "-", "*", "/", "^"), lambda _: rng.choice("+-*/^"))

    def name(self, rng, text):
        names = [piece for kind, piece in tokens(text) if kind == "name"]
        return self.replaced(rng, text, lambda kind, _: kind == "name", lambda _: rng.choice(names))

    def wrap(self, rng, text):
        """A name or a group inside a function."""
        def wrapped(piece):
            shape = rng.randrange(8)
            if shape == 0:
                return f"{rng.choice(PAIRS)}({piece}, {rng.choice(NUMBERS)})"
            if shape == 1:
                return f"clamp({piece}, -1, {rng.choice(NUMBERS)})"
            if shape == 2:
                return f"if({piece} > {rng.choice(NUMBERS)}, {piece}, {rng.choice(NUMBERS)})"
            return f"{rng.choice(FUNCTIONS)}({piece})"
        pieces = tokens(text)
        spans = groups(pieces)
        if spans and rng.random() < 0.5:
            first, last = rng.choice(spans)
            inner = text_of(pieces[first:last + 1])
            return text_of(pieces[:first]) + wrapped(inner) + text_of(pieces[last + 1:])
        return self.replaced(rng, text, lambda kind, _: kind == "name", wrapped)

    def group(self, rng, text):
        """A bracketed group in the place of another, of this model or of any."""
        pieces, other = tokens(text), tokens(rng.choice([text, rng.choice(self.texts)]))
        here, there = groups(pieces), groups(other)
        if not here or not there:
            return None
        (first, last), (start, end) = rng.choice(here), rng.choice(there)
        return text_of(pieces[:first]) + text_of(other[start:end + 1]) + text_of(pieces[last + 1:])

    def word(self, rng, text):
        choice = {}
        for family in WORDS:
            for word in family:
                choice.setdefault(word, []).append(family)
        return self.replaced(rng, text, lambda _, piece: piece in choice, lambda piece: rng.choice(rng.choice(choice[piece])))

    def statement(self, rng, text):
        """A statement left out, doubled, or in another place."""
        head, parts, tail = statements(text)
        if len(parts) < 2:
            return None
        k = rng.randrange(len(parts))
        way = rng.randrange(3)
        if way == 0:
            del parts[k]
        elif way == 1:
            parts.insert(k, parts[k])
        else:
            parts.insert(rng.randrange(len(parts)), parts.pop(k))
        return head + "".join(parts) + tail

    def graft(self, rng, text):
        """A statement of another model."""
        head, parts, tail = statements(text)
        _, others, _ = statements(rng.choice(self.texts))
        if not others:
            return None
        parts.insert(rng.randrange(len(parts) + 1), rng.choice(others))
        return head + "".join(parts) + tail

    def prime(self, rng, text):
        pieces = tokens(text)
        k = self.place(rng, pieces, lambda kind, piece: kind == "name" or piece == "'")
        if k is None:
            return None
        pieces[k] = ("other", "" if pieces[k][1] == "'" else pieces[k][1] + "'")
        return text_of(pieces)

    def term(self, rng, text):
        """Another term in an energy, a force or a constraint."""
        head, parts, tail = statements(text)
        names = [piece for kind, piece in tokens(text) if kind == "name"]
        places = [k for k, part in enumerate(parts) if re.match(r"\s*(kinetic|potential|constraint|force|dissipation)\b", part)]
        if not places:
            return None
        k = rng.choice(places)
        extra = f" + {rng.choice(NUMBERS)}*{rng.choice(names)}*{rng.choice(names)}"
        body = parts[k].split("#")[0].rstrip("\n;")
        parts[k] = body + extra + "\n"
        return head + "".join(parts) + tail

    def noise(self, rng, text):
        """What no grammar allows: a character lost, doubled or strange."""
        k = rng.randrange(len(text))
        return rng.choice([
            text[:k] + text[k + 1:], text[:k] + text[k] + text[k:], text[:k] + rng.choice("\0\t;{}()[]'\"\\é→γ∞") + text[k:],
            text[:k]])


def main():
    """mutate.py FOLDER: the corpus as files, and a dictionary of words, for libFuzzer."""
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    texts = corpus()
    for k, text in enumerate(texts):
        with open(os.path.join(folder, f"{k:03}.anh"), "w", encoding="utf-8") as file:
            file.write(text)
    words = {piece for text in texts for kind, piece in tokens(text) if kind == "name" and len(piece) > 2}
    with open(folder.rstrip("/") + ".dict", "w", encoding="utf-8") as file:
        file.writelines(f'"{word}"\n' for word in sorted(words) if word.isascii())


if __name__ == "__main__":
    main()

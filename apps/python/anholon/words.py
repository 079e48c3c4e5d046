"""Values of Python as the words that the engine reads: numbers exactly, by the shortest text that gives them back."""

import math
import numbers
from collections.abc import Iterable, Mapping

from .errors import refused


def word(name, value):
    """A number, or an expression as text."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or not (isinstance(value, numbers.Real) or hasattr(value, "__float__")):
        raise TypeError(f"'{name}' is a number or a text, not {type(value).__name__}")
    if isinstance(value, numbers.Rational):
        return str(value)
    return repr(finite(name, value))


def finite(name, value):
    """A finite float."""
    if isinstance(value, (bool, str)) or not (isinstance(value, numbers.Real) or hasattr(value, "__float__")):
        raise TypeError(f"'{name}' is a number, not {type(value).__name__}")
    number = float(value)
    if not math.isfinite(number):
        raise refused("number-not-finite", f"'{name}' is not a finite number")
    return number


def text(name, value):
    if not isinstance(value, str):
        raise TypeError(f"'{name}' is a text, not {type(value).__name__}")
    return value


def mapping(name, values):
    """Names with values."""
    if not isinstance(values, Mapping):
        raise TypeError(f"'{name}' is a dict from names to values, not {type(values).__name__}")
    for key in values:
        if not isinstance(key, str):
            raise TypeError(f"the names of '{name}' are texts, not {type(key).__name__}")
    return values


def assignments(name, values):
    """NAME=VALUE, of a dict."""
    return [f"{key}={word(key, value)}" for key, value in mapping(name, values).items()]


def floats(name, values):
    """Names with finite floats."""
    return {key: finite(key, value) for key, value in mapping(name, values).items()}


def texts(name, values):
    """A list of texts; one text is a list of its own."""
    if isinstance(values, str):
        return [values]
    if not isinstance(values, Iterable) or isinstance(values, Mapping):
        raise TypeError(f"'{name}' is a text or a list of texts, not {type(values).__name__}")
    return [text(name, value) for value in values]


def _range(name, value):
    if isinstance(value, str):
        return value
    if not isinstance(value, Iterable):
        raise TypeError(f"the range of '{name}' is (low, high) or (low, high, count), not {type(value).__name__}")
    parts = list(value)
    if len(parts) not in (2, 3):
        raise TypeError(f"the range of '{name}' is (low, high) or (low, high, count), not {len(parts)} values")
    low, high = word(name, parts[0]), word(name, parts[1])
    return f"{low}..{high}" + (f":{count(name, parts[2])}" if len(parts) == 3 else "")


def ranges(name, values):
    """EXPR=LOW..HIGH[:N], of a dict or as texts."""
    if isinstance(values, Mapping):
        return [f"{key}={_range(key, value)}" for key, value in mapping(name, values).items()]
    return texts(name, values)


def axes(name, values):
    """EXPR=LOW..HIGH[:N], separated by commas, of a dict or as a text."""
    return [",".join(ranges(name, values))]


def settings(name, values):
    """EXPR or EXPR=VALUE, of a dict or as texts."""
    return assignments(name, values) if isinstance(values, Mapping) else texts(name, values)


def names(name, values):
    """Names, also separated by commas."""
    return [one.strip() for part in texts(name, values) for one in part.split(",")]


def tangents(name, values):
    """Vectors NAME=VALUE,…: each a dict of components, or a text; one alone is a list of its own."""
    if isinstance(values, (str, Mapping)):
        values = [values]
    if not isinstance(values, Iterable):
        raise TypeError(f"'{name}' is a list of vectors, each a dict from names to numbers, not {type(values).__name__}")
    return [one if isinstance(one, str) else ",".join(assignments(name, one)) for one in values]


def draws(name, values):
    """EXPR=normal(MEAN, DEVIATION) or EXPR=uniform(LOW, HIGH), of a dict or as texts."""
    if not isinstance(values, Mapping):
        return texts(name, values)
    out = []
    for key, value in mapping(name, values).items():
        if isinstance(value, (tuple, list)) and len(value) == 3 and isinstance(value[0], str):
            value = f"{value[0]}({word(key, value[1])}, {word(key, value[2])})"
        out.append(f"{key}={text(key, value)}")
    return out


def count(name, value):
    if isinstance(value, bool) or not isinstance(value, numbers.Integral):
        raise TypeError(f"'{name}' is a whole number, not {type(value).__name__}")
    return str(int(value))


def flag(name, value):
    if not isinstance(value, bool):
        raise TypeError(f"'{name}' is True or False, not {type(value).__name__}")
    return value


_KINDS = {
    "number": lambda name, value: [word(name, value)],
    "count": lambda name, value: [count(name, value)],
    "text": lambda name, value: [text(name, value)],
    "texts": texts,
    "list": lambda name, value: [",".join(texts(name, value))],
    "values": assignments,
    "settings": settings,
    "setting-list": lambda name, value: [",".join(settings(name, value))],
    "names": names,
    "range": lambda name, value: [_range(name, value)],
    "ranges": ranges,
    "axes": axes,
    "tangents": tangents,
    "draws": draws,
    "flag": lambda name, value: ["true"] if flag(name, value) else [],
}


def words(kinds, given):
    """The options of a question. `kinds` says for each argument what it is, and its option where that has another name."""
    out = {}
    for name, value in given.items():
        if value is None:
            continue
        kind, _, option = kinds[name].partition(":")
        found = _KINDS[kind](name, value)
        if found:
            out[option or name.replace("_", "-")] = found
    return out

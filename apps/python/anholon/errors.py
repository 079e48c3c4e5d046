"""Mistakes as exceptions, with their place and the text that the command would print."""

import re
import sys
import warnings


class Error(Exception):
    """Whatever goes wrong. `str(error)` is the whole text, with the line in question.

    >>> try:
    ...     anholon.load("suslof")
    ... except anholon.Error as error:
    ...     print(error.code, "|", error.message, "|", error.help)
    model-not-found | the gallery has no model 'suslof' | did you mean 'suslov'?
    """

    def __init__(self, text, diagnostics=()):
        super().__init__(text)
        self.diagnostics = list(diagnostics)  #: each mistake as a dict: code, message, help, file, line, column
        first = self.diagnostics[0] if self.diagnostics else {}
        self.code = first.get("code", "")  #: the kind of mistake: "name-unknown"
        self.message = first.get("message", text)
        self.help = first.get("help") or None  #: what may have been meant, if that is known
        self.file = first.get("file") or None  #: the file, or what was given, such as "parameters"
        self.line = first.get("line") or None  #: from 1, as columns
        self.column = first.get("column") or None

    def __reduce__(self):
        return (type(self), (str(self), self.diagnostics))


class ModelError(Error):
    """A mistake in the text of a model."""


class RequestError(Error, ValueError):
    """A mistake in what was asked: a name that does not exist, a value that cannot be."""


class StateError(Error):
    """There is no such state, or no motion from it."""


class TimeLimitError(Error, TimeoutError):
    """The number of seconds that a question may take has passed."""


class AnholonWarning(UserWarning):
    """Something that should be known about a result, such as a motion that ended before its time."""

    def __init__(self, message, code=""):
        super().__init__(message)
        self.code = code


_KINDS = {"model": ModelError, "request": RequestError, "state": StateError, "system": Error}


_ARGUMENTS = {"as": "as_", "in": "duration", "tangent": "tangents"}  # that have another name here


def _in_python(text, code=""):
    """Options of the command as the arguments that they are here: --max-drift is max_drift."""
    known = {**_ARGUMENTS, "level": "levels"} if code.startswith("surface-") else _ARGUMENTS
    return re.sub(r"(?<![\w-])--([a-zA-Z][a-z-]*)", lambda option: known.get(option[1], option[1].replace("-", "_")), text)


def _made(kind, text, diagnostics):
    """The exception for an error of the engine; it calls this."""
    for one in diagnostics:
        one["message"], one["help"] = _in_python(one["message"], one["code"]), _in_python(one["help"], one["code"])
    code = diagnostics[0]["code"] if diagnostics else ""
    return (TimeLimitError if code == "budget" else _KINDS[kind])(_in_python(text, code), diagnostics)


def refused(code, message, help=None):
    """A mistake that is found on this side."""
    text = f"error[{code}]: {message}" + (f"\n   = help: {help}" if help else "")
    return RequestError(text, [{"code": code, "message": message, "help": help or ""}])


def tell(code, message, help=""):
    """A warning, at the line that asked."""
    text = message + (f" ({help})" if help else "")
    frame, level = sys._getframe(1), 2
    while frame is not None and frame.f_globals.get("__package__") == __package__:
        frame, level = frame.f_back, level + 1
    warnings.warn(AnholonWarning(_in_python(text), code), stacklevel=level)

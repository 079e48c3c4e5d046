"""Motions step by step."""

import numpy as np

from . import _anholon, words
from .errors import StateError, refused
from .results import Record, _meant

_ENDED = "motion-ended"


class Row:
    """The columns of a motion at one time, by attributes and items."""

    __slots__ = ("_names", "values")

    def __init__(self, names, values):
        self._names, self.values = names, values

    def __getitem__(self, name):
        return float(self.values[_place(self._names, name)])

    def __getattr__(self, name):
        if name.startswith("_") or name not in self._names:
            raise AttributeError(f"there is no column '{name}'")
        return float(self.values[self._names[name]])

    def __iter__(self):
        return iter(self._names)

    def __len__(self):
        return len(self._names)

    def __array__(self, dtype=None):
        return np.asarray(self.values, dtype)

    def keys(self):
        return self._names.keys()

    def __repr__(self):
        return f"Row({', '.join(f'{name}={self.values[k]:.6g}' for name, k in self._names.items())})"


def _place(names, name):
    if name in names:
        return names[name]
    raise refused("column-unknown", f"there is no column '{name}'", _meant(name, names))


class Motion:
    """A system that is ready to move: derived and compiled once, for any number of runs on any number of threads.

    >>> motion = anholon.load("chaplygin-sleigh").motion(columns=["v", "w"])
    >>> motion.columns
    ('t', 'v', 'w')
    >>> motion.start(i={"w": 2}).now.w
    2.0
    """

    def __init__(self, motion):
        self._motion = motion
        self.columns = tuple(motion.names)
        self.units = dict(zip(self.columns, motion.units))
        self.form = motion.form

    def start(self, p=None, i=None, *, strict=False):
        """A run with these parameters and initial values."""
        return Run(self, p, i, strict=strict)

    def __repr__(self):
        return f"<anholon.Motion: {self.form}, columns {', '.join(self.columns)}>"


class Run:
    """One motion, step by step. Parameters and variables may be set on the way.

    >>> ball = anholon.load("model Ball { coord y; kinetic y'^2/2; potential 10*y; init y = 5 }")
    >>> run = ball.motion(columns=["y", "y'"], events=["y:down:stop"]).start()
    >>> run.advance_to(2)        # False: an event has stopped it
    False
    >>> round(run.t, 12)
    1.0
    >>> run.set("y'", -0.5*run["y'"])
    >>> run.advance_to(1.5), round(run["y"], 12)
    (True, 1.25)
    """

    def __init__(self, motion, p=None, i=None, *, strict=False):
        self._motion = motion
        self._run = _anholon.Run(motion._motion, words.floats("p", p or {}), words.floats("i", i or {}),
                                 words.flag("strict", strict))
        self._names = {name: k for k, name in enumerate(self._run.names)}

    @property
    def t(self):
        """Where the motion stands."""
        return self._run.t

    @property
    def columns(self):
        return tuple(self._names)

    @property
    def now(self):
        """The columns where the motion stands."""
        return Row(self._names, self._run.now())

    def at(self, t):
        """The columns at a time within the last step."""
        return Row(self._names, self._run.at(words.finite("t", t)))

    def __getitem__(self, name):
        """One column where the motion stands."""
        try:
            return self._run.column(self._names[name])
        except KeyError:
            raise refused("column-unknown", f"there is no column '{name}'", _meant(name, self._names)) from None

    def step(self, until):
        """One step of the integrator towards a time and not beyond it. Whether the motion goes on; if not, `result` says why."""
        return self._run.step(words.finite("until", until))

    def advance_to(self, until):
        """Moves up to this time. False where an event stopped the motion before; whatever else ends it raises a StateError."""
        if self._run.advance_to(words.finite("until", until)):
            return True
        result = self.result
        if result.end == "event":
            return False
        message = f"the motion ends at t = {result.t:.10g}: {result.reason}"
        raise StateError(f"error[{_ENDED}]: {message}", [{"code": _ENDED, "message": message}])

    def set(self, name, value):
        """A parameter or a variable from here on. What else must change for the constraints changes as little as possible."""
        self._run.set(words.text("name", name), words.finite(name, value))

    def drive(self, until, every, controller):
        """Calls `controller(run)` at t, t + every, … and moves on in between. The controller sets what it controls.

        >>> m = anholon.load("model Cart { param F = 0; coord x; kinetic x'^2/2; force on x: F }")
        >>> run = m.motion(columns=["x", "x'"]).start(i={"x": 1})
        >>> run.drive(20, 0.05, lambda run: run.set("F", -2*run["x"] - 3*run["x'"]))
        True
        >>> abs(run["x"]) < 1e-6
        True
        """
        until, every = words.finite("until", until), words.finite("every", every)
        if every <= 0:
            raise refused("every-not-positive", "the time between two calls must be positive")
        start, count = self._run.t, 0
        while self._run.t < until:
            controller(self)
            count += 1
            if not self.advance_to(min(start + count * every, until)):
                return False
        return True

    def reset(self, p=None, i=None, *, strict=False):
        """Back to the start, or to another one."""
        if p is None and i is None:
            self._run.reset()
        else:
            self._run.restart(words.floats("p", p or {}), words.floats("i", i or {}), words.flag("strict", strict))

    @property
    def result(self):
        """How it went so far: end, reason, t, drift, events, steps, method, notes."""
        data = self._run.result()
        events = [Record({"event": name, "t": t, "direction": direction, "state": dict(zip(data["columns"], row))})
                  for name, t, direction, row in data["events"]]
        data["final"] = dict(zip(data.pop("columns"), data["final"]))
        out = Record(data)
        out._data["events"] = events
        return out

    def __repr__(self):
        return f"<anholon.Run: at t = {self.t:.6g}>"

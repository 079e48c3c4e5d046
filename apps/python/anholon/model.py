"""A model, and everything that can be asked of it."""

import os
import tempfile
from dataclasses import dataclass
from typing import Optional

from . import _anholon, errors, words
from .expression import Expression
from .progress import listener
from .rates import Rates
from .results import (
    Action,
    Bifurcation,
    Branches,
    Chart,
    Comparison,
    Connections,
    CriticalValues,
    Derivation,
    Ensemble,
    Facts,
    HamiltonJacobi,
    Limit,
    Linearization,
    Lyapunov,
    Orbit,
    Path,
    Program,
    Quadrature,
    Section,
    StabilityRegion,
    Surface,
    SymbolicStability,
    Trajectory,
    Variations,
    Verification,
    _meant,
)
from .run import Motion


@dataclass(frozen=True)
class Parameter:
    """A parameter of a model, in its unit."""

    name: str
    value: float
    unit: str
    description: str
    range: Optional[tuple]
    is_derived: bool
    is_input: bool


@dataclass(frozen=True)
class Output:
    """A function of the motion that a model has named; also a column."""

    name: str
    unit: str
    description: str


_START = {"p": "values", "i": "values", "experiment": "text", "strict": "flag"}
_MOTION = {**_START, "inputs": "texts:input", "until": "number", "every": "number", "tol": "number", "columns": "list", "form": "text", "method": "text",
           "events": "texts:event", "stop": "texts", "quadratures": "values:quadrature", "keep_contact": "flag", "reduced": "flag",
           "level": "texts", "max_drift": "number", "through_degeneracy": "flag"}
_STUDY = {**_START, "until": "number", "tol": "number", "method": "text", "full": "flag", "fix": "values", "seed": "count",
          "at": "text", "every": "number", "count": "count", "transient": "number", "columns": "list", "over": "ranges"}


def load(what):
    """A model: by its name in the gallery, from a file, or from its text.

    >>> anholon.load("rolling-disc").name
    'RollingDisc'
    >>> anholon.load("model P { param g = 9, l = 1; coord phi; kinetic l^2*phi'^2/2; potential -g*l*cos(phi) }").name
    'P'
    >>> anholon.load("rolling-disk")
    Traceback (most recent call last):
        ...
    anholon.errors.ModelError: error[model-not-found]: the gallery has no model 'rolling-disk'
       = help: did you mean 'rolling-disc'?
    """
    if isinstance(what, Model):
        return what
    if isinstance(what, os.PathLike):
        return Model(_anholon.from_file(os.fspath(what)))
    if not isinstance(what, str):
        raise TypeError(f"load takes a name, a path or the text of a model, not {type(what).__name__}")
    if "\n" in what or "{" in what:
        return Model(_anholon.from_text(what, "model", ""))
    is_path = "/" in what or what.endswith(".anh")
    if not is_path and (what in _anholon.gallery() or not os.path.exists(what)):
        return Model(_anholon.from_gallery(what))
    return Model(_anholon.from_file(what))


def _table(name, value, how):
    """A file with times and values of an input."""
    if len(value) not in (2, 3) or how not in ("steps", "linear", "cubic"):
        raise errors.refused("table-bad", f"the table of '{name}' is (times, values) or (times, values, 'steps', 'linear' or 'cubic')")
    times, values = ([words.finite(name, one) for one in column] for column in value[:2])
    if len(times) != len(values):
        raise errors.refused("table-bad", f"the table of '{name}' has {len(times)} times and {len(values)} values")
    file = tempfile.NamedTemporaryFile("w", prefix="anholon-", suffix=".csv")
    file.write("".join(f"{t!r},{u!r}\n" for t, u in zip(times, values)))
    file.flush()
    return file


def _other(what):
    """The second model of a comparison."""
    if not isinstance(what, (Model, str, os.PathLike)):
        raise TypeError(f"the other model is a Model, or what load takes, not {type(what).__name__}")
    return load(what)


def _from_text(text, file, title):
    return Model(_anholon.from_text(text, file, title))


class Model:
    """A mechanical system. It never changes once it has been made, and any number of threads may ask it.

    Studies work on the core of a system unless `full=True`. All of them take `p` (parameters), `i` (initial values) and `experiment`, and
    release Python's lock while they work; Ctrl-C stops them. `progress=True` shows how far they are; `seconds` limits their time.
    """

    def __init__(self, model):
        if not isinstance(model, _anholon.Model):
            raise TypeError("models are made by anholon.load")
        self._model = model
        for warning in model.warnings:
            errors.tell(warning["code"], warning["message"], warning["help"])

    @property
    def name(self):
        return self._model.name

    @property
    def description(self):
        return self._model.description

    @property
    def text(self):
        """The text of the model."""
        return self._model.text

    @property
    def parameters(self):
        """By name.

        >>> anholon.load("chaplygin-sleigh").parameters["a"].value
        0.3
        """
        return {one["name"]: Parameter(**one) for one in self._model.parameters}

    @property
    def inputs(self):
        """The parameters that are stated as inputs, by name.

        >>> list(anholon.load("segway").inputs)
        ['speed', 'turn', 'push']
        """
        return {name: one for name, one in self.parameters.items() if one.is_input}

    @property
    def outputs(self):
        """By name.

        >>> anholon.load("segway").outputs["tilt"].unit
        'rad'
        """
        return {one["name"]: Output(**one) for one in self._model.outputs}

    @property
    def state_variables(self):
        """Coordinates, then velocities, then states of controllers: "x", "x'", "e"."""
        return tuple(self._model.state_variables)

    @property
    def quasi_velocities(self):
        return tuple(self._model.quasi_velocities)

    @property
    def experiments(self):
        return tuple(self._model.experiments)

    def __repr__(self):
        coordinates = [name for name in self.state_variables if not name.endswith("'")]
        return f"Model('{self.name}': {', '.join(coordinates)}; {len(self._model.parameters)} parameters)"

    def _repr_html_(self):
        import html

        return f"<pre>{html.escape(self.text)}</pre>"

    def __reduce__(self):
        return (_from_text, (self.text, self._model.file, self._model.title))

    def _ask(self, question, kinds, given, progress=None, seconds=None, threads=None, other=None):
        options = words.words(kinds, given)
        hear, bar = listener(progress, f"{self.name}: {question}")
        try:
            answer = _anholon.ask(question, self._model, options, hear, None if seconds is None else words.finite("seconds", seconds),
                                  0 if threads is None else int(words.count("threads", threads)), None if other is None else other._model)
        finally:
            bar.close()
        for code, message, help in answer["warnings"]:
            errors.tell(code, message, help)
        return answer, options

    def _page(self, options):
        return _anholon.page(self._model, options)

    # --- exact questions

    def derive(self, form=None, *, parts=None, reduced=False, level=None, simplify=True, progress=None, seconds=None):
        """The equations of motion in one form, by default the law that the model states, or in "all".

        >>> print(anholon.load("chaplygin-sleigh").derive("hamel").latex.splitlines()[0])
        % ChaplyginSleigh: Boltzmann–Hamel, Poincaré (Hamel 1904, Poincaré 1901)
        """
        kinds = {"form": "text", "parts": "texts:part", "reduced": "flag", "level": "texts", "unsimplified": "flag"}
        answer, _ = self._ask("derive", kinds, {"form": form, "parts": parts, "reduced": reduced, "level": level,
                                                "unsimplified": not words.flag("simplify", simplify)}, progress, seconds)
        return Derivation(answer, {name: Expression(self, e) for name, e in answer["solved"].items()})

    def verify(self, *, eliminations=False, reduced=False, level=None, seed=None, progress=None, seconds=None):
        """Proofs that all forms of the equations agree, and that what the model expects holds.

        With `eliminations`, the forbidden form is compared by every choice of eliminated velocities as well."""
        kinds = {"eliminations": "flag", "reduced": "flag", "level": "texts", "seed": "count"}
        asked = {"eliminations": eliminations, "reduced": reduced, "level": level, "seed": seed}
        return Verification(self._ask("verify", kinds, asked, progress, seconds)[0])

    def facts(self, *names, at=None, p=None, reduced=False, seconds_per_fact=None, progress=None, seconds=None):
        """What can be said without integrating: answers to these questions, or to all; `anholon.fact_names()` lists them."""
        kinds = {"names": "texts:fact", "at": "values", "p": "values", "reduced": "flag", "seconds_per_fact": "number:budget"}
        if seconds_per_fact is not None:
            words.finite("seconds_per_fact", seconds_per_fact)
        return Facts(self._ask("facts", kinds, {"names": names, "at": at, "p": p, "reduced": reduced,
                                                "seconds_per_fact": seconds_per_fact}, progress, seconds)[0])

    def hamilton_jacobi(self, integral=None, constants=None, p=None, *, budget=None, seconds=None):
        """The Hamilton–Jacobi equation, and its separation of variables; under nonholonomic constraints, which motions it finds. With
        `integral`, a function of t, coordinates, parameters and `constants`: whether it is a complete integral. Parameters stay letters
        but for those of `p`. What `budget` seconds do not suffice for, 30 by default, is told as not decided.

        >>> free = anholon.load("model Free { param m = 1; coord x; kinetic m*x'^2/2 }")
        >>> found = free.hamilton_jacobi("a*x - a^2*t/(2*m)", "a")
        >>> found.equation, found.integral.is_complete
        ('S_x^2/(2*m) + S_t', True)
        """
        kinds = {"integral": "text", "constants": "names", "p": "values", "budget": "text"}
        limit = None if budget is None else repr(words.finite("budget", budget))
        return HamiltonJacobi(self._ask("hamilton-jacobi", kinds, {"integral": integral, "constants": constants, "p": p, "budget": limit},
                                        None, seconds)[0])

    def linearize(self, at="equilibrium", *, p=None, i=None, where=None, critical=None, symbolic=None, region=None, points=None,
                  experiment=None, reduced=False, strict=False, seconds=None):
        """The linear equations near an equilibrium or a "steady" motion. Instead of them,

        - `critical={"v": (1, 10)}` finds the values at which eigenvalues pass the imaginary axis;
        - `symbolic=["m", "g"]`, or `symbolic="all"`, keeps parameters as letters and gives the conditions of stability;
        - `region={"v": (0, 10), "c": (0, 1)}` says where in the plane of two letters it is stable, at `points` along each axis.

        >>> pendulum = anholon.load("model P { param g = 9, k = 1; coord phi; kinetic phi'^2/2; potential -g*cos(phi) - k*phi^2/2 }")
        >>> [c.shown for c in pendulum.linearize(symbolic="all").conditions]
        ['g > k']
        """
        if at not in ("equilibrium", "steady"):
            raise errors.refused("at-unknown", f"'at' is 'equilibrium' or 'steady', not {at!r}")
        if sum(one is not None for one in (critical, symbolic, region)) > 1:
            raise errors.refused("options-conflict", "'critical', 'symbolic' and 'region' are different questions", "one of them")
        if points is not None and region is None:
            raise errors.refused("options-conflict", "'points' belongs to 'region'")
        if points is not None and int(words.count("points", points)) < 2:
            raise errors.refused("region-points", f"a region has 2 to 2001 points along each axis, not {points}")
        kinds = {**_START, "at": "text", "where": "values", "critical": "ranges", "symbolic": "list", "region": "axes", "points": "count",
                 "reduced": "flag"}
        answer, _ = self._ask("linearize", kinds, {"at": at, "p": p, "i": i, "where": where, "critical": critical, "symbolic": symbolic,
                                                   "region": region, "points": points, "experiment": experiment, "reduced": reduced,
                                                   "strict": strict}, None, seconds)
        kind = (CriticalValues if critical is not None else SymbolicStability if symbolic is not None
                else StabilityRegion if region is not None else Linearization)
        return kind(answer)

    def compare(self, other, *, map=None, time=None, where=None, find=None, p=None, reduced=False, seconds=None):
        """Whether a map takes the motions of this model to those of another: `map={"x": "x + a*cos(phi)"}` gives variables and parameters
        of the other one in the names of this one. Without a map, equal names are tried, and then an affine map is looked for; `find` names
        parameters of the other model that the search may choose.

        >>> suslov = anholon.load("suslov")
        >>> c = suslov.compare("suslov", map={"w1": "-w1", "w2": "-w2"}, time=-1)
        >>> c.holds, c.kind, c.images["w1"]
        (True, 'equivalence', '-w1')
        """
        kinds = {"map": "values", "time": "number", "where": "texts", "find": "texts", "p": "values", "reduced": "flag"}
        return Comparison(self._ask("compare", kinds, {"map": map, "time": time, "where": where, "find": find, "p": p, "reduced": reduced},
                                    None, seconds, other=_other(other))[0])

    def export(self, language, *, form=None, jacobian=False, p=None, i=None, experiment=None, reduced=False, strict=False, seconds=None):
        """The equations as a program.

        >>> print(anholon.load("chaplygin-sleigh").export("c99").source.splitlines()[0])
        /*
        """
        kinds = {**_START, "language": "text:to", "form": "text", "jacobian": "flag", "reduced": "flag"}
        return Program(self._ask("export", kinds, {"language": language, "form": form, "jacobian": jacobian, "p": p, "i": i,
                                                   "experiment": experiment, "reduced": reduced, "strict": strict}, None, seconds)[0])

    def export_fmu(self, path, *, fmi="2.0", form=None, p=None, i=None, experiment=None, reduced=False, strict=False, seconds=None):
        """Writes the system as a Functional Mock-up Unit, of FMI "2.0" or "3.0". The names of its files.

        >>> import os, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     "modelDescription.xml" in anholon.load("chaplygin-sleigh").export_fmu(os.path.join(folder, "sleigh.fmu"))
        True
        """
        path = os.fspath(path)
        if not path.endswith(".fmu"):
            raise errors.refused("output-name", f"the name of an FMU must end in .fmu: {path!r} does not")
        if fmi not in ("2.0", "3.0"):
            raise errors.refused("fmi-unknown", f"'fmi' is '2.0' or '3.0', not {fmi!r}")
        kinds = {**_START, "path": "text:o", "fmi": "text", "form": "text", "reduced": "flag"}
        return self._ask("fmu", kinds, {"path": path, "fmi": fmi, "form": form, "p": p, "i": i, "experiment": experiment,
                                        "reduced": reduced, "strict": strict}, None, seconds)[0]["result"]["files"]

    def expr(self, text):
        """An exact expression in the names of the model.

        >>> anholon.load("chaplygin-sleigh").expr("m*a^2 + J - J")
        Expression('m*a^2')
        """
        return Expression(self, _anholon.expression(self._model, words.text("text", text)))

    # --- motions

    def _inputs(self, inputs):
        """Inputs as words, and the file of tables that they refer to."""
        known, out, tables = self.inputs, [], {}
        for name, value in words.mapping("inputs", inputs).items():
            if name not in known:
                raise errors.refused("input-unknown", f"there is no input '{name}'", _meant(name, known) if known else None)
            if isinstance(value, (tuple, list)):
                how = value[2] if len(value) == 3 else "linear"
                tables[name] = _table(name, value, how)
                out.append((name, how))
            else:
                out.append(f"{name}={words.word(name, value)}")
        files = [tables[name] for name in tables]
        return [one if isinstance(one, str) else f"{one[0]}=@{tables[one[0]].name}:{one[1]}" for one in out], files

    def simulate(self, until=None, *, every=None, p=None, i=None, inputs=None, columns=None, events=None, stop=None, quadratures=None, experiment=None,
                 tol=None, form=None, method=None, keep_contact=False, reduced=False, level=None, max_drift=None, through_degeneracy=False,
                 strict=False, progress=None, seconds=None):
        """A motion: its columns as NumPy arrays. Without `every` there is a row per step of the integrator.

        >>> run = anholon.load("chaplygin-sleigh").simulate(until=2, columns=["v", "speed=sqrt(x'^2 + y'^2)"])
        >>> abs(run.v - run.speed).max() < 1e-14
        True

        `inputs` are numbers, expressions of t, or tables (times, values) with "steps", "linear" or "cubic" behind them:

        >>> cart = anholon.load("model Cart { input f = 0; coord x; kinetic x'^2/2; force on x: f; init x = 0 }")
        >>> round(cart.simulate(until=2, inputs={"f": ([0, 1, 2], [0, 3, 3])})["x'"][-1], 12)
        4.5
        >>> round(cart.simulate(until=2, inputs={"f": "cos(t)"})["x'"][-1] - np.sin(2), 12)
        0.0

        With `through_degeneracy` a motion goes on through and around configurations where its constraints become dependent:

        >>> start = {"theta1": 1.2, "theta2": 1.2, "v": 0.5, "w1": 0.2, "w2": 0.2}
        >>> run = anholon.load("cart-two-skates").simulate(until=6, i=start, columns=["theta1"], through_degeneracy=True)
        >>> run.end, round(run.theta1[-1], 12)
        ('reached', 2.4)
        """
        given_inputs, files = self._inputs(inputs or {})
        given = {"until": until, "every": every, "p": p, "i": i, "inputs": given_inputs or None, "columns": columns, "events": events, "stop": stop,
                 "quadratures": quadratures, "experiment": experiment, "tol": tol, "form": form, "method": method,
                 "keep_contact": keep_contact, "reduced": reduced, "level": level, "max_drift": max_drift,
                 "through_degeneracy": through_degeneracy, "strict": strict}
        answer, options = self._ask("simulate", _MOTION, given, progress, seconds)
        run = Trajectory(answer, self, options)
        run._files = files  # as long as the motion may be shown
        return run

    def motion(self, *, columns=None, events=None, quadratures=None, experiment=None, tol=None, form=None, method=None,
               keep_contact=False):
        """The system ready to move, for runs that are stepped and controlled."""
        request = _anholon.MotionRequest()
        if columns is not None:
            request.columns = words.texts("columns", columns)
        request.events = words.texts("events", events or [])
        request.quadratures = words.assignments("quadratures", quadratures or {})
        request.experiment = words.text("experiment", experiment or "")
        request.form = words.text("form", form or "")
        request.method = words.text("method", method or "")
        request.tolerance = None if tol is None else words.finite("tol", tol)
        request.keep_contact = words.flag("keep_contact", keep_contact)
        return Motion(_anholon.motion(self._model, request))

    def rhs(self, *, form=None, p=None, i=None):
        """The right-hand side of the equations as a compiled function on NumPy arrays: one state or many."""
        return Rates(_anholon.rates(self._model, words.text("form", form or ""), words.floats("p", p or {}), words.floats("i", i or {})))

    # --- one motion, and what it tends to

    def _motion(self, question, kind, given, inputs, progress, seconds, more={}, other=None):
        """A question about one motion. `inputs` are those of `simulate`."""
        given_inputs, files = self._inputs(inputs or {})
        kinds = {**_START, "inputs": "texts:input", "until": "number", "every": "number", "tol": "number", "method": "text", "by": "text",
                 "tangents": "tangents:tangent", "harmonics": "count", "to": "values", "duration": "number:in", "starts": "count",
                 "seed": "count", **more}
        answer, _ = self._ask(question, kinds, {**given, "inputs": given_inputs or None}, progress, seconds, other=other)
        for file in files:
            file.close()
        return kind(answer)

    def path(self, until, *, by=None, every=None, p=None, i=None, inputs=None, experiment=None, tol=None, method=None, strict=False,
             progress=None, seconds=None):
        """A motion against a quasi-coordinate instead of time, by Whittaker's equations; the time is a quadrature. `by` is a free
        velocity or a coordinate; `until` and `every` are values of the independent variable.

        >>> path = anholon.load("chaplygin-sleigh").path(3, by="w")
        >>> path.columns[:2], path.difference_from_motion < 1e-9
        (('pi_w', 't'), True)
        """
        return self._motion("path", Path, {"until": until, "by": by, "every": every, "p": p, "i": i, "experiment": experiment, "tol": tol,
                                           "method": method, "strict": strict}, inputs, progress, seconds)

    def variations(self, until=None, *, tangents=None, every=None, p=None, i=None, inputs=None, experiment=None, tol=None, method=None,
                   strict=False, progress=None, seconds=None):
        """The equations in variations along a motion, and how well they keep their invariants. `tangents` are vectors at the start, each a
        dict of its components that are not 0; by default there is one along each variable.

        >>> v = anholon.load("furuta-pendulum").variations(until=1, tangents=[{"phi": 1}, {"phi'": 1}])
        >>> v.tangents.shape[1:] == (2, len(v.variables)), v.bilinear_is_invariant
        (True, True)
        """
        return self._motion("variations", Variations, {
            "until": until, "tangents": tangents, "every": every, "p": p, "i": i, "experiment": experiment, "tol": tol, "method": method,
            "strict": strict}, inputs, progress, seconds)

    def action(self, until=None, *, harmonics=None, p=None, i=None, inputs=None, experiment=None, tol=None, method=None, strict=False,
               seconds=None):
        """The action along a motion, and its first variations by Hölder's and by Hamilton's principle.

        >>> a = anholon.load("chaplygin-sleigh").action(until=2)
        >>> a.hoelder.vanishes, a.hamilton.vanishes
        (True, False)
        """
        return self._motion("action", Action, {"until": until, "harmonics": harmonics, "p": p, "i": i, "experiment": experiment, "tol": tol,
                                               "method": method, "strict": strict}, inputs, None, seconds)

    def connect(self, to, duration=None, *, starts=None, seed=None, p=None, i=None, inputs=None, experiment=None, tol=None, method=None,
                strict=False, seconds=None):
        """Extremals of the action from the start to a place, `to={"x": 2}`, which take the time `duration`; with their conjugate points.

        >>> free = anholon.load("model Free { coord x, y; kinetic (x'^2 + y'^2)/2 }")
        >>> round(free.connect({"x": 3, "y": 4}, 1).extremals[0].length, 9)
        5.0
        """
        return self._motion("connect", Connections, {
            "to": to, "duration": duration, "starts": starts, "seed": seed, "p": p, "i": i, "experiment": experiment, "tol": tol,
            "method": method, "strict": strict}, inputs, None, seconds)

    def quadrature(self, until=None, *, p=None, i=None, inputs=None, experiment=None, tol=None, strict=False, seconds=None):
        """The motion by linear integrals and a quadrature, where one variable is left after reduction by symmetries.

        >>> q = anholon.load("rolling-disc").quadrature()
        >>> q.variable, q.motion, q.missed < 1e-9
        ('theta', 'oscillates', True)
        """
        return self._motion("quadrature", Quadrature, {"until": until, "p": p, "i": i, "experiment": experiment, "tol": tol,
                                                       "strict": strict}, inputs, None, seconds)

    def limit(self, as_=None, *, N=None, mu=None, over=None, against=None, until=None, p=None, i=None, inputs=None, experiment=None,
              tol=None, strict=False, seconds=None):
        """What motions tend to as the forces that realise the constraints grow: `as_` is "viscous", "added-mass", or "mixed" with `mu`,
        and `N=(1e2, 1e6)` their size. Or as a parameter changes: `over={"rho": (0.1, 1e-6)}`, compared with the model `against`.

        >>> found = anholon.load("chaplygin-sleigh").limit("viscous", N=(1e2, 1e5), until=1)
        >>> found.limits, found.distances("nonholonomic").shape
        (['nonholonomic'], (4,))
        """
        kinds = {"as_": "text:as", "N": "range", "mu": "number", "over": "axes"}
        return self._motion("limit", Limit, {"as_": as_, "N": N, "mu": mu, "over": over, "until": until, "p": p, "i": i,
                                             "experiment": experiment, "tol": tol, "strict": strict}, inputs, None, seconds, kinds,
                            None if against is None else _other(against))

    # --- studies of motions

    def _study(self, question, kind, given, progress, seconds, threads=None):
        kinds = {**_STUDY, **{"orbits": "count", "rotation": "flag", "inherit": "text", "measure": "text", "device": "text",
                              "period": "number", "returns": "count", "of": "text", "curves": "texts:curve", "branches": "count",
                              "step": "number", "draw": "draws", "reduced": "flag"}}
        return kind(self._ask(question, kinds, given, progress, seconds, threads)[0])

    def section(self, at=None, *, every=None, count=None, until=None, transient=None, over=None, orbits=None, fix=None, columns=None,
                rotation=False, seed=None, p=None, i=None, experiment=None, tol=None, method=None, full=False, strict=False,
                threads=None, progress=None, seconds=None):
        """Where motions cross a surface: a Poincaré section at `"EXPR[:up|down]"`, or each `every` seconds."""
        return self._study("section", Section, {
            "at": at, "every": every, "count": count, "until": until, "transient": transient, "over": over, "orbits": orbits, "fix": fix,
            "columns": columns, "rotation": rotation, "seed": seed, "p": p, "i": i, "experiment": experiment, "tol": tol,
            "method": method, "full": full, "strict": strict}, progress, seconds, threads)

    def bifurcation(self, over, at=None, *, every=None, count=None, until=None, transient=None, fix=None, columns=None, inherit=None,
                    p=None, i=None, experiment=None, tol=None, method=None, full=False, strict=False, threads=None, progress=None,
                    seconds=None):
        """How a section changes with a parameter: `over={"g": (1, 9, 50)}`."""
        return self._study("bifurcation", Bifurcation, {
            "over": over, "at": at, "every": every, "count": count, "until": until, "transient": transient, "fix": fix,
            "columns": columns, "inherit": inherit, "p": p, "i": i, "experiment": experiment, "tol": tol, "method": method,
            "full": full, "strict": strict}, progress, seconds, threads)

    def lyapunov(self, until=None, *, transient=None, count=None, seed=None, p=None, i=None, experiment=None, tol=None, method=None,
                 full=False, strict=False, progress=None, seconds=None):
        """Lyapunov exponents with error bars, and the reasons of those that vanish."""
        return self._study("lyapunov", Lyapunov, {
            "until": until, "transient": transient, "count": count, "seed": seed, "p": p, "i": i, "experiment": experiment, "tol": tol,
            "method": method, "full": full, "strict": strict}, progress, seconds)

    def chart(self, over=None, measure=None, *, fix=None, until=None, transient=None, seed=None, device=None, p=None, i=None,
              experiment=None, tol=None, method=None, full=False, strict=False, threads=None, progress=None, seconds=None):
        """Motions measured over a range of parameters or starts, on all cores: `over={"E": (150, 910, 512)}`, `measure="lyapunov"`."""
        return self._study("chart", Chart, {
            "over": over, "measure": measure, "fix": fix, "until": until, "transient": transient, "seed": seed, "device": device, "p": p,
            "i": i, "experiment": experiment, "tol": tol, "method": method, "full": full, "strict": strict}, progress, seconds, threads)

    def orbit(self, period=None, *, at=None, returns=None, until=None, fix=None, p=None, i=None, experiment=None, tol=None, method=None,
              full=False, strict=False, seconds=None):
        """A periodic motion near the start: from a guess of its period, or from a return to a section."""
        return self._study("orbit", Orbit, {
            "period": period, "at": at, "returns": returns, "until": until, "fix": fix, "p": p, "i": i, "experiment": experiment,
            "tol": tol, "method": method, "full": full, "strict": strict}, None, seconds)

    def continue_(self, of, over, *, curves=None, branches=None, step=None, fix=None, period=None, at=None, returns=None, until=None,
                  p=None, i=None, experiment=None, tol=None, method=None, full=False, reduced=False, strict=False, seconds=None):
        """Branches of "equilibrium", "steady" or "orbit" when a value changes: `over={"g": (1, 9)}`; with two, curves of bifurcations."""
        if of not in ("equilibrium", "steady", "orbit"):
            raise errors.refused("of-unknown", f"'of' is 'equilibrium', 'steady' or 'orbit', not {of!r}")
        return self._study("continue", Branches, {
            "of": of, "over": over, "curves": curves, "branches": branches, "step": step, "fix": fix, "period": period, "at": at,
            "returns": returns, "until": until, "p": p, "i": i, "experiment": experiment, "tol": tol, "method": method, "full": full,
            "reduced": reduced, "strict": strict}, None, seconds)

    def ensemble(self, draw, *, count=None, until=None, every=None, fix=None, columns=None, seed=None, p=None, i=None, experiment=None,
                 tol=None, method=None, full=False, strict=False, threads=None, progress=None, seconds=None):
        """Many motions with values drawn at random: `draw={"w3": ("normal", -5, 0.1)}`."""
        return self._study("ensemble", Ensemble, {
            "draw": draw, "count": count, "until": until, "every": every, "fix": fix, "columns": columns, "seed": seed, "p": p, "i": i,
            "experiment": experiment, "tol": tol, "method": method, "full": full, "strict": strict}, progress, seconds, threads)

    def surface(self, levels=None, *, reduced=False, velocities=None, keep=None, box=None, cells=None, most=None, starts=None, seed=None,
                motion=None, columns=None, p=None, i=None, inputs=None, experiment=None, strict=False, seconds=None):
        """The surface on which first integrals are constant: its topology, its singular points, the curves on which the constraints
        degenerate, and its polygons. `levels=["energy"]` are integrals at their initial values, `{"energy": 2}` at others; by default
        those that the model expects. `box={"x": (-2, 2)}` says where the surface is followed, `motion=20` follows the motion on it.

        >>> wells = anholon.load("model Well { coord x, y; kinetic (x'^2 + y'^2)/2; potential x^2/2 + y^2; init x = 1, y' = 1 }")
        >>> torus = wells.surface(["x'^2/2 + x^2/2", "y'^2/2 + y^2"])
        >>> torus.is_decided, [one.genus for one in torus.components], torus.vertices.shape[1], torus.triangles.shape[1]
        (True, [1], 3, 3)
        """
        kinds = {"levels": "settings:level", "reduced": "flag", "velocities": "setting-list", "keep": "list", "box": "ranges",
                 "cells": "count", "most": "count", "motion": "number", "columns": "list"}
        return self._motion("surface", Surface, {
            "levels": levels, "reduced": reduced, "velocities": velocities, "keep": keep, "box": box, "cells": cells, "most": most,
            "starts": starts, "seed": seed, "motion": motion, "columns": columns, "p": p, "i": i, "experiment": experiment,
            "strict": strict}, inputs, None, seconds, kinds)

"""Answers as objects: what the command prints with --json, by attributes and as NumPy arrays."""

import html
from collections.abc import Mapping

import numpy as np


class Record(Mapping):
    """Named values, as attributes and as items.

    >>> anholon.Record({"value": 2, "told-from": 1}).value
    2
    """

    def __init__(self, data):
        self._data = {key: _wrapped(value) for key, value in data.items()}

    def __getattr__(self, name):
        if not name.startswith("_"):
            for key in (name, name.replace("_", "-")):
                if key in self._data:
                    return self._data[key]
        raise AttributeError(f"{type(self).__name__} has no '{name}'; it has {', '.join(self._data)}")

    def __getitem__(self, key):
        return self._data[key]

    def __iter__(self):
        return iter(self._data)

    def __len__(self):
        return len(self._data)

    def __dir__(self):
        return [*super().__dir__(), *(key.replace("-", "_") for key in self._data if key.replace("-", "_").isidentifier())]

    def __repr__(self):
        return f"{type(self).__name__}({', '.join(f'{key}={value!r}' for key, value in self._data.items())})"

    def to_dict(self):
        """The same in dicts and lists, as the command prints it with --json."""
        return {key: _plain(value) for key, value in self._data.items()}


def _wrapped(value):
    if isinstance(value, dict):
        return Record(value)
    return [_wrapped(one) for one in value] if isinstance(value, list) else value


def _plain(value):
    if isinstance(value, Record):
        return value.to_dict()
    return [_plain(one) for one in value] if isinstance(value, list) else value


class Result(Record):
    """An answer of the engine. `text` is what the command prints."""

    def __init__(self, answer, data=None):
        super().__init__(answer["result"] if data is None else data)
        self.text = answer["text"]

    def __str__(self):
        return self.text.rstrip("\n")

    def __repr__(self):
        return f"<anholon.{type(self).__name__}: {self.text.splitlines()[0] if self.text else ''}>"

    def _repr_html_(self):
        return f"<pre>{html.escape(self.text)}</pre>"


def _table(head, rows):
    cells = "".join(f"<th style='text-align:left'>{html.escape(one)}</th>" for one in head)
    lines = "".join(
        "<tr>" + "".join(f"<td style='text-align:left'>{html.escape(str(one))}</td>" for one in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{cells}</tr></thead><tbody>{lines}</tbody></table>"


def _pyplot():
    try:
        import matplotlib.pyplot as plt
    except ImportError as missing:
        raise ImportError("plot needs Matplotlib: apt-get install python3-matplotlib") from missing
    return plt


class Derivation(Result):
    """Equations of motion in one form, or in all of them: `text`, `latex`, and by parts.

    >>> d = anholon.load("chaplygin-sleigh").derive("hamel")
    >>> d.title, [line.text for line in d.equations]
    ('Boltzmann–Hamel, Poincaré', ['d/dt(m*v) = m*a*w^2', 'd/dt((J + m*a^2)*w) = -m*a*v*w'])
    >>> d.solved["v'"]
    Expression('a*w^2')
    """

    def __init__(self, answer, solved):
        data = answer["result"]
        forms = data if isinstance(data, list) else data.get("forms", [data])
        super().__init__(answer, forms[0] if len(forms) == 1 else {"forms": forms})
        self.latex = answer["latex"]
        self.solved = solved  #: rates by name, "x'" or "v'", as exact expressions; of one form

    def _repr_latex_(self):
        return self.latex

    def _repr_html_(self):
        return None  # notebooks typeset the LaTeX


class Verification(Result):
    """Whether all forms of the equations agree, whether the model moves as its bodies must, and whether what it expects holds.

    >>> v = anholon.load("rolling-disc").verify()
    >>> v.ok, len(v.rows) > 10
    (True, True)
    >>> [(row.agrees, row.proof) for row in v.rows if row.form == "hamel"]
    [(True, 'normal form')]
    """

    @property
    def ok(self):
        """Whether everything was compared and agrees, and all expectations hold. What is undecided does not count as proved."""
        return (self.agree is True and (self.model is None or self.model.agrees is True)
                and all(one.holds is True for one in self.expectations))

    @property
    def rows(self):
        """A record for each form: form, applicable, agrees, proof, reason, difference."""
        return self.forms

    def _repr_html_(self):
        agrees = {True: "agrees", False: "differs", None: "not decided"}
        holds = {True: "holds", False: "does not hold", None: "not decided"}
        rows = [(one.form, agrees[one.agrees] if one.applicable else "does not apply", _how(one)) for one in self.rows]
        rows += [(one.expect, holds[one.holds], _how(one)) for one in self.expectations]
        return _table(("form or expectation", "verdict", "proof or reason"), rows)


def _how(one):
    return one.reason or (one.proof if one.proof != "none" else "")


class Facts(Result):
    """What can be said of a system without integrating: a fact for each question, by its name.

    >>> f = anholon.load("trailer-2").facts("growth")
    >>> f.growth.verdict
    '(2, 3, 4, 5)'
    """

    def __init__(self, answer):
        rows = answer["result"]
        rows = rows if isinstance(rows, list) else rows["facts"]
        super().__init__(answer, {row["fact"]: row for row in rows})
        self.latex = answer["latex"]

    @property
    def rows(self):
        return list(self.values())

    def _repr_html_(self):
        return _table(("question", "verdict", "proof"), [(row.title, row.verdict, row.get("proof") or "") for row in self.rows])


class Linearization(Result):
    """The linear equations near an equilibrium or a steady motion: `A`, `eigenvalues`, `stability`.

    >>> bike = anholon.load("whipple-bicycle").linearize("steady", i={"v": 5})
    >>> bike.stability.verdict
    'stable, asymptotically except along the family'
    >>> bike.eigenvalues.real.max(), bike.A.shape
    (0.0, (5, 5))
    """

    @property
    def A(self):
        """The matrix of the linear equations, of the `variables`."""
        return np.array(self["matrix"], dtype=float).reshape(len(self.variables), len(self.variables))

    @property
    def eigenvalues(self):
        """The largest real part first."""
        return np.array([complex(*pair) for pair in self["eigenvalues"]])


    def _of_space(self, name, columns):
        space = self.get("state_space")
        rows = space[name] if space is not None else []
        return np.array(rows, dtype=float).reshape(len(rows), columns)

    @property
    def B(self):
        """x' = A x + B u, of the inputs u; no columns where the model has none.

        >>> cart = anholon.load("model Cart { input f = 0; coord x; kinetic x'^2/2; potential x^2/2; force on x: f; output y = x }")
        >>> l = cart.linearize()
        >>> l.B.ravel(), l.C, l.state_space.controllable.rank
        (array([0., 1.]), array([[1., 0.]]), 2)
        """
        return self._of_space("B", len(self.state_space.inputs) if self.get("state_space") else 0)

    @property
    def C(self):
        """y = C x + D u, of the outputs y."""
        return self._of_space("C", len(self.variables))

    @property
    def D(self):
        return self._of_space("D", len(self.state_space.inputs) if self.get("state_space") else 0)


class CriticalValues(Result):
    """The values of a parameter at which eigenvalues pass the imaginary axis."""


class SymbolicStability(Result):
    """The linear equations with parameters as letters: `factors` of the characteristic polynomial, `conditions`, and what they claim in
    `statement`.

    >>> found = anholon.load("rolling-disc").linearize("steady", i={"theta": "pi/2", "u": 0, "w": 2}, symbolic="all")
    >>> found.claim, [c.here for c in found.conditions]
    ('stable to first order', ['holds'])
    """

    def __init__(self, answer, data=None):
        super().__init__(answer, data)
        self.latex = answer["latex"]

    def _repr_latex_(self):
        return self.latex

    def _repr_html_(self):
        return None  # notebooks typeset the LaTeX


_REGIMES = {"stable": "#4393c3", "divergence": "#b2182b", "flutter": "#f4a582", "divergence and flutter": "#661f1a",
            "not decided": "#e0e0e0", "no standstill": "#ffffff"}


class StabilityRegion(Result):
    """Where in the plane of two letters a standstill is stable.

    >>> pendulum = anholon.load("model P { param g = 9, k = 1; coord phi; kinetic phi'^2/2; potential -g*cos(phi) + k*phi^2/2 }")
    >>> region = pendulum.linearize(region={"g": (-2, 2), "k": (-2, 2)}, points=5)
    >>> region.axis(0), region.regimes[0, 0], region.regimes[4, 4]
    (array([-2., -1.,  0.,  1.,  2.]), 'divergence', 'stable')
    """

    def __init__(self, answer):
        super().__init__(answer)
        self._data["conditions"] = SymbolicStability(answer, answer["result"]["conditions"])

    @property
    def regimes(self):
        """A word for each point: a row per value of the second letter."""
        return np.array(self["regimes"])

    @property
    def boundaries(self):
        """Pieces of the border of the stable region: rows of x and y where a piece starts, x and y where it ends."""
        return np.array([[*one["from"], *one["to"]] for one in self["boundaries"]], dtype=float).reshape(-1, 4)

    def axis(self, k):
        """The values along an axis."""
        axis = (self.x, self.y)[k]
        return np.linspace(axis.low, axis.high, axis["count"])

    def plot(self, ax=None):
        """A map of the regimes, with Matplotlib."""
        plt = _pyplot()
        from matplotlib.colors import ListedColormap
        from matplotlib.patches import Patch

        ax = ax or plt.gca()
        names, regimes = list(_REGIMES), self.regimes
        numbers = np.vectorize(names.index)(regimes)
        ax.pcolormesh(self.axis(0), self.axis(1), numbers, shading="nearest", cmap=ListedColormap(list(_REGIMES.values())), vmin=-0.5,
                      vmax=len(names) - 0.5)
        for x0, y0, x1, y1 in self.boundaries:
            ax.plot((x0, x1), (y0, y1), "k-", linewidth=0.8)
        ax.legend(handles=[Patch(facecolor=_REGIMES[name], edgecolor="k", label=name) for name in names if (regimes == name).any()])
        ax.set_xlabel(_with_unit(self.x))
        ax.set_ylabel(_with_unit(self.y))
        return ax


def _with_unit(axis):
    return f"{axis.name} [{axis.unit.strip('[]')}]" if axis.unit else axis.name


class Comparison(Result):
    """Whether a map takes the motions of one model to those of another: `holds` (None where that is not decided), `kind`, `images`."""

    @property
    def images(self):
        """The map: variables and parameters of the other model, in the names of this one."""
        return {one.name: one.value for one in self["map"]}

    def _repr_html_(self):
        rows = [(one.name, one.value, one["from"]) for one in self["map"]]
        holds = {True: "The map takes motions to motions", False: "The map does not take motions to motions", None: "Not decided"}[self.holds]
        why = [one for one in (self.kind, self.reason, self.witness, *self.notes) if one]
        head = html.escape(": ".join([holds, "; ".join(why)]) if why else holds)
        return f"<p>{head}</p>" + _table((f"of {self.b}", f"in the names of {self.a}", "from"), rows)


class Quadrature(Result):
    """A motion by linear integrals and a quadrature: `variable`, `equations`, `lower` and `upper` turning points, `period`, `integrals`."""

    def __init__(self, answer):
        super().__init__(answer)
        self.latex = answer["latex"]

    def _repr_latex_(self):
        return self.latex

    def _repr_html_(self):
        return None  # notebooks typeset the LaTeX


class HamiltonJacobi(Result):
    """The Hamilton–Jacobi equation: `equation`, `hamiltonian`, `holonomic`; `separation`, or `shared_motions` under nonholonomic
    constraints; `integral`, what a given function is. Those that were not asked for, or do not apply, are None."""


class Action(Result):
    """The action along a motion: `action`, and the first variations `hoelder` and `hamilton`, with `largest`, `bound` and `vanishes`."""

    def _repr_html_(self):
        words = {True: "vanishes", False: "does not vanish", None: "not decided"}
        rows = [(name, words[one.vanishes], f"{one.largest:.3g}", f"{one.bound:.3g}", one.variations)
                for name, one in (("Hölder", self.hoelder), ("Hamilton", self.hamilton))]
        return f"<p>Action {self.action:.15g}</p>" + _table(("principle", "first variation", "largest", "bound", "variations"), rows)


class Connections(Result):
    """Extremals between two places, the least action first: `extremals` with `action`, `length`, `start` and `conjugate_points`."""

    @property
    def actions(self):
        return np.array([one.action for one in self.extremals], dtype=float)

    def _repr_html_(self):
        rows = [(f"{one.action:.10g}", "" if one.length is None else f"{one.length:.10g}",
                 ", ".join(f"{c.t:.6g}" for c in one.conjugate_points) or "none",
                 ", ".join(f"{name} = {value:.6g}" for name, value in one.start.items())) for one in self.extremals]
        return _table(("action", "length", "conjugate points", "start"), rows) + f"<p>{self.arrived} of {self.starts} guesses arrived</p>"


class Limit(Result):
    """What motions tend to as a number grows or vanishes: `numbers`, and `candidates` with `distances`, `exponent` and `is_limit`."""

    @property
    def limits(self):
        """The names of the candidates that the motions tend to."""
        return [one.name for one in self.candidates if one.is_limit]

    @property
    def numbers(self):
        return np.array(self["numbers"], dtype=float)

    def distances(self, candidate):
        """From the motions to a candidate at the end, for each number."""
        for one in self.candidates:
            if one.name == candidate:
                return np.array(one["distances"], dtype=float)
        from .errors import refused

        raise refused("candidate-unknown", f"there is no candidate '{candidate}'", _meant(candidate, [one.name for one in self.candidates]))

    def _repr_html_(self):
        words = {True: "the limit", False: "not the limit", None: "not decided"}
        rows = [(one.name, one.missing or words[one.is_limit], "" if one.exponent is None else f"{one.exponent:.3f}",
                 ", ".join(f"{d:.2e}" for d in one["distances"])) for one in self.candidates]
        head = (f"<p>{html.escape(self.system)}: {html.escape(self.what)}, {html.escape(self.number)} from {self['numbers'][0]:g} to "
                f"{self['numbers'][-1]:g}, t = {self.until:g}</p>")
        return head + _table(("candidate", "verdict", "exponent", "distances"), rows)

    def plot(self, ax=None):
        """The distances against the number, both logarithmic, with Matplotlib."""
        ax = ax or _pyplot().gca()
        for one in self.candidates:
            if one.missing is None:
                ax.loglog(self.numbers, one["distances"], "o-", label=f"to {one.name}")
        ax.set_xlabel(self.number)
        ax.set_ylabel(f"distance at t = {self.until:g}")
        ax.legend()
        return ax


class _Rows(Result):
    """A result with rows of numbers."""

    def __init__(self, answer):
        super().__init__(answer)
        self.rows = np.array(answer["result"]["rows"], dtype=float).reshape(len(answer["result"]["rows"]), -1)  #: one row per line

    def __reduce__(self):
        return (type(self), ({"result": self.to_dict(), "text": self.text},))


class Path(_Rows):
    """A motion against a quasi-coordinate: its columns as attributes and items, NumPy arrays. The first is the independent variable."""

    def __init__(self, answer):
        super().__init__(answer)
        self.columns = tuple(answer["result"]["columns"])
        self._place = {name: k for k, name in enumerate(self.columns)}

    def __getitem__(self, name):
        if name in self.__dict__.get("_place", {}):
            return self.rows[:, self._place[name]]
        if name in self._data:
            return self._data[name]
        from .errors import refused

        raise refused("column-unknown", f"there is no column '{name}'", _meant(name, self.columns))

    def __getattr__(self, name):
        if name in self.__dict__.get("_place", {}):
            return self.rows[:, self._place[name]]
        return super().__getattr__(name)

    def plot(self, *columns, ax=None):
        """Columns against the independent variable, with Matplotlib; all others if none are named."""
        ax = ax or _pyplot().gca()
        for name in columns or self.columns[1:]:
            ax.plot(self.rows[:, 0], self[name], label=name)
        ax.set_xlabel(self.columns[0])
        ax.legend()
        return ax


class Variations(_Rows):
    """A motion with tangent vectors beside it: `t`, `states`, `tangents`; `bilinear` and `linear` are what the equations keep."""

    @property
    def t(self):
        """The times of the rows."""
        return self.rows[:, 0]

    @property
    def states(self):
        """The motion: a row per time, in the order of `variables`."""
        return self.rows[:, 1:1 + len(self.variables)]

    @property
    def tangents(self):
        """By time, vector and variable."""
        n = len(self.variables)
        return self.rows[:, 1 + n:].reshape(len(self.rows), -1, n)


class Surface(Result):
    """A surface of first integrals: `components`, `parts`, `degenerate_curves`, `singular_points`, `is_decided`, `motion`; and its polygons
    in three columns, as arrays. Polygons are cut where an angle goes once around."""

    def __init__(self, answer):
        super().__init__(answer)
        self.vertices = answer["rows"]  #: a row per vertex, in the order of `columns`; points that agree in them are one
        self.columns = tuple(answer["columns"])
        self._corners, self._ends, self.part_of_polygon = answer["polygons"]

    @property
    def polygons(self):
        """The rows of the vertices around each polygon: a list of arrays."""
        return np.split(self._corners, self._ends[:-1]) if len(self._ends) else []

    @property
    def triangles(self):
        """The polygons cut into triangles: rows of three vertices."""
        return self._fans()[0]

    @property
    def part_of_triangle(self):
        """The part of the surface, from 0, that each triangle lies in."""
        return self.part_of_polygon[self._fans()[1]]

    def _fans(self):
        """Triangles around the first vertex of each polygon, and the number of its polygon for each."""
        begins = np.concatenate(([0], self._ends))[:-1].astype(int)
        sizes = self._ends - begins - 2
        polygon = np.repeat(np.arange(len(sizes)), sizes)
        step = np.arange(len(polygon)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        first = begins[polygon]
        return self._corners[np.stack((first, first + step + 1, first + step + 2), axis=1)], polygon

    def plot(self, ax=None):
        """The surface in its three columns, a colour for each part, with Matplotlib."""
        plt = _pyplot()
        ax = ax or plt.figure().add_subplot(projection="3d")
        triangles, part = self.triangles, self.part_of_triangle
        a, b, c = np.moveaxis(self.vertices[triangles], 1, 0)
        below = np.cross(b - a, c - a)[:, 2] < 0
        triangles[below] = triangles[below, ::-1]  # seen from above, so that neighbours are shaded alike
        for k in np.unique(part):
            ax.plot_trisurf(*self.vertices.T, triangles=triangles[part == k], linewidth=0)
        ax.set_xlabel(self.columns[0])
        ax.set_ylabel(self.columns[1])
        ax.set_zlabel(self.columns[2])
        return ax

    def __reduce__(self):
        return (type(self), ({"result": self.to_dict(), "text": self.text, "rows": self.vertices, "columns": list(self.columns),
                              "polygons": (self._corners, self._ends, self.part_of_polygon)},))


class Program(Result):
    """Equations of motion as a program in another language: `source`, and `header` where the language has one."""

    @property
    def source(self):
        return self["text"]

    def __str__(self):
        return self["text"]

    def save(self, path):
        """Writes the program, and its header beside it."""
        from pathlib import Path

        path = Path(path)
        path.write_text(self["text"])
        if self.get("header"):
            path.with_suffix(".h").write_text(self["header"])


class Trajectory(Result):
    """A motion: its columns as attributes and items, NumPy arrays that share the memory of `rows`.

    >>> run = anholon.load("chaplygin-sleigh").simulate(until=1, every=0.25)
    >>> run.t
    array([0.  , 0.25, 0.5 , 0.75, 1.  ])
    >>> run["theta'"].shape, run.end
    ((5,), 'reached')
    >>> run.drift.energy < 1e-14
    True
    """

    def __init__(self, answer, model, words):
        super().__init__(answer)
        self._model, self._words = model, words
        self.rows = answer["rows"]  #: one row per line: times from top to bottom, columns from left to right
        self.columns = tuple(answer["columns"])
        self.units = dict(zip(self.columns, answer["units"]))  #: by column; empty where it has none
        self._place = {name: k for k, name in enumerate(self.columns)}

    def __getitem__(self, name):
        if name in self._place:
            return self.rows[:, self._place[name]]
        if name in self._data:
            return self._data[name]
        from .errors import refused

        raise refused("column-unknown", f"there is no column '{name}'", _meant(name, self.columns))

    def __getattr__(self, name):
        place = self.__dict__.get("_place", {})
        if name in place and name != "t":
            return self.rows[:, place[name]]
        return super().__getattr__(name)

    @property
    def t(self):
        """The times of the rows."""
        return self.rows[:, 0]

    def __len__(self):
        return len(self.rows)

    def __iter__(self):
        return iter(self.columns)

    def __contains__(self, name):
        return name in self._place or name in self._data

    def __dir__(self):
        return [*super().__dir__(), *(name for name in self.columns if name.isidentifier())]

    def to_pandas(self):
        """A DataFrame with t as its index, where pandas is installed."""
        try:
            import pandas
        except ImportError as missing:
            raise ImportError("to_pandas needs pandas: apt-get install python3-pandas") from missing
        return pandas.DataFrame(self.rows[:, 1:], index=pandas.Index(self.t, name="t"), columns=self.columns[1:])

    def to_xarray(self):
        """A Dataset over t with the units of its columns, where xarray is installed."""
        try:
            import xarray
        except ImportError as missing:
            raise ImportError("to_xarray needs xarray: apt-get install python3-xarray") from missing
        variables = {name: ("t", self[name], {"units": self.units[name]}) for name in self.columns[1:]}
        return xarray.Dataset(variables, coords={"t": ("t", self.t, {"units": "s"})},
                              attrs={"model": self.system, "form": self.form, "method": self.method})

    def page(self):
        """The page that plays this motion, whole in one text of HTML."""
        return self._model._page(self._words)

    def _repr_html_(self):
        from .errors import Error

        try:
            page = self.page()
        except Error as error:  # no picture, or no page
            return f"<pre>{html.escape(self.text)}\n{html.escape(error.message)}</pre>"
        return (f'<iframe srcdoc="{html.escape(page, quote=True)}" style="width:100%;height:480px;border:0" '
                f'sandbox="allow-scripts" title="{html.escape(self.system)}"></iframe>')

    def plot(self, *columns, ax=None):
        """Columns against time, with Matplotlib; all but t if none are named."""
        ax = ax or _pyplot().gca()
        for name in columns or self.columns[1:]:
            ax.plot(self.t, self[name], label=f"{name} [{self.units[name]}]" if self.units.get(name) else name)
        ax.set_xlabel("t [s]")
        ax.legend()
        return ax

    def __reduce__(self):
        answer = {"result": self.to_dict(), "text": self.text, "rows": self.rows, "columns": list(self.columns),
                  "units": list(self.units.values())}
        return (type(self), (answer, self._model, self._words))

    def to_dict(self):
        return {key: _plain(value) for key, value in self._data.items()}


def _meant(name, names):
    import difflib

    near = difflib.get_close_matches(str(name), list(names), 1)
    return f"did you mean '{near[0]}'?" if near else f"there are {', '.join(names)}"


class Section(Result):
    """Where motions cross a surface: points by orbit.

    >>> s = anholon.load("chaplygin-top").section(at="gamma1:up", count=3)
    >>> len(s.orbits), s.points().shape[0]
    (1, 3)
    """

    def points(self, orbit=None):
        """The columns of the points of one orbit, or of all: an array with a row per point."""
        chosen = self.orbits if orbit is None else [self.orbits[orbit]]
        rows = [point[1:] for one in chosen for point in one.points]
        return np.array(rows, dtype=float).reshape(len(rows), len(self.columns))

    def times(self, orbit=None):
        chosen = self.orbits if orbit is None else [self.orbits[orbit]]
        return np.array([point[0] for one in chosen for point in one.points])

    def plot(self, y=1, x=0, ax=None):
        """One column against another, a colour per orbit, with Matplotlib."""
        ax = ax or _pyplot().gca()
        place = [k if isinstance(k, int) else self.columns.index(k) for k in (x, y)]
        for orbit in range(len(self.orbits)):
            points = self.points(orbit)
            ax.plot(points[:, place[0]], points[:, place[1]], ".", markersize=2)
        ax.set_xlabel(self.columns[place[0]])
        ax.set_ylabel(self.columns[place[1]])
        return ax


class Bifurcation(Result):
    """The points of a section against a parameter."""

    def __init__(self, answer):
        super().__init__(answer)
        self._data["section"] = Section({"result": answer["result"]["section"], "text": answer["text"]})

    def plot(self, y=1, ax=None):
        """A column of the points against the parameter, with Matplotlib."""
        return self.section.plot(y=y, x=0, ax=ax)


class Lyapunov(Result):
    """Lyapunov exponents with error bars: `values`, `errors`; `neutral` are those that vanish for a stated reason."""

    @property
    def exponent_values(self):
        """The exponents that nothing explains, the largest first."""
        return np.array([one.value for one in self.exponents])

    @property
    def exponent_errors(self):
        return np.array([one.error for one in self.exponents])


class Chart(Result):
    """A number for each point of a range of parameters or starts.

    >>> c = anholon.load("chaplygin-sleigh").chart(over={"w": (0, 3, 4)}, measure="final(v)", until=5)
    >>> c.axis(0)
    array([0., 1., 2., 3.])
    >>> c.array.shape, c.array.mask.any()
    ((4,), False)
    """

    def __init__(self, answer):
        super().__init__(answer)
        shape = tuple(axis["count"] for axis in answer["result"]["axes"])[::-1]
        self.status = np.array(self["statuses"]).reshape(shape)  #: "done", or why there is no number
        values = np.array([np.nan if one is None else one for one in self["values"]]).reshape(shape)
        self.array = np.ma.masked_array(values, mask=np.isnan(values))  #: by the last axis first; masked where there is no number
        self.array.data[self.array.mask] = 0

    def axis(self, k):
        """The values along an axis."""
        axis = self.axes[k]
        return np.linspace(axis["from"], axis["to"], axis["count"])

    def plot(self, ax=None):
        """A line or a map, with Matplotlib."""
        plt = _pyplot()
        ax = ax or plt.gca()
        if len(self.axes) == 1:
            ax.plot(self.axis(0), self.array)
            ax.set_ylabel(self.measure)
        else:
            drawn = ax.pcolormesh(self.axis(0), self.axis(1), self.array, shading="nearest")
            ax.figure.colorbar(drawn, ax=ax, label=self.measure)
            ax.set_ylabel(self.axes[1].name)
        ax.set_xlabel(self.axes[0].name)
        return ax


class Orbit(Result):
    """A periodic motion: `period`, `state`, `multipliers`, `stability`."""

    @property
    def multipliers(self):
        return np.array([complex(*pair) for pair in self["multipliers"]])


class Branches(Result):
    """Branches of equilibria, steady motions or orbits, and where they change.

    >>> pendulum = "model P { param g = 9, l = 1; coord phi; kinetic l^2*phi'^2/2; potential -g*l*cos(phi) }"
    >>> b = anholon.load(pendulum).continue_("equilibrium", over={"g": (1, 9)})
    >>> b.columns, b.points(0).shape[1]
    (['phi', "phi'", 'g'], 3)
    """

    def points(self, branch=0):
        """The points of one branch: a row per point, in the order of `columns`."""
        rows = [one.point for one in self.branches[branch].points]
        return np.array(rows, dtype=float).reshape(len(rows), len(self.columns))

    @property
    def special(self):
        """The special points of all branches: folds, Hopf points, …"""
        return [one for branch in self.branches for one in branch.special]


class Ensemble(Result):
    """Motions that start at random: `drawn`, `final` and statistics."""

    @property
    def drawn(self):
        """What was drawn: a row per motion."""
        return np.array([one.drawn for one in self.motions], dtype=float)

    @property
    def final(self):
        """The columns at the end: a row per motion, masked where it did not reach the end."""
        width = len(self.columns)
        rows = np.array([[0.0] * width if one.end is None else one.end for one in self.motions], dtype=float)
        mask = np.array([[one.end is None] * width for one in self.motions], dtype=bool)
        return np.ma.masked_array(rows.reshape(-1, width), mask=mask.reshape(-1, width))

    @property
    def moments(self):
        """Mean, deviation, least and greatest value of each column: arrays with a row per time."""
        out = {}
        for name in ("count", "mean", "deviation", "least", "greatest"):
            out[name] = np.array([[one[name] for one in time.moments if one is not None] for time in self.times])
        return Record(out)

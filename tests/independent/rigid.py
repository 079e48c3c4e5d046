"""Rigid bodies, contacts, joints, loads and vehicles as energies, forces and constraints.

A body is the position of its mass centre and a rotation matrix, both functions of the coordinates; its
angular velocity is read off from Rᵀ dR/dt. The constraint of a contact is that the velocities of the two
touching points agree, in all three components; law.py leaves out the one that follows from touching.
"""

from language import NotRead, Reader
from terms import ONE, ZERO, call, cos, derivative, num, power, sin, sqrt, substitute, var

X, Y, Z = (ONE, ZERO, ZERO), (ZERO, ONE, ZERO), (ZERO, ZERO, ONE)
IDENTITY = (X, Y, Z)


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def plus(*vectors):
    return tuple(sum(parts, ZERO) for parts in zip(*vectors))


def times(s, a):
    return tuple(s * x for x in a)


def minus(a, b):
    return tuple(x - y for x, y in zip(a, b))


def apply(R, a):
    return tuple(dot(row, a) for row in R)


def transposed(R):
    return tuple(zip(*R))


def product(A, B):
    columns = transposed(B)
    return tuple(tuple(dot(row, column) for column in columns) for row in A)


def unit(a):
    square = dot(a, a)
    return a if square is ONE else times(1 / sqrt(square), a)


def rotation(axis, angle):
    """About a direction, by Rodrigues' formula."""
    a, c, s = unit(axis), cos(angle), sin(angle)
    across = ((ZERO, -a[2], a[1]), (a[2], ZERO, -a[0]), (-a[1], a[0], ZERO))
    return tuple(tuple((c if i == j else ZERO) + s * across[i][j] + (1 - c) * a[i] * a[j] for j in range(3))
                 for i in range(3))


def of_quaternion(q):
    a, b, c, d = q
    return ((a * a + b * b - c * c - d * d, 2 * (b * c - a * d), 2 * (b * d + a * c)),
            (2 * (b * c + a * d), a * a - b * b + c * c - d * d, 2 * (c * d - a * b)),
            (2 * (b * d - a * c), 2 * (c * d + a * b), a * a - b * b - c * c + d * d))


class Surface:
    """The surface of a body: the point that lies farthest in a direction, both in axes of the body."""

    def __init__(self, kind, sizes, axis, centre):
        self.kind, self.sizes, self.axis, self.centre = kind, sizes, axis, centre

    def farthest(self, d):
        k, s = self.kind, self.sizes
        if k == "point":
            return self.centre
        if k == "sphere":
            return plus(self.centre, times(s[0], d))
        if k == "ellipsoid":
            scaled = tuple(a * a * x for a, x in zip(s, d))
            return plus(self.centre, times(1 / sqrt(dot(scaled, d)), scaled))
        if k in ("rim", "torus"):
            flat = minus(d, times(dot(d, self.axis), self.axis))
            ring = times(s[0] / sqrt(dot(flat, flat)), flat)
            return plus(self.centre, ring, times(s[1], d) if k == "torus" else (ZERO, ZERO, ZERO))
        if k == "paraboloid":
            # the outward normal at (x, y) is along (x/a, y/b, -1)
            a, b = s[0], s[-1]
            x, y = -a * d[0] / d[2], -b * d[1] / d[2]
            return plus(self.centre, (x, y, (x * x / a + y * y / b) / 2))
        raise NotRead("surface %s of a body" % k)


class Body:
    def __init__(self, name):
        self.name = name
        self.mass, self.moments, self.surface = None, None, None
        self.pose, self.angles, self.point = "free", None, None
        self.turned, self.about = None, None
        self.R = self.r = None
        self.is_of_revolution_about = None


class Structure:
    def __init__(self, model):
        self.m = model
        self.scope = model.scope
        self.notes = []
        self.bodies, self.frames = {}, {}
        self.supports, self.contacts, self.joints = {}, [], []
        self.gravity = None
        self.loops, self.normal_there = [], None
        self.hinges = {}                # angle: (carried, carrier, axis in space)
        self.vehicle_parts = []

    def note(self, words):
        self.notes.append(words)

    def prefix(self, body):
        return "" if len(self.bodies) == 1 and not self.frames else body.name + "_"

    def rate(self, a):
        return tuple(self.scope.rate(x) for x in a)

    # --- reading

    def build(self):
        readers = [Reader(words, self.scope) for words in self.notes]
        later = []
        for reader in readers:
            word = reader.name()
            {"body": self.read_body, "gravity": self.read_gravity, "frame": self.read_frame}.get(
                word, lambda r, w=word: later.append((w, r)))(reader)
        joints = [(w, r) for w, r in later if w == "joint"]
        for _, reader in joints:
            self.read_joint(reader)
        self.place_bodies()
        for word, reader in later:
            if word == "ground":
                self.read_ground(reader)
            elif word == "support":
                self.read_support(reader)
        for word, reader in later:
            if word == "contact":
                self.read_contact(reader)
        for word, reader in later:
            if word in ("hitch", "axle"):
                self.vehicle_parts.append((word, reader))
        self.build_vehicle()

    def vector(self, reader):
        a = reader.vector()[0]
        if len(a) == 2:
            a.append(ZERO)
        return tuple(a)

    def read_gravity(self, reader):
        g = reader.expression()
        reader.expect("along")
        self.gravity = times(g, unit(self.vector(reader)))

    def sizes(self, reader):
        if reader.peek()[1] != "(":
            return []
        return reader.vector()[0]

    def functions(self, reader, kind):
        """The functions that define a surface; inside them x, y, z, u, v are its parameters."""
        definitions, variables = dict(self.scope.definitions), dict(self.scope.variables)
        for name in PARAMETERS[kind]:
            self.scope.definitions.pop(name, None)
            self.scope.variables[name] = None
        found = self.sizes(reader)
        self.scope.definitions.update(definitions)
        self.scope.variables.clear()
        self.scope.variables.update(variables)
        return found

    def read_body(self, reader):
        body = Body(reader.name())
        self.bodies[body.name] = body
        reader.expect("{")
        shape = surface = None
        while True:
            reader.blank_lines()
            if reader.accept("}"):
                break
            word = reader.name()
            if word == "mass":
                body.mass = reader.expression()
            elif word == "inertia":
                rows = reader.vector()
                off = rows[1] if len(rows) > 1 else [ZERO] * 3
                (a, b, c), (d, e, f) = rows[0], off
                body.moments = ((a, d, e), (d, b, f), (e, f, c))
                while reader.peek()[1] in ("turned", "at"):
                    if reader.name() == "turned":
                        angle = reader.expression()
                        reader.expect("about")
                        R = rotation(self.vector(reader), angle)
                        body.moments = product(product(R, body.moments), transposed(R))
                    else:
                        body.about = self.vector(reader)
            elif word in ("shape", "surface"):
                kind = reader.name()
                sizes = self.functions(reader, kind) if kind in PARAMETERS else self.sizes(reader)
                axis, centre = Z, (ZERO, ZERO, ZERO)
                while reader.peek()[1] in ("along", "at"):
                    if reader.name() == "along":
                        axis = unit(self.vector(reader))
                    else:
                        centre = self.vector(reader)
                if word == "shape":
                    shape = (kind, sizes, axis)
                else:
                    surface = Surface(kind, sizes, axis, centre)
            elif word == "pose":
                body.pose = reader.name()
                if body.pose == "about":
                    body.point = self.vector(reader)
            elif word == "angles":
                body.angles = []

                def one():
                    name = reader.name()
                    reader.expect("about")
                    body.angles.append((name, {"x": X, "y": Y, "z": Z}[reader.name()]))
                reader.list_of(one)
            else:
                raise NotRead("part %s of a body" % word)
        if shape:
            self.homogeneous(body, *shape)
            if surface is None:
                kind, sizes, axis = shape
                if kind == "ball":
                    surface = Surface("sphere", sizes, axis, (ZERO,) * 3)
                elif kind == "ellipsoid":
                    surface = Surface(kind, sizes, axis, (ZERO,) * 3)
                elif kind in ("disc", "hoop"):
                    surface = Surface("rim", sizes, axis, (ZERO,) * 3)
        if body.about:
            # Steiner, towards the mass centre
            p = body.about
            square = dot(p, p)
            body.moments = tuple(tuple(
                body.moments[i][j] - body.mass * ((square if i == j else ZERO) - p[i] * p[j])
                for j in range(3)) for i in range(3))
        body.surface = surface
        body.is_of_revolution_about = self.axis_of_revolution(body, shape)

    def homogeneous(self, body, kind, s, axis):
        m = body.mass
        if kind == "ball":
            I = [num(2) / 5 * m * s[0] * s[0]] * 3
        elif kind == "ellipsoid":
            a, b, c = s
            I = [m / 5 * (b * b + c * c), m / 5 * (c * c + a * a), m / 5 * (a * a + b * b)]
        elif kind == "box":
            a, b, c = s
            I = [m / 12 * (b * b + c * c), m / 12 * (c * c + a * a), m / 12 * (a * a + b * b)]
        else:
            if kind == "disc":
                across, along = m * s[0] * s[0] / 4, m * s[0] * s[0] / 2
            elif kind == "hoop":
                across, along = m * s[0] * s[0] / 2, m * s[0] * s[0]
            elif kind == "rod":
                across, along = m * s[0] * s[0] / 12, ZERO
            elif kind == "cylinder":
                across, along = m * (3 * s[0] * s[0] + s[1] * s[1]) / 12, m * s[0] * s[0] / 2
            else:
                raise NotRead("shape %s" % kind)
            body.moments = tuple(tuple(
                (across if i == j else ZERO) + (along - across) * axis[i] * axis[j] for j in range(3))
                for i in range(3))
            return
        body.moments = ((I[0], ZERO, ZERO), (ZERO, I[1], ZERO), (ZERO, ZERO, I[2]))

    def axis_of_revolution(self, body, shape):
        """The axis of a body of revolution, by its inertia and its surface; "every" for a ball; or None."""
        if shape and shape[0] in ("disc", "hoop", "rod", "cylinder"):
            axis = shape[2]
        elif shape and shape[0] == "ball":
            axis = "every"
        else:
            I = body.moments
            if I is None or any(I[i][j] is not ZERO for i in range(3) for j in range(3) if i != j):
                return None
            same = [I[1][1] is I[2][2], I[2][2] is I[0][0], I[0][0] is I[1][1]]
            if not any(same):
                return None
            axis = "every" if all(same) else IDENTITY[same.index(True)]
        s = body.surface
        if s and s.kind != "sphere" and s.axis != axis:
            return None
        return axis

    def read_joint(self, reader):
        zero = (ZERO,) * 3
        joint = {"body": reader.name(), "at": zero, "to": zero, "law": None, "along": None, "name": None}
        if reader.accept("at"):
            joint["at"] = self.vector(reader)
        reader.expect("on")
        joint["on"] = reader.name()
        if reader.accept("at"):
            joint["to"] = self.vector(reader)
        joint["kind"] = reader.name()
        if joint["kind"] in ("hinge", "slider"):
            if reader.peek()[1] != "along":
                joint["name"] = reader.name()
                if reader.accept("="):
                    joint["law"] = reader.expression()
            reader.expect("along")
            joint["along"] = self.vector(reader)
        self.joints.append(joint)

    # --- where bodies are

    def place_bodies(self):
        carried = {}
        for joint in self.joints:
            if joint["body"] in carried:
                self.loops.append(joint)
                continue
            carried[joint["body"]] = joint
        waiting = list(self.bodies.values())
        while waiting:
            rest = []
            for body in waiting:
                joint = carried.get(body.name)
                if joint is None:
                    self.place_free(body)
                elif joint["on"] == "space" or self.bodies[joint["on"]].R is not None:
                    self.place_carried(body, joint)
                else:
                    rest.append(body)
            if len(rest) == len(waiting):
                raise NotRead("joints in a circle")
            waiting = rest
        for body in self.bodies.values():
            self.describe(body, carried.get(body.name))
        for k, joint in enumerate(self.loops):
            self.close("loop%d" % k, joint)

    def close(self, label, joint):
        """A joint whose body has been placed: points coincide, and the axes of a hinge."""
        if joint["kind"] not in ("hinge", "ball"):
            raise NotRead("a loop that a joint %s closes" % joint["kind"])
        body, R, point = self.bodies[joint["body"]], IDENTITY, joint["to"]
        if joint["on"] != "space":
            carrier = self.bodies[joint["on"]]
            R, point = carrier.R, plus(carrier.r, apply(carrier.R, joint["to"]))
        apart = minus(plus(body.r, apply(body.R, joint["at"])), point)
        if joint["kind"] == "hinge":
            apart += cross(apply(body.R, joint["along"]), apply(R, joint["along"]))
        for k, x in enumerate(apart):
            if x.names:
                self.m.constraint(label + "_%d" % k, x)

    def quaternion(self, body):
        prefix = self.prefix(body)
        q = tuple(var(prefix + "q%d" % k) for k in range(4))
        for x in q:
            self.m.coordinate(x.value)
        self.m.constraint(prefix + "unit", sum((x * x for x in q), ZERO) - 1)
        return of_quaternion(q)

    def attitude(self, body):
        if body.angles is None:
            return self.quaternion(body)
        R = IDENTITY
        for name, axis in body.angles:
            self.m.coordinate(name)
            R = product(R, rotation(axis, self.scope.value(name)))
        return R

    def place_free(self, body):
        prefix = self.prefix(body)
        if body.pose == "planar":
            for name in ("x", "y", "phi"):
                self.m.coordinate(prefix + name)
            body.r = (var(prefix + "x"), var(prefix + "y"), ZERO)
            body.R = rotation(Z, var(prefix + "phi"))
            return
        body.R = self.attitude(body)
        if body.pose == "about":
            body.r = times(MINUS, apply(body.R, body.point))
            return
        for name in ("x", "y", "z"):
            self.m.coordinate(prefix + name)
        body.r = tuple(var(prefix + name) for name in ("x", "y", "z"))

    def place_carried(self, body, joint):
        if joint["on"] == "space":
            R, point = IDENTITY, joint["to"]
        else:
            carrier = self.bodies[joint["on"]]
            R, point = carrier.R, plus(carrier.r, apply(carrier.R, joint["to"]))
        kind = joint["kind"]
        if kind in ("hinge", "slider"):
            if joint["law"] is None:
                self.m.coordinate(joint["name"])
                value = self.scope.value(joint["name"])
            else:
                value = joint["law"]
                self.m.define(joint["name"], value)
            direction = unit(joint["along"])
            if kind == "hinge":
                body.R = product(R, rotation(direction, value))
                self.hinges[joint["name"]] = (body.name, joint["on"], apply(R, direction))
            else:
                body.R = R
                point = plus(point, apply(R, times(value, direction)))
        elif kind == "ball":
            body.R = self.attitude(body)
        elif kind == "weld":
            body.R = R
        else:
            raise NotRead("joint %s" % kind)
        body.r = minus(point, apply(body.R, joint["at"]))

    def describe(self, body, joint):
        """Velocities, energy, and the names of a body."""
        m, prefix = self.m, self.prefix(body)
        R, dR = body.R, tuple(self.rate(row) for row in body.R)
        columns, rates = transposed(R), transposed(dR)
        # Rᵀ dR/dt
        body.w = (dot(columns[2], rates[1]), dot(columns[0], rates[2]), dot(columns[1], rates[0]))
        body.w_space = apply(R, body.w)
        body.v = self.rate(body.r)
        if body.mass is None or body.moments is None:
            raise NotRead("a body without mass or inertia")
        m.L = m.L + body.mass / 2 * dot(body.v, body.v) + dot(body.w, apply(body.moments, body.w)) / 2
        if self.gravity:
            m.L = m.L + body.mass * dot(self.gravity, body.r)
        for name, x in zip("xyz", body.r):
            m.define(prefix + name, x)
        for name, x in zip("xyz", body.v):
            m.define(prefix + "v" + name, x)
        axes = R
        on_a_hinge = joint and joint["kind"] == "hinge" and joint["on"] != "space"
        if on_a_hinge and self.is_seen_from_its_carrier(body, joint):
            axes = self.bodies[joint["on"]].R
        for k, x in enumerate(apply(transposed(axes), body.w_space)):
            m.define(prefix + "w%d" % (k + 1), x)
        for k, x in enumerate(body.w_space):
            m.define(prefix + "w" + "xyz"[k], x)
        for k in range(3):
            m.define(prefix + "gamma%d" % (k + 1), axes[2][k])

    def is_seen_from_its_carrier(self, body, joint):
        axis = body.is_of_revolution_about
        if sum(other["body"] == body.name or other["on"] == body.name for other in self.joints) > 1:
            return False
        return axis == "every" or axis == unit(joint["along"])

    # --- supports and contacts

    def read_ground(self, reader):
        reader.expect("plane")
        reader.expect("z")
        reader.expect("=")
        height = reader.expression()
        turning = reader.expression() if reader.accept("turning") else ZERO
        self.supports["ground"] = {"kind": "plane", "sizes": [], "axis": Z, "centre": (ZERO, ZERO, height),
                                   "inside": False, "turning": turning, "on": None}

    def read_support(self, reader):
        name = reader.name()
        support = {"kind": reader.name(), "axis": Z, "centre": (ZERO,) * 3, "inside": False, "turning": ZERO,
                   "on": None}
        kind = support["kind"]
        support["sizes"] = self.functions(reader, kind) if kind in PARAMETERS else self.sizes(reader)
        while not reader.ends():
            word = reader.name()
            if word == "along":
                support["axis"] = unit(self.vector(reader))
            elif word in ("inside", "outside"):
                support["inside"] = word == "inside"
            elif word == "on":
                support["on"] = reader.name()
            elif word == "at":
                support["centre"] = self.vector(reader)
            elif word == "turning":
                support["turning"] = reader.expression()
            else:
                raise NotRead("part %s of a support" % word)
        self.supports[name] = support

    def column(self, name):
        """A value of the program, at which a search starts."""
        name = self.of_touching + name
        self.m.hints.add(name)
        return var(name)

    def parameters_at(self, kind, point, whose):
        """The parameters of a point of a surface, in the surface's axes."""
        if kind == "graph":
            return point[0], point[1]
        if kind == "revolution":
            return point[2], call("atan2", point[1], point[0])
        return self.column(whose + "_u"), self.column(whose + "_v")

    def support_surface(self, support, prefix, near, axes, centre):
        """Point and normal in axes of the support, functions of contact parameters, and conditions on these.
        `near` is a point of the body in these axes, from which the search for the parameters begins."""
        kind, s = support["kind"], support["sizes"]
        sign = num(-1) if support["inside"] else ONE
        conditions = []

        def parameter(name, guess):
            self.m.coordinate(prefix + name, auxiliary=True)
            self.m.guesses[prefix + name] = guess
            return var(prefix + name)
        if kind in ("sphere", "cylinder", "cone"):
            start = unit(near if kind == "sphere" else (near[0], near[1], ZERO))
            n = tuple(parameter("n%d" % k, start[k - 1]) for k in (1, 2, 3))
            conditions.append(dot(n, n) - 1)
            if kind == "sphere":
                point = times(s[0], n)
            elif kind == "cylinder":
                point = plus(times(s[0], n), (ZERO, ZERO, parameter("h", near[2])))
                conditions.append(n[2])
            else:
                # half the angle at the apex is s[0]; the cone opens along its axis
                h = parameter("h", near[2])
                conditions.append(n[2] + sin(s[0]))
                slope = call("tan", s[0]) / cos(s[0])
                point = times(h, (n[0] * slope, n[1] * slope, ONE))
            return point, times(sign, n), conditions
        if kind not in PARAMETERS:
            raise NotRead("support %s" % kind)
        there = tuple(self.column("contact_" + axis) for axis in "xyz")
        guess = self.parameters_at(kind, apply(transposed(axes), minus(there, centre)), "support")
        u, v = parameter("u", guess[0]), parameter("v", guess[1])
        point, normal = parametrised(kind, s, u, v)
        return point, times(sign, unit(normal)), conditions

    def read_contact(self, reader):
        body = self.bodies[reader.name()]
        reader.expect("on")
        name = reader.name()
        support = self.supports[name]
        self.of_touching = self.prefix(body)
        law = reader.name()
        if law == "skating":
            raise NotRead("a contact that skates")
        label = "%s_%s_" % (body.name, name)
        surface = body.surface
        if surface is None:
            raise NotRead("a body without a surface that touches")
        axes = rotation_to(support["axis"])
        centre, turn = support["centre"], times(support["turning"], support["axis"])
        if support["on"]:
            carrier = self.bodies[support["on"]]
            axes = product(carrier.R, axes)
            turn = plus(apply(carrier.R, turn), carrier.w_space)
            centre = plus(carrier.r, apply(carrier.R, centre))
        velocity_of_centre = self.rate(centre)
        to_body = transposed(body.R)
        along_a_line = surface.kind in ("cylinder", "cone", "blade")
        if along_a_line or (surface.kind, support["kind"]) == ("base", "plane"):
            raise NotRead("a body that touches along a line")
        if surface.kind in PARAMETERS:
            point = self.touch_of_parameters(body, support, label, axes, centre)
        elif support["kind"] == "plane":
            normal = apply(axes, Z)
            arm = apply(body.R, surface.farthest(apply(to_body, times(MINUS, normal))))
            point = plus(body.r, arm)
            self.m.constraint(label + "touch", dot(normal, minus(point, centre)))
        elif surface.kind == "base":
            if support["kind"] != "sphere" or support["inside"]:
                raise NotRead("a flat base on a support %s" % support["kind"])
            normal = apply(body.R, surface.axis)
            point = plus(centre, times(support["sizes"][0], normal))
            middle = plus(body.r, apply(body.R, surface.centre))
            self.m.constraint(label + "touch", dot(normal, minus(point, middle)))
        else:
            middle = plus(body.r, apply(body.R, surface.centre))
            near = apply(transposed(axes), minus(middle, centre))
            place, normal, conditions = self.support_surface(support, label, near, axes, centre)
            point = plus(centre, apply(axes, place))
            normal = apply(axes, normal)
            touching = plus(body.r, apply(body.R, surface.farthest(apply(to_body, times(MINUS, normal)))))
            for k, x in enumerate(conditions):
                self.m.constraint(label + "unit%d" % k, x)
            for k, x in enumerate(minus(touching, point)):
                self.m.constraint(label + "touch" + "xyz"[k], x)
        self.contacts.append(body)
        arm = minus(point, body.r)
        slip = minus(plus(body.v, cross(body.w_space, arm)),
                     plus(velocity_of_centre, cross(turn, minus(point, centre))))
        if law in ("rolling", "rubber"):
            for k, x in enumerate(slip):
                self.m.constraint(label + "slip" + "xyz"[k], x)
        elif law == "friction":
            if support["kind"] != "plane":
                raise NotRead("friction on a curved support")
            mu = reader.expression()
            eps = reader.expression() if reader.accept("regularised") else None
            tangents = [apply(axes, X), apply(axes, Y)]
            self.m.friction.append((label + "touch", mu, [dot(slip, e) for e in tangents], eps))
        elif law != "sliding":
            raise NotRead("contact %s" % law)
        if law == "rubber":
            if surface.kind in PARAMETERS:
                normal = self.normal_there
            self.m.constraint(label + "spin", dot(minus(body.w_space, turn), normal))
        prefix = self.prefix(body)
        if sum(other is body for other in self.contacts) == 1:
            for k, x in enumerate(point):
                self.m.define(prefix + "contact_" + "xyz"[k], x)
            for k, x in enumerate(apply(to_body, arm)):
                self.m.define(prefix + "contact%d" % (k + 1), x)

    def touch_of_parameters(self, body, support, label, axes, centre):
        """The point of contact of a body whose surface has parameters: the normals are opposite there."""
        surface = body.surface
        names = [label + "contact_u", label + "contact_v"]
        its = minus(tuple(self.column("contact%d" % k) for k in (1, 2, 3)), surface.centre)
        its = apply(transposed(rotation_to(surface.axis)), its)
        for name, guess in zip(names, self.parameters_at(surface.kind, its, "contact")):
            self.m.coordinate(name, auxiliary=True)
            self.m.guesses[name] = guess
        u, v = (var(name) for name in names)
        place, outward = parametrised(surface.kind, surface.sizes, u, v)
        if surface.kind == "graph":     # the body is above it
            outward = times(MINUS, outward)
        of_surface = product(body.R, rotation_to(surface.axis))
        slopes = [apply(of_surface, tuple(derivative(x, w.value) for x in place)) for w in (u, v)]
        arm = apply(body.R, plus(surface.centre, apply(rotation_to(surface.axis), place)))
        point = plus(body.r, arm)
        if support["kind"] == "plane":
            normal = apply(axes, Z)
            self.m.constraint(label + "touch", dot(normal, minus(point, centre)))
        else:
            near = tuple(self.column("contact_" + axis) for axis in "xyz")
            near = apply(transposed(axes), minus(near, centre))
            there, normal, conditions = self.support_surface(support, label, near, axes, centre)
            normal = apply(axes, normal)
            for k, x in enumerate(conditions):
                self.m.constraint(label + "unit%d" % k, x)
            for k, x in enumerate(minus(point, plus(centre, apply(axes, there)))):
                self.m.constraint(label + "touch" + "xyz"[k], x)
        for k, slope in enumerate(slopes):
            self.m.constraint(label + "slope%d" % k, dot(normal, slope))
        self.m.opposite.append((label, dot(normal, apply(of_surface, outward))))
        self.normal_there = normal
        return point

    # --- loads

    def point_of(self, reader, body):
        at = self.vector(reader) if reader.accept("at") else (ZERO,) * 3
        if body == "space":
            return at
        b = self.bodies[body]
        return plus(b.r, apply(b.R, at))

    def load(self, word, reader):
        m = self.m
        if word in ("spring", "damper"):
            k = reader.expression()
            reader.expect("between")
            a = self.point_of(reader, reader.name())
            reader.expect("and")
            b = self.point_of(reader, reader.name())
            apart = minus(a, b)
            length = sqrt(dot(apart, apart))
            if word == "damper":
                m.dissipation = m.dissipation + k / 2 * power(self.scope.rate(length), 2)
            elif reader.accept("length"):
                m.L = m.L - k / 2 * power(length - reader.expression(), 2)
            else:
                m.L = m.L - k / 2 * dot(apart, apart)
            return
        if word == "motor":
            self.motor(reader)
            return
        if word == "torque" and reader.peek()[1] != "(":
            self.hinge_torque(reader)
            return
        force = self.vector(reader)
        if word == "force":
            reader.expect("on")
            name = reader.name()
            point = self.point_of(reader, name)
            if reader.accept("follower"):
                force = apply(self.bodies[name].R, force)
            for f, v in zip(force, self.rate(point)):
                m.power(f, v)
            return
        if reader.accept("on"):
            name = reader.name()
            if reader.accept("follower"):
                force = apply(self.bodies[name].R, force)
            for f, w in zip(force, self.bodies[name].w_space):
                m.power(f, w)
            return
        reader.expect("between")
        a = reader.name()
        reader.expect("and")
        b = reader.name()
        if reader.accept("follower") and a != "space":
            force = apply(self.bodies[a].R, force)
        zero = (ZERO,) * 3
        turn = minus(*(zero if name == "space" else self.bodies[name].w_space for name in (a, b)))
        for f, w in zip(force, turn):
            m.power(f, w)

    def hinge_torque(self, reader):
        value = reader.expression()
        if reader.accept("on"):
            reader.expect("hinge")
            self.m.power(value, self.scope.rate(self.scope.value(reader.name())))
            return
        reader.expect("between")
        a = reader.name()
        reader.expect("and")
        b = reader.name()
        for name, (carried, carrier, _) in self.hinges.items():
            if (carried, carrier) == (a, b) or (carried, carrier) == (b, a):
                rate = self.scope.rate(self.scope.value(name))
                self.m.power(value, rate if carried == a else -rate)
                return
        raise NotRead("a torque between bodies without a hinge")

    def motor(self, reader):
        m, name = self.m, reader.name()
        reader.expect("on")
        angle = self.scope.value(reader.name())
        reader.expect("{")
        start = reader.at
        values = {"gear": ONE, "rotor": ZERO, "friction": ZERO}
        drive = None
        for twice in range(2):
            reader.at = start
            while True:
                reader.blank_lines()
                if reader.accept("}"):
                    break
                word = reader.name()
                if word in ("voltage", "torque") and not twice:
                    reader.skip_statement()
                    continue
                if word in ("voltage", "torque"):
                    drive = word
                if word == "inductance" and not twice:
                    m.states[name + "_current"] = ZERO
                    m.variable(name + "_current", var(name + "_current'"))
                values[word] = reader.value()[0]
        n, b, rate = values["gear"], values["friction"], self.scope.rate(angle)
        turn = n * rate
        m.L = m.L + values["rotor"] / 2 * turn * turn
        if drive == "torque":
            moment = n * (values["torque"] - b * turn)
        else:
            k, u, resistance = values["constant"], values["voltage"], values["resistance"]
            if "inductance" in values:
                current = var(name + "_current")
                rest = u - resistance * current - k * turn
                m.state_rates[name + "_current"] = rest / values["inductance"]
            else:
                current = (u - k * turn) / resistance
                m.define(name + "_current", current)
            m.define(name + "_voltage", u)
            moment = n * (k * current - b * turn)
        m.define(name + "_torque", moment)
        m.power(moment, rate)

    # --- vehicles

    def read_frame(self, reader):
        name = reader.name()
        frame = {"name": name, "mass": None, "inertia": ZERO, "at": (ZERO, ZERO), "pose": None, "hitch": None}
        reader.expect("{")
        while True:
            reader.blank_lines()
            if reader.accept("}"):
                break
            word = reader.name()
            if word in ("mass", "inertia"):
                frame[word] = reader.expression()
            else:
                frame[word] = tuple(reader.vector()[0])
        self.frames[name] = frame

    def angle(self, reader):
        """`turns phi` or `turns phi = e`."""
        name = reader.name()
        if reader.accept("="):
            value = reader.expression()
            self.m.define(name, value)
            return value
        self.m.coordinate(name)
        return self.scope.value(name)

    def build_vehicle(self):
        if not self.frames:
            return
        hitches, axles = [], []
        for word, reader in self.vehicle_parts:
            (hitches if word == "hitch" else axles).append(reader)
        for reader in hitches:
            frame = self.frames[reader.name()]
            here = tuple(reader.vector()[0]) if reader.accept("at") else (ZERO, ZERO)
            reader.expect("to")
            car = reader.name()
            there = tuple(reader.vector()[0]) if reader.accept("at") else (ZERO, ZERO)
            reader.expect("turns")
            frame["hitch"] = (here, car, there, reader)
        loose = [f for f in self.frames.values() if f["hitch"] is None and f["pose"] is None]
        for frame in self.frames.values():
            self.place_frame(frame, loose)
        for reader in axles:
            self.axle(reader)

    def place_frame(self, frame, loose):
        m, name = self.m, frame["name"]
        if "origin" in frame:
            return
        first = [f for f in self.frames.values() if f["hitch"] is None]
        prefix = "" if first == [frame] and not self.bodies else name + "_"
        if frame["pose"]:
            x, y, psi = frame["pose"]
        elif frame["hitch"]:
            here, car, there, reader = frame["hitch"]
            if "origin" not in self.frames[car]:
                self.place_frame(self.frames[car], loose)
            psi = self.frames[car]["psi"] + self.angle(reader)
            px, py = self.point_on(self.frames[car], there)
            c, s = cos(psi), sin(psi)
            x, y = px - (c * here[0] - s * here[1]), py - (s * here[0] + c * here[1])
        else:
            for coordinate in ("x", "y", "psi"):
                m.coordinate(prefix + coordinate)
            x, y, psi = (var(prefix + coordinate) for coordinate in ("x", "y", "psi"))
        frame["origin"], frame["psi"] = (x, y), psi
        vx, vy = self.scope.rate(x), self.scope.rate(y)
        for p in {prefix, name + "_"}:
            for coordinate, value in (("x", x), ("y", y), ("psi", psi)):
                m.define(p + coordinate, value)
            m.define(p + "v1", vx * cos(psi) + vy * sin(psi))
            m.define(p + "v2", vy * cos(psi) - vx * sin(psi))
            m.define(p + "w", self.scope.rate(psi))
        if frame["mass"] is not None:
            self.energy_of(self.point_on(frame, frame["at"]), psi, frame["mass"], frame["inertia"])

    def point_on(self, frame, p, turn=None):
        angle = frame["psi"] if turn is None else turn
        c, s = cos(angle), sin(angle)
        x, y = frame["origin"]
        return (x + c * p[0] - s * p[1], y + s * p[0] + c * p[1])

    def energy_of(self, point, angle, mass, inertia):
        vx, vy, turn = (self.scope.rate(value) for value in (*point, angle))
        self.m.L = self.m.L + mass / 2 * (vx * vx + vy * vy) + inertia / 2 * turn * turn

    def axle(self, reader):
        m, name = self.m, reader.name()
        reader.expect("on")
        frame = self.frames[reader.name()]
        at = tuple(reader.vector()[0]) if reader.accept("at") else (ZERO, ZERO)
        direction = frame["psi"]
        pivot = {"origin": self.point_on(frame, at)}
        if reader.accept("steers"):
            direction = direction + self.angle(reader)
        pivot["psi"] = direction
        parts = {"mass": ZERO, "inertia": ZERO, "at": (ZERO, ZERO), "offset": (ZERO, ZERO)}
        wheel = None
        reader.expect("{")
        while True:
            reader.blank_lines()
            if reader.accept("}"):
                break
            word = reader.name()
            if word in ("mass", "inertia"):
                parts[word] = reader.expression()
            elif word in ("at", "offset"):
                parts[word] = tuple(reader.vector()[0])
            else:
                wheel = (word, {"mass": ZERO, "turn": ZERO, "spin": ZERO})

                def one():
                    size = reader.name()
                    wheel[1][size] = reader.expression()
                if not reader.ends():
                    reader.list_of(one)
        self.energy_of(self.point_on(pivot, parts["at"]), direction, parts["mass"], parts["inertia"])
        if wheel is None:
            return
        kind, sizes = wheel
        middle = self.point_on(pivot, parts["offset"])
        m.define(name + "_x", middle[0])
        m.define(name + "_y", middle[1])
        vx, vy = self.scope.rate(middle[0]), self.scope.rate(middle[1])
        m.define(name + "_v", vy * cos(direction) - vx * sin(direction))
        half = sizes["track"] / 2 if kind == "wheels" else None
        for label, shift in [("1", half), ("2", -half)] if kind == "wheels" else [("", ZERO)]:
            px, py = self.point_on({"origin": middle}, (shift, ZERO), direction)
            vx, vy = self.scope.rate(px), self.scope.rate(py)
            self.energy_of((px, py), direction, sizes["mass"], sizes["turn"])
            m.constraint(name + "_side" + label, vx * cos(direction) + vy * sin(direction))
            if kind == "skate":
                continue
            m.coordinate(name + "_phi" + label)
            spin = var(name + "_phi" + label + "'")
            m.L = m.L + sizes["spin"] / 2 * spin * spin
            along = vy * cos(direction) - vx * sin(direction)
            m.constraint(name + "_roll" + label, along - sizes["radius"] * spin)

    def finish(self):
        pass


MINUS = num(-1)
PARAMETERS = {"graph": ("x", "y"), "revolution": ("z",), "parametric": ("u", "v")}


def parametrised(kind, functions, u, v):
    """Point and normal of a surface with parameters."""
    if kind == "graph":
        f = substitute(functions[0], {"x": u, "y": v})
        return (u, v, f), (-derivative(f, u.value), -derivative(f, v.value), ONE)
    if kind == "revolution":
        f = substitute(functions[0], {"z": u})
        return (f * cos(v), f * sin(v), u), (cos(v), sin(v), -derivative(f, u.value))
    point = tuple(substitute(x, {"u": u, "v": v}) for x in functions)
    return point, cross(*(tuple(derivative(x, w.value) for x in point) for w in (u, v)))


def rotation_to(axis):
    """Axes whose third is the given direction."""
    if axis == Z:
        return IDENTITY
    start = X if axis[0] is ZERO else Y if axis[1] is ZERO else None
    if start is None:
        start = unit(cross(axis, X))
    else:
        start = unit(minus(start, times(dot(start, axis), axis)))
    second = cross(axis, start)
    return transposed((start, second, axis))


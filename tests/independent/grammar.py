"""Random models as texts, by kind: hand-written systems under every law, Lie algebras, bodies, vehicles.

A text depends on its seed alone. Energies are positive by construction, initial values satisfy nothing in
particular: the program completes them.
"""

import random

KINDS = ["free", "linear", "affine", "geometric", "nonlinear", "vakonomic", "servo-force", "servo-momentum",
         "viscous", "added-mass", "algebra", "body", "support", "joints", "loop", "pair", "vehicle"]


def kind(seed):
    return KINDS[seed % len(KINDS)]


def model(seed):
    rng = random.Random("model %d" % seed)
    which = kind(seed)
    writers = {"algebra": algebra, "body": body, "support": support, "joints": joints, "loop": loop,
               "pair": pair, "vehicle": vehicle}
    lines = writers[which](rng) if which in writers else handwritten(rng, which)
    return "model Random%d {\n%s\n}\n" % (seed, "\n".join("  " + line for line in lines))


def number(rng, low=0.2, high=2.0):
    return "%.2g" % rng.uniform(low, high)


def signed(rng, size=1.5):
    value = rng.uniform(-size, size)
    return "%.2g" % (value if abs(value) > 0.05 else 0.3)


def function(rng, names, depth=2):
    """A smooth function of these names, of moderate size everywhere near the origin."""
    choice = rng.randrange(9 if depth else 3)
    if choice == 0:
        return "%s*%s" % (number(rng), rng.choice(names))
    if choice == 1:
        return "%s(%s)" % (rng.choice(["sin", "cos"]), rng.choice(names))
    if choice == 2:
        return "%s^2" % rng.choice(names)
    a, b = (function(rng, names, depth - 1) for _ in range(2))
    return rng.choice(["(%s + %s)" % (a, b), "(%s - %s)" % (a, b), "%s*%s" % (a, b), "sin(%s + %s)" % (a, b),
                       "%s/(3 + cos(%s))" % (a, b), "exp(sin(%s))*%s" % (a, b),
                       "sqrt(2 + sin(%s))*%s" % (a, b), "atan2(%s, 4 + cos(%s))" % (a, b),
                       "log(3 + cos(%s)) - tanh(%s)" % (a, b)])


def handwritten(rng, which):
    n = rng.choice([2, 3, 3, 4])
    if which in ("geometric", "servo-momentum", "nonlinear"):
        n = max(n, 3)
    q = rng.sample(["x", "y", "z", "theta", "phi", "s"], n)
    v = [x + "'" for x in q]
    masses = ["m%d" % k for k in range(1, n + 1)]
    lines = ["param %s" % ", ".join("%s = %s in 0.01..10" % (m, number(rng, 0.5, 2)) for m in masses),
             "param k = %s, c = %s/m1, g = 9.81" % (number(rng), number(rng)), "coord " + ", ".join(q)]
    lines.append("let w = %s*%s + %s*%s" % (function(rng, q, 1), v[0], number(rng), v[-1]))
    lines.append("let h = " + function(rng, q))
    T = ["%s/2*%s^2" % (m, x) for m, x in zip(masses, v)]
    T += ["%s*(%s + %s*%s)^2" % (number(rng, 0.1, 0.6), rng.choice(v), function(rng, q, 1), rng.choice(v))
          for _ in range(rng.randrange(3))]
    T.append(rng.choice(["k/4*w^2", "%s*h'^2" % number(rng, 0.05, 0.3), "c/9*(w + %s)^2" % rng.choice(v)]))
    rng.shuffle(T)
    lines.append("kinetic " + " + ".join(T))
    lines.append("potential " + rng.choice([
        "k*h", "g*%s + k*h" % rng.choice(q), "k/2*(%s - h)^2" % rng.choice(q),
        "%s - c*cos(%s)" % (function(rng, q), rng.choice(q))]))
    if rng.random() < 0.4:
        lines.append("force on %s: %s*sin(t) - c*%s, %s: %s*h" % (
            q[0], number(rng), v[-1], q[-1], signed(rng)))
    if rng.random() < 0.4:
        lines.append("dissipation c/8*%s^2 + %s*(%s - %s)^2" % (v[0], number(rng, 0.02, 0.1), v[-1], v[0]))
    dependent, others = q[-1], q[:-1]

    def linear(extra=""):
        terms = ["(%s)*%s'" % (function(rng, others if rng.random() < 0.5 else q, 1), x) for x in others]
        return " + ".join(terms) + extra
    if which in ("linear", "vakonomic", "servo-force", "viscous", "added-mass"):
        lines.append("constraint one: %s' = %s" % (dependent, linear()))
        if which == "linear" and n > 2 and rng.random() < 0.5:
            lines.append("constraint two: %s' = (%s)*%s'" % (q[0], function(rng, q, 1), q[1]))
    elif which == "affine":
        more = " + %s*cos(t) + %s" % (number(rng), function(rng, q, 1))
        lines.append("constraint one: %s' = %s" % (dependent, linear(more)))
    elif which == "geometric":
        if rng.random() < 0.5:
            lines.append("constraint rod: %s = 1" % " + ".join("%s^2" % x for x in q))
        else:
            lines.append("constraint %s = %s" % (dependent, function(rng, others)))
        if rng.random() < 0.5:
            lines.append("constraint blade: %s' = (%s)*%s'" % (q[0], function(rng, q, 1), q[1]))
    elif which == "nonlinear":
        form = rng.randrange(3)
        if form == 0:
            lines.append("constraint c: %s^2 + %s^2 = %s*%s^2" % (v[0], v[1], number(rng, 1, 3), v[2]))
        elif form == 1:
            lines.append("constraint c: %s = %s*%s^2 + %s*%s" % (v[2], number(rng), v[0], number(rng), v[1]))
        else:
            lines.append("constraint c: %s^2 + (2 + cos(%s))*%s^2 = 1 + %s^2" % (v[0], q[0], v[1], v[2]))
    elif which == "servo-momentum":
        lines.append("constraint one: %s' = %s" % (dependent, linear()))
    if which == "vakonomic":
        lines.append("motion vakonomic")
    elif which == "servo-force":
        lines.append("motion servo force (%s)" % ", ".join(
            ["%s + %s" % (signed(rng), "sin(%s)" % q[0]) for _ in others] + ["2 + cos(%s)" % q[0]]))
    elif which == "servo-momentum":
        lines.append("motion servo momentum N = %s*%s' + (%s)*%s'" % (
            number(rng), dependent, function(rng, q, 1), others[0]))
    elif which in ("viscous", "added-mass"):
        lines.append("motion %s N = %s" % (which, number(rng, 2, 9)))
    start = ["%s = %s" % (x, signed(rng, 0.8)) for x in q] + ["%s = %s" % (x, signed(rng, 1.2)) for x in v]
    if which in ("geometric", "linear", "affine", "nonlinear"):
        start = start[:-1]
    lines.append("init " + ", ".join(start))
    return lines


def algebra(rng):
    name, n = rng.choice([("so(3)", 3), ("e(2)", 3), ("sl(2)", 3), ("heisenberg", 3), ("so(3) * r(2)", 5),
                          ("e(3)", 6), ("so(4)", 6), ("table { [1, 2] = e2; [1, 3] = k*e3 }", 3),
                          ("r(3)", 3)])
    lines = ["param k = %s, a = %s" % (number(rng), signed(rng)), "algebra " + name]
    w = ["w%d" % (j + 1) for j in range(n)]
    off = ["%.2g" % rng.uniform(-0.1, 0.1) for _ in range(n * (n - 1) // 2)]
    lines.append("inertia (%s; %s)" % (", ".join(number(rng, 1, 3) for _ in w), ", ".join(off)))
    if rng.random() < 0.4:
        torques = [rng.choice(["0", "-a*%s" % x, "sin(t)", "k*%s" % w[0]]) for x in w]
        lines.append("torque (%s)" % ", ".join(torques))
    law = rng.choice(["none", "nonholonomic", "nonholonomic", "servo force", "servo momentum"])
    if law != "none":
        lines.append("constraint (%s)" % ", ".join([signed(rng, 1) for _ in w[:-1]] + ["1"]))
        if law != "nonholonomic":
            lines.append("motion %s (%s)" % (law, ", ".join([signed(rng, 1) for _ in w[:-1]] + ["2"])))
    lines.append("init " + ", ".join("%s = %s" % (x, signed(rng)) for x in w[:-1]))
    return lines


def inertia(rng):
    """Principal moments that satisfy the triangle inequalities, and small products."""
    a, b, c = (rng.uniform(0.5, 1.5) for _ in range(3))
    off = ["%.2g" % rng.uniform(-0.08, 0.08) for _ in range(3)]
    scale = 0.1
    moments = ["%.3g" % (scale * (x + y)) for x, y in ((b, c), (c, a), (a, b))]
    return "inertia (%s; %s)" % (", ".join(moments), ", ".join("%.2g" % (scale * float(x)) for x in off))


def attitude(rng, prefix=""):
    q = [1.0] + [rng.uniform(-0.5, 0.5) for _ in range(3)]
    size = sum(x * x for x in q) ** 0.5
    return ["%sq%d = %.15g" % (prefix, k, x / size) for k, x in enumerate(q)]


def body_surface(rng, r):
    return rng.choice([
        "surface sphere(%g) at (%s, %s, %s)" % (r, signed(rng, 0.1), signed(rng, 0.1), signed(rng, 0.1)),
        "surface ellipsoid(%g, %.2g, %.2g) at (%s, 0, %s)" % (
            r, 0.8 * r, 0.6 * r, signed(rng, 0.1), signed(rng, 0.05)),
        "surface rim(%g) along (0, 1, 0)" % r,
        "surface torus(%g, %.2g)" % (r, 0.3 * r),
        "surface paraboloid(%.2g, %.2g) at (0, 0, -%.2g)" % (2 * r, 1.4 * r, 0.3 * r),
        "surface graph(%s*x^2 + %s*y^2 + 0.2*x*y + 0.1*x^3 - 0.3)" % (number(rng, 1, 2), number(rng, 1, 2)),
        "surface revolution(%g*sqrt(1 - 3*z^2)) along (0, 1, 0)" % r,
        "surface parametric(%g*cos(v)*cos(u), %.2g*cos(v)*sin(u), %.2g*sin(v))" % (r, 0.9 * r, 0.7 * r),
        "surface point at (%s, 0.1, -0.3)" % signed(rng, 0.3)])


def body(rng):
    """A body on a plane."""
    lines = ["param m = %s in 0.1..10, g = %s" % (number(rng, 0.5, 2), number(rng, 1, 10))]
    tilt = rng.choice(["(0, 0, -1)", "(0, 0, -1)", "(0.3, 0, -1)"])
    plane = rng.choice(["0", "0", "0.1*sin(2*t)", "0 turning 0.7", "0.2 turning 0.5*t"])
    lines += ["ground plane z = " + plane, "gravity g along " + tilt]
    surface = body_surface(rng, 0.5)
    if "rim" in surface:
        lines.append("body b { mass m; inertia (0.1, 0.18, 0.1); %s }" % surface)
    else:
        lines.append("body b { mass m; %s; %s }" % (inertia(rng), surface))
    lines.append("contact b on ground " + rng.choice([
        "rolling", "rolling", "rubber", "sliding", "friction 0.2 regularised 0.3", "friction 0.1"]))
    turning = ["w1 = " + signed(rng), "w2 = " + signed(rng)]
    lines.append("init " + ", ".join([*attitude(rng), "x = 0.3, y = -0.2", *turning]))
    return lines


def support(rng):
    """A body in or on a curved support."""
    lines = ["param m = %s, g = %s, R = 2" % (number(rng, 0.5, 2), number(rng, 1, 10)),
             "gravity g along (0, 0, -1)"]
    turning = rng.choice(["", "", " turning 0.8"])
    at = rng.choice(["", "", " at (0.1*sin(2*t), 0, 0)"])
    shape = rng.choice([
        ("sphere(R) inside", "x = 0.3, y = 0.4, z = -1.2"), ("sphere(R)", "x = 0.2, y = -0.3, z = 2.2"),
        ("cylinder(R) along (0, 1, 0) inside", "x = 0.4, y = 0.2, z = -1.3"),
        ("cylinder(R) along (0, 1, 0)", "x = 0.3, y = 0.2, z = 2.2"),
        ("graph(0.2*x^2 + 0.1*y^2 - 0.1*x*y)", "x = 0.3, y = 0.4, z = 0.6"),
        ("revolution(sqrt(4*z)) inside", "x = 0.5, y = 0.3, z = 0.5")])
    lines.append("support s %s%s%s" % (shape[0], at, turning if "graph" not in shape[0] else ""))
    surface = rng.choice(["shape ball(0.3)", "shape ball(0.3)", "shape ellipsoid(0.3, 0.25, 0.2)",
                          "%s; surface graph(2*x^2 + 1.7*y^2 + 0.3*x*y - 0.2)" % inertia(rng),
                          "%s; surface revolution(0.2 - 0.6*z^2) along (0, 1, 0)" % inertia(rng),
                          "%s; surface sphere(0.3) at (0.02, 0, 0.05)" % inertia(rng),
                          "%s; surface ellipsoid(0.3, 0.35, 0.25) at (0, 0.03, 0.05)" % inertia(rng)])
    lines.append("body b { mass m; %s }" % surface)
    lines.append("contact b on s " + rng.choice(["rolling", "rolling", "rubber", "sliding"]))
    turning = ["w1 = " + signed(rng), "w2 = " + signed(rng)]
    lines.append("init " + ", ".join([*attitude(rng), shape[1], *turning]))
    return lines


def direction(rng):
    return rng.choice(["(1, 0, 0)", "(0, 1, 0)", "(0, 0, 1)", "(0.6, 0, 0.8)", "(1, 2, -1)"])


def point(rng):
    return "(%s, %s, %s)" % tuple(signed(rng, 0.5) for _ in range(3))


def joints(rng):
    """A tree of bodies with loads."""
    n = rng.choice([1, 2, 2, 3])
    lines = ["param g = %s, k = %s, c = %s" % (number(rng, 1, 10), number(rng, 1, 5), number(rng, 0.05, 0.3)),
             "gravity g along (0, 0, -1)"]
    names, angles, start = [], [], []
    for j in range(n):
        name = "b%d" % (j + 1)
        lines.append("body %s { mass %s; %s }" % (name, number(rng, 0.5, 2), inertia(rng)))
        on = rng.choice(names + ["space"]) if names else "space"
        how = rng.choice(["hinge", "hinge", "slider", "ball", "free"][:5 if j else 4])
        if how == "free":
            start += attitude(rng, name + "_")
        elif how == "ball":
            lines.append("joint %s at %s on %s at %s ball" % (name, point(rng), on, point(rng)))
            start += attitude(rng, (name + "_") if n > 1 else "")
        else:
            angle = "u%d" % (j + 1)
            lines.append("joint %s at %s on %s at %s %s %s along %s" % (
                name, point(rng), on, point(rng), how, angle, direction(rng)))
            angles.append((angle, how, name, on))
            start += ["%s = %s" % (angle, signed(rng, 1)), "%s' = %s" % (angle, signed(rng, 1))]
        names.append(name)
    last = names[-1]
    if rng.random() < 0.6:
        lines.append("spring k between %s at %s and space at (1, 2, 3) length 0.5" % (last, point(rng)))
    if rng.random() < 0.4:
        lines.append("damper c between %s at %s and space at (2, -1, 1)" % (last, point(rng)))
    if rng.random() < 0.4:
        lines.append("force (k, 0, sin(t)) on %s at %s%s" % (last, point(rng), rng.choice(["", " follower"])))
    if rng.random() < 0.4:
        lines.append("torque (0.3, c, -0.2) on %s%s" % (last, rng.choice(["", " follower"])))
    hinges = [row for row in angles if row[1] == "hinge"]
    if hinges and rng.random() < 0.5:
        lines.append("torque -k*sin(%s) on hinge %s" % (hinges[0][0], hinges[0][0]))
    if hinges and rng.random() < 0.3:
        lines.append("motor engine on %s { gear 3; resistance 2; constant 0.4; rotor 0.01; friction 0.02; "
                     "voltage 5 - %s }" % (hinges[-1][0], hinges[-1][0]))
    if start:
        lines.append("init " + ", ".join(start))
    return lines


def loop(rng):
    """A four-bar linkage, or a rod between a crank and a fixed point on balls."""
    lines = ["param g = %s, k = %s" % (number(rng, 1, 10), number(rng, 1, 5)), "gravity g along (0, 0, -1)"]
    if rng.random() < 0.3:
        lines += ["body crank { mass 1; %s }" % inertia(rng), "body rod { mass 0.7; %s }" % inertia(rng),
                  "joint crank at (-0.2, 0, 0) on space hinge u along (0, 0, 1)",
                  "joint rod at (-0.5, 0, 0) on crank at (0.2, 0, 0) ball",
                  "joint rod at (0.5, 0, 0) on space at (1.3, 0.2, 0.3) ball",
                  "spring k between rod at (0, 0.3, 0) and space at (0, 1, 1)",
                  "init rod_q0 = 1, u = %s, u' = %s" % (signed(rng, 1), signed(rng, 2))]
        return lines
    lengths = [rng.uniform(0.3, 0.5), rng.uniform(0.8, 1.2), rng.uniform(0.6, 1.0)]
    for k, length in enumerate(lengths, 1):
        lines.append("body b%d { mass %s; %s }" % (k, number(rng, 0.5, 2), inertia(rng)))
    on = "space"
    for k, length in enumerate(lengths, 1):
        lines.append("joint b%d at (%.3f, 0, 0) on %s hinge u%d along (0, 1, 0)" % (k, -length / 2, on, k))
        on = "b%d at (%.3f, 0, 0)" % (k, length / 2)
    lines.append("joint b3 at (%.3f, 0, 0) on space at (%.3f, 0, 0.1) hinge along (0, 1, 0)" % (
        lengths[2] / 2, rng.uniform(0.9, 1.2)))
    lines.append("torque -k*sin(u1) on hinge u1")
    if rng.random() < 0.5:
        lines.append("force (0, 1, k) on b2 at (0.1, 0.2, 0.3)")
    lines.append("init u1 = %s, u2 = 1, u3 = 1.5, u1' = %s" % (signed(rng, 1), signed(rng, 2)))
    return lines


def pair(rng):
    """A body that rolls on the ground and carries another."""
    lines = ["param M = %s, m = %s, g = %s" % (number(rng, 1, 2), number(rng, 0.3, 1), number(rng, 1, 10)),
             "ground plane z = 0", "gravity g along (0, 0, -1)",
             "body lower { mass M; %s; surface %s }" % (inertia(rng), rng.choice(
                 ["sphere(1) at (0, 0, 0.3)", "ellipsoid(1.2, 1, 0.9)"])),
             "body upper { mass m; %s; surface %s }" % (inertia(rng), rng.choice(
                 ["sphere(0.3) at (0, 0, 0.1)", "ellipsoid(0.3, 0.35, 0.25)",
                  "paraboloid(0.5, 0.4) at (0, 0, -0.2)"])),
             "support top %s on lower at (0, 0, 0.5)" % rng.choice(["plane", "plane along (0.1, 0, 1)"]),
             "contact lower on ground %s" % rng.choice(["rolling", "rubber", "sliding"]),
             "contact upper on top %s" % rng.choice(["rolling", "rolling", "rubber", "sliding"])]
    start = [*attitude(rng, "upper_"), "lower_q0 = 1", "lower_w1 = " + signed(rng), "upper_w2 = " + signed(rng)]
    lines.append("init " + ", ".join(start))
    return lines


def vehicle(rng):
    lines = ["param m = %s, J = %s" % (number(rng, 1, 5), number(rng)),
             "param b = %s, h = 0.2" % number(rng, 0.6, 1.5)]
    lines.append("frame car { mass m; inertia J; at (%s, %s) }" % (signed(rng, 0.2), signed(rng, 0.5)))

    def wheels():
        return rng.choice([
            "skate", "skate mass 0.2, turn 0.03", "wheel radius h, mass 0.3, spin 0.01, turn 0.02",
            "wheels radius h, track 0.6, mass 0.2, spin 0.01, turn 0.01"])
    lines.append("axle rear on car { %s }" % wheels())
    start = ["psi = %s" % signed(rng, 1), "y' = 1"]
    if rng.random() < 0.7:
        law = rng.choice(["", "", " = 0.4*sin(t)"])
        fork = rng.choice(["", "; offset (0, -0.1)", "; mass 0.4; at (0.02, 0.1)"])
        lines.append("axle front on car at (0, b) steers theta%s { inertia 0.02; %s%s }" % (
            law, wheels(), fork))
        if not law:
            start += ["theta = %s" % signed(rng, 0.5), "theta' = %s" % signed(rng, 0.5)]
    if rng.random() < 0.6:
        lines.append("frame trailer { mass %s; inertia %s; at (0, 0.1) }" % (
            number(rng), number(rng, 0.1, 0.5)))
        lines.append("hitch trailer at (0, 0.8) to car at (%s, -0.3) turns fold" % signed(rng, 0.1))
        lines.append("axle last on trailer { %s }" % wheels())
        start.append("fold = %s" % signed(rng, 0.5))
    if rng.random() < 0.4:
        lines.append("potential m*sin(psi) + x")
    if rng.random() < 0.4:
        lines.append("force on x: cos(t) - 0.1*x'")
    lines.append("init " + ", ".join(start))
    return lines

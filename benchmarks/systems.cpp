#include "systems.hpp"

#include <stdexcept>

#include "model/gallery.hpp"
#include "model/model.hpp"

namespace anholon::bench {

Text of_gallery(const std::string& name, const std::string& peers) {
    return {name, peers, std::string(find_in_gallery(name)->text)};
}

System system_of(const Text& text) {
    Diagnostics diagnostics;
    std::optional<System> system = elaborate_model(Source(text.name, text.model), diagnostics);
    if (!system) throw std::runtime_error("the model of " + text.name + " is refused");
    return std::move(*system);
}

Text trailers(int n) {
    std::string coordinates = "  coord x, y, theta0", kinetic, constraints, lets,
                init = "  init theta0 = 1/10, v = 1, w = 0.5";
    const auto body = [&](int i, const std::string& x, const std::string& y) {
        const std::string k = std::to_string(i), theta = "theta" + k;
        const std::string m = i == 0 ? "m0" : "m", J = i == 0 ? "J0" : "J";
        kinetic += "  kinetic " + m + "/2*(" + x + "'^2 + " + y + "'^2) + " + J + "/2*" + theta + "'^2\n";
        constraints +=
            "  constraint axle" + k + ": " + y + "'*cos(" + theta + ") - " + x + "'*sin(" + theta + ") = 0\n";
    };
    body(0, "x", "y");
    for (int i = 1; i <= n; ++i) {
        const std::string k = std::to_string(i), before = i == 1 ? "" : std::to_string(i - 1);
        coordinates += ", theta" + k;
        init += ", theta" + k + " = -" + std::to_string(i) + "/50";
        lets += "  let x" + k + " = x" + before + " - l*cos(theta" + k + "), y" + k + " = y" + before +
                " - l*sin(theta" + k + ")\n";
        body(i, "x" + k, "y" + k);
    }
    const std::string name = "trailer-" + std::to_string(n);
    return {name, name,
            "model Trailers {\n  param m0 = 2, J0 = 0.5, m = 1, J = 0.2, l = 1\n" + coordinates + "\n" +
                lets + kinetic + constraints + "  quasi v = x'*cos(theta0) + y'*sin(theta0), w = theta0'\n" +
                init + "\n}\n"};
}

Text pendulum(int n) {
    std::string coordinates = "  coord ", lets, energies, init = "  init ", x, y;
    for (int i = 1; i <= n; ++i) {
        const std::string k = std::to_string(i), comma = i == 1 ? "" : ", ";
        coordinates += comma + "phi" + k;
        init += comma + "phi" + k + " = " + std::to_string(i + 3) + "/10";
        lets +=
            "  let x" + k + " = " + x + "l*sin(phi" + k + "), y" + k + " = " + y + "- l*cos(phi" + k + ")\n";
        energies += "  kinetic m/2*(x" + k + "'^2 + y" + k + "'^2)\n  potential m*g*y" + k + "\n";
        x = "x" + k + " + ";
        y = "y" + k + " ";
    }
    const std::string name = "pendulum-" + std::to_string(n);
    return {name, name,
            "model Pendulum {\n  param m = 1, l = 1, g = 9.81\n" + coordinates + "\n" + lets + energies +
                init + "\n}\n"};
}

Text hinge_chain(int n) {
    static constexpr const char* axes[] = {"(1, 0, 0)", "(0, 1, 0)", "(0, 0, 1)"};
    std::string parts, init = "  init ";
    for (int i = 1; i <= n; ++i) {
        const std::string k = std::to_string(i),
                          carrier = i == 1 ? "space" : "b" + std::to_string(i - 1) + " at (0, 0, -l/2)";
        parts += "  body b" + k + " { mass m; inertia (A, B, C) }\n  joint b" + k + " at (0, 0, l/2) on " +
                 carrier + " hinge p" + k + " along " + axes[(i - 1) % 3] + "\n";
        init += (i == 1 ? "p" : ", p") + k + " = " + std::to_string(i % 5 - 2) + "/10";
    }
    return {"chain-" + std::to_string(n), "",
            "model Chain {\n  param m = 1, l = 1, A = 0.09, B = 0.08, C = 0.02, g = 9.81\n"
            "  gravity g along (0, 0, -1)\n" +
                parts + init + "\n}\n"};
}

}  // namespace anholon::bench

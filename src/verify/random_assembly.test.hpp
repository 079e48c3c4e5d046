#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

// For tests: texts of models whose bodies, joints, loads, supports, contacts and vehicles are drawn at random, the same for the same
// seed.
namespace anholon {

class RandomAssembly {
  public:
    explicit RandomAssembly(std::uint64_t seed) : state_(seed) { state_ = next() ^ (next() << 1); }

    std::string text() {
        static constexpr Scene scenes[] = {&RandomAssembly::chain,           &RandomAssembly::loop,
                                           &RandomAssembly::on_plane,        &RandomAssembly::on_plane,
                                           &RandomAssembly::ball_on_support, &RandomAssembly::on_support,
                                           &RandomAssembly::on_support,      &RandomAssembly::on_moving_body,
                                           &RandomAssembly::with_wheels,     &RandomAssembly::vehicle,
                                           &RandomAssembly::chain,           &RandomAssembly::weighted};
        kind_ = below(std::size(scenes));
        (this->*scenes[kind_])();
        std::string out = "model A {\n" + statements_ + extra_;
        if (!init_.empty()) out += "init " + init_ + "\n";
        return out + "}\n";
    }
    std::size_t kind() const { return kind_; }
    // With torques between bodies and motors, where there are bodies and hinges for them.
    RandomAssembly& driven() {
        is_driven_ = true;
        return *this;
    }

  private:
    using Scene = void (RandomAssembly::*)();

    // --- numbers

    std::uint64_t next() {
        std::uint64_t z = (state_ += 0x9E3779B97F4A7C15u);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return z ^ (z >> 31);
    }
    std::size_t below(std::size_t n) { return static_cast<std::size_t>((next() >> 11) % n); }
    bool chance(int percent) { return below(100) < static_cast<std::size_t>(percent); }
    // With three digits after the point.
    double real(double low, double high) {
        const double x = low + (high - low) * static_cast<double>(below(100001)) / 100000;
        return static_cast<double>(static_cast<long>(x * 1000)) / 1000;
    }
    static std::string shown(double x) {
        char buffer[32];
        std::snprintf(buffer, sizeof buffer, "%.3f", x);
        return buffer;
    }
    std::string number(double low, double high) { return shown(real(low, high)); }

    struct Point {
        double x = 0, y = 0, z = 0;
        Point operator+(const Point& o) const { return {x + o.x, y + o.y, z + o.z}; }
        Point operator-(const Point& o) const { return {x - o.x, y - o.y, z - o.z}; }
        std::string text() const { return "(" + shown(x) + ", " + shown(y) + ", " + shown(z) + ")"; }
    };
    Point point(double size) { return {real(-size, size), real(-size, size), real(-size, size)}; }
    std::string axis() {
        static constexpr const char* along[] = {"(1, 0, 0)", "(0, 1, 0)", "(0, 0, 1)"};
        if (chance(70)) return along[below(3)];
        return "(" + number(0.2, 1) + ", " + number(-1, 1) + ", " + number(-1, 1) + ")";
    }
    std::string one_of(std::vector<std::string> words) { return words[below(words.size())]; }
    void say(const std::string& line) { statements_ += line + "\n"; }
    void start(const std::string& value) { init_ += (init_.empty() ? "" : ", ") + value; }

    // --- bodies

    struct Body {
        std::string name;
        Point at;  // of the mass centre, where all coordinates are zero
        bool is_fixed = false;
    };

    std::string inertia(const std::string& round_axis = "") {
        if (!round_axis.empty())
            return one_of({"shape disc(" + number(0.3, 1) + ")", "shape hoop(" + number(0.3, 1) + ")",
                           "shape cylinder(" + number(0.3, 1) + ", " + number(0.3, 1) + ")"}) +
                   " along " + round_axis;
        const std::string A = number(0.8, 1.2), B = number(0.8, 1.2), C = number(0.8, 1.2);
        const std::string generic = "inertia (" + A + ", " + B + ", " + C + "; " + number(-0.1, 0.1) + ", " +
                                    number(-0.1, 0.1) + ", " + number(-0.1, 0.1) + ")";
        switch (below(9)) {
            case 0: return generic;
            case 1: return "inertia (" + A + ", " + B + ", " + C + ")";
            case 2: return "inertia (" + A + ", " + A + ", " + C + ")";
            case 3: return "inertia (" + A + ", " + B + ", " + A + ")";
            case 4: return "shape disc(" + number(0.3, 1) + ") along " + axis();
            case 5:
                return "shape box(" + number(0.3, 1) + ", " + number(0.3, 1) + ", " + number(0.3, 1) + ")";
            case 6: return "shape cylinder(" + number(0.3, 1) + ", " + number(0.3, 1) + ") along " + axis();
            case 7: return generic + " turned " + number(-1, 1) + " about " + axis();
            default: return "inertia (5, 6, 7) at " + point(0.5).text();
        }
    }
    std::string angles(const std::string& of) {
        std::string out = "; angles ";
        const std::size_t sequence = below(4);
        static constexpr const char* sequences[] = {"zxz", "zxy", "zyx", "xyz"};
        for (std::size_t k = 0; k < 3; ++k) {
            const std::string name = of + "ang" + std::to_string(k + 1);
            out += (k == 0 ? "" : ", ") + name + " about " + sequences[sequence][k];
            // Away from where two of the axes coincide.
            if (k == 1 && sequence == 0) start(name + " = 0.9");
        }
        return out;
    }

    std::string name_of_next() { return "b" + std::to_string(bodies_.size()); }
    void body(const std::string& parts) { body(parts, Point()); }
    void body(const std::string& parts, const Point& at) {
        const std::string name = name_of_next();
        say("body " + name + " { mass " + number(0.5, 2) + "; " + parts + " }");
        bodies_.push_back({name, at});
    }
    // With angles, and often one of revolution about the last of their axes.
    std::string turning_body() {
        const std::string by = angles(name_of_next());
        const char last = by.back();
        const std::string axis = last == 'x' ? "(1, 0, 0)" : last == 'y' ? "(0, 1, 0)" : "(0, 0, 1)";
        return inertia(chance(60) ? axis : "") + by;
    }
    // On no other.
    void root() {
        const Point p = chance(40) ? Point{0, 0, real(0.2, 1)} : point(0.5);
        switch (below(5)) {
            case 0: return body(inertia());
            case 1: return body(turning_body());
            case 2: return body(inertia() + "; pose planar");
            case 3: return body(inertia() + "; pose about " + p.text(), Point{} - p);
            // Where the second angle is not zero at the start the place is another; nothing is closed there.
            default: return body(turning_body() + "; pose about " + p.text(), Point{} - p);
        }
    }
    // On space, or on a body.
    void carried(const std::string& round_axis = "") {
        const std::string name = name_of_next();
        const bool on_space = bodies_.empty() || chance(15);
        const Body carrier = on_space ? Body{"space", {}} : bodies_[below(bodies_.size())];
        const std::string along = round_axis.empty() ? axis() : round_axis;
        const bool is_round = chance(50);
        const Point a = point(0.6), b = is_round && chance(50) ? Point{} : point(0.4);
        std::string joint;
        switch (below(8)) {
            case 0: joint = "slider s" + name + " along " + along; break;
            case 1: joint = "ball"; break;
            case 2: joint = "weld"; break;
            case 3:
                joint = "hinge h" + name + " = " + number(-1, 1) + "*sin(" + number(0.5, 2) + "*t) along " +
                        along;
                break;
            default: joint = "hinge h" + name + " along " + along;
        }
        if (on_space && joint == "weld") joint = "hinge h" + name + " along " + along;
        body(is_round ? inertia(along) : inertia(), carrier.at + a - b);
        say("joint " + name + " at " + b.text() + " on " + carrier.name + " at " + a.text() + " " + joint);
    }

    // --- what acts

    std::string some_body() { return bodies_[below(bodies_.size())].name; }
    std::string somewhere() {
        return chance(25) ? "space at " + point(2).text() : some_body() + " at " + point(0.5).text();
    }
    void loads() {
        if (chance(70))
            say("gravity " + number(1, 10) + " along " +
                one_of({"(0, 0, -1)", "(0.1, 0.2, -1)", "(0, -1, 0)"}));
        for (std::size_t k = below(3); k > 0; --k) {
            const bool is_damper = chance(40);
            const std::string first = some_body();
            std::string second = somewhere();
            if (second.substr(0, first.size() + 1) == first + " ") second = "space at " + point(2).text();
            extra_ += (is_damper ? "damper " : "spring ") + number(0.5, 5) + " between " + first + " at " +
                      point(0.5).text() + " and " + second +
                      (!is_damper && chance(50) ? " length " + number(0.1, 1) : "") + "\n";
        }
        for (std::size_t k = below(3); k > 0; --k) {
            const std::string X = one_of({number(-2, 2), "sin(t)", number(-1, 1) + "*t"});
            const std::string F = "(" + X + ", " + number(-2, 2) + ", " + number(-2, 2) + ")";
            const std::string on = some_body();
            extra_ += chance(40) ? "torque " + F + " on " + on
                                 : "force " + F + " on " + on + " at " + point(0.5).text();
            extra_ += chance(50) ? " follower\n" : "\n";
        }
        if (!is_driven_) return;
        between();
        motor();
    }
    // A torque with which two bodies act on each other.
    void between() {
        const std::string first = some_body(), second = some_body();
        if (first == second) return;
        extra_ += "torque (" + number(-2, 2) + ", sin(t), " + number(-1, 1) + ") between " + first + " and " +
                  second + (chance(50) ? " follower\n" : "\n");
    }
    // In one of the hinges that have a coordinate.
    void motor() {
        std::string angle;
        for (const Body& body : bodies_) {
            const std::size_t at = statements_.find("hinge h" + body.name + " along");
            if (at != std::string::npos && chance(70)) angle = "h" + body.name;
        }
        if (angle.empty()) return;
        if (chance(30)) extra_ += "torque " + number(-2, 2) + "*cos(t) on hinge " + angle + "\n";
        extra_ += "motor drive on " + angle + " { gear " + number(1, 9) + "; " +
                  (chance(60) ? "rotor " + number(0.01, 0.1) + "; " : "") +
                  (chance(60) ? "friction " + number(0.01, 0.1) + "; " : "") +
                  (chance(30) ? "torque " + number(-1, 1) + "*sin(t)"
                              : (chance(40) ? "inductance " + number(0.01, 0.1) + "; " : "") +
                                    std::string("resistance ") + number(0.5, 2) + "; constant " +
                                    number(0.1, 0.5) + "; voltage " + number(-5, 5) + "*cos(t)") +
                  " }\n";
    }

    // --- scenes

    void chain() {
        if (chance(60)) root();
        const std::size_t count = 1 + below(3);
        while (bodies_.size() < count) carried();
        loads();
    }

    // Closed at a point, or by a joint, that fits where all coordinates are zero.
    void loop() {
        if (chance(40)) {  // a plane linkage, turned as a whole
            const std::string along = one_of({"(0, 1, 0)", "(0, 0, 1)"});
            const auto place = [&](double x, double y) {
                return (along == "(0, 1, 0)" ? Point{x, 0, y} : Point{x, y, 0}).text();
            };
            for (const char* name : {"b0", "b1", "b2"}) {
                say(std::string("body ") + name + " { mass " + number(0.5, 2) + "; " + inertia() + " }");
                bodies_.push_back({name, {}});
            }
            say("joint b0 at " + place(0, -0.5) + " on space hinge p0 along " + along);
            say("joint b1 at " + place(-0.7, 0) + " on b0 at " + place(0, 0.5) + " hinge p1 along " + along);
            say("joint b2 at " + place(0, 0.6) + " on b1 at " + place(0.7, 0) + " hinge p2 along " + along);
            say("joint b2 at " + place(0, -0.6) + " on space at " + place(1.4, -0.2) + " " +
                one_of({"hinge along " + along, "ball"}));
        } else {
            const std::size_t count = 2 + below(2);
            while (bodies_.size() < count) {
                const std::string name = name_of_next(), along = axis();
                const Point a = point(0.6), b = point(0.4);
                const Body carrier = bodies_.empty() ? Body{"space", {}} : bodies_.back();
                body(inertia(chance(40) ? along : ""), carrier.at + a - b);
                say("joint " + name + " at " + b.text() + " on " + carrier.name + " at " + a.text() +
                    (bodies_.size() < 3 ? " ball" : " hinge h" + name + " along " + along));
            }
            const Point p = point(0.5);
            const Body last = bodies_.back();
            say("joint " + last.name + " at " + p.text() + " on space at " + (last.at + p).text() + " ball");
        }
        loads();
    }

    // A place that may move by a law.
    std::string place(double size) {
        const Point p = point(size);
        if (chance(75)) return p.text();
        const std::string x = shown(p.x), y = shown(p.y), z = shown(p.z);
        return one_of({"(" + x + " + 0.3*sin(2*t), " + y + ", " + z + ")",
                       "(" + x + ", " + y + " - 0.2*t, " + z + ")",
                       "(" + x + ", " + y + ", " + z + " + 0.1*cos(3*t))"});
    }
    std::string turning() { return chance(30) ? " turning " + one_of({"1.5", "sin(t)", "0.4*t"}) : ""; }
    std::string contact() { return one_of({"rolling", "rolling", "rubber", "sliding"}); }
    std::string tilted() { return "q0 = 0.9, q1 = " + number(-0.4, 0.4) + ", q2 = " + number(-0.4, 0.4); }

    std::string smooth_surface() {
        const std::string at = " at " + point(0.1).text();
        switch (below(7)) {
            case 0: return "surface sphere(" + number(0.5, 1) + ")" + at;
            case 1:
            case 6:
                return "surface ellipsoid(" + number(0.5, 1) + ", " + number(0.5, 1) + ", " + number(0.5, 1) +
                       ")" + at;
            case 2: return "surface rim(" + number(0.5, 1) + ") along " + axis() + at;
            case 3:
                return "surface torus(" + number(0.5, 1) + ", " + number(0.1, 0.3) + ") along " + axis() + at;
            case 4: return "surface point" + at;
            default: return "surface rim(" + number(0.5, 1) + ")" + at;
        }
    }
    std::string any_surface() {
        const std::string at = " at " + point(0.1).text();
        switch (below(8)) {
            case 0: return "surface paraboloid(" + number(0.5, 1) + ", " + number(0.5, 1) + ")" + at;
            case 1:
                return "surface graph(" + number(0.2, 0.5) + "*x^2 + " + number(0.2, 0.5) +
                       "*y^2 + 0.1*x*y)" + at;
            case 2: return "surface revolution(sqrt(1 - " + number(0.2, 0.5) + "*z^2))" + at;
            case 3: return "surface parametric(u, v, " + number(0.2, 0.6) + "*u^2 + 0.3*v^2)" + at;
            default: return smooth_surface();
        }
    }

    void on_plane() {
        const bool is_ground = chance(60);
        const std::string on = is_ground ? "ground" : "slope";
        if (is_ground)
            say("ground plane z = " + number(-0.5, 0.5) + (chance(25) ? " + 0.1*sin(2*t)" : "") + turning());
        else
            say("support slope plane along (0.2, -0.1, 1) at " + point(0.3).text() + turning());
        std::string surface = any_surface(), kind = contact();
        const std::size_t special = below(10);
        if (special == 0) surface = "surface cylinder(" + number(0.3, 1) + ") along " + axis();
        if (special == 1)
            surface = "surface cone(" + number(0.2, 0.8) + ") along " + axis() + " at " + point(0.3).text();
        if (special == 2) {
            surface = "surface blade along " + axis() + " at " + point(0.3).text();
            kind = one_of({"skating", "sliding"});
        }
        const bool by_angles = chance(40);
        const bool is_round = chance(40);
        body((is_round ? inertia("(0, 0, 1)") : inertia()) + "; " + surface + (by_angles ? angles("") : ""));
        if (special > 2) by_angles ? start("ang1 = 0.3") : start(tilted());
        start("z = 1");
        say("contact b0 on " + on + " " + kind);
        loads();
    }

    void ball_on_support() {
        const std::string along = chance(50) ? "" : " along (0.2, 0.1, 1)";
        const std::string at = chance(50) ? "" : " at " + place(0.3);
        switch (below(8)) {
            case 0:
                say("support s sphere(2)" + at + turning());
                start("z = 2.3");
                break;
            case 1:
                say("support s sphere(2) inside" + at + turning());
                start("z = -1.5");
                break;
            case 2:
                say("support s cylinder(1.5)" + along + at + turning());
                start("x = 2");
                break;
            case 3:
                say("support s cylinder(1.5)" + along + " inside" + at + turning());
                start("x = 1");
                break;
            case 4:
                say("support s cone(0.6)" + along + " inside" + at + turning());
                start("x = 0.2, z = 2");
                break;
            case 5:
                say("support s graph(0.2*x^2 - 0.1*y^2 + 0.1*x*y)" + along + at);
                start("z = 0.5");
                break;
            case 6:
                say("support s revolution(sqrt(1 + z^2))" + along + " inside" + at + turning());
                start("x = 0.5, support_u = 0.1");
                break;
            default: say("support s parametric(u, v, 0.1*u^3 + 0.2*v^2 + 0.1*u)" + at); start("z = 0.5");
        }
        const std::string centre = chance(50) ? "" : " at " + point(0.1).text();
        body((chance(30) ? "shape ball(0.4); surface sphere(0.4)" : inertia() + "; surface sphere(0.3)") +
             centre + (chance(30) ? angles("") : ""));
        say("contact b0 on s " + contact());
        loads();
    }

    // Two cylinders along a line.
    void parallel() {
        const bool inside = chance(40);
        say("support s cylinder(2) along (0.1, 1, 0)" + std::string(inside ? " inside" : "") + " at " +
            place(0.3) + turning());
        body(inertia() + "; surface cylinder(0.5) along (0.1, 1, 0) at " + point(0.1).text());
        start(inside ? "z = -1.5" : "z = 2.5");
        say("contact b0 on s " + contact());
        loads();
    }

    void on_support() {
        if (chance(15)) return parallel();
        const std::string at = chance(50) ? "" : " at " + place(0.3);
        switch (below(3)) {
            case 0: say("support s sphere(2)" + at + turning()); break;
            case 1: say("support s graph(0.1*x^2 - 0.1*y^2 + 0.1*x*y)" + at); break;
            default: say("support s cylinder(2) along (0.1, 1, 0)" + at + turning());
        }
        start("z = 3");
        if (chance(15)) {
            body(inertia() + "; surface blade along (1, 0.1, 0) at " + point(0.2).text());
            say("contact b0 on s " + one_of({"skating", "sliding"}));
            return loads();
        }
        const std::string surface =
            chance(30) ? "surface base at " + Point{0, 0, -0.3}.text() : any_surface();
        body(inertia() + "; " + surface + (chance(30) ? angles("") : ""));
        say("contact b0 on s " + contact());
        loads();
    }

    // The carrier hangs in a hinge, is free, or has angles; often it is a body of revolution.
    void on_moving_body() {
        const std::string along = one_of({"(0, 1, 0)", "(0, 0, 1)"});
        const std::size_t how = below(3);
        if (how == 1)
            body(inertia("(0, 0, 1)") + angles("a_"));
        else
            body(inertia(chance(60) ? along : ""));
        if (how == 0) say("joint b0 on space hinge turn along " + along);
        const std::string at = " at " + place(0.3);
        switch (below(4)) {
            case 0:
                say("support s plane on b0" + at);
                start("b1_z = 0.5");
                break;
            case 1:
                say("support s sphere(1.5) on b0" + at);
                start("b1_z = 2");
                break;
            case 2:
                say("support s cylinder(1.5) inside on b0" + at + turning());
                start("b1_x = 1");
                break;
            default: say("support s graph(0.2*x^2 + 0.1*x*y) on b0" + at); start("b1_z = 0.5");
        }
        body(one_of(
            {"shape ball(0.4); surface sphere(0.4)", inertia() + "; surface sphere(0.4) at (0.1, 0, 0)"}));
        say("contact b1 on s " + contact());
        loads();
    }

    // A carriage on rims that turn in hinges, on the ground.
    void with_wheels() {
        const std::string r = number(0.4, 0.8);
        say("ground plane z = 0" + std::string(chance(20) ? " turning 0.5" : ""));
        body(inertia() + angles(""));
        const std::size_t count = 1 + below(2);
        for (std::size_t k = 0; k < count; ++k) {
            const std::string name = name_of_next();
            const Point hub = chance(50) ? Point{0, k == 0 ? 0.5 : -0.5, 0}
                                         : Point{k == 0 ? 0.7 : -0.7, real(-0.2, 0.2), 0};
            body(inertia("(0, 1, 0)") + "; surface rim(" + r + ") along (0, 1, 0)");
            say("joint " + name + " on b0 at " + hub.text() + " hinge spin" + std::to_string(k) +
                " along (0, 1, 0)");
            say("contact " + name + " on ground " + (chance(80) ? "rolling" : "sliding"));
        }
        start("b0_z = " + r);
        loads();
    }

    // A hoop, a disc or a ball with something fixed to it off its axis.
    void weighted() {
        say("ground plane z = 0");
        const std::string along = one_of({"(0, 1, 0)", "(0, 0, 1)"});
        const bool by_angles = chance(70);
        body(one_of({"shape hoop(0.6) along " + along, "shape disc(0.5) along " + along, "shape ball(0.5)",
                     "inertia (1, 1, 0.8); surface torus(0.6, 0.2)"}) +
             (by_angles ? angles("") : ""));
        start(by_angles ? "ang1 = 0.3" : "b0_q0 = 0.9, b0_q1 = 0.3");
        start("b0_z = 0.6");
        say("contact b0 on ground " + contact());
        carried();
        loads();
    }

    void vehicle() {
        const std::size_t frames = 1 + below(3);
        const auto place = [&](double size) {
            return "(" + number(-size, size) + ", " + number(-size, size) + ")";
        };
        for (std::size_t k = 0; k < frames; ++k) {
            const std::string name = "f" + std::to_string(k);
            say("frame " + name + " { mass " + number(0.5, 2) + "; inertia " + number(0.1, 1) + "; at " +
                place(0.4) + " }");
            if (k > 0)
                say("hitch " + name + " at " + place(1) + " to f" + std::to_string(below(k)) + " at " +
                    place(1) + " turns turn" + std::to_string(k) + (chance(20) ? " = 0.5*sin(t)" : ""));
            const std::string axle = "axle a" + std::to_string(k) + " on " + name + " at " + place(1);
            const std::string steers =
                chance(50) ? " steers st" + std::to_string(k) + (chance(30) ? " = 0.4*sin(t)" : "") : "";
            const std::string own =
                chance(50) ? "mass 0.2; inertia 0.1; at " + place(0.2) + "; " : "inertia 0.1; ";
            const std::string off = chance(40) ? "offset " + place(0.3) + "; " : "";
            const std::string rest = ", mass 0.1, spin 0.02, turn 0.03";
            const std::string carries =
                one_of({"skate", "skate mass 0.1, turn 0.05", "wheel radius " + number(0.1, 0.5) + rest,
                        "wheels radius " + number(0.1, 0.5) + ", track " + number(0.3, 1) + rest});
            say(axle + steers + " { " + own + off + carries + " }");
            start("x' = 0.1");
            init_.clear();
        }
        if (chance(30)) extra_ += "potential 0.5*x^2 + sin(psi)\n";
        if (chance(20)) extra_ += "dissipation 0.3*psi'^2 + 0.1*x'^2\n";
        if (chance(20)) extra_ += "force on psi: cos(t)*x'\n";
        if (frames > 1 && chance(20)) extra_ += "kinetic 0.2*(1 + psi^2)*psi'^2\n";
    }

    std::uint64_t state_;
    std::size_t kind_ = 0;
    bool is_driven_ = false;
    std::string statements_, extra_, init_;
    std::vector<Body> bodies_;
};

}  // namespace anholon

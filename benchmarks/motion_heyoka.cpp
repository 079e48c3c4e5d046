// motion_heyoka SYSTEM WAY LANES TOLERANCE: motions by heyoka's Taylor series, one by one or in batches, asked for on stdin.
//
// WAY is a list of its options with commas between: default, fast-math, avx512 (registers of 512 bits), compact, long-double.
// Prints `compiled`, the CPU seconds that took, the order of the series and the names of the states. Then it reads lines
//
//     UNTIL MOTIONS SPREAD EVERY X0...
//
// and integrates so many motions from 0 to UNTIL. Motion k starts at X0 with SPREAD·k added to the last number. It answers each
// line with the CPU seconds, the number of steps of all motions together, and the final states of every EVERYth motion.
// The equations are written by hand, as short as they come, with numbers for the parameters; so heyoka has its best start.
// Built by ./bench as C++23, which is what its headers are, where heyoka is installed; no part of Anholon.

#include <alloca.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <heyoka/expression.hpp>
#include <heyoka/kw.hpp>
#include <heyoka/llvm_state.hpp>
#include <heyoka/math.hpp>
#include <heyoka/taylor.hpp>
#include <iostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace {

using heyoka::expression;
using Vector = std::vector<expression>;

struct Equations {
    std::vector<std::string> names;
    std::vector<std::pair<expression, expression>> rates;
};

// --- The systems; constants are worked out in the precision of the motion

// x of W x = b, W symmetric, written out: W = L D Lᵀ without pivots.
Vector solved(std::vector<Vector> W, Vector b) {
    const std::size_t n = b.size();
    std::vector<Vector> L = W;
    for (std::size_t k = 0; k < n; ++k)
        for (std::size_t i = k + 1; i < n; ++i) {
            L[i][k] = W[i][k] / W[k][k];
            for (std::size_t j = k + 1; j <= i; ++j) W[i][j] = W[i][j] - L[i][k] * W[j][k];
            b[i] = b[i] - L[i][k] * b[k];
        }
    for (std::size_t i = n; i-- > 0;) {
        b[i] = b[i] / W[i][i];
        for (std::size_t j = i + 1; j < n; ++j) b[i] = b[i] - L[j][i] * b[j];
    }
    return b;
}

Vector cross(const Vector& a, const Vector& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

expression dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Vector variables(const std::vector<std::string>& names) {
    Vector found;
    for (const std::string& name : names) found.emplace_back(heyoka::variable(name));
    return found;
}

Equations equations(const std::vector<std::string>& names, const Vector& rates) {
    Equations e{names, {}};
    const Vector x = variables(names);
    for (std::size_t i = 0; i < x.size(); ++i) e.rates.emplace_back(x[i], rates[i]);
    return e;
}

// The reference disc, in the coordinates of gallery/rolling-disc.anh.
template <class T>
Equations disc() {
    const std::vector<std::string> names{"phi", "theta", "psi", "x", "y", "n", "u", "w"};
    const Vector s = variables(names);
    const expression &phi = s[0], &theta = s[1], &n = s[5], &u = s[6], &w = s[7];
    const T m = 1, R = T(1) / 2, g = 9.81, A = R * R / 4, C = R * R / 2, about_rim = A + m * R * R;
    const expression yaw = u / sin(theta), turn = yaw * cos(theta), spin = w - turn,
                     roll = expression(-R) * spin;
    return equations(names,
                     {yaw, n, spin, roll * cos(phi), roll * sin(phi),
                      u * (expression(A / about_rim) * turn - expression((C + m * R * R) / about_rim) * w) -
                          expression(m * g * R / about_rim) * cos(theta),
                      (expression(C / A) * w - turn) * n, expression(m * R * R / (C + m * R * R)) * u * n});
}

// Euler's equations, with the inertia of gallery/free-top.anh.
template <class T>
Equations free_top() {
    const std::vector<std::string> names{"w1", "w2", "w3"};
    const Vector w = variables(names);
    const T I1 = 1, I2 = 2, I3 = T(5) / 2;
    return equations(names,
                     {expression((I2 - I3) / I1) * (w[1] * w[2]), expression((I3 - I1) / I2) * (w[2] * w[0]),
                      expression((I1 - I2) / I3) * (w[0] * w[1])});
}

// gallery/rattleback.anh. γ is the upward vertical in the stone, r the point of contact seen from the mass centre:
//   r = −(0, 0, h) − Dγ/√(γ·Dγ), D = diag(a², b², c²),  J = I + m(r² − r rᵀ),
//   J ω˙ = (Jω)×ω + m r×(gγ − ω×r˙),  γ˙ = γ×ω,  v = r×ω.
template <class T>
Equations rattleback() {
    const std::vector<std::string> names{"q0", "q1", "q2", "q3", "x", "y", "z", "w1", "w2", "w3"};
    const Vector s = variables(names), w{s[7], s[8], s[9]};
    const expression &q0 = s[0], &q1 = s[1], &q2 = s[2], &q3 = s[3];
    const double m = 1, g = 9.81, h = 0.01;
    const T D[3] = {T(0.2) * T(0.2), T(0.03) * T(0.03), T(0.02) * T(0.02)};
    const double I[3][3] = {{2e-4, -2e-5, 0}, {-2e-5, 1.6e-3, 0}, {0, 0, 1.7e-3}};
    const expression two(2.0), half(0.5), mass(m);
    const Vector up{two * (q1 * q3 - q0 * q2), two * (q2 * q3 + q0 * q1),
                    q0 * q0 - q1 * q1 - q2 * q2 + q3 * q3};
    const Vector up_rate = cross(up, w);
    const Vector Dup{expression(D[0]) * up[0], expression(D[1]) * up[1], expression(D[2]) * up[2]};
    const expression inverse = pow(dot(up, Dup), expression(-0.5)),
                     change = dot(up_rate, Dup) * (inverse * inverse);
    Vector r, r_rate;
    for (std::size_t i = 0; i < 3; ++i) {
        r.push_back(expression(i == 2 ? -h : 0.0) - Dup[i] * inverse);
        r_rate.push_back(expression(D[i]) * (inverse * (change * up[i] - up_rate[i])));
    }
    const Vector squares{r[0] * r[0], r[1] * r[1], r[2] * r[2]};
    std::vector<Vector> J(3, Vector(3));
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j <= i; ++j)
            J[i][j] = J[j][i] =
                expression(I[i][j]) +
                (i == j ? mass * (squares[(i + 1) % 3] + squares[(i + 2) % 3]) : -(mass * (r[i] * r[j])));
    const Vector momentum{dot(J[0], w), dot(J[1], w), dot(J[2], w)}, turned = cross(momentum, w),
                                                                     centrifugal = cross(w, r_rate);
    Vector pull;
    for (std::size_t i = 0; i < 3; ++i) pull.push_back(mass * (expression(g) * up[i] - centrifugal[i]));
    const Vector torque = cross(r, pull);
    const Vector w_rate = solved(J, {turned[0] + torque[0], turned[1] + torque[1], turned[2] + torque[2]});
    const Vector v = cross(r, w);
    const Vector east{q0 * q0 + q1 * q1 - q2 * q2 - q3 * q3, two * (q1 * q2 - q0 * q3),
                      two * (q1 * q3 + q0 * q2)};
    const Vector north{two * (q1 * q2 + q0 * q3), q0 * q0 - q1 * q1 + q2 * q2 - q3 * q3,
                       two * (q2 * q3 - q0 * q1)};
    return equations(names,
                     {-half * (q1 * w[0] + q2 * w[1] + q3 * w[2]), half * (q0 * w[0] + q2 * w[2] - q3 * w[1]),
                      half * (q0 * w[1] + q3 * w[0] - q1 * w[2]), half * (q0 * w[2] + q1 * w[1] - q2 * w[0]),
                      dot(east, v), dot(north, v), dot(up, v), w_rate[0], w_rate[1], w_rate[2]});
}

// Six points on massless links in a plane; the mass matrix is inverted by elimination with the expressions.
template <class T>
Equations pendulum() {
    constexpr std::size_t n = 6;
    std::vector<std::string> names;
    for (std::size_t i = 1; i <= n; ++i) names.push_back("phi" + std::to_string(i));
    for (std::size_t i = 0; i < n; ++i) names.push_back(names[i] + "'");
    const Vector s = variables(names);
    std::vector<Vector> M(n, Vector(n));
    Vector force;
    for (std::size_t i = 0; i < n; ++i) {
        expression sum = expression(-9.81 * static_cast<T>(n - i)) * sin(s[i]);
        for (std::size_t j = 0; j < n; ++j) {
            const expression below(static_cast<double>(n - std::max(i, j)));
            const expression angle = s[std::min(i, j)] - s[std::max(i, j)];
            M[i][j] = i == j ? below : below * cos(angle);
            if (i < j) sum = sum - below * (sin(angle) * (s[n + j] * s[n + j]));
            if (i > j) sum = sum + below * (sin(angle) * (s[n + j] * s[n + j]));
        }
        force.push_back(sum);
    }
    Vector rates(s.begin() + n, s.end());
    for (const expression& z : solved(M, force)) rates.push_back(z);
    return equations(names, rates);
}

template <class T>
Equations system_of(const std::string& name) {
    if (name == "disc") return disc<T>();
    if (name == "free-top") return free_top<T>();
    if (name == "rattleback") return rattleback<T>();
    if (name == "pendulum-6") return pendulum<T>();
    throw std::invalid_argument("no system " + name);
}

// --- Motions

double cpu_seconds(clockid_t clock) {
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Request {
    double until = 0, spread = 0;
    std::size_t motions = 0, every = 1;
    std::vector<double> x;

    double start(std::size_t motion, std::size_t i) const {
        return x[i] + (i + 1 == x.size() ? spread * static_cast<double>(motion) : 0.0);
    }
};

struct Answer {
    double seconds = 0;
    std::size_t steps = 0;
    std::vector<double> ends;
};

template <class T>
class One {
  public:
    One(const Equations& e, const std::string& way, double tolerance)
        : taylor_(e.rates, std::vector<T>(e.names.size(), T(0)), heyoka::kw::tol = static_cast<T>(tolerance),
                  heyoka::kw::fast_math = way.contains("fast-math"),
                  heyoka::kw::force_avx512 = way.contains("avx512"),
                  heyoka::kw::compact_mode = way.contains("compact")) {}

    std::size_t order() const { return taylor_.get_order(); }

    Answer operator()(const Request& r) {
        Answer answer;
        for (std::size_t k = 0; k < r.motions; ++k) {
            for (std::size_t i = 0; i < r.x.size(); ++i) taylor_.get_state_data()[i] = r.start(k, i);
            taylor_.set_time(0);
            const double from = cpu_seconds(CLOCK_THREAD_CPUTIME_ID);
            answer.steps += std::get<3>(taylor_.propagate_until(static_cast<T>(r.until)));
            answer.seconds += cpu_seconds(CLOCK_THREAD_CPUTIME_ID) - from;
            if (k % r.every == 0)
                for (const T x : taylor_.get_state()) answer.ends.push_back(static_cast<double>(x));
        }
        return answer;
    }

  private:
    heyoka::taylor_adaptive<T> taylor_;
};

class Batch {
  public:
    Batch(const Equations& e, const std::string& way, std::size_t lanes, double tolerance)
        : lanes_(lanes),
          taylor_(e.rates, std::vector<double>(e.names.size() * lanes, 0.0),
                  static_cast<std::uint32_t>(lanes), heyoka::kw::tol = tolerance,
                  heyoka::kw::fast_math = way.contains("fast-math"),
                  heyoka::kw::force_avx512 = way.contains("avx512"),
                  heyoka::kw::compact_mode = way.contains("compact")) {}

    std::size_t order() const { return taylor_.get_order(); }

    // Its code does not align its stack; so calls differ in where that begins, and the quickest counts. Eight lanes still vary by a
    // quarter from process to process.
    Answer operator()(const Request& r) {
        volatile char* shift = static_cast<char*>(alloca(16 * (1 + calls_++ % 4)));
        shift[0] = 0;
        return all(r);
    }

  private:
    [[gnu::noinline]] Answer all(const Request& r) {
        Answer answer;
        const double from = cpu_seconds(CLOCK_THREAD_CPUTIME_ID);
        for (std::size_t first = 0; first < r.motions; first += lanes_) some(r, first, answer);
        answer.seconds = cpu_seconds(CLOCK_THREAD_CPUTIME_ID) - from;
        return answer;
    }

    void some(const Request& r, std::size_t first, Answer& answer) {
        for (std::size_t lane = 0; lane < lanes_; ++lane)
            for (std::size_t i = 0; i < r.x.size(); ++i)
                taylor_.get_state_data()[i * lanes_ + lane] = r.start(first + lane, i);
        taylor_.set_time(0);
        taylor_.propagate_until(r.until);
        for (std::size_t lane = 0; lane < lanes_ && first + lane < r.motions; ++lane) {
            answer.steps += std::get<3>(taylor_.get_propagate_res()[lane]);
            if ((first + lane) % r.every != 0) continue;
            for (std::size_t i = 0; i < r.x.size(); ++i)
                answer.ends.push_back(taylor_.get_state_data()[i * lanes_ + lane]);
        }
    }

    std::size_t lanes_, calls_ = 0;
    heyoka::taylor_adaptive_batch<double> taylor_;
};

template <class Made>
void converse(const Equations& e, Made&& made) {
    const double from = cpu_seconds(CLOCK_PROCESS_CPUTIME_ID);
    auto integrator = made();
    std::printf("compiled %.9g %zu", cpu_seconds(CLOCK_PROCESS_CPUTIME_ID) - from, integrator.order());
    for (const std::string& name : e.names) std::printf(" %s", name.c_str());
    std::puts("");
    std::fflush(stdout);
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream words(line);
        Request r;
        words >> r.until >> r.motions >> r.spread >> r.every;
        for (double x; words >> x;) r.x.push_back(x);
        if (r.x.size() != e.names.size())
            throw std::invalid_argument("a request with too many or too few numbers");
        const Answer answer = integrator(r);
        std::printf("%.9g %zu", answer.seconds, answer.steps);
        for (const double x : answer.ends) std::printf(" %.17g", x);
        std::puts("");
        std::fflush(stdout);
    }
}

void run(const std::string& system, const std::string& way, std::size_t lanes, double tolerance) {
    heyoka::llvm_state::set_memcache_limit(0);  // what it has compiled before is no part of a measurement
    heyoka::llvm_state::set_diskcache_enabled(false);
    const bool is_long = way.contains("long-double");
    const Equations e = is_long ? system_of<long double>(system) : system_of<double>(system);
    if (is_long)
        converse(e, [&] { return One<long double>(e, way, tolerance); });
    else if (lanes == 1)
        converse(e, [&] { return One<double>(e, way, tolerance); });
    else
        converse(e, [&] { return Batch(e, way, lanes, tolerance); });
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 5) return 2;
    try {
        run(argv[1], argv[2], static_cast<std::size_t>(std::atoi(argv[3])), std::atof(argv[4]));
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "heyoka: %s\n", error.what());
        return 1;
    }
}

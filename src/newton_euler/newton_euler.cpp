#include "newton_euler/newton_euler.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

#include "integrate/least_squares.hpp"

namespace anholon::newton_euler {

using namespace syntax;

namespace {

using Numbers = std::vector<double>;

// What a coordinate's slope in q̈ makes of a quantity: at ε² of a place, at ε of a velocity.
double by_acceleration(const Jet& velocity) { return velocity.d[1]; }

struct Rates {
    Vector velocity, omega;
};

Rates rates_of(const Part& part) { return {rate(part.pose.centre), part.pose.axes.angular_velocity()}; }

// I w in axes of space.
Vector moment(const Part& part, const Vector& w) {
    return part.pose.axes * (part.inertia * part.pose.axes.seen(w));
}

Vector at_first_order(const Vector& v) { return {{v[0].c[1], v[1].c[1], v[2].c[1]}}; }
Vector slope(const Vector& v) { return {{v[0].d[1], v[1].d[1], v[2].d[1]}}; }

double largest(const Numbers& x) {
    double out = 0;
    for (const double one : x) out = std::max(out, std::abs(one));
    return out;
}

}  // namespace

bool NewtonEuler::has_parts(const ModelTree& tree) {
    return std::ranges::any_of(tree.statements, [](const Statement& s) {
        return std::holds_alternative<BodyStatement>(s.what) ||
               std::holds_alternative<FrameStatement>(s.what);
    });
}

NewtonEuler::NewtonEuler(const ModelTree& tree, const Source& source, std::vector<std::string> coordinates,
                         const Parameters& parameters, const Parameters& generic)
    : reader_(tree, source), coordinates_(std::move(coordinates)) {
    const auto constants = [](const Parameters& values) {
        Names out{{"pi", std::numbers::pi}};
        for (const auto& [name, value] : values) out.emplace(name, value);
        return out;
    };
    constants_ = constants(parameters);
    spinning_ = Assembly::spinning_bodies(reader_, constants(generic));
    for (const Statement& s : tree.statements) {
        const auto* energy = std::get_if<EnergyStatement>(&s.what);
        has_kinetic_ = has_kinetic_ || (energy && energy->kind == EnergyStatement::Kind::kinetic);
        const auto* motor = std::get_if<MotorStatement>(&s.what);
        has_kinetic_ = has_kinetic_ || (motor && motor->rotor);
        has_other_ = has_other_ || energy || motor || std::holds_alternative<ForceStatement>(s.what);
        if (std::holds_alternative<FrictionStatement>(s.what))
            throw NotSupported("friction on a constraint that is written as an equation");
        if (const auto* motion = std::get_if<MotionStatement>(&s.what))
            if (motion->kind != MotionStatement::Kind::nonholonomic)
                throw NotSupported("a law of motion other than the nonholonomic one");
    }
}

Assembly NewtonEuler::assembled(const State& state, const Variation& variation, const Numbers& a) const {
    Names names = constants_;
    Jet time = state.t;
    time.c[1] = 1;
    names.emplace("t", time);
    for (std::size_t k = 0; k < coordinates_.size(); ++k) {
        Jet q;
        q.c = {state.q[k], state.v[k], a.empty() ? 0 : a[k] / 2};
        if (variation.order && variation.coordinate == k)
            q.d[*variation.order] = *variation.order == 2 ? 0.5 : 1;
        names.emplace(coordinates_[k], q);
    }
    return Assembly(reader_, std::move(names), spinning_);
}

// Of T, V, R and forces that are written beside the parts. With the path changed by δ φ(t) the energy T changes by
// ∂T/∂q φ + ∂T/∂q̇ φ˙; of φ = 1 and φ = ε that gives ∂T/∂q and (∂T/∂q̇)˙.
void NewtonEuler::add_stated_energy(const State& state, std::vector<Numbers>& M, Numbers& h) const {
    const std::size_t n = coordinates_.size();
    if (!has_other_) return;
    for (std::size_t k = 0; k < n; ++k) {
        const auto lagrange = [&](const Numbers& a) {
            const Jet still = assembled(state, {k, 0}, a).kinetic,
                      moving = assembled(state, {k, 1}, a).kinetic;
            return moving.d[1] - 2 * still.d[0];
        };
        if (has_kinetic_) {
            const double at_rest = lagrange({});
            h[k] += at_rest;
            for (std::size_t j = 0; j < n; ++j) {
                Numbers a(n, 0.0);
                a[j] = 1;
                M[k][j] += lagrange(a) - at_rest;
            }
        }
        h[k] += assembled(state, {k, 0}, {}).potential.d[0];
        const Assembly moving = assembled(state, {k, 1}, {});
        h[k] += moving.dissipation.d[0];
        for (const Assembly::Force& f : moving.forces) {
            const auto coordinate = std::ranges::find(coordinates_, f.on);
            if (coordinate != coordinates_.end())
                h[k] -= coordinate - coordinates_.begin() == static_cast<long>(k) ? f.value.c[0] : 0;
            else if (const auto quasi = moving.names.find(f.on); quasi != moving.names.end())
                h[k] -= f.value.c[0] * quasi->second.d[0];
            else
                throw NotSupported("a force on '" + f.on + "'");
        }
    }
}

// M q̈ + h: the inertia of the parts, and what acts on them, against each q̈_k.
void NewtonEuler::add_parts(const Assembly& still, const std::vector<Assembly>& by, std::vector<Numbers>& M,
                            Numbers& h) const {
    const std::size_t n = coordinates_.size();
    for (std::size_t i = 0; i < still.parts.size(); ++i) {
        const Part& part = still.parts[i];
        const Rates now = rates_of(part);
        const Vector a = at_first_order(now.velocity), alpha = at_first_order(now.omega);
        const Vector force = part.mass * a - part.force;
        const Vector torque = moment(part, alpha) + cross(now.omega, moment(part, now.omega)) - part.torque;
        std::vector<Rates> J;
        for (std::size_t k = 0; k < n; ++k) {
            const Rates one = rates_of(by[k].parts[i]);
            J.push_back({slope(one.velocity), slope(one.omega)});
        }
        for (std::size_t k = 0; k < n; ++k) {
            h[k] += (dot(J[k].velocity, force) + dot(J[k].omega, torque)).value();
            const Vector turned = moment(part, J[k].omega);
            for (std::size_t j = 0; j < n; ++j)
                M[k][j] += (part.mass * dot(J[k].velocity, J[j].velocity) + dot(J[j].omega, turned)).value();
        }
    }
}

namespace {

Numbers times(const std::vector<Numbers>& M, const Numbers& x) {
    Numbers out(M.size(), 0.0);
    for (std::size_t i = 0; i < M.size(); ++i)
        for (std::size_t j = 0; j < x.size(); ++j) out[i] += M[i][j] * x[j];
    return out;
}

double dotted(const Numbers& a, const Numbers& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}

Numbers sum_of(Numbers a, const Numbers& b) {
    for (std::size_t i = 0; i < a.size(); ++i) a[i] += b[i];
    return a;
}

// C q̈ = rest, by rows.
struct Rows {
    std::size_t m, n;
    Numbers C, rest;

    std::vector<Numbers> free_directions() const {
        if (m > 0) return kernel(C, m, n);
        std::vector<Numbers> out(n, Numbers(n, 0.0));
        for (std::size_t k = 0; k < n; ++k) out[k][k] = 1;
        return out;
    }
};

// q̈ = a + Z y, with C a = rest and C Z = 0:  Zᵀ M Z y = −Zᵀ (M a + h).
Numbers solved(const Rows& rows, const std::vector<Numbers>& M, const Numbers& h) {
    Numbers a = rows.m == 0 ? Numbers(rows.n, 0.0) : least_squares(rows.C, rows.m, rows.n, rows.rest);
    const std::vector<Numbers> Z = rows.free_directions();
    const std::size_t l = Z.size();
    if (l == 0) return a;
    const Numbers pull = sum_of(times(M, a), h);
    Numbers reduced(l * l), right(l);
    for (std::size_t s = 0; s < l; ++s) {
        right[s] = -dotted(Z[s], pull);
        const Numbers column = times(M, Z[s]);
        for (std::size_t r = 0; r < l; ++r) reduced[r * l + s] = dotted(Z[r], column);
    }
    const Numbers y = least_squares(reduced, l, l, right, {1e-14});
    for (std::size_t s = 0; s < l; ++s)
        for (std::size_t i = 0; i < rows.n; ++i) a[i] += y[s] * Z[s][i];
    return a;
}

std::array<double, 3> values_of(const Vector& v) { return {v[0].value(), v[1].value(), v[2].value()}; }

// What a unit force of a row adds to the force at its contact: −μ v/|v|.
std::array<double, 3> friction_per_force(const Friction& f) {
    std::array<double, 3> out = values_of(f.slip);
    double squares = f.width.value() * f.width.value();
    for (const double v : out) squares += v * v;
    for (double& v : out) v *= -f.coefficient.value() / std::sqrt(squares);
    return out;
}

// The forces of the rows on the coordinates by columns, friction with the force that presses: (Cᵀ + G) λ.
Numbers forces_of_rows(const Assembly& still, const std::vector<Assembly>& by, const Rows& rows) {
    Numbers out(rows.n * rows.m);
    for (std::size_t r = 0; r < rows.m; ++r)
        for (std::size_t k = 0; k < rows.n; ++k) out[k * rows.m + r] = rows.C[r * rows.n + k];
    for (std::size_t j = 0; j < still.frictions.size(); ++j) {
        const std::array<double, 3> along = friction_per_force(still.frictions[j]);
        for (std::size_t k = 0; k < rows.n; ++k)
            for (std::size_t i = 0; i < 3; ++i)
                out[k * rows.m + still.frictions[j].row] +=
                    along[i] * by_acceleration(by[k].frictions[j].slip[i]);
    }
    return out;
}

// M q̈ + h = (Cᵀ + G) λ with C q̈ = rest: q̈, then λ.
Numbers solved_with_friction(const Rows& rows, const std::vector<Numbers>& M, const Numbers& h,
                             const Numbers& forces) {
    const std::size_t n = rows.n, m = rows.m, all = n + m;
    Numbers A(all * all, 0.0), b(all);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t k = 0; k < n; ++k) A[i * all + k] = M[i][k];
        for (std::size_t r = 0; r < m; ++r) A[i * all + n + r] = -forces[i * m + r];
        b[i] = -h[i];
    }
    for (std::size_t r = 0; r < m; ++r) {
        for (std::size_t k = 0; k < n; ++k) A[(n + r) * all + k] = rows.C[r * n + k];
        b[n + r] = rows.rest[r];
    }
    return least_squares(A, all, all, b);
}

void add_friction(const Assembly& still, std::span<const double> lambda, std::vector<ContactForce>& forces) {
    for (const Friction& f : still.frictions) {
        const Contact& contact = still.contacts[*still.rows[f.row].contact];
        const std::array<double, 3> along = friction_per_force(f);
        for (ContactForce& force : forces)
            if (force.body == contact.body && force.support == contact.support)
                for (std::size_t i = 0; i < 3; ++i) force.force[i] += along[i] * lambda[f.row];
    }
}

// Cᵀ λ = M q̈ + h; none where rows repeat each other.
std::vector<ContactForce> forces(const Assembly& still, const Rows& rows, const Numbers& needed) {
    std::vector<ContactForce> out;
    if (rows.m == 0 || rank(rows.C, rows.m, rows.n) < rows.m) return out;
    Numbers transposed(rows.m * rows.n);
    for (std::size_t r = 0; r < rows.m; ++r)
        for (std::size_t k = 0; k < rows.n; ++k) transposed[k * rows.m + r] = rows.C[r * rows.n + k];
    const Numbers lambda = least_squares(transposed, rows.n, rows.m, needed);
    for (std::size_t c = 0; c < still.contacts.size(); ++c) {
        if (!still.contacts[c].has_one_force) continue;
        ContactForce f{still.contacts[c].body, still.contacts[c].support};
        for (std::size_t r = 0; r < rows.m; ++r)
            if (still.rows[r].contact == c)
                for (std::size_t i = 0; i < 3; ++i)
                    f.force[i] += lambda[r] * still.rows[r].direction[i].value();
        out.push_back(f);
    }
    return out;
}

std::vector<Demand> demands_of(const Assembly& moving) {
    std::vector<Demand> out;
    for (const Part& part : moving.parts) {
        const Rates now = rates_of(part);
        const Vector a = at_first_order(now.velocity), alpha = at_first_order(now.omega);
        const Vector torque = moment(part, alpha) + cross(now.omega, moment(part, now.omega)) - part.torque;
        out.push_back({part.name, values_of(part.pose.centre), values_of(part.mass * a - part.force),
                       values_of(torque)});
    }
    return out;
}

// NaN counts as the largest.
void note(double off, const std::string& name, double& largest, std::string& worst) {
    if (off <= largest) return;
    largest = off;
    worst = name;
}

}  // namespace

Response NewtonEuler::at(const State& state) const {
    const std::size_t n = coordinates_.size();
    std::vector<Assembly> by;  // q̈ changed coordinate by coordinate
    for (std::size_t k = 0; k < n; ++k) by.push_back(assembled(state, {k, 2}, {}));
    const Assembly still = assembled(state, {}, {});
    std::vector<Numbers> M(n, Numbers(n, 0.0));
    Numbers h(n, 0.0);
    add_parts(still, by, M, h);
    add_stated_energy(state, M, h);

    Response out;
    for (const Tie& t : still.ties) note(std::abs(t.value.value()), t.name, out.off_place, out.worst_place);
    Rows rows{still.rows.size(), n, Numbers(still.rows.size() * n), Numbers(still.rows.size())};
    const double speed = 1 + largest(state.v);
    for (std::size_t r = 0; r < rows.m; ++r) {
        const Jet& velocity = still.rows[r].velocity;
        rows.rest[r] = -velocity.c[1];
        double scale = 1;
        for (std::size_t k = 0; k < n; ++k) {
            rows.C[r * n + k] = by_acceleration(by[k].rows[r].velocity);
            scale = std::max(scale, std::abs(rows.C[r * n + k]) * speed);
        }
        note(std::abs(velocity.value()) / scale, still.rows[r].name, out.off_velocity, out.worst_velocity);
    }
    if (still.frictions.empty()) {
        out.accelerations = solved(rows, M, h);
        out.forces = forces(still, rows, sum_of(times(M, out.accelerations), h));
    } else {
        const Numbers columns = forces_of_rows(still, by, rows),
                      all = solved_with_friction(rows, M, h, columns);
        const std::span lambda = std::span(all).subspan(n);
        out.accelerations.assign(all.begin(), all.begin() + static_cast<long>(n));
        Numbers normal(n, 0.0);  // Cᵀ λ
        for (std::size_t r = 0; r < rows.m; ++r)
            for (std::size_t k = 0; k < n; ++k) normal[k] += rows.C[r * n + k] * lambda[r];
        out.forces = forces(still, rows, normal);
        add_friction(still, lambda, out.forces);
    }
    out.demands = demands_of(assembled(state, {}, out.accelerations));
    return out;
}

}  // namespace anholon::newton_euler

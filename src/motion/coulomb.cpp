#include "motion/coulomb.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/text.hpp"
#include "calculus/calculus.hpp"
#include "expr/derivative.hpp"
#include "expr/substitute.hpp"
#include "expr/walk.hpp"
#include "mechanics/forms/registry.hpp"

namespace anholon {

namespace {

// A slip that is so small a part of its terms is none.
constexpr double rounding = 1e-13;
// Coulomb's law counts as kept if it is broken by no more than this part of its terms.
constexpr double tolerance = 1e-11, least_bad = 1e-7;
// A slip in the plane ends at so small a part of its terms; the rest is a straight line. One that begins keeps its direction up to so
// small a part.
constexpr double ending = 1e-10, beginning = 1e-8;
// The width with which a direction stands for v/|v| whatever v is.
constexpr double far = 1e50;
// Changes that follow each other within an instant, as a part of the time.
constexpr std::size_t many_changes = 12;
constexpr double instant = 1e-12;
constexpr std::size_t most_ways = 1024;
// A coefficient of the normal reaction below which it counts as vanishing.
constexpr double vanishing = 1e-2;
// A slip that is so large a part of its terms where the contact sticks has jumped.
constexpr double jump = 1e-9;
// A slip that begins may lose this part of its accelerations to rounding.
constexpr double backward = 1e-9;
// A contact that sticks has this part of μ N to spare, or is about to slip.
constexpr double to_spare = 1e-9;
// A reaction so small, as a part of the largest unknown, says nothing about its side; how far ahead one looks for it then, in time.
constexpr double no_reaction = 1e-12, ahead[] = {1e-6, 1e-3};
// The violation of the law by a combination of contact modes that has no solution.
constexpr double unsolved = std::numeric_limits<double>::infinity();

double norm(std::span<const double> v) {
    double sum = 0;
    for (const double x : v) sum += x * x;
    return std::sqrt(sum);
}

double dotted(std::span<const double> a, std::span<const double> b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}

bool is_constant(const Expr& e) {
    return std::ranges::none_of(symbols_of(e), [](const Expr& s) {
        return s.symbol().kind == SymbolKind::variable || s.symbol().kind == SymbolKind::time;
    });
}

std::vector<double> scaled(std::span<const double> v, double factor) {
    std::vector<double> out(v.begin(), v.end());
    for (double& x : out) x *= factor;
    return out;
}

}  // namespace

System with_friction_modes(const System& system) {
    System copy = system;
    Context& c = system.c();
    const auto parameter = [&](const std::string& what, std::size_t k, long value) {
        // No model has such a name.
        const Expr symbol = c.constant(what + "_of_friction_" + std::to_string(k + 1) + "_");
        const Rational start(value);
        copy.parameters.push_back({symbol, start, c.number(start), c.one(), std::nullopt, "", "", {}});
        return symbol;
    };
    for (std::size_t k = 0; k < copy.frictions.size(); ++k) {
        DryFriction& f = copy.frictions[k];
        DryFriction::Mode mode;
        mode.sticks = parameter("stick", k, 0);
        mode.share = parameter("share", k, 1);
        mode.side = parameter("side", k, 1);
        mode.width = parameter("width", k, 0);
        mode.margin = parameter("margin", k, 0);
        for (std::size_t i = 0; i < f.rows.size(); ++i) {
            mode.direction.push_back(parameter("direction" + std::to_string(i + 1), k, i == 0));
            mode.watched.push_back(parameter("watched" + std::to_string(i + 1), k, i == 0));
        }
        f.mode = std::move(mode);
    }
    return copy;
}

Coulomb::Coulomb(const System& system, const Formulation& law, MakeEvaluator make)
    : n_(system.coordinates.size()) {
    if (system.frictions.empty()) return;
    const RateEquations& e = law.equations();
    const auto place = [&](const Expr& symbol) {
        return static_cast<std::size_t>(std::ranges::find(e.parameters, symbol) - e.parameters.begin());
    };
    std::vector<Expr> functions;
    for (const DryFriction& f : system.frictions) {
        const DryFriction::Mode& m = *f.mode;
        Contact c{&f,
                  place(m.sticks),
                  place(m.share),
                  place(m.side),
                  place(m.width),
                  place(m.margin),
                  {},
                  {},
                  functions.size(),
                  0};
        for (const Expr& d : m.direction) c.direction.push_back(place(d));
        for (const Expr& d : m.watched) c.watched.push_back(place(d));
        functions.push_back(f.coefficient);
        functions.push_back(f.normal);
        for (const DryFriction::Row& row : f.rows) functions.push_back(row.slip);
        for (const DryFriction::Row& row : f.rows) functions.push_back(Dt(row.slip));
        for (const DryFriction::Row& row : f.rows) functions.push_back(row.force);
        for (const DryFriction::Row& row : f.rows)
            for (const Expr& v : system.velocities())
                if (const Expr slope = derivative(row.slip, v); slope != system.c().zero()) {
                    functions.push_back(slope * v);
                    ++c.terms;
                }
        Substitution at_rest;
        for (const Expr& v : system.velocities()) at_rest.emplace_back(v, system.c().zero());
        for (const DryFriction::Row& row : f.rows)
            if (const Expr own = substitute(row.slip, at_rest); own != system.c().zero()) {  // of a belt
                functions.push_back(own);
                ++c.terms;
            }
        using What = Watched::What;
        if (!f.is_regularised()) watched_.push_back({contacts_.size(), What::slip});
        if (!f.is_regularised() && f.rows.size() == 2)
            watched_.push_back({contacts_.size(), What::beginning});
        if (f.is_two_sided) watched_.push_back({contacts_.size(), What::side});
        if (!is_constant(f.coefficient)) watched_.push_back({contacts_.size(), What::coefficient});
        contacts_.push_back(std::move(c));
    }
    rates_.emplace(e, make);
    functions_.emplace(e, law.lowered(std::move(functions)), make);
    z_.resize(e.unknowns.size());
    values_.resize(functions_->size());
}

void Coulomb::watch(const System& system, const Formulation& formulation, std::vector<Event>& events) {
    Context& c = system.c();
    for (const DryFriction& f : system.frictions) {
        const DryFriction::Mode& m = *f.mode;
        const Expr slips = Rational(1) - m.sticks;
        if (!f.is_regularised()) {
            Expr left = pow(f.coefficient * f.normal, 2), speed = -m.margin, forward = c.zero(),
                 leans = c.one();
            for (std::size_t i = 0; i < f.rows.size(); ++i) {
                left -= pow(f.rows[i].force, 2);
                leans *= m.watched[i];
                speed += m.watched[i] * f.rows[i].slip;
                forward += m.direction[i] * f.rows[i].slip;
            }
            left = leans + (Rational(1) - leans) * left;  // a force that is given is within the law
            events.push_back({formulation.lowered(m.sticks * left + slips * speed), -1, true});
            if (f.rows.size() == 2)
                events.push_back({formulation.lowered(m.sticks + slips * forward), -1, true});
        }
        if (f.is_two_sided)
            events.push_back({formulation.lowered(slips * m.side * f.normal + m.sticks * c.one()), -1, true});
        if (!is_constant(f.coefficient)) events.push_back({formulation.lowered(f.coefficient), -1, true});
    }
}

bool Coulomb::solve(double t, std::span<const double> y, std::span<const double> p) {
    rates_->set_parameters(p);
    if (!rates_->solve(t, y, z_)) return false;
    (*functions_)(t, y, p, z_, values_);
    return std::ranges::all_of(values_, [](double x) { return std::isfinite(x); });
}

bool Coulomb::has_directions() const {
    return std::ranges::any_of(contacts_,
                               [](const Contact& c) { return c.rows() == 2 && !c.law->is_regularised(); });
}

double Coulomb::size(const Contact& c) const {
    double sum = 0;
    for (std::size_t i = 0; i < c.terms; ++i) sum += std::fabs(values_[c.first + 2 + 3 * c.rows() + i]);
    return sum;
}

// A slip vanishes to the rounding of what cancels in it: of its own terms, as large as they were, and, while the contact sticks, of
// what the accelerations without friction and by friction would have made of it.
void Coulomb::measure(const Place& place) {
    const double time = std::exchange(measured_at_, place.t);
    if (!solve_without_friction(place)) return;
    std::vector<Numbers> free;
    for (Contact& c : contacts_) {
        c.scale = std::max(c.scale, size(c));
        free.emplace_back(slip_rate(c).begin(), slip_rate(c).end());
    }
    const auto sticks = [&](const Contact& c) { return !c.law->is_regularised() && !slides(c, place.p); };
    if (std::ranges::none_of(contacts_, sticks)) return;
    Numbers sliding = place.p;
    for (const Contact& c : contacts_)
        if (!c.law->is_regularised()) let_slide(c, sliding, Numbers{1, 0});
    if (!solve(place.t, place.y, sliding)) return;
    for (Contact& c : contacts_) {
        if (!sticks(c)) continue;
        Numbers braking(slip_rate(c).begin(), slip_rate(c).end());
        const Numbers& without = free[static_cast<std::size_t>(&c - contacts_.data())];
        for (std::size_t i = 0; i < c.rows(); ++i) braking[i] -= without[i];
        c.scale = std::max(c.scale, (norm(without) + norm(braking)) * std::fabs(place.t - time));
    }
}

void Coulomb::let_stick(const Contact& c, std::span<double> p) const {
    p[c.sticks] = 1;
    p[c.width] = far;
    p[c.margin] = 0;
    for (std::size_t i = 0; i < c.rows(); ++i) {
        p[c.direction[i]] = i == 0;
        p[c.watched[i]] = 0;
    }
}

// With this direction of v/|v|, though v may vanish.
void Coulomb::let_slide(const Contact& c, std::span<double> p, std::span<const double> along) const {
    p[c.sticks] = 0;
    p[c.width] = far;
    for (std::size_t i = 0; i < c.rows(); ++i) p[c.direction[i]] = along[i];
}

// The modes in which the motion continues: the direction of a slip in the plane is that of v.
void Coulomb::settle(const Contact& c, std::span<double> p, bool is_from_rest, double speed) const {
    if (!slides(c, p)) return;
    const bool is_in_plane = c.rows() == 2;
    for (std::size_t i = 0; i < c.rows(); ++i) p[c.watched[i]] = p[c.direction[i]];
    p[c.width] = 0;
    p[c.margin] = is_in_plane ? ending * speed : 0;
    if (!is_in_plane || !is_from_rest) return;
    // Until the slip has grown to this.
    p[c.width] = far;
    p[c.margin] = -beginning * speed;
    for (const std::size_t i : c.watched) p[i] = -p[i];
}

// --- the next mode of each contact

void Coulomb::prepare(std::vector<double>& p) const {
    for (const Contact& c : contacts_) {
        p[c.share] = 1;
        p[c.side] = 1;
        if (c.law->is_regularised())
            p[c.sticks] = p[c.width] = 0;
        else
            let_slide(c, p, std::vector<double>{1, 0});
    }
}

bool Coulomb::solve_without_friction(const Place& place) {
    std::vector<double> none = place.p;
    for (const Contact& c : contacts_) {
        none[c.share] = 0;
        if (!c.law->is_regularised()) let_slide(c, none, std::vector<double>{1, 0});
    }
    return solve(place.t, place.y, none);
}

std::optional<std::string> Coulomb::start(Place place) {
    std::vector<Choice> open;
    prepare(place.p);
    measured_at_ = place.t;
    measure(place);
    if (!solve_without_friction(place)) return "the equations of motion have no solution here";
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
        const Contact& c = contacts_[k];
        if (mu(c) < 0)
            return "the coefficient of friction of " + c.law->name + " is negative: " + decimal(mu(c), 6);
        if (c.law->is_regularised()) continue;
        const double speed = norm(slip(c));
        if (speed <= rounding * c.scale) {
            open.push_back({k});
            continue;
        }
        let_slide(c, place.p, scaled(slip(c), 1 / speed));
        settle(c, place.p, false, c.scale);
    }
    if (const auto words = decide(place, open)) return words;
    for (const Contact& c : contacts_)
        if (!c.law->is_regularised()) tell(place.t, c, slides(c, place.p) ? "slides" : "sticks");
    return std::nullopt;
}

// Where a slip itself jumps, as that of a belt that is switched on, what stuck slides and what slid may do so the other way.
std::optional<std::string> Coulomb::resume(Place place) {
    std::vector<Choice> open;
    const Numbers before = place.p;
    measure(place);
    if (!solve_without_friction(place)) return "the equations of motion have no solution here";
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
        const Contact& c = contacts_[k];
        if (mu(c) < 0)
            return "the coefficient of friction of " + c.law->name +
                   " becomes negative: " + decimal(mu(c), 6);
        if (c.law->is_regularised()) continue;
        const double speed = norm(slip(c));
        const bool slid = slides(c, before), is_beginning = slid && before[c.margin] < 0;
        std::vector<double> watched;
        for (const std::size_t i : c.watched) watched.push_back(before[i]);
        const bool is_turned = slid && !is_beginning && !(dotted(watched, slip(c)) > before[c.margin]);
        if ((!slid && speed <= jump * c.scale) || (is_turned && speed <= rounding * c.scale) ||
            (is_beginning && speed <= -2 * before[c.margin])) {
            open.push_back({k});
        } else if (!slid || is_turned || is_beginning) {
            let_slide(c, place.p, scaled(slip(c), 1 / speed));
            settle(c, place.p, false, c.scale);
            if (!is_beginning) tell(place.t, c, slid ? "reverses" : "slides");
        }
    }
    if (const auto words = decide(place, open)) return words;
    for (const Choice& one : open) {
        const Contact& c = contacts_[one.contact];
        if (slides(c, before) != slides(c, place.p))
            tell(place.t, c, slides(c, place.p) ? "slides" : "sticks");
    }
    return std::nullopt;
}

// It slips against the friction that held it.
Coulomb::Choice Coulomb::torn_loose(std::size_t k) const {
    const Numbers held(force(contacts_[k]).begin(), force(contacts_[k]).end());
    const double most = norm(held);
    return {k, false, scaled(held, most > 0 ? -1 / most : 0)};
}

std::optional<std::string> Coulomb::cross(Place place, std::span<const std::size_t> reached) {
    std::vector<Choice> open;
    const Numbers before = place.p;
    measure(place);
    if (!solve(place.t, place.y, place.p)) return "the equations of motion have no solution here";
    const auto tears = [&](std::size_t r) {
        return watched_[r].what == Watched::What::slip && !slides(contacts_[watched_[r].contact], before);
    };
    if (std::ranges::all_of(reached, tears) && lean_otherwise(place)) return accumulation(place.t);
    if (!solve(place.t, place.y, place.p)) return "the equations of motion have no solution here";
    std::vector<const Contact*> turned;
    std::vector<double> rest(contacts_.size(), 0);  // the time that each slip has still to go
    for (const std::size_t r : reached) {
        const Watched& w = watched_[r];
        const Contact& c = contacts_[w.contact];
        if (w.what == Watched::What::coefficient) {
            return "the coefficient of friction of " + c.law->name + " becomes negative";
        } else if (w.what == Watched::What::side) {
            place.p[c.side] = -place.p[c.side];
            turned.push_back(&c);
        } else if (!slides(c, before)) {
            open.push_back(torn_loose(w.contact));
        } else if (w.what == Watched::What::beginning) {
            open.push_back({w.contact});
        } else if (c.rows() == 2 && norm(slip(c)) > 4 * before[c.margin]) {
            // It has grown as far as it was to, or turned by a right angle, and continues.
            let_slide(c, place.p, scaled(slip(c), 1 / norm(slip(c))));
            const double margin = before[c.margin];
            settle(c, place.p, false, std::max(c.scale, margin < 0 ? -margin / beginning : margin / ending));
        } else {
            const double a = dotted(slip_rate(c), slip_rate(c));
            if (a > 0) rest[w.contact] = -dotted(slip(c), slip_rate(c)) / a;
            open.push_back({w.contact});
        }
    }
    // Sticking contacts may be torn loose together with those that come to rest, and slips that depend on each other end together.
    for (std::size_t k = 0; k < contacts_.size() && !open.empty(); ++k) {
        const Contact& c = contacts_[k];
        if (c.law->is_regularised() || std::ranges::find(open, k, &Choice::contact) != open.end()) continue;
        const bool sticks = !slides(c, before);
        const bool is_at_limit = sticks && norm(force(c)) > (1 - to_spare) * mu(c) * std::fabs(N(c));
        if (sticks) open.push_back(is_at_limit && leans(c, before) ? torn_loose(k) : Choice{k});
        Numbers along;
        for (const std::size_t i : c.watched) along.push_back(before[i]);
        const bool slows = !sticks && before[c.margin] >= 0 && dotted(along, slip_rate(c)) < 0;
        if (slows && norm(slip(c)) <= rounding * c.scale) open.push_back({k});
    }
    // Where a guide only changes its side, N = 0 to rounding and says nothing.
    if (const auto words = open.empty() ? paradox(place.t, place.y, place.p) : decide(place, open))
        return words;
    for (const Contact* c : turned) tell(place.t, *c, "presses on the other side");
    if (open.empty()) return turned.empty() ? std::nullopt : accumulation(place.t);
    for (const Choice& one : open) {
        const Contact& c = contacts_[one.contact];
        const bool slid = slides(c, before), slides_now = slides(c, place.p);
        if (slid && !slides_now) end_slip(place, c);
        const double t = place.t + rest[one.contact];
        if (slid != slides_now) tell(t, c, slides_now ? "slides" : "sticks");
        if (slid && slides_now) tell(t, c, "reverses");
    }
    return accumulation(place.t);
}

// The rest of a slip that ends is taken away by an impulse of its own friction.
void Coulomb::end_slip(Place place, const Contact& c) {
    Numbers p = place.p;
    let_slide(c, p, Numbers{1, 0});
    p[c.share] = 0;
    if (!solve(place.t, place.y, p)) return;
    const Numbers still(z_.begin(), z_.begin() + static_cast<long>(n_)),
        rate(slip_rate(c).begin(), slip_rate(c).end());
    std::vector<Numbers> moved, slipped;  // by friction along each row
    p[c.share] = 1;
    for (std::size_t i = 0; i < c.rows(); ++i) {
        let_slide(c, p, i == 0 ? Numbers{1, 0} : Numbers{0, 1});
        if (!solve(place.t, place.y, p)) return;
        moved.emplace_back(z_.begin(), z_.begin() + static_cast<long>(n_));
        for (std::size_t k = 0; k < n_; ++k) moved.back()[k] -= still[k];
        slipped.emplace_back(slip_rate(c).begin(), slip_rate(c).end());
        for (std::size_t k = 0; k < c.rows(); ++k) slipped.back()[k] -= rate[k];
    }
    const std::span<const double> v = slip(c);
    Numbers times;
    if (c.rows() == 1) {
        times = {-v[0] / slipped[0][0]};
    } else {
        const double D = slipped[0][0] * slipped[1][1] - slipped[0][1] * slipped[1][0];
        times = {(v[1] * slipped[1][0] - v[0] * slipped[1][1]) / D,
                 (v[0] * slipped[0][1] - v[1] * slipped[0][0]) / D};
    }
    if (!std::ranges::all_of(times, [](double x) { return std::isfinite(x); })) return;
    for (std::size_t i = 0; i < c.rows(); ++i)
        for (std::size_t k = 0; k < n_; ++k) place.y[n_ + k] += times[i] * moved[i][k];
}

// The one way that the law allows: every contact that does not slip sticks, or begins to slip as the forces have it.
std::optional<std::string> Coulomb::decide(Place place, const std::vector<Choice>& open) {
    double ways = 1;
    for (const Choice& one : open) ways *= contacts_[one.contact].rows() == 1 ? 3 : 2;
    for (const Contact& c : contacts_) ways *= c.law->is_two_sided ? 2 : 1;
    if (ways > static_cast<double>(most_ways))
        return "too many contacts come to rest at once for one way to be found in which they go on";
    std::vector<Trial> found;
    try_all(place, open, 0, place.p, found);
    erase_backward(place, open, found);
    std::vector<const Trial*> kept = different(found, largest_acceleration(place));
    const auto best = std::ranges::min_element(found, {}, &Trial::off);
    if (kept.empty() && best != found.end() && best->off < least_bad) kept.push_back(&*best);
    if (kept.empty() && is_lost(place, open, found)) return std::nullopt;
    if (kept.empty() && is_pulled(place)) {
        // The guards of contacts say so.
        for (const Choice& one : open) let_stick(contacts_[one.contact], place.p);
        return std::nullopt;
    }
    std::string names;
    for (const Contact& c : contacts_) names += (names.empty() ? "" : ", ") + c.law->name;
    const auto is_open = [&](const Trial& one) {
        return one.off == unsolved ||
               std::ranges::any_of(contacts_, [&](const Contact& c) { return leans(c, one.p); });
    };
    if (kept.empty() && std::ranges::any_of(found, is_open))
        return "the friction of " + names +
               " is not determined: of the velocities that vanish where these stick, one follows from the "
               "others, and no part of the friction that was tried lets them rest";
    if (kept.size() != 1) {
        for (const Trial& one : found)
            if (const auto words = paradox(place.t, place.y, one.p)) return words;
        return kept.empty()
                   ? "Painlevé's paradox at " + names + ": no motion obeys Coulomb's law from here on"
                   : "Painlevé's paradox at " + names +
                         ": more than one motion obeys Coulomb's law from here on";
    }
    place.p = kept[0]->p;
    if (!solve(place.t, place.y, place.p)) return "the equations of motion have no solution here";
    for (const Choice& one : open) {
        const Contact& c = contacts_[one.contact];
        double speed = c.scale;
        Numbers without = place.p;
        without[c.share] = 0;
        // Where nothing has moved yet: what a second of its acceleration would make of it.
        if (speed == 0 && solve(place.t, place.y, without)) speed = norm(slip_rate(c));
        settle(c, place.p, true, speed);
    }
    press_on_a_side(place);
    return paradox(place.t, place.y, place.p);
}

// A slip that begins in a known direction does not turn back.
void Coulomb::erase_backward(const Place& place, const std::vector<Choice>& open, std::vector<Trial>& found) {
    if (std::ranges::all_of(open, [](const Choice& one) { return one.direction.empty(); })) return;
    Numbers sizes(contacts_.size(), 0.0), sliding = place.p;
    const auto note = [&] {
        for (std::size_t k = 0; k < contacts_.size(); ++k) sizes[k] += norm(slip_rate(contacts_[k]));
    };
    if (solve_without_friction(place)) note();
    for (const Contact& c : contacts_)
        if (!c.law->is_regularised()) let_slide(c, sliding, Numbers{1, 0});
    if (solve(place.t, place.y, sliding)) note();
    std::erase_if(found, [&](const Trial& one) {
        if (one.off == unsolved || !solve(place.t, place.y, one.p)) return false;
        return std::ranges::any_of(open, [&](const Choice& choice) {
            const Contact& c = contacts_[choice.contact];
            return !choice.direction.empty() && slides(c, one.p) &&
                   dotted(choice.direction, slip_rate(c)) < -backward * sizes[choice.contact];
        });
    });
}

// Of the motion without friction, and where it acts as it does on slips: what cancels where everything rests.
double Coulomb::largest_acceleration(const Place& place) {
    double largest = 0;
    const auto note = [&] {
        for (std::size_t i = 0; i < n_; ++i) largest = std::max(largest, std::fabs(z_[i]));
    };
    if (solve_without_friction(place)) note();
    Numbers sliding = place.p;
    for (const Contact& c : contacts_)
        if (!c.law->is_regularised()) let_slide(c, sliding, Numbers{1, 0});
    if (solve(place.t, place.y, sliding)) note();
    return largest;
}

// The ways that obey the law and are different motions; where contacts hold each other, only their forces may differ.
std::vector<const Coulomb::Trial*> Coulomb::different(const std::vector<Trial>& found,
                                                      double acceleration) const {
    double scale = acceleration;
    for (const Trial& one : found)
        for (std::size_t i = 0; i < std::min(n_, one.z.size()); ++i)
            scale = std::max(scale, std::fabs(one.z[i]));
    std::vector<const Trial*> kept;
    for (const Trial& one : found) {
        if (one.off > tolerance) continue;
        const bool is_known = std::ranges::any_of(kept, [&](const Trial* other) {
            double apart = 0;
            for (std::size_t i = 0; i < n_; ++i) apart = std::max(apart, std::fabs(one.z[i] - other->z[i]));
            return apart <= 1e-9 * scale;
        });
        if (!is_known) kept.push_back(&one);
    }
    return kept;
}

// Where the reaction of a guide vanishes, both sides obey the law: that one is taken on which it presses a little later.
void Coulomb::press_on_a_side(Place place) {
    for (const Contact& c : contacts_) {
        if (!c.law->is_two_sided || (!c.law->is_regularised() && !slides(c, place.p))) continue;
        const auto vanishes = [&] {
            double largest = 0;
            for (const double z : z_) largest = std::max(largest, std::fabs(z));
            return std::fabs(N(c)) <= no_reaction * largest;
        };
        if (!solve(place.t, place.y, place.p) || !vanishes()) continue;
        for (const double later : ahead) {
            Numbers rates(place.y.size()), y(place.y.begin(), place.y.end());
            rates_->set_parameters(place.p);
            if (!rates_->rates(place.t, place.y, rates)) break;
            for (std::size_t i = 0; i < y.size(); ++i) y[i] += later * rates[i];
            if (!solve(place.t + later, y, place.p) || N(c) == 0) continue;
            const double side = N(c) > 0 ? 1 : -1;
            place.p[c.side] = side;
            break;
        }
    }
}

void Coulomb::try_all(const Place& place, const std::vector<Choice>& open, std::size_t k, Numbers p,
                      std::vector<Trial>& found) {
    if (k == open.size()) return try_sides(place, open, 0, std::move(p), found);
    const Contact& c = contacts_[open[k].contact];
    if (open[k].may_stick) {
        let_stick(c, p);
        try_all(place, open, k + 1, p, found);
    }
    if (!open[k].direction.empty()) {
        let_slide(c, p, open[k].direction);
        return try_all(place, open, k + 1, p, found);
    }
    for (const double sign : {1.0, -1.0}) {
        let_slide(c, p, std::vector<double>{sign, 0});
        try_all(place, open, k + 1, p, found);
        if (c.rows() == 2) return;
    }
}

// A guide may press on either side.
void Coulomb::try_sides(const Place& place, const std::vector<Choice>& open, std::size_t k, Numbers p,
                        std::vector<Trial>& found) {
    if (k == contacts_.size()) return try_one(place, open, std::move(p), found);
    const Contact& c = contacts_[k];
    if (!c.law->is_two_sided || (!c.law->is_regularised() && !slides(c, p)))
        return try_sides(place, open, k + 1, std::move(p), found);
    for (const double side : {1.0, -1.0}) {
        p[c.side] = side;
        try_sides(place, open, k + 1, p, found);
    }
}

void Coulomb::try_one(const Place& place, const std::vector<Choice>& open, Numbers p,
                      std::vector<Trial>& found) {
    const std::vector<Leaning> leaning = let_lean(place, p);
    try_leans(place, open, leaning, std::move(p), found);
}

bool Coulomb::leans(const Contact& c, std::span<const double> p) const {
    return !c.law->is_regularised() && !slides(c, p) &&
           std::ranges::any_of(c.watched, [&](std::size_t i) { return p[i] == 1; });
}

// Makes the equations regular where contacts stick whose slips depend on each other: as many of their rows as can be are held.
std::vector<Coulomb::Leaning> Coulomb::let_lean(const Place& place, Numbers& p) {
    if (solve(place.t, place.y, p)) return {};
    const Numbers as_given = p;
    const auto sticks = [&](const Contact& c) { return !c.law->is_regularised() && !slides(c, p); };
    for (const Contact& c : contacts_)
        if (sticks(c))
            for (const std::size_t i : c.watched) p[i] = 1;
    std::vector<Leaning> out;
    if (!solve(place.t, place.y, p)) {
        p = as_given;
        return out;
    }
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
        const Contact& c = contacts_[k];
        if (!sticks(c)) continue;
        Leaning one{k, {}};
        for (std::size_t i = 0; i < c.rows(); ++i) {
            p[c.watched[i]] = 0;
            if (solve(place.t, place.y, p)) continue;
            p[c.watched[i]] = 1;
            one.rows.push_back(i);
        }
        if (!one.rows.empty()) out.push_back(std::move(one));
    }
    return out;
}

// Forces that are open form a convex set. With one row each, if any of them obey the law, some do of which all open ones are as large as
// they may be. With two rows only some are tried.
void Coulomb::try_leans(const Place& place, const std::vector<Choice>& open, std::span<const Leaning> leaning,
                        Numbers p, std::vector<Trial>& found) {
    if (!leaning.empty()) {
        const Contact& c = contacts_[leaning.front().contact];
        p[c.margin] = 0;
        try_leans(place, open, leaning.subspan(1), p, found);
        std::vector<Numbers> directions;
        for (const std::size_t row : leaning.front().rows)
            for (const double sign : {1.0, -1.0}) {
                directions.emplace_back(c.rows(), 0.0);
                directions.back()[row] = sign;
            }
        // Along the friction that another contact in the plane needs.
        if (leaning.front().rows.size() == 2 && solve(place.t, place.y, p))
            for (const Contact& other : contacts_)
                if (&other != &c && other.rows() == 2 && !slides(other, p) && norm(force(other)) > 0)
                    directions.push_back(scaled(force(other), -1 / norm(force(other))));
        p[c.margin] = 1;
        for (const Numbers& d : directions) {
            for (std::size_t i = 0; i < c.rows(); ++i) p[c.direction[i]] = d[i];
            try_leans(place, open, leaning.subspan(1), p, found);
        }
        return;
    }
    if (!find_directions(place, open, p)) return;
    if (!solve(place.t, place.y, p)) {
        found.push_back({std::move(p), {}, unsolved});
        return;
    }
    Numbers z = z_;
    const double off = std::max(violation(open, p), pull(p));
    found.push_back({std::move(p), std::move(z), off});
}

// Does each sticking contact stick with a margin, or by a given force?
bool Coulomb::are_held(const Numbers& p) const {
    return std::ranges::all_of(contacts_, [&](const Contact& c) {
        if (c.law->is_regularised() || slides(c, p)) return true;
        if (std::ranges::all_of(c.watched, [&](std::size_t i) { return p[i] == 1; })) return true;
        return norm(force(c)) <= (1 - to_spare) * mu(c) * std::fabs(N(c));
    });
}

// Where the friction that one contact needs is too large, others that it leans on may have some to spare.
bool Coulomb::lean_otherwise(Place place) {
    if (std::ranges::none_of(contacts_, [&](const Contact& c) { return leans(c, place.p); })) return false;
    Numbers p = place.p;
    for (const Contact& c : contacts_)
        if (!c.law->is_regularised() && !slides(c, p)) let_stick(c, p);
    std::vector<Trial> found;
    const std::vector<Leaning> leaning = let_lean(place, p);
    try_leans(place, {}, leaning, p, found);
    for (const Trial& one : found) {
        if (one.off > tolerance || !solve(place.t, place.y, one.p) || !are_held(one.p)) continue;
        place.p = one.p;
        return true;
    }
    return false;
}

// Slips in the plane begin along their own acceleration: d = v̇/|v̇|.
bool Coulomb::find_directions(const Place& place, const std::vector<Choice>& open, Numbers& p) {
    std::vector<const Contact*> unknown;
    for (const Choice& one : open) {
        const Contact& c = contacts_[one.contact];
        if (c.rows() == 2 && slides(c, p) && one.direction.empty()) unknown.push_back(&c);
    }
    if (unknown.empty()) return true;
    const auto rate_of = [&](const Contact& c) {
        return std::vector<double>(slip_rate(c).begin(), slip_rate(c).end());
    };
    Numbers without = p;
    for (const Contact* c : unknown) without[c->share] = 0;
    if (!solve(place.t, place.y, without)) return false;
    for (const Contact* c : unknown) {
        const double a = norm(slip_rate(*c));
        if (!(a > 0)) return false;
        let_slide(*c, p, scaled(slip_rate(*c), 1 / a));
    }
    std::vector<std::vector<double>> free;
    for (const Contact* c : unknown) free.push_back(rate_of(*c));
    for (int round = 0; round < 200; ++round) {
        if (!solve(place.t, place.y, p)) return false;
        double change = 0;
        for (std::size_t i = 0; i < unknown.size(); ++i) {
            const Contact& c = *unknown[i];
            std::vector<double> a = rate_of(c);
            const double braking = std::hypot(a[0] - free[i][0], a[1] - free[i][1]);
            const std::vector<double> d{p[c.direction[0]], p[c.direction[1]]};
            for (std::size_t j = 0; j < 2; ++j) a[j] += braking * d[j];
            const double length = norm(a);
            if (!(length > 0)) return false;
            for (std::size_t j = 0; j < 2; ++j) {
                change = std::max(change, std::fabs(a[j] / length - d[j]));
                p[c.direction[j]] = a[j] / length;
            }
        }
        if (change < 1e-15) break;
    }
    return true;
}

// Of Coulomb's law in the solution that stands in values_, as far as it speaks of friction; 0 where it is kept.
double Coulomb::violation(const std::vector<Choice>& open, const Numbers& p) const {
    double off = 0;
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
        const Contact& c = contacts_[k];
        const double most = mu(c) * std::fabs(N(c)), friction = norm(force(c));
        if (!slides(c, p)) {
            if (friction > most) off = std::max(off, (friction - most) / friction);
            continue;
        }
        const auto choice = std::ranges::find(open, k, &Choice::contact);
        if (choice == open.end() || !choice->direction.empty()) continue;
        // It begins to slip as it is pulled.
        Numbers along;
        for (const std::size_t d : c.direction) along.push_back(p[d]);
        const double a = norm(slip_rate(c)), forward = dotted(along, slip_rate(c));
        if (!(a > 0)) return 1;
        if (!(forward > 0)) off = std::max(off, 1 - forward / a);
    }
    return off;
}

// By how much supports would have to pull, as a part of their forces; and a guide that presses on the other side.
double Coulomb::pull(const Numbers& p) const {
    double off = 0;
    for (const Contact& c : contacts_) {
        const bool is_guide = c.law->is_two_sided;
        if (is_guide && !slides(c, p)) continue;
        const double pressing = is_guide ? p[c.side] * N(c) : N(c);
        const double weight = std::fabs(N(c)) + norm(force(c));
        if (pressing < 0 && weight > 0) off = std::max(off, -pressing / weight);
    }
    return off;
}

// Whether all would obey the law but that a support would have to pull: the contact is lost, and its guard says so. Where friction changes
// the sign of what multiplies the reaction, it is Painlevé's paradox instead.
bool Coulomb::is_lost(Place place, const std::vector<Choice>& open, const std::vector<Trial>& found) {
    for (const Trial& one : found) {
        if (!solve(place.t, place.y, one.p) || violation(open, one.p) > tolerance) continue;
        std::vector<const Contact*> pulled;
        for (const Contact& c : contacts_)
            if (!c.law->is_two_sided && N(c) <= 0) pulled.push_back(&c);
        const bool is_plain = std::ranges::all_of(pulled, [&](const Contact* c) {
            return !slides(*c, one.p) || coefficient(place.t, place.y, one.p, *c) > 0;
        });
        if (pulled.empty() || !is_plain) continue;
        place.p = one.p;
        return true;
    }
    return false;
}

// Would some support have to pull even without friction?
bool Coulomb::is_pulled(const Place& place) {
    return solve_without_friction(place) && std::ranges::any_of(contacts_, [&](const Contact& c) {
               return !c.law->is_two_sided && N(c) <= 0;
           });
}

std::optional<std::string> Coulomb::accumulation(double t) {
    times_.push_back(t);
    if (times_.size() < many_changes) return std::nullopt;
    const double first = times_[times_.size() - many_changes];
    if (std::fabs(t - first) > instant * std::fabs(t)) return std::nullopt;
    return "contacts begin and cease to slip again and again within an instant";
}

void Coulomb::tell(double t, const Contact& c, std::string_view mode) {
    const DryFriction& f = *c.law;
    const std::string place = f.place == "ground" ? "the ground" : f.place;
    const std::string what = mode == "sticks" && !f.noun.empty() ? "rolls" : std::string(mode);
    std::string words = f.noun.empty() ? f.place + ": " + what : f.noun + " " + what + " on " + place;
    if (mode == "reverses")
        words = f.noun.empty() ? f.place + ": slides on in another direction"
                               : f.noun + " slides on in another direction on " + place;
    if (mode == "presses on the other side") words = f.place + ": presses on the other side";
    phases_.push_back({t, std::move(words), f.name, mode});
}

// --- Painlevé

// det W with this contact's friction, as a part of det W without it: what multiplies its normal reaction.
double Coulomb::coefficient(double t, std::span<const double> y, Numbers p, const Contact& c) {
    p[c.share] = 0;
    if (!solve(t, y, p)) return std::numeric_limits<double>::quiet_NaN();
    const int sign = rates_->determinant_sign();
    const double without = N(c);
    p[c.share] = 1;
    if (!solve(t, y, p)) return 0;
    const double ratio = std::fabs(N(c)) > 0 ? std::fabs(without / N(c)) : 1;
    return rates_->determinant_sign() == sign ? ratio : -ratio;
}

std::string Coulomb::words_of_paradox(double t, std::span<const double> y, std::span<const double> p,
                                      const Contact& c, double coefficient) {
    Numbers now(p.begin(), p.end());
    std::string kind;
    if (c.law->is_two_sided) {
        int count = 0;
        for (const double side : {1.0, -1.0}) {
            now[c.side] = side;
            count += solve(t, y, now) && side * N(c) > 0;
        }
        kind = count == 0   ? "no motion obeys Coulomb's law here"
               : count == 1 ? "Coulomb's law ceases to determine the motion here"
                            : "two motions obey Coulomb's law here, one with the guide pressing on each side";
    } else {
        const bool presses = solve(t, y, now) && N(c) > 0;
        kind = presses ? "two motions obey Coulomb's law here, one in contact and one without"
                       : "no motion in contact obeys Coulomb's law here";
    }
    const std::string value =
        std::fabs(coefficient) < 1e-6 ? "passes through 0" : "is " + decimal(coefficient, 4);
    return "Painlevé's paradox at " + c.law->name +
           ": the coefficient of the normal reaction, 1 without friction, " + value +
           " with mu = " + decimal(mu(c), 6) + "; " + kind;
}

std::optional<std::string> Coulomb::paradox(double t, std::span<const double> y, std::span<const double> p) {
    for (const Contact& c : contacts_) {
        if (!c.law->is_regularised() && !slides(c, p)) continue;
        Numbers now(p.begin(), p.end());
        const double here = coefficient(t, y, now, c);
        if (here < 0) return words_of_paradox(t, y, p, c, here);
        if (!c.law->is_two_sided) continue;
        now[c.side] = -now[c.side];
        const double beyond = coefficient(t, y, now, c);
        if (beyond < 0) return words_of_paradox(t, y, p, c, beyond);
    }
    return std::nullopt;
}

std::optional<std::string> Coulomb::near_paradox(double t, std::span<const double> y,
                                                 std::span<const double> p) {
    for (const Contact& c : contacts_) {
        if (!c.law->is_regularised() && !slides(c, p)) continue;
        const double here = coefficient(t, y, Numbers(p.begin(), p.end()), c);
        if (!(here < vanishing)) continue;
        return "Painlevé's paradox at " + c.law->name +
               ": the coefficient of the normal reaction, 1 without friction, has fallen to " +
               decimal(here, 2) + " with mu = " + decimal(mu(c), 6) +
               ", and the reaction grows without bound";
    }
    return std::nullopt;
}

}  // namespace anholon

#include "study/standstill/standstill_path.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "integrate/least_squares.hpp"
#include "model/state/parameter_values.hpp"
#include "study/standstill/corners.hpp"

namespace anholon {

namespace {

std::string_view noun(Standstill at) { return at == Standstill::steady ? "steady motion" : "equilibrium"; }

double stated_value(const System& system, const LinearisationOptions& options, const Sweep& sweep) {
    if (sweep.what == Sweep::What::parameter) {
        for (const auto& [symbol, value] : parameter_point(system, options.initial))
            if (symbol == sweep.symbol) return value.to_double();
    } else if (sweep.what == Sweep::What::initial_value) {
        const InitialState initial = possible_initial_state(system, options.initial);
        for (const auto* list : initial.parts())
            for (const InitialVariable& x : *list)
                if (x.symbol == sweep.symbol) return x.value;
    }
    return sweep.from;  // an abbreviation that has no initial value
}

// The options with the value of the sweep at which it begins.
LinearisationOptions beginning_with(LinearisationOptions options, const Sweep& sweep, double value) {
    if (sweep.what == Sweep::What::function) return options;
    auto& list = sweep.what == Sweep::What::parameter ? options.initial.parameters : options.initial.values;
    std::erase_if(list, [&](const auto& given) { return given.first == sweep.symbol; });
    list.emplace_back(sweep.symbol, Rational::parse(decimal(value, 17)).value_or(Rational(0)));
    return options;
}

double first_value(const System& system, const LinearisationOptions& options, const Sweep& sweep) {
    return std::clamp(stated_value(system, options, sweep), sweep.from, sweep.to);
}

constexpr double same = 1e-6;  // the relative distance of states that are not told apart

// Whether rows M determine the directions F, given as columns, up to those of the orbit O: Mv = 0 for no v of F + O outside O.
class Determination {
  public:
    Determination(std::vector<std::vector<double>> F, std::vector<std::vector<double>> O)
        : F_(std::move(F)), O_(std::move(O)) {}

    void add(std::span<const double> row) { add_to(rows_, row); }
    bool is_complete() const { return rank_of(rows_) == F_.size() + rank_on_orbit(rows_); }
    bool is_invariant(std::span<const double> row) const {
        return std::ranges::all_of(O_, [&](const auto& o) { return std::fabs(product(row, o)) < 1e-9; });
    }
    bool gains_by(std::span<const double> row, double tolerance) const {
        auto more = rows_;
        add_to(more, row);
        return more.size() > rows_.size() && rank_of(more, tolerance) > rank_of(rows_, tolerance);
    }

  private:
    using Row = std::vector<double>;  // on F, then on O

    static double product(std::span<const double> a, const std::vector<double>& b) {
        double sum = 0;
        for (std::size_t k = 0; k < b.size(); ++k) sum += a[k] * b[k];
        return sum;
    }
    void add_to(std::vector<Row>& rows, std::span<const double> row) const {
        Row on;
        double length = 0;
        for (const auto* basis : {&F_, &O_})
            for (const auto& direction : *basis) on.push_back(product(row, direction));
        for (const double value : on) length = std::hypot(length, value);
        if (!(length > 1e-9)) return;
        for (double& value : on) value /= length;
        rows.push_back(std::move(on));
    }
    std::size_t rank_of(const std::vector<Row>& rows, double tolerance = 1e-9) const {
        std::vector<double> all;
        for (const Row& row : rows) all.insert(all.end(), row.begin(), row.end());
        return rows.empty() ? 0 : rank(all, rows.size(), F_.size() + O_.size(), {tolerance});
    }
    std::size_t rank_on_orbit(const std::vector<Row>& rows) const {
        std::vector<double> all;
        double largest = 0;
        for (const Row& row : rows)
            for (std::size_t k = F_.size(); k < row.size(); ++k) {
                all.push_back(row[k]);
                largest = std::max(largest, std::fabs(row[k]));
            }
        return largest < 1e-9 ? 0 : rank(all, rows.size(), O_.size(), {1e-9});
    }

    std::vector<std::vector<double>> F_, O_;
    std::vector<Row> rows_;
};

}  // namespace

StandstillPath::StandstillPath(const System& system, const LinearisationOptions& options, const Sweep& sweep)
    : sweep_(sweep),
      search_(system, beginning_with(options, sweep, first_value(system, options, sweep)),
              sweep.what == Sweep::What::parameter ? sweep.symbol : Expr()),
      parameters_(part().parameters().begin(), part().parameters().end()) {
    beginning_.value = first_value(system, options, sweep);
    for (std::size_t k = 0; k < system.parameters.size(); ++k)
        if (system.parameters[k].symbol == sweep.symbol) varied_ = k;
    if (std::ranges::find(part().cyclic(), sweep.symbol) != part().cyclic().end())
        throw ConditionOutside("'" + sweep.name + "' is cyclic: no eigenvalue depends on it");
    begin_keeping(search_.found());
}

void StandstillPath::begin_keeping(StandstillSearch::Found found) {
    if (sweep_.what != Sweep::What::parameter) {
        const Expr function = part().formulation().lowered(sweep_.symbol);
        std::erase_if(found.held, [&](const SteadyPart::Held& h) { return h.function == function; });
        if (sweep_.what == Sweep::What::function)
            beginning_.value = std::clamp(value_of(function, found.x), sweep_.from, sweep_.to);
        varied_ = found.held.size();
        found.held.push_back({function, beginning_.value});
    }
    held_.emplace(part(), found.held);
    if (!settle(found.x))
        throw NoStandstill("no " + std::string(noun(part().what())) + " with " + sweep_.name + " = " +
                           decimal(beginning_.value, 10) + " was found near the initial state");
    chosen_ = choose(found.x);
    for (const std::size_t k : chosen_) found.held.push_back({part().state()[k], found.x[k]});
    all_held_ = std::move(found.held);
    held_.emplace(part(), all_held_);
    beginning_.x = std::move(found.x);
}

double StandstillPath::value_of(const Expr& function, const std::vector<double>& x) {
    double value = 0;
    StateFunctions(part().formulation().equations(), std::span(&function, 1))(0, x, part().parameters(), {},
                                                                              std::span(&value, 1));
    return value;
}

// First of the variables that the symmetries leave unchanged, then of the others.
std::vector<std::size_t> StandstillPath::choose(const std::vector<double>& x) {
    const auto linear = part().linear_part(x);
    if (!linear) return {};
    const std::size_t n = part().kept().size(), r = part().symmetries().size();
    const std::vector<std::vector<double>> family = family_directions(part(), x, *linear);
    if (family.empty()) return {};
    std::vector<double> columns(n * family.size());
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t k = 0; k < family.size(); ++k) columns[i * family.size() + k] = family[k][i];
    std::vector<std::vector<double>> orbit;
    if (r > 0) orbit = column_space(part().symmetries_at(x), n, r);
    Determination known(column_space(columns, n, family.size()), std::move(orbit));
    const SteadyPart::Residuals given = part().held_at(x, *held_);
    for (std::size_t i = 0; i < given.values.size(); ++i)
        known.add(std::span(given.slopes).subspan(i * n, n));
    std::vector<std::size_t> chosen;
    for (const bool only_invariant : {true, false})
        for (const double tolerance : {0.1, 1e-3, 1e-6})
            for (std::size_t k = 0; k < n && !known.is_complete(); ++k) {
                std::vector<double> row(n, 0.0);
                row[k] = 1;
                if (only_invariant && !known.is_invariant(row)) continue;
                if (!known.gains_by(row, tolerance)) continue;
                known.add(row);
                chosen.push_back(part().kept()[k]);
            }
    return chosen;
}

void StandstillPath::set(double value) {
    if (sweep_.what == Sweep::What::parameter) {
        parameters_[varied_] = value;
        part().set_parameters(parameters_);
    } else {
        held_->set(varied_, value);
    }
}

double StandstillPath::distance(const std::vector<double>& a, const std::vector<double>& b) {
    double most = 0, size = 1;
    for (const std::size_t k : part().kept()) {
        most = std::max(most, std::fabs(a[k] - b[k]));
        size = std::max(size, std::fabs(a[k]));
    }
    return most / size;
}

// The way bends little on one step, unless it leads to another standstill.
bool StandstillPath::is_nearly_straight(const Point& from, double to, const std::vector<double>& x) {
    const double length = distance(from.x, x);
    if (length <= same) return true;
    std::vector<double> middle = x;
    for (std::size_t k = 0; k < x.size(); ++k) middle[k] = (from.x[k] + x[k]) / 2;
    const std::vector<double> expected = middle;
    set(from.value + (to - from.value) / 2);
    const bool is_there = settle(middle) && distance(expected, middle) <= 0.15 * length + same;
    set(to);
    return is_there;
}

std::optional<StandstillPath::Point> StandstillPath::follow(const Point& from, double to) {
    const double least = 1e-10 * sweep_.length();
    constexpr int most = 1000;
    Point here = from;
    double step = to - from.value;
    if (here.slope.empty()) step = std::copysign(std::min(std::fabs(step), 1e-4 * sweep_.length()), step);
    for (int count = 0; here.value != to; ++count) {
        const bool is_last = std::fabs(step) >= std::fabs(to - here.value);
        const double next = is_last ? to : here.value + step, change = next - here.value;
        std::vector<double> x = here.x;
        if (!here.slope.empty())
            for (const std::size_t k : part().kept()) x[k] += change * here.slope[k];
        const std::vector<double> expected = x;
        set(next);
        const double allowed = here.slope.empty() ? 1e-2 : 0.3 * distance(here.x, expected) + same;
        if (settle(x) && distance(expected, x) <= allowed && is_nearly_straight(here, next, x)) {
            if (std::fabs(change) > least) {  // else rounding would be most of it
                here.slope.resize(x.size(), 0.0);
                for (std::size_t k = 0; k < x.size(); ++k) here.slope[k] = (x[k] - here.x[k]) / change;
            }
            here.x = std::move(x);
            here.value = next;
            step = 2 * change;
            continue;
        }
        step = change / 2;
        if (std::fabs(step) > least && count < most) continue;
        end_ = here.value;
        return std::nullopt;
    }
    return here;
}

std::optional<LinearPart> StandstillPath::linear_part(const Point& point) {
    set(point.value);
    if (const auto u = corner_at(part(), point.x)) throw NoLinearEquations(text_of_corner(*u));
    return part().linear_part(point.x);
}

}  // namespace anholon

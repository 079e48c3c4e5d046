#include "request/first_integral.hpp"

#include <cmath>

#include "base/text.hpp"
#include "code/linear_solve.hpp"
#include "expr/walk.hpp"
#include "mechanics/forms/registry.hpp"
#include "model/refusal.hpp"
#include "model/state/least_movement.hpp"
#include "model/state/parameter_values.hpp"
#include "model/state/scattered_state.hpp"
#include "verify/verify.hpp"

namespace anholon::request {

namespace {

constexpr long precision = 128;
constexpr std::uint64_t seed = 1, most_states = 32;

ExpectationVerdict decided(const System& system, Expr F) {
    System asked = system;
    asked.expectations = {Expectation{.kind = Expectation::Kind::integral,
                                      .left = F,
                                      .right = {},
                                      .time = {},
                                      .tolerance = {},
                                      .name = {},
                                      .span = {}}};
    return check_expectations(asked, seed).front();
}

// The change of F at states of the system with its stated parameters.
class Rate {
  public:
    Rate(const System& system, Expr F)
        : system_(system),
          s_(system),
          law_(law_of_motion(system).derive(s_)),
          rate_(substitute(Dt(F), s_.kinematics(s_.v))),
          states_(system) {
        std::vector<Expr> all(law_.W.entries().begin(), law_.W.entries().end());
        all.insert(all.end(), law_.r.begin(), law_.r.end());
        all.push_back(rate_);
        is_timed_ = Walk(s_.c, all).contains(system.t.id());
    }

    // "x = 1, x' = 0.2: there its rate is 0.31"; nothing if no state was found at which it changes.
    std::string witness() const {
        for (std::uint64_t k = 0; k < most_states; ++k)
            if (const auto state = states_.at(k, time(k)))
                if (const auto rate = at(time(k), *state))
                    return told(time(k), *state) + ": there its rate is " + *rate;
        return "";
    }

  private:
    Rational time(std::uint64_t number) const {
        return is_timed_ ? ScatteredStates::time(number) : Rational(0);
    }

    // W z = r, then Ḟ(t, q, v, z); nothing where that is 0 but for rounding.
    std::optional<std::string> at(const Rational& t, const InitialState& state) const {
        Point point = parameter_point(system_);
        point.emplace_back(system_.t, t);
        for (const auto* list : {&state.q, &state.v})
            for (const InitialVariable& x : *list) point.emplace_back(x.symbol, rational(x.value));
        const std::size_t n = law_.unknowns.size();
        std::vector<Expr> all(law_.W.entries().begin(), law_.W.entries().end());
        all.insert(all.end(), law_.r.begin(), law_.r.end());
        Numbers system, z(n);
        for (const Ball& value : enclosures(all, point, precision)) {
            if (!value.is_finite()) return std::nullopt;
            system.push_back(value.midpoint());
        }
        if (n > 0 && solve_linear(system.data(), n, false, z.data()) == 0) return std::nullopt;
        double largest = 0;
        for (const double one : z) largest = std::max(largest, std::abs(one));
        for (std::size_t k = 0; k < n; ++k) point.emplace_back(law_.unknowns[k], rational(z[k]));
        const Ball rate = enclosure(rate_, point, precision);
        const bool changes = rate.is_finite() && std::abs(rate.midpoint()) > 1e-6 * std::max(1.0, largest);
        return changes ? std::optional(decimal(rate.midpoint(), 6)) : std::nullopt;
    }

    std::string told(const Rational& t, const InitialState& state) const {
        std::string out = is_timed_ ? "t = " + decimal(t.to_double(), 6) : "";
        for (const auto* list : {&state.q, &state.v})
            for (const InitialVariable& x : *list)
                out += (out.empty() ? "" : ", ") + x.name + " = " + decimal(x.value, 6);
        return out;
    }

    const System& system_;
    Setting s_;
    Equations law_;
    Expr rate_;
    ScatteredStates states_;
    bool is_timed_ = false;
};

}  // namespace

void demand_first_integral(const System& system, const std::string& words, Expr F) {
    const ExpectationVerdict verdict = decided(system, F);
    if (verdict.holds == Answer::yes) return;
    if (verdict.holds == Answer::unknown)
        throw Refusal(Refusal::Of::system, "level-undecided",
                      "it is not decided whether '" + words + "' is a first integral: " + verdict.reason);
    const std::string where = Rate(system, F).witness();
    throw Refusal(
        Refusal::Of::words, "level-not-integral",
        "'" + words + "' is no first integral: it changes along the motion" +
            (where.empty() ? "" : ". At " + where) + " (proof: " + std::string(name(verdict.proof)) + ")",
        where.empty() ? "the proof is for general values of the parameters; at those stated no state "
                        "was found at which it changes"
                      : "");
}

}  // namespace anholon::request

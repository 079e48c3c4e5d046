#include "motion/roots_at_switches.hpp"

#include <algorithm>

#include "expr/build.hpp"
#include "expr/rebuild.hpp"
#include "expr/substitute.hpp"
#include "expr/walk.hpp"

namespace anholon {

namespace {

// A switching function or its size, with a coefficient.
class SwitchingBase {
  public:
    explicit SwitchingBase(const System& system) : system_(system) {
        for (const Switch& s : system.switches) without_sides_.emplace_back(s.side, system.c().one());
    }

    bool operator()(NodeId id) const {
        Context& c = system_.c();
        const Expr plain = substitute(Expr(c, id), without_sides_);
        const Expr core(c, split_coefficient(c, plain.id()).second);
        return std::ranges::find(system_.switches, core, &Switch::function) != system_.switches.end();
    }

  private:
    const System& system_;
    Substitution without_sides_;
};

// A power u^e without a value for u < 0, and without slope or curvature at 0.
bool is_root(const Rational& e) { return !e.is_integer() && e.sign() > 0; }

}  // namespace

bool have_roots_at_switches(const System& system, const std::vector<Expr>& functions) {
    if (functions.empty() || system.switches.empty()) return false;
    const SwitchingBase switches(system);
    const Walk walk(system.c(), functions);
    return std::ranges::any_of(walk.nodes(), [&](NodeId id) {
        const Node node = system.c().node(id);
        if (node.kind != Kind::product) return false;
        for (std::size_t k = 0; k < node.count; k += 2)
            if (is_root(system.c().number_at(node.args[k + 1])) && switches(node.args[k])) return true;
        return false;
    });
}

std::vector<Expr> with_roots_beyond_switches(const System& system, std::vector<Expr> functions) {
    if (!have_roots_at_switches(system, functions)) return functions;
    Context& c = system.c();
    const SwitchingBase switches(system);
    const Walk walk(c, functions);
    std::vector<NodeId> values(walk.size());
    const auto value = [&](NodeId id) { return values[walk.place(id)]; };
    for (std::size_t i = 0; i < walk.size(); ++i) {
        const Node node = c.node(walk[i]);
        if (node.kind != Kind::product) {
            values[i] = rebuild(c, walk[i], value);
            continue;
        }
        ProductBuilder builder(c);
        for (std::size_t k = 0; k < node.count; k += 2) {
            const Rational e = c.number_at(node.args[k + 1]);
            const NodeId base = value(node.args[k]);
            if (is_root(e) && switches(base))
                builder.multiply(pow(Expr(c, base), 2).id(), e / Rational(2));
            else
                builder.multiply(base, e);
        }
        values[i] = builder.finish();
    }
    for (Expr& e : functions) e = Expr(c, value(e.id()));
    return functions;
}

}  // namespace anholon

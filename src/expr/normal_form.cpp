#include "expr/normal_form.hpp"

#include <map>

#include "expr/build.hpp"
#include "expr/walk.hpp"

namespace anholon {

class NormalForms::Builder {
  public:
    Builder(NormalForms& result, std::span<const Expr> roots, std::size_t max_terms, Choices choices,
            double max_work)
        : result_(result),
          c_(roots[0].context()),
          elementary_(elementary(roots, choices)),
          walk_(c_, elementary_) {
        count_generators();
        result_.ring_ = std::make_unique<PolynomialRing>(generator_count_, max_terms, max_work);
        result_.generators_.resize(generator_count_);
        for (const auto& [argument, place] : circles_) add_circle(argument, place);
    }

    void run() {
        values_.reserve(walk_.size());
        for (std::size_t i = 0; i < walk_.size(); ++i) values_.push_back(form(walk_[i]));
        for (const Expr& e : elementary_) result_.results_.push_back(value(e.id()));
    }

  private:
    const PolynomialRing& ring() const { return *result_.ring_; }
    const Fraction& value(NodeId id) const { return values_[walk_.place(id)]; }

    // The ring has to know its size beforehand: one generator a symbol, two an angle, one for each root, |·|,
    // exp, log, …
    void count_generators() {
        for (const NodeId id : walk_.nodes()) {
            const Node node = c_.node(id);
            if (node.kind == Kind::symbol) ++generator_count_;
            if (node.kind == Kind::function) {
                if (node.function == Function::sin || node.function == Function::cos)
                    circles_.try_emplace(node.args[0], 0);
                else
                    ++generator_count_;
            }
            if (node.kind == Kind::product)
                for (std::size_t k = 0; k < node.count; k += 2) {
                    const Rational order = c_.number_at(node.args[k + 1]).denominator();
                    if (order.is_one()) continue;
                    Rational& common = root_orders_.try_emplace(node.args[k], 1).first->second;
                    common = lcm(common, order);
                }
        }
        generator_count_ += root_orders_.size();
        for (auto& [argument, place] : circles_) {
            place = generator_count_;
            generator_count_ += 2;
        }
    }

    void add_circle(NodeId argument, std::size_t place) {
        const Expr angle(c_, argument);
        result_.generators_[place] = sin(angle);
        result_.generators_[place + 1] = cos(angle);
        result_.angles_.push_back({place, place + 1, angle});
        const Polynomial cosine = ring().generator(place + 1);
        result_.ring_->relate(place, 2, ring().constant(1) - cosine * cosine);
    }

    Fraction new_generator(Expr meaning) {
        result_.generators_[next_] = meaning;
        return Fraction(ring().generator(next_++));
    }

    Fraction form(NodeId id) {
        const Node node = c_.node(id);
        switch (node.kind) {
            case Kind::number: {
                const Rational& q = c_.number_at(id);
                return {ring().constant(q.numerator()), ring().constant(q.denominator())};
            }
            case Kind::symbol: return new_generator(Expr(c_, id));
            case Kind::multiple: return value(node.args[0]) * value(node.args[1]);
            case Kind::sum: {
                Fraction total = value(node.args[0]);
                for (std::size_t k = 1; k < node.count; k += 2)
                    total = total + (node.args[k] == Context::one_id
                                         ? value(node.args[k + 1])
                                         : value(node.args[k]) * value(node.args[k + 1]));
                return total;
            }
            case Kind::product: {
                Fraction total = power(node.args[0], c_.number_at(node.args[1]));
                for (std::size_t k = 2; k < node.count; k += 2)
                    total = total * power(node.args[k], c_.number_at(node.args[k + 1]));
                return total;
            }
            case Kind::function: return function(id, node);
        }
        return value(id);
    }

    Fraction power(NodeId base, const Rational& exponent) {
        const Fraction& b = value(base);
        if (exponent.sign() < 0 && b.is_zero()) throw DividesByZero(Expr(c_, base));
        if (b.is_zero()) return b;
        if (exponent.is_integer()) return pow(b, whole(exponent));
        const Rational order = root_orders_.at(base);
        return pow(root(b, whole(order), pow(Expr(c_, base), 1 / order)), whole(exponent * order));
    }

    static long whole(const Rational& n) {
        const auto k = n.to_long();
        if (!k) throw TooLarge("the power " + n.to_string());
        return *k;
    }

    // The q-th root of N/D is r/D with r^q = N D^(q−1).
    Fraction root(const Fraction& radicand, long order, Expr meaning) {
        for (const Root& known : roots_)
            if (known.order == order && known.radicand == radicand) return known.value;
        result_.has_roots_ = true;
        const Polynomial& D = radicand.denominator;
        const std::size_t place = next_;
        const Fraction r = new_generator(D.is_one() ? meaning : meaning * result_.expr(D));
        result_.ring_->relate(place, order, reduce(radicand.numerator * pow(D, order - 1)));
        const Fraction value(r.numerator, D);
        roots_.push_back({radicand, order, value});
        return value;
    }

    Fraction function(NodeId id, const Node& node) {
        const Expr meaning(c_, id);
        switch (node.function) {
            case Function::sin: return Fraction(ring().generator(circles_.at(node.args[0])));
            case Function::cos: return Fraction(ring().generator(circles_.at(node.args[0]) + 1));
            case Function::exp: return new_generator(meaning);
            case Function::abs: {
                const Fraction& u = value(node.args[0]);
                if (u.is_zero()) return u;
                return root(u * u, 2, meaning);
            }
            default: break;
        }
        std::vector<Fraction> arguments;
        for (const NodeId a : node.arguments()) arguments.push_back(value(a));
        for (const Known& known : functions_)
            if (known.function == node.function && known.arguments == arguments) return known.value;
        functions_.push_back({node.function, arguments, new_generator(meaning)});
        return functions_.back().value;
    }

    struct Root {
        Fraction radicand;
        long order;
        Fraction value;
    };
    struct Known {
        Function function;
        std::vector<Fraction> arguments;
        Fraction value;
    };

    NormalForms& result_;
    Context& c_;
    std::vector<Expr> elementary_;
    Walk walk_;
    std::size_t generator_count_ = 0, next_ = 0;
    std::map<NodeId, std::size_t> circles_;   // base angle → generator of its sine
    std::map<NodeId, Rational> root_orders_;  // base → common denominator of its exponents
    std::vector<Fraction> values_;
    std::vector<Root> roots_;
    std::vector<Known> functions_;
};

NormalForms::NormalForms(std::span<const Expr> e, std::size_t max_terms, Choices choices, double max_work) {
    if (e.empty()) return;
    Builder(*this, e, max_terms, choices, max_work).run();
}

NormalForms::~NormalForms() = default;
NormalForms::NormalForms(NormalForms&&) noexcept = default;

Expr NormalForms::expr(const Polynomial& p) const {
    // A ring without generators holds numbers only, and needs a context from elsewhere.
    assert(!generators_.empty());
    Context* context = nullptr;
    for (const Expr& g : generators_)
        if (g) context = &g.context();
    SumBuilder sum(*context);
    p.for_each_term([&](const Rational& coefficient, std::span<const long> exponents) {
        ProductBuilder product(*context);
        for (std::size_t g = 0; g < exponents.size(); ++g)
            if (exponents[g] != 0) product.multiply(generators_[g].id(), exponents[g]);
        sum.add(coefficient, product.finish());
    });
    return {*context, sum.finish()};
}

}  // namespace anholon

#include "expr/zero.hpp"

#include "command.hpp"
#include "expr/print.hpp"
#include "input.hpp"
#include "model/language/expression.hpp"
#include "options.hpp"

namespace anholon::cli {

namespace {

std::string_view word(Answer answer) {
    switch (answer) {
        case Answer::yes: return "yes";
        case Answer::no: return "no";
        case Answer::unknown: return "unknown";
    }
    return "unknown";
}

Json as_json(const ZeroVerdict& v) {
    Json::Array witness;
    for (const auto& [symbol, value] : v.witness)
        witness.push_back(
            Json::object({{"name", symbol_text(symbol.symbol())}, {"value", value.to_string()}}));
    return Json::object({{"answer", word(v.answer)},
                         {"proof", anholon::name(v.proof)},
                         {"error_bound", v.error_bound},
                         {"reason", v.reason.empty() ? Json() : Json(v.reason)},
                         {"witness", Json::array(std::move(witness))},
                         {"witness_value", v.witness_value.empty() ? Json() : Json(v.witness_value)}});
}

class Zero : public Command {
  public:
    std::string_view name() const override { return "zero"; }
    std::string_view summary() const override {
        return "decide whether an expression is zero, or an equation holds, with proof";
    }
    std::string_view example() const override { return "anholon zero \"sin(2*x) = 2*sin(x)*cos(x)\""; }

    void declare(Options& options) override {
        options
            .add(
                "EXPR", expression_,
                "an expression, or an equation such as \"sin(2*x) = 2*sin(x)*cos(x)\"; - reads it from stdin")
            .required();
        options.add("--proof", proof_, "KIND: any, normal-form or prime-field (default: any)")
            .one_of({"any", "normal-form", "prime-field"});
        options.add("--seed", options_.seed,
                    "N: the seed of the random points of prime-field proofs (default: 0)");
    }

    Outcome run(Session& session) override {
        if (proof_ == "normal-form") options_.use = ZeroOptions::Use::normal_form;
        if (proof_ == "prime-field") options_.use = ZeroOptions::Use::prime_field;
        const Source source = read_source(expression_, session);
        Diagnostics diagnostics;
        Context context;
        Scope scope;
        Expr e;
        if (const auto parsed = syntax::parse_equation(source, diagnostics)) {
            declare_unknown(parsed->tree, source, scope, context, diagnostics);
            e = elaborate(parsed->tree, parsed->left, source, scope, context, diagnostics);
            if (parsed->right) {
                const Expr right =
                    elaborate(parsed->tree, *parsed->right, source, scope, context, diagnostics);
                if (e && right) e = e - right;
            }
        }
        if (diagnostics.failed()) throw Refusal(diagnostics, source, Refusal::Of::model);
        const ZeroVerdict verdict = is_zero(e, options_);
        return {.exit = verdict.answer == Answer::yes ? Exit::ok : Exit::failed,
                .text = describe(verdict),
                .result = as_json(verdict)};
    }

  private:
    std::string expression_;
    std::string proof_ = "any";
    ZeroOptions options_;
};

}  // namespace

std::unique_ptr<Command> make_zero() { return std::make_unique<Zero>(); }

}  // namespace anholon::cli

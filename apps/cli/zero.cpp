#include "proof/zero_claim.hpp"

#include "certificate_file.hpp"
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

Json as_json(const proof::ZeroProof& found) {
    const ZeroVerdict& v = found.verdict;
    Json::Array witness, except;
    for (const std::string& function : found.except) except.emplace_back(function);
    for (const auto& [symbol, value] : v.witness)
        witness.push_back(
            Json::object({{"name", symbol_text(symbol.symbol())}, {"value", value.to_string()}}));
    return Json::object({{"answer", word(v.answer)},
                         {"proof", anholon::name(v.proof)},
                         {"error_bound", v.error_bound},
                         {"reason", v.reason.empty() ? Json() : Json(v.reason)},
                         {"witness", Json::array(std::move(witness))},
                         {"witness_value", v.witness_value.empty() ? Json() : Json(v.witness_value)},
                         {"except_where", Json::array(std::move(except))},
                         {"seed", found.seed}});
}

std::string as_text(const proof::ZeroProof& found) {
    std::string out = describe(found.verdict);
    if (found.verdict.proof == Proof::prime_field) out += "; seed " + std::to_string(found.seed);
    return out;
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
        options.add("--seed", options_.seed, seed_help);
        options.add("--certificate", certificate_, certificate_help);
    }

    Outcome run(Session& session) override {
        if (proof_ == "normal-form") options_.use = ZeroOptions::Use::normal_form;
        if (proof_ == "prime-field") options_.use = ZeroOptions::Use::prime_field;
        const Source source = read_source(expression_, session);
        Diagnostics diagnostics;
        Context context;
        Scope scope;
        Expr e;
        std::vector<Expr> where;
        if (const auto parsed = syntax::parse_equation(source, diagnostics)) {
            declare_unknown(parsed->tree, source, scope, context, diagnostics);
            e = elaborate(parsed->tree, parsed->left, source, scope, context, diagnostics);
            where = radicands(parsed->tree, parsed->left, source, scope, context);
            if (parsed->right) {
                const Expr right =
                    elaborate(parsed->tree, *parsed->right, source, scope, context, diagnostics);
                if (e && right) e = e - right;
                for (const Expr& g : radicands(parsed->tree, *parsed->right, source, scope, context))
                    where.push_back(g);
            }
        }
        if (diagnostics.failed()) throw Refusal(diagnostics, source, Refusal::Of::model);
        const proof::ZeroProof found = proof::prove_zero(e, options_, where);
        Outcome outcome{.exit = found.verdict.answer == Answer::yes ? Exit::ok : Exit::failed,
                        .text = as_text(found),
                        .result = as_json(found)};
        if (certificate_ && !write_certificate(*certificate_, found.judged, session, outcome))
            fail_without_certificate(outcome);
        return outcome;
    }

  private:
    std::string expression_;
    std::string proof_ = "any";
    std::optional<std::string> certificate_;
    ZeroOptions options_{.seed = 0};
};

}  // namespace

std::unique_ptr<Command> make_zero() { return std::make_unique<Zero>(); }

}  // namespace anholon::cli

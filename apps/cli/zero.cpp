#include "expr/zero.hpp"

#include <CLI/CLI.hpp>
#include <cstdio>

#include "command.hpp"
#include "input.hpp"
#include "expr/print.hpp"
#include "model/expression.hpp"

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

std::string_view word(Proof proof) {
    switch (proof) {
        case Proof::none: return "none";
        case Proof::canonical_form: return "canonical form";
        case Proof::normal_form: return "normal form";
        case Proof::prime_field: return "prime field";
        case Proof::witness: return "witness";
    }
    return "none";
}

std::string short_number(double x) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.3g", x);
    return buffer;
}

std::string in_words(const ZeroVerdict& v) {
    std::string out(word(v.answer));
    if (v.proof != Proof::none) out += "\nproof: " + std::string(word(v.proof));
    if (v.error_bound > 0) out += ", wrong with probability at most " + short_number(v.error_bound);
    if (!v.witness.empty()) {
        out += "\nwitness:";
        for (const auto& [symbol, value] : v.witness)
            out += (&symbol == &v.witness.front().first ? " " : ", ") + text(symbol) + " = " + value.to_string();
    }
    if (!v.witness_value.empty()) out += "\nvalue: " + v.witness_value;
    if (!v.reason.empty()) out += "\nreason: " + v.reason;
    return out;
}

Json as_json(const ZeroVerdict& v) {
    Json::Array witness;
    for (const auto& [symbol, value] : v.witness)
        witness.push_back(Json::object({{"name", text(symbol)}, {"value", value.to_string()}}));
    return Json::object({{"answer", word(v.answer)},
                         {"proof", word(v.proof)},
                         {"error_bound", v.error_bound},
                         {"reason", v.reason.empty() ? Json() : Json(v.reason)},
                         {"witness", Json::array(std::move(witness))},
                         {"witness_value", v.witness_value.empty() ? Json() : Json(v.witness_value)}});
}

class Zero : public Command {
public:
    std::string_view name() const override { return "zero"; }
    std::string_view summary() const override { return "decide whether an expression is zero, or A = B holds, with proof"; }

    void declare(CLI::App& app) override {
        app.add_option("EXPR", expression_, "such as \"sin(2*x) = 2*sin(x)*cos(x)\"; - reads it from stdin")->required();
        app.add_option("--proof", proof_, "any, normal-form or prime-field")
            ->check(CLI::IsMember({"any", "normal-form", "prime-field"}));
        app.add_option("--seed", options_.seed, "of the random points of a prime-field proof");
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
                const Expr right = elaborate(parsed->tree, *parsed->right, source, scope, context, diagnostics);
                if (e && right) e = e - right;
            }
        }
        if (diagnostics.failed()) return rejected(diagnostics, source, session);
        const ZeroVerdict verdict = is_zero(e, options_);
        return {.exit = verdict.answer == Answer::yes ? Exit::ok : Exit::failed,
                .text = in_words(verdict),
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

#include "expr/derivative.hpp"

#include <optional>

#include "base/text.hpp"
#include "command.hpp"
#include "expr/modular.hpp"
#include "expr/print.hpp"
#include "expr/simplify.hpp"
#include "input.hpp"
#include "model/language/builtin.hpp"
#include "model/language/expression.hpp"
#include "options.hpp"

namespace anholon::cli {

namespace {

// A name with its primes, as in --by "theta'".
struct Primed {
    std::string name;
    int primes = 0;
};

std::optional<Primed> read_primed(const std::string& word) {
    const std::size_t end = word.find_last_not_of('\'') + 1;
    const std::string name = word.substr(0, end);
    const std::size_t primes = word.size() - end;
    if (!is_identifier(name) || find_builtin(name) || primes > static_cast<std::size_t>(max_primes))
        return std::nullopt;
    const Primed primed{ascii_name(name), static_cast<int>(primes)};
    if (primed.name == "pi" || (primed.name == "t" && primes > 0)) return std::nullopt;
    return primed;
}

Outcome no_name(const std::string& option, const std::string& word) {
    return refused(Exit::usage, {.code = "name-malformed",
                                 .message = option + " takes a name, not '" + word + "'",
                                 .help = "write a name with or without primes, such as x or \"x'\""});
}

class Derivative : public Command {
  public:
    std::string_view name() const override { return "derivative"; }
    std::string_view summary() const override {
        return "differentiate an expression by names, or by time in total";
    }
    std::string_view example() const override { return "anholon derivative \"x^2*y\" --by x --by y"; }

    void declare(Options& options) override {
        options.add("EXPR", expression_, "such as \"m*x'^2/2\"; - reads it from stdin").required();
        options.add("--by", by_, "a name, primes included; given again, it differentiates again");
        options.flag("--time", time_, "the total time derivative: d/dt x is x'");
        options.add("--variable", variables_, "a name that moves with time though it has no prime in EXPR");
        declare_format(options, format_);
    }

    Outcome run(Session& session) override {
        if (format_.as == "json") session.json = true;
        if (by_.empty() == !time_)
            return refused(Exit::usage, {.code = "derivative-direction",
                                         .message = "a derivative is taken either --by names or by --time",
                                         .help = "anholon derivative \"x^2*y\" --by x --by y"});
        const Source source = read_source(expression_, session);
        Diagnostics diagnostics;
        Context context;
        Scope scope;
        const auto parsed = syntax::parse_expression(source, diagnostics);
        if (!parsed) throw Refusal(diagnostics, source, Refusal::Of::model);

        std::vector<Primed> directions;
        for (const std::string& word : by_) {
            const auto primed = read_primed(word);
            if (!primed) return no_name("--by", word);
            if (primed->primes > 0) scope.add(primed->name, {context.variable(primed->name), "variable"});
            directions.push_back(*primed);
        }
        for (const std::string& word : variables_) {
            const auto primed = read_primed(word);
            if (!primed || primed->primes > 0 || primed->name == "t") return no_name("--variable", word);
            scope.add(primed->name, {context.variable(primed->name), "variable"});
        }
        declare_unknown(parsed->tree, source, scope, context, diagnostics);
        const Expr e = elaborate(parsed->tree, parsed->expression, source, scope, context, diagnostics);
        if (diagnostics.failed()) throw Refusal(diagnostics, source, Refusal::Of::model);
        if (const ModularVerdict v = vanishes_modulo_primes(e, 1); v.culprit)
            return refused(Exit::model,
                           {.code = "undefined", .message = v.reason + ": " + text_in_brief(v.culprit)});
        return differentiate(e, directions, context, scope, session);
    }

  private:
    Outcome differentiate(Expr e, const std::vector<Primed>& directions, Context& context, const Scope& scope,
                          Session& session) const {
        Json::Array by;
        for (const Primed& d : directions) {
            const Meaning* known = scope.find(d.name);
            if (!known) e = context.zero();  // the expression does not hold this name
            if (known) e = derivative(e, d.primes > 0 ? context.variable(d.name, d.primes) : known->value);
            by.emplace_back(d.name + std::string(static_cast<std::size_t>(d.primes), '\''));
        }
        if (time_) e = time_derivative(e);
        Outcome out = show(simplified(e), format_, session,
                           {{"by", time_ ? Json("time") : Json::array(std::move(by))}});
        if (time_ && !anything_moves(scope)) warn(out);
        return out;
    }

    static bool anything_moves(const Scope& scope) {
        for (const std::string& name : scope.names()) {
            const SymbolKind kind = scope.find(name)->value.symbol().kind;
            if (kind == SymbolKind::variable || kind == SymbolKind::time) return true;
        }
        return false;
    }

    static void warn(Outcome& out) {
        add_warning(out, "nothing-moves", "no name of the expression depends on time",
                    "say which ones do with --variable NAME");
    }

    std::string expression_;
    std::vector<std::string> by_;
    std::vector<std::string> variables_;
    bool time_ = false;
    Format format_;
};

}  // namespace

std::unique_ptr<Command> make_derivative() { return std::make_unique<Derivative>(); }

}  // namespace anholon::cli

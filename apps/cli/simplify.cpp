
#include "expr/simplify.hpp"
#include "command.hpp"
#include "input.hpp"
#include "model/language/expression.hpp"
#include "options.hpp"

namespace anholon::cli {

namespace {

class Simplify : public Command {
  public:
    std::string_view name() const override { return "simplify"; }
    std::string_view summary() const override { return "simplify an expression"; }
    std::string_view example() const override { return "anholon simplify \"sin(x)^2 + cos(x)^2\""; }

    void declare(Options& options) override {
        options
            .add("EXPR", expression_, "an expression such as \"sin(x)^2 + cos(x)^2\"; - reads it from stdin")
            .required();
        declare_format(options, format_);
    }

    Outcome run(Session& session) override {
        if (format_.as == "json") session.json = true;
        const Source source = read_source(expression_, session);
        Diagnostics diagnostics;
        Context context;
        Scope scope;
        Expr e;
        if (const auto parsed = syntax::parse_expression(source, diagnostics)) {
            declare_unknown(parsed->tree, source, scope, context, diagnostics);
            e = elaborate(parsed->tree, parsed->expression, source, scope, context, diagnostics);
        }
        if (diagnostics.failed()) throw Refusal(diagnostics, source, Refusal::Of::model);
        return show(simplified(e), format_, session);
    }

  private:
    std::string expression_;
    Format format_;
};

}  // namespace

std::unique_ptr<Command> make_simplify() { return std::make_unique<Simplify>(); }

}  // namespace anholon::cli

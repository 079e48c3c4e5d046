#include "expr/copy.hpp"

#include "expr/walk.hpp"

namespace anholon {

namespace {

Expr symbol_in(Context& into, const Symbol& s) {
    if (!s.latex.empty() && into.latex_of(s.name).empty()) into.set_latex(s.name, s.latex);
    switch (s.kind) {
        case SymbolKind::constant: return into.constant(s.name);
        case SymbolKind::variable: return into.variable(s.name, s.dots);
        case SymbolKind::time: return into.time(s.name);
        case SymbolKind::pi: return into.pi();
    }
    return {};
}

}  // namespace

Expr copied(Expr e, Context& into) {
    const Context& from = e.context();
    const Walk walk(e);
    std::vector<Expr> copies;
    const auto copy_of = [&](NodeId id) { return copies[walk.place(id)]; };
    for (const NodeId id : walk.nodes()) {
        const Node node = from.node(id);
        Expr copy;
        switch (node.kind) {
            case Kind::number: copy = into.number(from.number_at(id)); break;
            case Kind::symbol: copy = symbol_in(into, from.symbol_at(id)); break;
            case Kind::multiple: copy = copy_of(node.args[0]) * copy_of(node.args[1]); break;
            case Kind::sum:
                copy = copy_of(node.args[0]);
                for (std::size_t k = 1; k < node.count; k += 2)
                    copy += copy_of(node.args[k]) * copy_of(node.args[k + 1]);
                break;
            case Kind::product:
                copy = into.one();
                for (std::size_t k = 0; k < node.count; k += 2)
                    copy *= pow(copy_of(node.args[k]), from.number_at(node.args[k + 1]));
                break;
            case Kind::function:
                if (node.function == Function::atan2)
                    copy = atan2(copy_of(node.args[0]), copy_of(node.args[1]));
                else if (node.function == Function::choose)
                    copy = choose(copy_of(node.args[0]), copy_of(node.args[1]), copy_of(node.args[2]));
                else
                    copy = apply(node.function, copy_of(node.args[0]));
                break;
        }
        copies.push_back(copy);
    }
    return copies.back();
}

}  // namespace anholon

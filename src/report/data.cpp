#include "report/data.hpp"

#include "expr/context.hpp"
#include "expr/operations.hpp"
#include "expr/print.hpp"

namespace anholon {

namespace {

constexpr std::size_t kMaxNodes = 5000;  // of a tree: what an expression shares it has several times

// Nested arrays: an operator and its arguments.
class Tree {
  public:
    explicit Tree(Expr e) : c_(e.context()) {
        json_ = of(e.id());
        if (nodes_ > kMaxNodes) json_ = nullptr;
    }
    Json json() && { return std::move(json_); }

  private:
    Json of(NodeId id) {
        if (++nodes_ > kMaxNodes) return nullptr;
        const Expr e(c_, id);
        const Node node = c_.node(id);
        switch (node.kind) {
            case Kind::number: return Json::array({"number", e.number().to_string()});
            case Kind::symbol: return Json::array({"symbol", symbol_text(e.symbol())});
            case Kind::multiple: return Json::array({"product", of(node.args[0]), of(node.args[1])});
            case Kind::sum: return sum(node);
            case Kind::product: return product(node);
            case Kind::function: break;
        }
        Json::Array all{Json(name(node.function))};
        for (const NodeId argument : node.arguments()) all.push_back(of(argument));
        return Json::array(std::move(all));
    }

    // c₀ + Σ cᵢ tᵢ
    Json sum(const Node& node) {
        Json::Array all{Json("sum")};
        if (!is(node.args[0], 0)) all.push_back(of(node.args[0]));
        for (std::size_t k = 1; k < node.count; k += 2)
            all.push_back(is(node.args[k], 1)
                              ? of(node.args[k + 1])
                              : Json::array({"product", of(node.args[k]), of(node.args[k + 1])}));
        return Json::array(std::move(all));
    }

    // Π bᵢ^eᵢ
    Json product(const Node& node) {
        Json::Array all{Json("product")};
        for (std::size_t k = 0; k < node.count; k += 2)
            all.push_back(is(node.args[k + 1], 1)
                              ? of(node.args[k])
                              : Json::array({"power", of(node.args[k]), of(node.args[k + 1])}));
        return all.size() == 2 ? all[1] : Json::array(std::move(all));
    }

    bool is(NodeId id, long number) const { return Expr(c_, id).number() == Rational(number); }

    Context& c_;
    std::size_t nodes_ = 0;
    Json json_;
};

Json formula(Expr e) {
    return Json::object({{"text", text(e)}, {"latex", latex(e)}, {"tree", Tree(e).json()}});
}

}  // namespace

Json as_json(const Data& data) {
    return std::visit(
        [](const auto& value) -> Json {
            using Value = std::decay_t<decltype(value)>;
            if constexpr (std::is_same_v<Value, Expr>) {
                return formula(value);
            } else if constexpr (std::is_same_v<Value, Data::List>) {
                Json::Array all;
                for (const Data& item : value) all.push_back(as_json(item));
                return Json::array(std::move(all));
            } else if constexpr (std::is_same_v<Value, Data::Fields>) {
                Json::Object all;
                for (const auto& [name, item] : value) all.emplace_back(name, as_json(item));
                return Json::object(std::move(all));
            } else {
                return value;
            }
        },
        data.value);
}

}  // namespace anholon

#include "expr/context.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "expr/canonical.hpp"

namespace anholon {

namespace {

constexpr std::size_t kBlock = 1 << 14;
constexpr std::size_t kMaxNodes = (1ULL << 32) - 2;
constexpr int kMaxDots = 1000;

std::uint32_t hash_of(Kind kind, Function function, std::span<const NodeId> args) {
    std::uint64_t h = 0x9e3779b97f4a7c15ULL *
                      (1 + static_cast<std::uint64_t>(kind) * 32 + static_cast<std::uint64_t>(function));
    for (const NodeId a : args) {
        h = (h ^ index(a)) * 0xff51afd7ed558ccdULL;
        h ^= h >> 32;
    }
    return static_cast<std::uint32_t>(h ^ (h >> 29));
}

std::string_view describe(SymbolKind kind) {
    switch (kind) {
        case SymbolKind::constant: return "a constant";
        case SymbolKind::variable: return "a variable";
        case SymbolKind::time: return "the time";
        case SymbolKind::pi: return "the number π";
    }
    return "";
}

}  // namespace

Context::Context() : table_(1 << 10) {
    number_id(0);
    number_id(1);
    number_id(-1);
}

Context::~Context() = default;

// The last block goes on being filled by the other.
Context::Context(const Context& other)
    : nodes_(other.nodes_),
      numbers_(other.numbers_),
      symbols_(other.symbols_),
      symbol_ids_(other.symbol_ids_),
      latex_(other.latex_),
      table_(other.table_),
      blocks_(other.blocks_),
      stored_(other.stored_),
      answers_(other.answers_) {}

std::size_t Context::bytes() const {
    return nodes_.capacity() * sizeof(Node) + table_.capacity() * sizeof(std::uint32_t) +
           stored_ * sizeof(NodeId) + numbers_.size() * sizeof(Rational) + symbols_.size() * sizeof(Symbol);
}

std::size_t Context::slot_of(std::uint32_t hash, auto&& is_same) const {
    const std::size_t mask = table_.size() - 1;
    std::size_t slot = hash & mask;
    while (table_[slot] != 0) {
        const Node& other = nodes_[table_[slot] - 1];
        if (other.hash == hash && is_same(other)) break;
        slot = (slot + 1) & mask;
    }
    return slot;
}

void Context::demand_thawed() const {
    if (is_frozen_) throw std::logic_error("a frozen context cannot take anything new");
}

void Context::remember(const Question& question, NodeId answer) {
    demand_thawed();
    answers_.emplace(question, answer);
}

NodeId Context::append(const Node& node) {
    demand_thawed();
    if (nodes_.size() >= kMaxNodes) throw std::bad_alloc();
    nodes_.push_back(node);
    const auto id = static_cast<std::uint32_t>(nodes_.size() - 1);
    if (nodes_.size() * 2 > table_.size()) {
        table_.assign(table_.size() * 4, 0);
        for (std::uint32_t i = 0; i < nodes_.size(); ++i)
            table_[slot_of(nodes_[i].hash, [](const Node&) { return false; })] = i + 1;
    } else {
        table_[slot_of(node.hash, [](const Node&) { return false; })] = id + 1;
    }
    return NodeId{id};
}

const NodeId* Context::store(std::span<const NodeId> args) {
    if (args.size() > block_free_) {
        block_free_ = std::max(kBlock, args.size());
        blocks_.push_back(std::make_shared_for_overwrite<NodeId[]>(block_free_));
        block_next_ = blocks_.back().get();
    }
    NodeId* place = block_next_;
    std::copy(args.begin(), args.end(), place);
    block_next_ += args.size();
    block_free_ -= args.size();
    stored_ += args.size();
    return place;
}

NodeId Context::intern(Kind kind, Function function, std::span<const NodeId> args) {
    const std::uint32_t hash = hash_of(kind, function, args);
    const std::size_t slot = slot_of(hash, [&](const Node& n) {
        return n.kind == kind && n.function == function && std::ranges::equal(n.arguments(), args);
    });
    if (table_[slot] != 0) return NodeId{table_[slot] - 1};
    const NodeId id = append({kind, function, static_cast<std::uint32_t>(args.size()), 0, hash, store(args)});
    assert(is_canonical(*this, id));
    return id;
}

NodeId Context::number_id(const Rational& value) {
    const auto hash = static_cast<std::uint32_t>(value.hash() * 0x9e3779b97f4a7c15ULL >> 32);
    const std::size_t slot =
        slot_of(hash, [&](const Node& n) { return n.kind == Kind::number && numbers_[n.index] == value; });
    if (table_[slot] != 0) return NodeId{table_[slot] - 1};
    numbers_.push_back(value);
    const auto index = static_cast<std::uint32_t>(numbers_.size() - 1);
    return append({Kind::number, Function{}, 0, index, hash, nullptr});
}

Expr Context::symbol(std::string_view name, SymbolKind kind, int dots) {
    if (kind != SymbolKind::pi && !is_identifier(name))
        throw BadSymbol("'" + printable(name) +
                        "' is not a name: a name is a letter followed by letters, digits or _");
    if (dots < 0 || dots > kMaxDots) throw BadSymbol("too many dots on '" + std::string(name) + "'");
    const std::string key = ascii_name(name);
    if (!symbol_ids_.contains(key)) demand_thawed();
    std::vector<NodeId>& ids = symbol_ids_[key];
    if (!ids.empty() && symbol_at(ids[0]).kind != kind)
        throw BadSymbol("'" + key + "' is " + std::string(describe(symbol_at(ids[0]).kind)) +
                        " already and cannot be " + std::string(describe(kind)));
    for (int k = static_cast<int>(ids.size()); k <= dots; ++k) {
        symbols_.push_back({key, kind, k, latex_of(key)});
        const auto index = static_cast<std::uint32_t>(symbols_.size() - 1);
        const std::uint32_t hash = index * 0x9e3779b9u;
        ids.push_back(append({Kind::symbol, Function{}, 0, index, hash, nullptr}));
    }
    return {*this, ids[static_cast<std::size_t>(dots)]};
}

Expr Context::constant(std::string_view name) { return symbol(name, SymbolKind::constant, 0); }
Expr Context::variable(std::string_view name, int dots) { return symbol(name, SymbolKind::variable, dots); }
Expr Context::time(std::string_view name) { return symbol(name, SymbolKind::time, 0); }
Expr Context::pi() { return symbol("pi", SymbolKind::pi, 0); }

void Context::set_latex(std::string_view name, const std::string& latex) {
    const std::string key = ascii_name(name);
    demand_thawed();
    latex_[key] = latex;
    if (const auto found = symbol_ids_.find(key); found != symbol_ids_.end())
        for (const NodeId id : found->second) symbols_[node(id).index].latex = latex;
}

std::string Context::latex_of(std::string_view name) const {
    const auto found = latex_.find(ascii_name(name));
    return found == latex_.end() ? "" : found->second;
}

Expr Context::find(std::string_view name, int dots) {
    const auto found = symbol_ids_.find(ascii_name(name));
    if (found == symbol_ids_.end()) return {};
    const SymbolKind kind = symbol_at(found->second[0]).kind;
    if (dots > 0 && kind != SymbolKind::variable) return {};
    return symbol(name, kind, dots);
}

}  // namespace anholon

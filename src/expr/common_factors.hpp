#pragma once

#include <functional>
#include <map>
#include <set>

#include "expr/signatures.hpp"

namespace anholon {

// Factors that occur together in many products of a walk.
class CommonFactors {
  public:
    CommonFactors(Context& c, const Walk& walk, const Signatures& signature, double least);

    // Gives names to the factors that save at least `least` characters, and to roots.
    void run(const std::function<Expr(Expr value)>& name);
    // The node with the names in its products.
    NodeId rebuilt(NodeId id, const std::function<NodeId(NodeId)>& argument) const;

  private:
    struct Factor {
        NodeId base, exponent;
        friend bool operator==(const Factor&, const Factor&) = default;
        friend auto operator<=>(const Factor&, const Factor&) = default;
    };
    using Pair = std::pair<Factor, Factor>;

    bool is_new(NodeId id) const { return names_.contains(id); }
    Expr power(const Factor& f) const;
    NodeId new_name(Expr symbol);
    static bool contains(const std::vector<Factor>& factors, const Pair& pair);
    double length(const Factor& f) const;
    std::uint64_t key(const Factor& f) const;
    std::uint64_t key(const Pair& pair) const;
    void share_roots(const std::function<Expr(Expr value)>& name);
    std::vector<Pair> best_pairs() const;

    Context& c_;
    double least_;
    std::map<NodeId, std::vector<Factor>> products_;
    std::map<NodeId, double> length_;
    std::map<NodeId, std::uint64_t> key_;
    std::set<NodeId> names_;
};

}  // namespace anholon

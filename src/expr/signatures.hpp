#pragma once

#include "expr/walk.hpp"

namespace anholon {

// A number for each node of a walk that does not depend on ids, which depend on what was derived before, nor on which of S and −S is
// the node. `sign` is what makes the first term of a sum positive.
struct Signature {
    std::uint64_t key = 0;
    int sign = 1;
};

std::uint64_t mixed(std::uint64_t a, std::uint64_t b);

class Signatures {
  public:
    Signatures(Context& c, const Walk& walk);
    const Signature& operator[](NodeId id) const { return all_[walk_.place(id)]; }

  private:
    Signature of(NodeId id) const;
    std::uint64_t of_factors(const Node& node) const;
    Signature of_terms(const Node& node) const;
    int sign_of(NodeId id) const;

    Context& c_;
    const Walk& walk_;
    std::vector<Signature> all_;
};

}  // namespace anholon

#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "expr/zero.hpp"
#include "proof/judge.hpp"

namespace anholon::proof {

// Decides whether an expression of independent variables is zero wherever it is defined and the functions `where` are positive: by the judge,
// and by the normal form where the judge leaves it open.
struct ZeroProof {
    ZeroVerdict verdict;
    std::uint64_t seed = 0;
    std::vector<std::string> except;  // arguments of sign and `if` at whose zeros it is not decided
    Judged judged = {};
};
ZeroProof prove_zero(const Expr& e, const ZeroOptions& options, std::span<const Expr> where = {});

// Why an expression of independent variables may jump somewhere; nothing if it is shown to be continuous everywhere.
std::optional<std::string> discontinuity(const Expr& e);

}  // namespace anholon::proof

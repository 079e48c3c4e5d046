#pragma once

#include <map>
#include <stdexcept>
#include <string>

#include "base/source.hpp"
#include "newton_euler/vector.hpp"
#include "syntax/model_tree.hpp"

namespace anholon::newton_euler {

// What this path from a text to accelerations does not know of, in words.
struct NotSupported : std::runtime_error {
    using std::runtime_error::runtime_error;
};

template <class Number>
using NamesOf = std::map<std::string, Number, std::less<>>;
using Names = NamesOf<Jet>;

// Expressions of a text as numbers.
class Reader {
  public:
    Reader(const syntax::ModelTree& tree, const Source& source) : tree_(tree), source_(source) {}

    std::string name(Span span) const;
    const syntax::ModelTree& tree() const { return tree_; }

    // Throws NotSupported where a name has no value.
    template <class Number>
    Number value(const syntax::Expression& e, const NamesOf<Number>& names) const;

    Vector vector(const syntax::Tuple& tuple, const Names& names) const;
    // Zero where it was not written.
    Vector vector(const std::optional<syntax::Tuple>& tuple, const Names& names) const;
    Jet value_or_zero(const std::optional<syntax::Expression>& e, const Names& names) const;

  private:
    double in_si_units(Span unit) const;

    const syntax::ModelTree& tree_;
    const Source& source_;
};

}  // namespace anholon::newton_euler

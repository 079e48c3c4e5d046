#pragma once

#include <map>
#include <string>

#include "model/language/dimension.hpp"
#include "model/system.hpp"

namespace anholon {

// The units of a system's expressions, as far as the units of its names tell. Where a name without a unit takes part, or numbers
// in the model have units of their own, nothing is told.
class SystemUnits {
  public:
    explicit SystemUnits(const System& system);

    bool are_given() const { return are_given_; }
    std::optional<Dimension> dimension_of(const Expr& e) const;
    std::string unit_of(
        const Expr& e) const;     // "kg m/s^2", "1" without dimension; empty if it cannot be told
    Dimensions of_names() const;  // for expressions that are not yet read

  private:
    std::optional<Dimension> of_symbol(const Symbol& symbol) const;
    void add_multipliers(const System& system);

    const System& system_;
    bool are_given_ = false;
    std::map<std::string, std::optional<Dimension>> names_;  // of undotted symbols
};

}  // namespace anholon

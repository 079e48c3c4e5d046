#pragma once

#include <array>
#include <optional>
#include <set>
#include <string_view>

#include "model/statements/elaboration.hpp"

namespace anholon {

// The expressions of a picture, read and checked: of t, q, q̇, η, λ and parameters. What is empty has been reported.
class PictureValues {
  public:
    explicit PictureValues(Elaboration& model);

    // A number by itself is in SI units.
    Expr value(const syntax::Expression& e, std::string_view what, const Dimension& dimension);
    // Positive, of parameters only.
    Expr size(const syntax::Expression& e, std::string_view what, const Dimension& dimension);
    // (x, y) or (x, y, z)
    std::optional<Vector3> lengths(const syntax::Tuple& tuple, std::string_view what);
    std::optional<Vector3> direction(const syntax::Tuple& tuple);  // of length one
    // Components of one dimension, whichever that is.
    std::optional<Vector3> vector(const syntax::Tuple& tuple, std::string_view what,
                                  std::optional<Dimension>& dimension);
    std::optional<Vector3> angular_velocity(const syntax::Tuple& tuple);
    std::optional<std::array<Expr, 4>> quaternion(const syntax::Tuple& tuple);

    bool is_plane() const { return is_plane_; }  // all vectors had two components
    void leave_plane() { is_plane_ = false; }

  private:
    Expr known(const syntax::Expression& e, std::optional<Dimension>& dimension);
    bool is_plain_number(const syntax::Expression& e) const;
    template <class Read>
    std::optional<Vector3> components(const syntax::Tuple& tuple, std::string_view what, Read&& read);

    Elaboration& model_;
    std::set<NodeId> variables_;  // that it may depend on
    bool is_plane_ = true;
};

}  // namespace anholon

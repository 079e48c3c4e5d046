#pragma once

#include "mechanics/setting.hpp"
#include "structure/evidence/budget.hpp"

namespace anholon {

// The zero tests of one question, and what proved them. Parameters count as symbols first; what does not vanish for all
// their values is asked again for those of the model.
class Vanishing {
  public:
    Vanishing(const Setting& setting, const Budget& budget) : s_(setting), budget_(budget) {}

    struct Result {
        Answer answer = Answer::unknown;
        bool for_these_parameters = false;  // a yes that other values would turn into a no
        Point witness = {};                 // of a no, where one can be given
        std::string value = {};             // there
        std::string reason = {};            // of unknown
    };
    // Of a function of t, q and velocities that the constraints leave free; q satisfies the geometric constraints.
    Result operator()(Expr e);

    bool for_these_parameters() const { return special_; }     // did any yes need them?
    void count_error(double bound) { error_bound_ += bound; }  // of a proof made elsewhere
    std::string proof() const;

  private:
    ZeroVerdict decide(Expr e, const Substitution& stated) const;  // at stated values of parameters
    ZeroVerdict on_geometric_constraints(Expr e, const Substitution& stated) const;

    const Setting& s_;
    const Budget& budget_;
    double error_bound_ = 0;
    bool special_ = false;
};

// "x = 1, y = 2/3"
std::string described(const Point& point);

}  // namespace anholon

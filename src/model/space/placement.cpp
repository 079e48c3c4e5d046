#include "model/space/placement.hpp"

#include "expr/context.hpp"

namespace anholon {

Placement Placement::of_space(Context& c) {
    const Vector3 nothing{c.zero(), c.zero(), c.zero()};
    return {Attitude::of_space(c), nothing, nothing, nothing, nothing};
}

}  // namespace anholon

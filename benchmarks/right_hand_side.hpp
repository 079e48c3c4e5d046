#pragma once

namespace anholon::bench {

// One right-hand side against that of the exported C.
void right_hand_sides();

}  // namespace anholon::bench

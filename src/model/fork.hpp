#pragma once

#include "model/system.hpp"

namespace anholon {

// The same system with a context of its own. Whoever derives from a system that others read works in a fork of it: the forms that it
// builds, and the names that it introduces, are its own.
System fork(const System& system);

// An expression of the system, or of its context before the fork, in the fork.
inline Expr forked(const Expr& e, const System& fork) { return e ? Expr(fork.c(), e.id()) : e; }

}  // namespace anholon

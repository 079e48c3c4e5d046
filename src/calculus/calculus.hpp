#pragma once

// All of the calculus of fields, forms and frames, and the expressions below it.

#include "calculus/frame.hpp"
#include "expr/derivative.hpp"
#include "expr/expand.hpp"
#include "expr/linear.hpp"
#include "expr/operations.hpp"
#include "expr/print.hpp"
#include "expr/simplify.hpp"
#include "expr/substitute.hpp"
#include "expr/zero.hpp"

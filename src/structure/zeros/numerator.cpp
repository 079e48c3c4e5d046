#include "structure/zeros/numerator.hpp"

#include "expr/context.hpp"
#include "expr/normal_form.hpp"
#include "expr/simplify.hpp"

namespace anholon {

Expr numerator(Expr e) {
    if (e.is_number()) return e;
    try {
        const NormalForms forms(std::span(&e, 1));
        if (forms[0].is_zero()) return e.context().zero();
        return simplified(forms.expr(forms[0].numerator));
    } catch (const std::runtime_error&) {
        return e;
    }
}

}  // namespace anholon

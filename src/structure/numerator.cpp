#include "structure/numerator.hpp"

#include "expr/normal_form.hpp"
#include "expr/simplify.hpp"

namespace anholon {

Expr numerator(Expr e) {
    try {
        const NormalForms forms(std::span(&e, 1));
        return simplified(forms.expr(forms[0].numerator));
    } catch (const std::runtime_error&) {
        return e;
    }
}

}  // namespace anholon

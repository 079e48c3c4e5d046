#include "code/compiler.hpp"

#include "base/module.hpp"

namespace anholon {

const Compiler& compiler() {
    static const Compiler& the =
        *module_function<const Compiler*()>("anholon_code_llvm", "anholon_compiler")();
    return the;
}

std::unique_ptr<Evaluator> compiled(Program program) { return compiler().evaluator(program); }

}  // namespace anholon

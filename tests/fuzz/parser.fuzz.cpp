// libFuzzer: any bytes as the text of a model. The parser reports its mistakes, and the layout of what it accepts is final.
#include <cstdio>
#include <cstdlib>

#include "syntax/expression.hpp"
#include "syntax/format.hpp"

using namespace anholon;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Source source("fuzz", std::string(reinterpret_cast<const char*>(data), size));
    Diagnostics mistakes;
    const auto layout = syntax::formatted(source, mistakes);
    Diagnostics mistakes_of_expression;
    syntax::parse_equation(source, mistakes_of_expression);
    if (!layout) return 0;

    const Source again("fuzz", *layout);
    Diagnostics none;
    if (syntax::formatted(again, none) == layout) return 0;
    std::fputs("the layout of a layout is another one\n", stderr);
    std::abort();
}

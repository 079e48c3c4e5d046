#include "command.hpp"

// The only list of commands. Each is defined in the file of its name, by
// `std::unique_ptr<Command> make_NAME()`.
#define ANHOLON_COMMANDS(command)                                                                         \
    command(gallery) command(show) command(fmt) command(forms) command(derive) command(verify)            \
        command(facts) command(compare) command(simulate) command(path) command(quadrature)               \
            command(variations) command(action) command(connect) command(linearize) command(section)      \
                command(bifurcation) command(orbit) command(continue) command(lyapunov) command(ensemble) \
                    command(chart) command(limit) command(surface) command(merge) command(export)         \
                        command(simplify) command(derivative) command(zero) command(serve)                \
                            command(completion)

namespace anholon::cli {

#define DECLARE(name) std::unique_ptr<Command> make_##name();
ANHOLON_COMMANDS(DECLARE)
#undef DECLARE

std::vector<std::unique_ptr<Command>> commands() {
    std::vector<std::unique_ptr<Command>> all;
#define ADD(name) all.push_back(make_##name());
    ANHOLON_COMMANDS(ADD)
#undef ADD
    return all;
}

}  // namespace anholon::cli

#include "code/source/functions.hpp"
#include "code/source/languages.hpp"
#include "code/source/names.hpp"
#include "code/source/templates.hpp"

namespace anholon {

namespace {

const Language language{.local = "    @name@ = @value@;\n",
                        .assignment = "    @place@ = @value@;\n",
                        .element = "@array@(@i@)",
                        .entry = "@array@(@i@, @j@)",
                        .comment = "% ",
                        .line_break = ", ...\n        ",
                        .first_index = 1,
                        .operations = {{Op::power, "@a@^@b@"},
                                       {Op::abs, "abs(@a@)"},
                                       {Op::sign, "sign(@a@)"},
                                       {Op::choose, "feval(@(s) s{2 - (@a@ > 0)}, {@b@, @c@})"}}};

constexpr const char* functions_text = R"(function [dx, z@outputs@] = @name@(t, x, p)
@description@
%
% Keep it as @name@.m.
%   ode45(@@name@, [0 10], x0)    dx = @name@(t, x) has the model's parameters
%   [dx, z@outputs@] = @name@(t, x, p)    with others, and what else there is
%   @name@    compares with exactly computed values, and fails if they differ
    if nargin == 0
        self_test();
        return
    end
    if nargin < 3
        % The model's values.
        p = [@parameters@];
    end
    [W, r] = linear_system(t, x, p);
    z = W \ r;
    dx = rates(t, x, p, z);
@main_jacobian@
end

function [W, r] = linear_system(t, x, p)
    W = zeros(@nz@, @nz@);
    r = zeros(@nz@, 1);
@system@
end

function dx = rates(t, x, p, z)
    dx = zeros(@nx@, 1);
@rates@
end
)";

// A file of MATLAB offers its first function only: the switching functions are its last output.
std::string main_switches(bool has_jacobian) {
    return std::string("    if nargout > ") + (has_jacobian ? "3" : "2") +
           "\n        u = switches(t, x, p, z);\n    end\n";
}

constexpr const char* switches_text = R"(
function u = switches(t, x, p, z)
    % The switching functions: dx/dt is smooth only on either side of their zeros.
    u = zeros(@nu@, 1);
@switches@
end
)";

constexpr const char* main_jacobian_text = R"(    if nargout > 2
        % d(dx/dt)/dx = Gx + Gz z_x, where W z_x = B.
        [B, Gx, Gz] = derivatives(t, x, p, z);
        J = Gx + Gz * (W \ B);
    end
)";

constexpr const char* jacobian_text = R"(
function [B, Gx, Gz] = derivatives(t, x, p, z)
    % B = r_x - W_x z
    B = zeros(@nz@, @nx@);
    Gx = zeros(@nx@, @nx@);
    Gz = zeros(@nx@, @nz@);
@derivatives@
end
)";

// MATLAB keeps matrices by columns, hence the transpositions.
constexpr const char* test_text = R"(
function self_test()
    t = @t@;
    x = [@x@]';
    p = [@p@];
    exact_W = reshape([@W@], @nz@, @nz@)';
    exact_r = reshape([@r@], @nz@, 1);
    exact_z = reshape([@z@], @nz@, 1);
    exact_dx = [@dx@]';
    [W, r] = linear_system(t, x, p);
    [dx, z] = @name@(t, x, p);
    worst = max([difference(W, exact_W), difference(r, exact_r), difference(z, exact_z), ...
        difference(dx, exact_dx), difference(rates(t, x, p, exact_z), exact_dx)]);
@test_jacobian@
    fprintf('worst relative error %.1e\n', worst);
    if ~(worst <= @tolerance@)
        error('the values differ from those computed exactly');
    end
end

function worst = difference(found, exact)
    errors = abs(found(:) - exact(:)) ./ (1 + abs(exact(:)));
    errors(isnan(errors)) = Inf;
    worst = max([0; errors]);
end
)";

constexpr const char* test_jacobian_text = R"(    exact_J = reshape([@J@], @nx@, @nx@)';
    [~, ~, J] = @name@(t, x, p);
    worst = max(worst, difference(J, exact_J));
)";

constexpr const char* untested_text = R"(
function self_test()
    error('@reason@');
end
)";

}  // namespace

std::string matlab(const RateEquations& e, const ExportOptions& options) {
    // Neither a word of the language nor a function of its own ends so, whatever the model is called.
    const std::string name = snake_case(e.name) + "_rhs";
    const bool has_switches = !switching_functions(e).empty();
    return filled({.functions = functions_text,
                   .switches = switches_text,
                   .jacobian = jacobian_text,
                   .test = test_text,
                   .test_jacobian = test_jacobian_text,
                   .untested = untested_text},
                  e, options, language,
                  {{"name", name},
                   {"outputs", std::string(options.jacobian ? ", J" : "") + (has_switches ? ", u" : "")},
                   {"main_jacobian", std::string(options.jacobian ? main_jacobian_text : "") +
                                         (has_switches ? main_switches(options.jacobian) : "")}});
}

}  // namespace anholon

#include "request/fmu.hpp"

#include "base/c_compiler.hpp"
#include "code/source/functions.hpp"
#include "expr/print.hpp"
#include "motion/exported.hpp"
#include "request/export.hpp"
#include "request/failure.hpp"

namespace anholon::request {

namespace {

using Of = Refusal::Of;

// The folder of an FMU for libraries of this machine; empty if the version has no name for it.
std::string platform(FmiVersion version) {
#if defined __linux__ && defined __x86_64__
    return version == FmiVersion::two ? "linux64" : "x86_64-linux";
#elif defined __linux__ && defined __aarch64__
    return version == FmiVersion::two ? "" : "aarch64-linux";
#else
    return "";
#endif
}

void add_library(FmuFiles& fmu, FmiVersion version, std::string& why_not) {
    const std::string folder = platform(version);
    if (folder.empty()) {
        why_not = "FMI has no name for this platform";
        return;
    }
    for (const ArchivedFile& file : fmu.files) {
        if (file.path != fmu.source_path) continue;
        CompiledLibrary library = compiled_library(fmu.identifier, file.bytes);
        why_not = library.why_not;
        if (!why_not.empty()) return;
        fmu.files.push_back({"binaries/" + folder + "/" + fmu.identifier + ".so", std::move(library.bytes)});
        return;
    }
}

}  // namespace

ExportedFmu answer(const ExportFmu& request, const System& system) {
    const EquationForm& form = exported_form(request.form, system);
    const InitialStateOptions start = read_initial_state(request.start, system);
    demand_exportable(form, system);
    const ExportedComponent exported = exported_component(system, form, start);
    if (const std::vector<Expr> switches = switching_functions(exported.component.equations);
        !switches.empty())
        throw Refusal(Of::system, "switches-unsupported",
                      "the rates are not smooth where " + text_in_brief(switches[0]) +
                          " = 0, and an FMU does not stop at such switches",
                      "state the law without abs, sign, min, max, clamp and if, or export to C, whose "
                      "function 'switches' tells where to stop");
    if (!exported.can_watch)
        throw Refusal(Of::system, "form-inapplicable",
                      "whether the contacts hold is not a function of the state of " + form.title,
                      "leave out --form");
    const std::vector<bool> is_tunable = tunable_parameters(exported.component);
    for (std::size_t k = 0; k < is_tunable.size(); ++k)
        if (exported.component.is_input[k] && !is_tunable[k])
            throw Refusal(Of::system, "input-in-constraint",
                          "a constraint that the state has to satisfy contains the input '" +
                              text(exported.component.equations.parameters[k]) +
                              "', and an FMU sets its inputs at single times only",
                          "make it a parameter, or state its motion as a function of t");
    FmuFiles fmu = fmu_files(exported.component, request.version);
    ExportedFmu out{
        .form = &form, .bytes = "", .paths = {}, .without_library = "", .can_start = exported.can_start};
    add_library(fmu, request.version, out.without_library);
    for (const ArchivedFile& file : fmu.files) out.paths.push_back(file.path);
    out.bytes = zip(fmu.files);
    return out;
}

}  // namespace anholon::request

#include "request/fmu.hpp"

#include "base/c_compiler.hpp"
#include "code/source/functions.hpp"
#include "expr/print.hpp"
#include "motion/exported.hpp"
#include "motion/switches.hpp"
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
    // On one side of each switch, so that the rates are smooth between the times at which the FMU changes sides.
    const Switches switches(std::make_shared<const System>(system), {}, {});
    const EquationForm& form = exported_form(request.form, switches.system());
    const InitialStateOptions start = read_initial_state(request.start, system);
    demand_exportable(form, switches.system());
    const ExportedComponent exported = exported_component(switches.system(), form, start);
    if (const std::vector<Expr> left = switching_functions(exported.component.equations); !left.empty())
        throw Refusal(
            Of::system, "switches-unsupported",
            "the rates are not smooth where " + text_in_brief(left[0]) + " = 0, and an FMU cannot stop there",
            "state the law without abs, sign, min, max, clamp and if, or export to C, whose "
            "function 'switches' tells where to stop");
    if (!exported.can_watch)
        throw Refusal(Of::system, "form-inapplicable",
                      "whether the contacts hold is not a function of the state of " + form.title,
                      "leave out --form");
    FmuFiles fmu = fmu_files(exported.component, request.version);
    ExportedFmu out{
        .form = &form, .bytes = "", .paths = {}, .without_library = "", .can_start = exported.can_start};
    for (std::size_t k = 0; k < exported.component.stated_parameters(); ++k)
        if (exported.component.is_input[k] && !tunable_parameters(exported.component)[k])
            out.fixed_inputs.push_back(text(exported.component.equations.parameters[k]));
    add_library(fmu, request.version, out.without_library);
    for (const ArchivedFile& file : fmu.files) out.paths.push_back(file.path);
    out.bytes = zip(fmu.files);
    return out;
}

}  // namespace anholon::request

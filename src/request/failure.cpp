#include "request/failure.hpp"

#include <new>

#include "base/deadline.hpp"
#include "base/text.hpp"
#include "code/source/languages.hpp"
#include "expr/expr.hpp"
#include "integrate/gpu/shared_library.hpp"
#include "model/model_text.hpp"
#include "model/state/initial_state.hpp"
#include "motion/law.hpp"
#include "study/device_chart.hpp"
#include "study/orbit.hpp"
#include "study/standstill/corners.hpp"
#include "study/standstill/standstill_search.hpp"
#include "study/study_merge.hpp"

namespace anholon::request {

namespace {

using Of = Refusal::Of;

Refusal no_state(const NoInitialState& e, const Source* model) {
    if (!model) return {Of::state, e.diagnostic.code, e.diagnostic.message, e.diagnostic.help};
    Diagnostics said;
    said.add(e.diagnostic);
    return {said, *model, Of::state};
}

}  // namespace

Refusal failure(const Source* model) {
    try {
        throw;
    } catch (const Refusal& e) {
        return e;
    } catch (const NoInitialState& e) {
        return no_state(e, model);
    } catch (const ModelNotFound& e) {
        return {Of::model, "model-not-found", e.what(), e.help};
    } catch (const InputTooLarge& e) {
        return {Of::model, "input-too-large", e.what()};
    } catch (const NotText& e) {
        return {Of::model, "file-binary", e.what(), "a model is a text file"};
    } catch (const Unavailable& e) {
        return {Of::words, "unavailable", e.what(),
                "the form lagrange-multipliers knows accelerations and multipliers"};
    } catch (const NoStandstill& e) {
        return {Of::state, "no-standstill", e.what(), "other initial values start the search elsewhere"};
    } catch (const NoLinearEquations& e) {
        return {Of::state, "no-linear-equations", std::string("there are no linear equations: ") + e.what()};
    } catch (const ConditionOutside& e) {
        return {Of::words, "condition-outside", e.what()};
    } catch (const DependsOnTime& e) {
        return {Of::system, "depends-on-time",
                std::string(e.what()) + ": standstills are looked for only where they do not"};
    } catch (const NoFlow& e) {
        return {Of::system, "no-flow", e.what()};
    } catch (const NoOrbit& e) {
        return {Of::state, "no-orbit", e.what(), "another start or another guess of the period"};
    } catch (const OtherStudy& e) {
        return {Of::words, "folder-other", e.what(), "another --folder, or an empty one"};
    } catch (const StudyInUse& e) {
        return {Of::words, "folder-in-use", e.what()};
    } catch (const NoStudy& e) {
        return {Of::words, "folder-empty", e.what(), "anholon chart … --folder FOLDER makes one"};
    } catch (const ContradictoryTiles& e) {
        return {Of::words, "tiles-contradict", e.what(),
                "one of the two was computed by another program or processor"};
    } catch (const StudyFolderFails& e) {
        return {Of::system, "folder-failed", e.what(),
                "tiles that are done are kept: the same command goes on where this one stopped"};
    } catch (const GpuError& e) {
        return {Of::system, "no-gpu", e.what(), "--device cpu"};
    } catch (const NotOnDevice& e) {
        return {Of::words, "not-on-gpu", e.what(), "--device cpu"};
    } catch (const NumberTooLarge& e) {
        return {Of::system, "number-too-large", e.what()};
    } catch (const TimeIsUp& e) {
        return {Of::system, "budget", e.what()};
    } catch (const Undefined& e) {
        return {Of::system, "undefined", std::string("undefined operation: ") + e.what()};
    } catch (const std::bad_alloc&) {
        return {Of::system, "memory", "there is not enough memory for this computation"};
    } catch (const std::exception& e) {
        return {Of::system, "failed", e.what()};
    }
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& words,
                         const std::string& otherwise) {
    const auto meant = nearest(word, words);
    return meant ? "did you mean '" + *meant + "'?" : otherwise;
}

}  // namespace anholon::request

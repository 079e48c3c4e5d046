#include "model/fork.hpp"
#include "request/action.hpp"
#include "request/connect.hpp"
#include "request/limit.hpp"
#include "serve/asks.hpp"
#include "study/path.hpp"

// Which questions about single motions a model has.

namespace anholon::serve {

namespace {

Reason refused(void (*refuse)(const System&), const System& system) {
    try {
        refuse(system);
        return {};
    } catch (const Refusal& why) {
        return why.what();
    }
}

}  // namespace

Ask ask_studies() {
    const Type row = record("StudyApplies", {{"study", one_of({"path", "action", "connect", "limit"})},
                                             {"reason", nullable(text()), "why it has no answer"}});
    return {.name = "studies",
            .about =
                "Which questions about a motion have no answer for a model, as far as its law and its "
                "constraints say",
            .fields = model_fields(),
            .result = list(row),
            .answer = [](Call& call) {
                const System system = fork(call.model()->system);
                const std::pair<const char*, Reason> all[] = {
                    {"path", no_path(Setting(system))},
                    {"action", refused(request::refuse_without_variations, system)},
                    {"connect", refused(request::refuse_other_laws, system)},
                    {"limit", refused(request::refuse_without_realisation, system)}};
                Json::Array rows;
                for (const auto& [study, why] : all)
                    rows.push_back(Json::object({{"study", study}, {"reason", why ? Json(*why) : Json()}}));
                return Json::array(std::move(rows));
            }};
}

}  // namespace anholon::serve

#include "serve/models.hpp"

#include "model/fork.hpp"
#include "model/model.hpp"
#include "model/model_text.hpp"
#include "model/refusal.hpp"

namespace anholon::serve {

namespace {

// Parts of a key do not run into each other.
std::string part(const std::string& text) { return std::to_string(text.size()) + ":" + text; }

std::shared_ptr<const FrozenModel> elaborated(const std::string& name, const std::string& text) {
    if (text.size() > max_input) throw InputTooLarge("the model holds more than 8 MiB");
    if (text.find('\0') != std::string::npos) throw NotText("the model is not text");
    Source source(name, text);
    Diagnostics said;
    std::optional<System> system = elaborate_model(source, said);
    if (!system || said.failed()) throw Refusal(said, source, Refusal::Of::model);
    return std::make_shared<const FrozenModel>(std::move(source), std::move(*system), std::move(said));
}

SimulationOptions options_of(const MovingWords& asked, const System& system) {
    request::Simulate words;
    words.experiment = asked.experiment;
    words.form_id = asked.form;
    words.method_name = asked.method;
    words.tolerance = asked.tolerance;
    words.more = asked.columns;
    SimulationOptions options = read(words, system).options;
    for (Quadrature& quadrature : drawn_quadratures(system))
        options.quadratures.push_back(std::move(quadrature));
    return options;
}

}  // namespace

FrozenModel::FrozenModel(Source text, System stated, Diagnostics warnings)
    : source(std::move(text)), system(std::move(stated)), said(std::move(warnings)) {
    system.context->freeze();
}

std::string MovingWords::key() const {
    std::string out = part(experiment) + part(form) + part(method) + part(tolerance.value_or(""));
    for (const std::string& column : columns) out += part(column);
    return out + ";";
}

MovingModel::MovingModel(std::shared_ptr<const FrozenModel> of, const MovingWords& words)
    : model(std::move(of)),
      system(fork(model->system)),
      moving(system, options_of(words, system)),
      drawing(system, moving.columns()) {}

StandingModel::StandingModel(std::shared_ptr<const FrozenModel> of, Standstill at)
    : model(std::move(of)), system_(fork(model->system)), equations_(system_, at) {}

std::shared_ptr<const FrozenModel> Models::frozen(const std::string& name, const std::string& text) {
    return frozen_.get(part(name) + text, [name, text] { return elaborated(name, text); });
}

std::shared_ptr<const MovingModel> Models::moving(const std::string& name, const std::string& text,
                                                  const MovingWords& words) {
    return moving_.get(words.key() + part(name) + text, [this, name, text, words] {
        return std::make_shared<const MovingModel>(frozen(name, text), words);
    });
}

std::shared_ptr<const StandingModel> Models::standing(const std::string& name, const std::string& text,
                                                      Standstill at) {
    const std::string key = at == Standstill::steady ? "steady;" : "equilibrium;";
    return standing_.get(key + part(name) + text, [this, name, text, at] {
        return std::make_shared<const StandingModel>(frozen(name, text), at);
    });
}

}  // namespace anholon::serve

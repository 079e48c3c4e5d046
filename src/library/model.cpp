#include <algorithm>
#include <iterator>

#include "expr/enclosure.hpp"
#include "library/internals.hpp"
#include "model/gallery.hpp"
#include "model/model.hpp"
#include "model/model_text.hpp"
#include "model/state/parameter_values.hpp"
#include "model/state/state_variable.hpp"
#include "report/version.hpp"

namespace anholon {

namespace {

// As written, without the brackets that a unit of several words has.
std::string shown_unit(const std::string& unit) {
    return unit.starts_with("[") && unit.ends_with("]") ? unit.substr(1, unit.size() - 2) : unit;
}

double number(const Expr& e) { return e ? enclosure(e, {}, 80).midpoint() : 1; }

std::optional<std::pair<double, double>> range_in_unit(const auto& parameter) {
    if (!parameter.range) return std::nullopt;
    const double unit = number(parameter.scale);
    return std::pair(parameter.range->first.to_double() / unit, parameter.range->second.to_double() / unit);
}

std::vector<ModelParameter> parameters_of(const System& system) {
    std::vector<ModelParameter> list;
    for (const Parameter& p : system.parameters)
        list.push_back({.name = p.symbol.symbol().name,
                        .value = p.value.to_double() / number(p.scale),
                        .unit = shown_unit(p.unit),
                        .description = p.description,
                        .range = range_in_unit(p),
                        .is_input = p.is_input});
    const auto values = derived_values(system, parameter_point(system));
    for (const DerivedParameter& d : system.derived) {
        const auto value = std::ranges::find(values, d.name, [](const auto& named) { return named.first; });
        list.push_back({.name = d.name,
                        .value = value->second / number(d.scale),
                        .unit = shown_unit(d.unit),
                        .description = d.description,
                        .range = range_in_unit(d),
                        .is_derived = true});
    }
    return list;
}

std::vector<std::string> names_of(const std::vector<Expr>& variables, const System& system) {
    std::vector<std::string> names;
    for (const Expr& variable : variables) names.push_back(name_of(variable, system));
    return names;
}

}  // namespace

inline namespace v0 {

std::string library_version() { return std::string(version()); }

Model::Frozen::Frozen(Source text, System stated, const Diagnostics& said)
    : source(std::move(text)),
      system(std::move(stated)),
      name(system.name),
      description(system.description),
      parameters(parameters_of(system)),
      state_variables(names_of(system.q(), system)),
      warnings(library::listed(said, &source, Severity::warning)) {
    const auto velocities = names_of(system.velocities(), system);
    state_variables.insert(state_variables.end(), velocities.begin(), velocities.end());
    for (const ControllerState& s : system.states) state_variables.push_back(name_of(s.symbol, system));
    std::ranges::copy_if(parameters, std::back_inserter(inputs), &ModelParameter::is_input);
    for (const Output& o : system.outputs) outputs.push_back({o.name, shown_unit(o.unit), o.description});
    for (const QuasiVelocity& q : system.quasi) quasi_velocities.push_back(name_of(q.symbol, system));
    for (const Experiment& e : system.experiments) experiments.push_back(e.name);
    system.context->freeze();
}

Model::Frozen::~Frozen() { library::mind_thread(); }

Model::Model(std::shared_ptr<const Frozen> frozen) : frozen_(std::move(frozen)) {}

namespace {

std::shared_ptr<const Model::Frozen> frozen(Source source) {
    Diagnostics said;
    auto system = elaborate_model(source, said);
    if (!system || said.failed()) throw library::error_of(said, &source, Error::Of::model);
    return std::make_shared<const Model::Frozen>(std::move(source), std::move(*system), said);
}

}  // namespace

Model Model::load(const std::string& path) {
    return library::answered(nullptr, [&] { return Model(v0::frozen(text_of_file(path))); });
}

Model Model::parse(const std::string& text, const std::string& name) {
    return library::answered(nullptr, [&] {
        if (text.size() > max_input) throw InputTooLarge(name + " holds more than 8 MiB");
        if (text.find('\0') != std::string::npos) throw NotText(name + " is not text");
        return Model(v0::frozen(Source(name, text)));
    });
}

Model Model::gallery(const std::string& name) {
    return library::answered(nullptr, [&] { return Model(v0::frozen(text_of_gallery(name))); });
}

std::vector<std::string> Model::gallery_names() {
    std::vector<std::string> names;
    for (const GalleryModel& model : anholon::gallery()) names.emplace_back(model.name);
    return names;
}

const std::string& Model::name() const { return frozen_->name; }
const std::string& Model::description() const { return frozen_->description; }
const std::vector<ModelParameter>& Model::parameters() const { return frozen_->parameters; }
const std::vector<ModelParameter>& Model::inputs() const { return frozen_->inputs; }
const std::vector<ModelOutput>& Model::outputs() const { return frozen_->outputs; }
const std::vector<std::string>& Model::state_variables() const { return frozen_->state_variables; }
const std::vector<std::string>& Model::quasi_velocities() const { return frozen_->quasi_velocities; }
const std::vector<std::string>& Model::experiments() const { return frozen_->experiments; }
const std::vector<Error::Diagnostic>& Model::warnings() const { return frozen_->warnings; }

}  // namespace v0
}  // namespace anholon

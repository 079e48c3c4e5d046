#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>

#include "base/text.hpp"
#include "code/source/fmu/fmu.hpp"
#include "code/source/functions.hpp"
#include "code/source/language.hpp"
#include "expr/print.hpp"

namespace anholon {

namespace {

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            case '\n':
            case '\t':
            case '\r': out += ' '; break;
            default:
                if (static_cast<unsigned char>(c) >= ' ') out += c;
        }
    return out;
}

// The shortest text that reads back as the same.
std::string shortest(double value) {
    number(value);  // throws where there is none
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    return {text.data(), end};
}

std::string attribute(std::string_view name, std::string_view value) {
    return value.empty() ? "" : " " + std::string(name) + "=\"" + escaped(value) + "\"";
}

// A unit of SI as the powers of its base units. Nothing if it is not known, has none or has roots of units.
using Powers = std::map<std::string, int>;

Powers powers_of(std::string_view unit) {
    Powers powers;
    int sign = 1;
    for (std::size_t at = 0; at < unit.size();) {
        const std::string_view rest = unit.substr(at);
        const std::size_t length = std::min(rest.find_first_of(" /^()*"), rest.size());
        const std::string name(rest.substr(0, length));
        at += length;
        int power = 1;
        if (at < unit.size() && unit[at] == '^') {
            std::size_t digits = 0;
            if (++at < unit.size() && unit[at] == '(') return {};
            while (at + digits < unit.size() && unit[at + digits] >= '0' && unit[at + digits] <= '9')
                ++digits;
            power = std::stoi(std::string(unit.substr(at, digits)));
            at += digits;
        }
        if (!name.empty() && name != "1") powers[name] += sign * power;
        while (at < unit.size() && std::string_view(" /()*").find(unit[at]) != std::string_view::npos) {
            if (unit[at] == '/') sign = -1;  // what follows is all below the line
            ++at;
        }
    }
    std::erase_if(powers, [](const auto& p) { return p.second == 0; });
    return powers;
}

// kg.m2/s2
std::string name_of(const Powers& powers) {
    std::string over, under;
    int divisors = 0;
    for (const auto& [name, power] : powers) {
        std::string& side = power > 0 ? over : under;
        divisors += power < 0 ? 1 : 0;
        side += (side.empty() ? "" : ".") + name;
        if (std::abs(power) > 1) side += std::to_string(std::abs(power));
    }
    if (under.empty()) return over;
    return (over.empty() ? "1" : over) + "/" + (divisors > 1 ? "(" + under + ")" : under);
}

Powers per_second(Powers powers) {
    if (powers.empty()) return powers;
    if (--powers["s"] == 0) powers.erase("s");
    return powers;
}

// One variable of either version.
struct Variable {
    std::string name, description, causality, variability, initial;
    Powers unit = {};
    std::string start = {};      // a number
    std::size_t derivative = 0;  // of the variable with this reference
};

class Description {
  public:
    Description(const Component& component, FmiVersion version, const std::string& token)
        : c_(component),
          e_(component.equations),
          is_two_(version == FmiVersion::two),
          token_(token),
          of_(component),
          tunable_(tunable_parameters(component)) {
        collect();
    }

    std::string text() const {
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription" +
               attribute("fmiVersion", is_two_ ? "2.0" : "3.0") + attribute("modelName", e_.name) +
               attribute(is_two_ ? "guid" : "instantiationToken", token_) +
               attribute("description", c_.description) + attribute("generationTool", "Anholon") +
               attribute("variableNamingConvention", "flat") +
               (is_two_ ? attribute("numberOfEventIndicators",
                                    std::to_string(c_.guards.size() + c_.switches.size()))
                        : "") +
               ">\n" + kinds() + units() + categories() + experiment() + variables() + structure() +
               "</fmiModelDescription>\n";
    }

  private:
    void collect() {
        const std::vector<std::string> x = names_of(e_.state), v = value_names(e_);
        std::vector<std::string> p = names_of(e_.parameters);
        p.resize(c_.stated_parameters());
        // Where the model states none, the state is what comes out.
        const bool has_outputs = std::ranges::find(c_.is_output, true) != c_.is_output.end();
        list_.push_back({"time", "", "independent", "continuous", "", {{"s", 1}}});
        for (std::size_t k = 0; k < x.size(); ++k)
            list_.push_back({x[k], c_.state[k].description, has_outputs ? "local" : "output", "continuous",
                             "exact", powers_of(c_.state[k].unit), shortest(e_.initial[k])});
        for (std::size_t k = 0; k < x.size(); ++k)
            list_.push_back({"der(" + x[k] + ")", "", "local", "continuous", "calculated",
                             per_second(powers_of(c_.state[k].unit)), "", of_.state + k});
        const std::vector<double> values = parameter_values(e_);
        for (std::size_t k = 0; k < p.size(); ++k) {
            // One that a constraint contains would have to jump with the state.
            const bool is_input = c_.is_input[k] && tunable_[k];
            list_.push_back({p[k], c_.parameters[k].description, is_input ? "input" : "parameter",
                             is_input      ? "continuous"
                             : tunable_[k] ? "tunable"
                                           : "fixed",
                             is_input ? "" : "exact", powers_of(c_.parameters[k].unit), shortest(values[k])});
        }
        for (std::size_t k = 0; k < v.size(); ++k) {
            const bool is_parameter = c_.is_of_parameters[k];
            const char* const causality = c_.is_output[k] ? "output"
                                          : is_parameter  ? "calculatedParameter"
                                                          : "local";
            list_.push_back({v[k], c_.values[k].description, causality,
                             is_parameter && !c_.is_output[k] ? "tunable" : "continuous", "calculated",
                             powers_of(c_.values[k].unit)});
        }
        for (std::size_t k = 0; k < c_.guards.size(); ++k)
            list_.push_back({"condition" + std::to_string(k + 1),
                             "the motion ends where this falls below 0: " + c_.guards[k].words, "local",
                             "continuous", "calculated"});
        for (std::size_t k = 0; k < c_.switches.size(); ++k)
            list_.push_back({"switch" + std::to_string(k + 1),
                             "the rates are smooth on each side of its zero: " + c_.switches[k].words,
                             "local", "continuous", "calculated"});
        make_names_unique();
    }

    // A name of the model comes before one that is made here.
    void make_names_unique() {
        std::set<std::string> taken;
        for (Variable& v : list_) {
            const bool is_stated = &v != &list_.front() && v.name.find('(') == std::string::npos;
            if (is_stated) taken.insert(v.name);
        }
        std::set<std::string> seen;
        for (Variable& v : list_) {
            const bool is_made = &v == &list_.front() || v.name.find('(') != std::string::npos;
            while ((is_made && taken.contains(v.name)) || seen.contains(v.name)) v.name += "_";
            seen.insert(v.name);
        }
    }

    std::string kinds() const {
        const std::string common =
            attribute("modelIdentifier", e_.name) +
            attribute(is_two_ ? "canGetAndSetFMUstate" : "canGetAndSetFMUState", "true") +
            attribute(is_two_ ? "canSerializeFMUstate" : "canSerializeFMUState", "true") +
            attribute(is_two_ ? "providesDirectionalDerivative" : "providesDirectionalDerivatives", "true");
        // Only FMI 3 has to be told: FMI 2 always calls that function.
        const std::string steps = is_two_ ? "" : attribute("needsCompletedIntegratorStep", "true");
        return kind("ModelExchange", common + steps) +
               kind("CoSimulation", common + attribute("canHandleVariableCommunicationStepSize", "true"));
    }
    std::string kind(const std::string& element, const std::string& attributes) const {
        if (!is_two_) return "  <" + element + attributes + "/>\n";
        return "  <" + element + attributes + ">\n    <SourceFiles>\n      <File" +
               attribute("name", e_.name + ".c") + "/>\n    </SourceFiles>\n  </" + element + ">\n";
    }

    std::string units() const {
        std::map<std::string, Powers> all;
        for (const Variable& v : list_)
            if (!v.unit.empty()) all.emplace(name_of(v.unit), v.unit);
        std::string out = "  <UnitDefinitions>\n";
        for (const auto& [name, powers] : all) {
            out += "    <Unit" + attribute("name", name) + ">\n      <BaseUnit";
            for (const auto& [base, power] : powers) out += attribute(base, std::to_string(power));
            out += "/>\n    </Unit>\n";
        }
        return out + "  </UnitDefinitions>\n";
    }

    static std::string categories() {
        return "  <LogCategories>\n    <Category name=\"logStatusWarning\"/>\n"
               "    <Category name=\"logStatusDiscard\"/>\n    <Category name=\"logStatusError\"/>\n"
               "  </LogCategories>\n";
    }

    std::string experiment() const {
        return "  <DefaultExperiment" + attribute("startTime", "0.0") +
               attribute("stopTime", shortest(c_.until)) + attribute("tolerance", shortest(fmu_tolerance)) +
               "/>\n";
    }

    std::string variables() const {
        std::string out = "  <ModelVariables>\n";
        for (std::size_t k = 0; k < list_.size(); ++k) {
            const Variable& v = list_[k];
            const std::string head =
                attribute("name", v.name) + attribute("valueReference", std::to_string(k)) +
                attribute("description", v.description) + attribute("causality", v.causality) +
                attribute("variability", v.variability) + attribute("initial", v.initial);
            // FMI 2 counts the variables from 1, FMI 3 names them by their reference.
            const std::string tail =
                attribute("unit", name_of(v.unit)) +
                attribute("derivative",
                          v.derivative == 0 ? "" : std::to_string(v.derivative + (is_two_ ? 1 : 0))) +
                attribute("start", v.start);
            out += is_two_ ? "    <ScalarVariable" + head + ">\n      <Real" + tail +
                                 "/>\n    </ScalarVariable>\n"
                           : "    <Float64" + head + tail + "/>\n";
        }
        return out + "  </ModelVariables>\n";
    }

    std::string structure() const {
        std::vector<std::size_t> outputs, rates, conditions, unknown;
        for (std::size_t k = 0; k < list_.size(); ++k) {
            const Variable& v = list_[k];
            if (v.causality == "output") outputs.push_back(k);
            if (v.derivative != 0) rates.push_back(k);
            if (k >= of_.guards) conditions.push_back(k);
            const bool is_listed =
                v.causality == "output" || v.causality == "calculatedParameter" || v.derivative != 0;
            if (is_listed && v.initial == "calculated") unknown.push_back(k);
        }
        if (!is_two_)
            return "  <ModelStructure>\n" + references("Output", outputs) +
                   references("ContinuousStateDerivative", rates) + references("InitialUnknown", unknown) +
                   references("EventIndicator", conditions) + "  </ModelStructure>\n";
        return "  <ModelStructure>\n" + places("Outputs", outputs) + places("Derivatives", rates) +
               places("InitialUnknowns", unknown) + "  </ModelStructure>\n";
    }

    static std::string references(const std::string& element, const std::vector<std::size_t>& list) {
        std::string out;
        for (const std::size_t k : list)
            out += "    <" + element + attribute("valueReference", std::to_string(k)) + "/>\n";
        return out;
    }
    static std::string places(const std::string& element, const std::vector<std::size_t>& list) {
        if (list.empty()) return "";
        std::string out = "    <" + element + ">\n";
        for (const std::size_t k : list)
            out += "      <Unknown" + attribute("index", std::to_string(k + 1)) + "/>\n";
        return out + "    </" + element + ">\n";
    }

    const Component& c_;
    const RateEquations& e_;
    bool is_two_;
    std::string token_;
    FmuReferences of_;
    std::vector<bool> tunable_;
    std::vector<Variable> list_;  // in the order of their references
};

}  // namespace

std::string fmu_description(const Component& component, FmiVersion version, const std::string& token) {
    return Description(component, version, token).text();
}

std::string fmu_build_description(const Component& component) {
    const std::string name = component.equations.name;
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiBuildDescription fmiVersion=\"3.0\">\n"
           "  <BuildConfiguration" +
           attribute("modelIdentifier", name) + ">\n    <SourceFileSet language=\"C99\">\n      <SourceFile" +
           attribute("name", name + ".c") +
           "/>\n    </SourceFileSet>\n    <Library name=\"m\" external=\"true\"/>\n"
           "  </BuildConfiguration>\n</fmiBuildDescription>\n";
}

}  // namespace anholon

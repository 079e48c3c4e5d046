#include "report/certificate.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/sha256.hpp"
#include "base/text.hpp"
#include "report/json.hpp"

namespace anholon {

namespace {

using proof::Id;
using proof::Op;

constexpr long kMostExponent = 4096;
constexpr std::size_t kMostDigits = 4000;

// The bytes that the digest is of: names in order, no blanks, ASCII.
void write_canonical(std::string& out, const std::string& text) {
    out += '"';
    for (std::size_t at = 0; at < text.size();) {
        const CodePoint point = decode(text, at);
        at += point.size;
        const auto escape = [&](unsigned unit) {
            static constexpr char digits[] = "0123456789abcdef";
            out += "\\u";
            for (int shift = 12; shift >= 0; shift -= 4) out += digits[unit >> shift & 15];
        };
        const char32_t c = point.value;
        switch (c) {
            case '"': out += "\\\""; break;
            case '\\': out += "\\\\"; break;
            case '\n': out += "\\n"; break;
            case '\r': out += "\\r"; break;
            case '\t': out += "\\t"; break;
            case '\b': out += "\\b"; break;
            case '\f': out += "\\f"; break;
            default:
                if (c >= 0x20 && c < 0x80) {
                    out += static_cast<char>(c);
                } else if (c < 0x10000) {
                    escape(static_cast<unsigned>(c));
                } else {
                    escape(0xd800 + ((static_cast<unsigned>(c) - 0x10000) >> 10));
                    escape(0xdc00 + ((static_cast<unsigned>(c) - 0x10000) & 0x3ff));
                }
        }
    }
    out += '"';
}

void write_canonical(std::string& out, const Json& json) {
    struct Writer {
        std::string& out;
        void operator()(std::nullptr_t) const { out += "null"; }
        void operator()(bool value) const { out += value ? "true" : "false"; }
        void operator()(std::int64_t value) const { out += std::to_string(value); }
        void operator()(double) const { assert(!"certificates hold no floating-point numbers"); }
        void operator()(const std::string& value) const { write_canonical(out, value); }
        void operator()(const Json::Array& elements) const {
            const char* before = "[";
            for (const Json& element : elements) {
                out += before;
                write_canonical(out, element);
                before = ",";
            }
            out += elements.empty() ? "[]" : "]";
        }
        void operator()(const Json::Object& members) const {
            std::map<std::string, const Json*> sorted;
            for (const auto& [name, value] : members) sorted.emplace(name, &value);
            const char* before = "{";
            for (const auto& [name, value] : sorted) {
                out += before;
                write_canonical(out, name);
                out += ':';
                write_canonical(out, *value);
                before = ",";
            }
            out += members.empty() ? "{}" : "}";
        }
    };
    std::visit(Writer{out}, json.value());
}

std::string operation(Op op) {
    switch (op) {
        case Op::number: return "num";
        case Op::variable: return "var";
        case Op::pi: return "pi";
        case Op::add: return "+";
        case Op::multiply: return "*";
        case Op::subtract: return "-";
        case Op::negate: return "neg";
        case Op::divide: return "/";
        case Op::power: return "^";
        case Op::root: return "root";
        case Op::exp: return "exp";
        case Op::sin: return "sin";
        case Op::cos: return "cos";
        case Op::atan: return "atan";
        case Op::log: return "log";
        case Op::atan2: return "atan2";
        case Op::abs: return "abs";
        case Op::sign: return "sign";
        case Op::choose: return "if";
    }
    return "";
}

// Systems and claims, with the nodes that they use in a list of their own.
class Writer {
  public:
    Writer(const proof::Subject& subject, std::span<const JudgedClaim> claims)
        : subject_(subject), p_(subject.program), claims_(claims) {}

    Certificate run(const Provenance& provenance) {
        for (const JudgedClaim& one : claims_) {
            const std::string why = why_not(one);
            if (why.empty())
                chosen_.push_back(one);
            else
                out_.left_out.push_back(one.claim->id + ": " + why);
        }
        out_.claims = chosen_.size();
        for (const JudgedClaim& one : chosen_)
            for (const std::size_t k : systems_of(*one.claim)) systems_.insert(k);
        collect();
        Json::Array systems, claims, nodes, command;
        for (const std::size_t k : systems_) systems.push_back(system(subject_.systems[k], regular_state(k)));
        for (const JudgedClaim& one : chosen_) claims.push_back(claim(one));
        for (const Id id : p_.below(roots_)) nodes.push_back(node(id));
        for (const std::string& word : provenance.command) command.push_back(word);
        Json::Object file{{"format", "anholon-certificate/1"},
                          {"nodes", Json::array(std::move(nodes))},
                          {"systems", Json::array(std::move(systems))},
                          {"claims", Json::array(std::move(claims))},
                          {"provenance", Json::object({{"program", "anholon"},
                                                       {"version", provenance.version},
                                                       {"command", Json::array(std::move(command))}})}};
        std::string whole;
        write_canonical(whole, Json::object(file));
        file.emplace_back("digest", sha256(whole));
        // A line for each member, so that the file can be looked at.
        std::ranges::sort(file, {}, &std::pair<std::string, Json>::first);
        out_.text = "{";
        for (const auto& [name, value] : file) {
            out_.text += out_.text.size() > 1 ? ",\n" : "\n";
            write_canonical(out_.text, name);
            out_.text += ": ";
            write_canonical(out_.text, value);
        }
        out_.text += "\n}\n";
        return std::move(out_);
    }

  private:
    static std::vector<std::size_t> systems_of(const proof::Claim& claim) {
        if (claim.kind == proof::Claim::Kind::map && !claim.pushed) return {claim.system, claim.to};
        return {claim.system};
    }

    std::string why_not(const JudgedClaim& one) const {
        using Outcome = proof::Judgement::Outcome;
        const proof::Claim& claim = *one.claim;
        if (one.judgement->outcome == Outcome::open) return "not decided: " + one.judgement->reason;
        if (claim.pushed) return "the other system is compared in variables that the format does not have";
        if (!claim.free.empty())
            return "a law of motion with multipliers of its own is not part of the format";
        for (const std::size_t k : systems_of(claim)) {
            const proof::System& system = subject_.systems[k];
            if (system.given) return "dry friction is not part of the format";
            if (!system.moved.empty()) return "states of controllers are not part of the format";
        }
        if (one.judgement->leaves_constraints)
            return "the format cannot draw its states: a root in the recipe holds a root of a constraint";
        if (one.judgement->is_beside_recipe)
            return "it fails, at a state whose coordinates are not rational functions of free ones";
        const bool fails = one.judgement->outcome == Outcome::fails;
        if (fails && !claim.extras.empty())
            return "a form with unknowns of its own cannot be refuted by a certificate";
        std::vector<Id> roots = roots_of(claim);
        for (const std::size_t k : systems_of(claim)) add(roots, roots_of(subject_.systems[k]));
        for (const Id id : p_.below(roots)) {
            if (p_[id].op == Op::power && std::abs(p_[id].n) > kMostExponent)
                return "an exponent is larger than " + std::to_string(kMostExponent);
            if (p_[id].op == Op::number && p_.number_at(id).to_string().size() > kMostDigits)
                return "a number has more than " + std::to_string(kMostDigits) + " digits";
        }
        return "";
    }

    static void add(std::vector<Id>& to, const std::vector<Id>& from) {
        to.insert(to.end(), from.begin(), from.end());
    }

    std::vector<Id> roots_of(const proof::Claim& claim) const {
        std::vector<Id> out = claim.hints;
        add(out, claim.equations);
        for (const auto& c : claim.where) out.push_back(c.node);
        for (const auto* pairs : {&claim.definitions, &claim.images})
            for (const auto& [name, value] : *pairs) out.push_back(value);
        if (claim.clock) out.push_back(*claim.clock);
        if (has_node(claim)) out.push_back(claim.node);
        return out;
    }

    static bool has_node(const proof::Claim& claim) {
        using Kind = proof::Claim::Kind;
        return claim.kind == Kind::zero || claim.kind == Kind::equation || claim.kind == Kind::integral;
    }

    static std::vector<Id> roots_of(const proof::System& s) {
        std::vector<Id> out;
        if (s.law != proof::Law::none) out.push_back(s.lagrangian);
        for (const auto* list : {&s.forces, &s.kinematics, &s.hints}) add(out, *list);
        for (const auto& c : s.constraints) {
            out.push_back(c.value);
            add(out, c.direction);
            if (c.momentum) out.push_back(*c.momentum);
        }
        for (const auto& c : s.brackets) out.push_back(c.value);
        for (const auto& c : s.domain) out.push_back(c.node);
        for (const auto& step : s.draw) add(out, step.nodes);
        return out;
    }

    void collect() {
        for (const std::size_t k : systems_) add(roots_, roots_of(subject_.systems[k]));
        for (const JudgedClaim& one : chosen_) add(roots_, roots_of(*one.claim));
        std::int64_t next = 0;
        for (const Id id : p_.below(roots_)) index_[id] = next++;
    }

    Json at(Id id) const { return index_.at(id); }
    Json list(const std::vector<Id>& ids) const {
        Json::Array out;
        for (const Id id : ids) out.push_back(at(id));
        return Json::array(std::move(out));
    }
    Json names(const std::vector<Id>& variables) const {
        Json::Array out;
        for (const Id x : variables) out.push_back(p_.name_at(x));
        return Json::array(std::move(out));
    }

    Json node(Id id) const {
        Json::Array out{operation(p_[id].op)};
        if (p_[id].op == Op::number) out.push_back(p_.number_at(id).to_string());
        if (p_[id].op == Op::variable) out.push_back(p_.name_at(id));
        for (const Id a : p_.arguments(id)) out.push_back(at(a));
        if (p_[id].op == Op::power || p_[id].op == Op::root) out.push_back(std::int64_t{p_[id].n});
        return Json::array(std::move(out));
    }

    Json conditions(const std::vector<proof::Condition>& list) const {
        Json::Array out;
        for (const proof::Condition& c : list) {
            const char* kind = c.kind == proof::Condition::Kind::positive   ? "pos"
                               : c.kind == proof::Condition::Kind::negative ? "neg"
                                                                            : "nonzero";
            out.push_back(Json::array({kind, at(c.node)}));
        }
        return Json::array(std::move(out));
    }

    static Json sample(const proof::Sample& values) {
        Json::Object out;
        for (const auto& [name, value] : values) out.emplace_back(name, value.to_string());
        return Json::object(std::move(out));
    }

    Json draw(const proof::System& s) const {
        using Kind = proof::DrawStep::Kind;
        Json::Array out;
        for (const proof::DrawStep& step : s.draw) {
            switch (step.kind) {
                case Kind::free:
                    for (const Id x : step.names) out.push_back(Json::array({"free", p_.name_at(x)}));
                    break;
                case Kind::set:
                    out.push_back(Json::array({"set", p_.name_at(step.names[0]), at(step.nodes[0])}));
                    break;
                case Kind::angle:
                    out.push_back(Json::array(
                        {"angle", p_.name_at(step.names[0]), at(step.nodes[0]), at(step.nodes[1])}));
                    break;
                case Kind::solve: {
                    Json::Array constraints;
                    for (const auto& of : step.constraints)
                        constraints.push_back(s.constraints[of.constraint].name + (of.is_rate ? "'" : ""));
                    out.push_back(
                        Json::array({"solve", names(step.names), Json::array(std::move(constraints))}));
                    break;
                }
            }
        }
        return Json::array(std::move(out));
    }

    // A state at which some claim about the system was evaluated.
    const proof::Sample& regular_state(std::size_t system) const {
        for (const JudgedClaim& one : chosen_)
            if (one.claim->system == system && !one.claim->sample.empty()) return one.claim->sample;
        for (const JudgedClaim& one : chosen_)
            if (one.claim->system == system) return one.judgement->witness;
        return subject_.systems[system].sample;
    }

    Json system(const proof::System& s, const proof::Sample& regular) const {
        Json::Object out{{"name", s.name},
                         {"text", s.text},
                         {"sha256", sha256(s.text)},
                         {"law", std::string(proof::name(s.law))},
                         {"parameters", names(s.parameters)}};
        if (s.time) out.emplace_back("time", p_.name_at(*s.time));
        if (s.law != proof::Law::none) {
            out.emplace_back("coordinates", names(s.coordinates));
            out.emplace_back("velocities", names(s.velocities));
            out.emplace_back("lagrangian", at(s.lagrangian));
            if (!s.forces.empty()) out.emplace_back("forces", list(s.forces));
        }
        if (!s.multipliers.empty()) out.emplace_back("multipliers", names(s.multipliers));
        if (!s.constraints.empty()) {
            Json::Array constraints;
            for (const auto& c : s.constraints) {
                Json::Object one{{"name", c.name},
                                 {"kind", c.is_position ? "position" : "velocity"},
                                 {"value", at(c.value)}};
                if (!c.direction.empty()) one.emplace_back("direction", list(c.direction));
                if (c.momentum) one.emplace_back("momentum", at(*c.momentum));
                constraints.push_back(Json::object(std::move(one)));
            }
            out.emplace_back("constraints", Json::array(std::move(constraints)));
        }
        if (s.is_on_algebra) {
            out.emplace_back("kinematics", list(s.kinematics));
            Json::Array brackets;
            for (const auto& c : s.brackets) brackets.push_back(Json::array({c.m, c.r, c.s, at(c.value)}));
            out.emplace_back("brackets", Json::array(std::move(brackets)));
        }
        out.emplace_back("domain", conditions(s.domain));
        if (!s.hints.empty()) out.emplace_back("hints", list(s.hints));
        if (!s.draw.empty()) out.emplace_back("draw", draw(s));
        out.emplace_back("sample", sample(regular));
        return Json::object(std::move(out));
    }

    Json pairs(const std::vector<std::pair<Id, Id>>& list) const {
        Json::Array out;
        for (const auto& [name, value] : list) out.push_back(Json::array({p_.name_at(name), at(value)}));
        return Json::array(std::move(out));
    }

    Json claim(const JudgedClaim& one) const {
        using Kind = proof::Claim::Kind;
        const proof::Claim& c = *one.claim;
        const bool holds = one.judgement->outcome == proof::Judgement::Outcome::holds;
        const auto place = [&](std::size_t k) {
            return std::int64_t{std::distance(systems_.begin(), systems_.find(k))};
        };
        Json::Object out{{"id", c.id},
                         {"kind", std::string(proof::name(c.kind))},
                         {"system", place(c.system)},
                         {"verdict", holds ? "holds" : "fails"}};
        if (!c.where.empty()) out.emplace_back("where", conditions(c.where));
        if (!c.hints.empty()) out.emplace_back("hints", list(c.hints));
        if (has_node(c)) out.emplace_back("node", at(c.node));
        if (c.kind == Kind::form) {
            out.emplace_back("equations", list(c.equations));
            if (!c.definitions.empty()) out.emplace_back("defs", pairs(c.definitions));
            if (!c.extras.empty()) out.emplace_back("extras", names(c.extras));
        }
        if (c.kind == Kind::map) {
            Json::Object images;
            for (const auto& [name, value] : c.images) images.emplace_back(p_.name_at(name), at(value));
            out.emplace_back("to", place(c.to));
            out.emplace_back("images", Json::object(std::move(images)));
            if (c.clock) out.emplace_back("clock", at(*c.clock));
        }
        if (holds && c.sample != regular_state(c.system)) out.emplace_back("sample", sample(c.sample));
        if (!holds) out.emplace_back("witness", sample(one.judgement->witness));
        return Json::object(std::move(out));
    }

    const proof::Subject& subject_;
    const proof::Program& p_;
    std::span<const JudgedClaim> claims_;
    std::vector<JudgedClaim> chosen_;
    std::set<std::size_t> systems_;
    std::vector<Id> roots_;
    std::map<Id, std::int64_t> index_;
    Certificate out_;
};

}  // namespace

Certificate certificate(const proof::Subject& subject, std::span<const JudgedClaim> claims,
                        const Provenance& provenance) {
    return Writer(subject, claims).run(provenance);
}

}  // namespace anholon

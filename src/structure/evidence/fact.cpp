#include "structure/evidence/fact.hpp"

#include "base/text.hpp"
#include "structure/evidence/sentence.hpp"

namespace anholon {

std::string_view name(FactProof::Kind kind) {
    switch (kind) {
        case FactProof::Kind::none: return "none";
        case FactProof::Kind::definition: return "by definition";
        case FactProof::Kind::canonical_form: return "canonical form";
        case FactProof::Kind::normal_form: return "normal form";
        case FactProof::Kind::exact: return "exact";
        case FactProof::Kind::prime_field: return "prime field";
        case FactProof::Kind::witness: return "witness";
        case FactProof::Kind::floating_point: return "floating point";
    }
    return "";
}

std::string text(const FactProof& proof) {
    using enum FactProof::Kind;
    // A witness and what floating point found are described by the method alone.
    if (!proof.method.empty() && (proof.kind == witness || proof.kind == floating_point)) return proof.method;
    std::string out = proof.method.empty() ? "" : proof.method + ", ";
    out += name(proof.kind);
    if (proof.error_bound > 0) out += ", error below " + rounded_up(proof.error_bound);
    return out;
}

FactProof by_points(double error_bound, std::string method, FactProof::Kind exact) {
    return {error_bound > 0 ? FactProof::Kind::prime_field : exact, error_bound, std::move(method)};
}

const Data* Data::find(const Fields& fields, std::string_view name) {
    for (const auto& [field, data] : fields)
        if (field == name) return &data;
    return nullptr;
}

Fact undecided(FactVerdict verdict, const std::string& reason) {
    assert(verdict.is_undecided());
    return {.verdict = std::move(verdict),
            .reason = reason,
            .statement = {Sentence() << "not decided: " << reason}};
}

Fact inapplicable(FactVerdict verdict, const std::string& reason) {
    assert(verdict.is_inapplicable());
    return {.verdict = std::move(verdict),
            .statement = {Sentence() << "does not apply: " << reason},
            .proof = {FactProof::Kind::definition},
            .results = {{"why_not", reason}}};
}

}  // namespace anholon

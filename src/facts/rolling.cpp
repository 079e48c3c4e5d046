#include "structure/distribution/rolling.hpp"

#include <algorithm>

#include "facts/variational_answers.hpp"
#include "structure/evidence/sentence.hpp"

namespace anholon {

namespace {

using Kind = SurfaceOfPoint::Kind;

bool is_for_stated_values(const Rolling& found) {
    return std::ranges::any_of(found.contacts, &RollingContact::for_these_parameters);
}

Fact::Sentence first_sentence(const Rolling& found) {
    using enum RollingVerdict;
    switch (found.verdict) {
        case known_paths:
            return in_words(
                "the constraints are integrable, Béghin's first case: the paths of the points of contact on "
                "both "
                "surfaces are known beforehand");
        case applicable:
            return in_words(std::string("the constraints are integrable, Béghin's second case: the surfaces "
                                        "are applicable to each "
                                        "other") +
                            (is_for_stated_values(found) ? ", for the stated values of the parameters" : ""));
        case applicable_from_some:
            return in_words(
                "the constraints are not integrable, but motions from some starts keep to surfaces on which "
                "they "
                "are: Béghin's second case");
        case not_integrable:
            return in_words(
                "the constraints are not integrable: neither of Béghin's two cases holds for all starts");
        default: return in_words("this is not about rolling: " + found.reason);
    }
}

Sentence said_of_contact(const RollingContact& contact) {
    Sentence said;
    said << contact.body << " rolls on " << contact.support << " without slipping"
         << (contact.may_spin ? "; it may spin" : " or spinning");
    if (contact.directions < 2)
        said << "; the point of contact can go in " << contact.directions
             << (contact.directions == 1 ? " direction only" : " directions");
    return said;
}

Sentence said_of_surface(const std::string& name, const SurfaceOfPoint& surface) {
    Sentence said;
    if (surface.kind == Kind::point) return said << name << " touches at one of its points always";
    if (surface.kind == Kind::curve) return said << name << " touches at points of a curve";
    if (!surface.K)
        return said << "the Gaussian curvature of " << name << " was not found: " << surface.reason;
    return said << "the Gaussian curvature of " << name << " is " << surface.printed
                << (surface.is_constant == Answer::yes ? "" : ", which is not constant");
}

Sentence said_of_difference(const RollingContact& contact) {
    Sentence said;
    if (contact.fits == Answer::yes) {
        said << "the curvatures are equal wherever the surfaces touch";
        if (contact.for_these_parameters) said << ", for the stated values of the parameters";
        return said << (contact.may_spin ? ": without spin the constraints would be integrable" : "");
    }
    return said
           << "their difference, by which the bracket of two rolling motions without spin leaves these, is "
           << contact.difference;
}

Sentence said_of_isometry(const RollingContact& contact, const RollingContact::Isometry& isometry) {
    Sentence said;
    const std::vector<Expr>& there = contact.on_support.parameters;
    said << "an isometry of the surfaces: ";
    for (std::size_t k = 0; k < 2; ++k)
        said << (k == 0 ? "" : ", ") << there[k] << " = " << isometry.image[k]
             << (isometry.is_shifted[k] ? " + const" : "");
    if (isometry.for_these_parameters) said << ", for the stated values of the parameters";
    return said << "; a start in which it takes the point of contact and its velocity on " << contact.body
                << " to those on " << contact.support << " stays so";
}

void add_contact(std::vector<Fact::Sentence>& said, const RollingContact& contact) {
    said.push_back(said_of_contact(contact));
    said.push_back(said_of_surface(contact.body, contact.on_body));
    said.push_back(said_of_surface(contact.support, contact.on_support));
    if (contact.difference) said.push_back(said_of_difference(contact));
    for (const auto& isometry : contact.isometries) said.push_back(said_of_isometry(contact, isometry));
    if (contact.is_impossible)
        said.push_back(
            in_words(std::string("no piece of one surface is isometric to a piece of the other") +
                     (contact.is_impossible_here ? ", for the stated values of the parameters" : "") +
                     ": Béghin's second case is excluded from every start"));
    else if (contact.fits == Answer::no && contact.isometries.empty() && contact.directions == 2)
        said.push_back(in_words(
            "isometries were looked for among changes of sign and exchanges of the parameters only, and "
            "none was found: whether some starts keep to leaves is not decided"));
}

Data::Fields data(const SurfaceOfPoint& surface) {
    Data::Fields out{{"is_surface", surface.is_surface()}};
    if (surface.printed) out.emplace_back("curvature", surface.printed);
    if (surface.is_surface() && surface.is_constant != Answer::unknown)
        out.emplace_back("is_constant", surface.is_constant == Answer::yes);
    return out;
}

Data::List data(const Rolling& found) {
    Data::List out;
    for (const RollingContact& contact : found.contacts) {
        Data::List isometries;
        for (const auto& isometry : contact.isometries)
            isometries.push_back(Data::Fields{{"parameters", list_of(contact.on_support.parameters)},
                                              {"image", list_of(isometry.image)},
                                              {"is_shifted", list_of(isometry.is_shifted)}});
        Data::Fields one{{"body", contact.body},
                         {"support", contact.support},
                         {"may_spin", contact.may_spin},
                         {"directions", contact.directions},
                         {"surface_of_body", data(contact.on_body)},
                         {"surface_of_support", data(contact.on_support)},
                         {"isometries", isometries}};
        if (contact.difference) one.emplace_back("difference", contact.difference);
        if (contact.fits != Answer::unknown)
            one.emplace_back("curvatures_are_equal", contact.fits == Answer::yes);
        out.emplace_back(std::move(one));
    }
    return out;
}

}  // namespace

Fact rolling(const Setting& s, const Budget& budget) {
    const Rolling found = rolling_of(s, budget);
    if (found.verdict == RollingVerdict::undecided) return undecided(found.verdict, found.reason);
    Fact fact{.verdict = found.verdict, .statement = {first_sentence(found)}, .proof = found.proof};
    if (found.verdict == RollingVerdict::does_not_apply) {
        fact.results = {{"why_not", found.reason}};
        return fact;
    }
    for (const RollingContact& contact : found.contacts) add_contact(fact.statement, contact);
    fact.results = {{"degrees_of_freedom", found.degrees_of_freedom}, {"contacts", data(found)}};
    return fact;
}

}  // namespace anholon

#pragma once

#include <string>

#include "mechanics/setting.hpp"
#include "proof/claim.hpp"
#include "proof/translation.hpp"

namespace anholon {

// The part of a model that a claim is about.
struct ClaimSystemOptions {
    enum class Law { nonholonomic, as_stated } law = Law::as_stated;
    enum class Values { any, as_declared } parameters = Values::any;
    enum class Time { always, if_it_occurs } time = Time::always;
    std::string prefix = {};  // of all names, which differ between the systems of one certificate
    std::string text = {};    // the model as its author wrote it
};

// A model in the words of claims (proof/claim.hpp): its Lagrangian, forces and constraints under a law, and how its states are drawn.
// The translation is told the names of multipliers. The law must apply, as law_of_motion(system).inapplicable says.
std::size_t add_system(proof::Subject& subject, proof::Translation& translate, const Setting& s,
                       const ClaimSystemOptions& options);

}  // namespace anholon

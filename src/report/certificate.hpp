#pragma once

#include <span>
#include <string>
#include <vector>

#include "proof/judge.hpp"
#include "report/provenance.hpp"

namespace anholon {

// Claims that were judged, as a file that a stranger's program can check: docs/certificates.md.
struct Certificate {
    std::string text;                   // the file
    std::size_t claims = 0;             // in it
    std::vector<std::string> left_out;  // "hamel: it is not decided", one for each claim that is not
};

struct JudgedClaim {
    const proof::Claim* claim;
    const proof::Judgement* judgement;
};
Certificate certificate(const proof::Subject& subject, std::span<const JudgedClaim> claims,
                        const Provenance& provenance);

}  // namespace anholon

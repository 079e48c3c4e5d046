#pragma once

#include <string>
#include <vector>

#include "command.hpp"
#include "mechanics/claims/model_claims.hpp"
#include "report/certificate.hpp"

namespace anholon::cli {

inline constexpr const char* certificate_help =
    "FILE: write what was decided as a certificate, for anholon-check";
inline constexpr const char* seed_help =
    "N: the seed of the random primes and points of proofs (default: a new one in each run)";

// Writes the certificate, and says what it does not contain. Folders that are missing are made. False if it would contain nothing:
// then no file is written.
bool write_certificate(const std::string& path, const ModelClaims& claims, std::vector<std::string> left_out,
                       const Session& session, Outcome& outcome);
bool write_certificate(const std::string& path, const proof::Judged& one, const Session& session,
                       Outcome& outcome);

void fail_without_certificate(Outcome& outcome);

}  // namespace anholon::cli

#include "certificate_file.hpp"

#include <filesystem>

#include "base/pending_file.hpp"
#include "report/layout.hpp"
#include "report/version.hpp"

namespace anholon::cli {

namespace {

void write(const std::string& path, const Certificate& certificate, const std::vector<std::string>& left_out,
           const Session& session, Outcome& outcome) {
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    if (!folder.empty() && !is_stream(path)) {
        std::error_code error;
        std::filesystem::create_directories(folder, error);
    }
    PendingFile file(path);
    file.write(certificate.text);
    file.commit();
    if (is_standard_output(path)) return;
    outcome.text += outcome.text.empty() || outcome.text.back() == '\n' ? "" : "\n";
    outcome.text += paragraph("  ",
                              std::to_string(certificate.claims) +
                                  (certificate.claims == 1 ? " claim" : " claims") + " written to " + path,
                              6, session.width);
    for (const auto* list : {&certificate.left_out, &left_out})
        for (const std::string& why : *list)
            outcome.text += paragraph("  ", "not in the certificate: " + why, 6, session.width);
}

}  // namespace

void write_certificate(const std::string& path, const ModelClaims& claims, std::vector<std::string> left_out,
                       const Session& session, Outcome& outcome) {
    std::vector<JudgedClaim> judged;
    for (const ModelClaims::Judged& one : claims.judged()) judged.push_back({&one.claim, &one.judgement});
    write(path, certificate(claims.subject(), judged, session.provenance), left_out, session, outcome);
}

void write_certificate(const std::string& path, const proof::Judged& one, const Session& session,
                       Outcome& outcome) {
    const JudgedClaim claim{&one.claim, &one.judgement};
    if (one.subject)
        write(path, certificate(*one.subject, std::span(&claim, 1), session.provenance), {}, session,
              outcome);
    else
        write(path, certificate(proof::Subject(), {}, session.provenance),
              {"it was not decided by points of prime fields"}, session, outcome);
}

}  // namespace anholon::cli

#include "certificate_file.hpp"

#include <filesystem>

#include "base/pending_file.hpp"
#include "report/layout.hpp"
#include "report/version.hpp"

namespace anholon::cli {

namespace {

void tell_left_out(const Certificate& certificate, const std::vector<std::string>& left_out,
                   const Session& session, Outcome& outcome) {
    for (const auto* list : {&certificate.left_out, &left_out})
        for (const std::string& why : *list)
            outcome.text += paragraph("  ", "not in the certificate: " + why, 6, session.width);
}

bool write(const std::string& path, const Certificate& certificate, const std::vector<std::string>& left_out,
           const Session& session, Outcome& outcome) {
    if (certificate.claims == 0) {
        tell_left_out(certificate, left_out, session, outcome);
        outcome.text += paragraph("  ", "not written, as it would state nothing: " + path, 6, session.width);
        return false;
    }
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    if (!folder.empty() && !is_stream(path)) {
        std::error_code error;
        std::filesystem::create_directories(folder, error);
    }
    PendingFile file(path);
    file.write(certificate.text);
    file.commit();
    if (is_standard_output(path)) return true;
    outcome.text += outcome.text.empty() || outcome.text.back() == '\n' ? "" : "\n";
    outcome.text += paragraph("  ",
                              std::to_string(certificate.claims) +
                                  (certificate.claims == 1 ? " claim" : " claims") + " written to " + path,
                              6, session.width);
    tell_left_out(certificate, left_out, session, outcome);
    return true;
}

}  // namespace

bool write_certificate(const std::string& path, const ModelClaims& claims, std::vector<std::string> left_out,
                       const Session& session, Outcome& outcome) {
    std::vector<JudgedClaim> judged;
    for (const ModelClaims::Judged& one : claims.judged()) judged.push_back({&one.claim, &one.judgement});
    return write(path, certificate(claims.subject(), judged, session.provenance), left_out, session, outcome);
}

bool write_certificate(const std::string& path, const proof::Judged& one, const Session& session,
                       Outcome& outcome) {
    const JudgedClaim claim{&one.claim, &one.judgement};
    if (one.subject)
        return write(path, certificate(*one.subject, std::span(&claim, 1), session.provenance), {}, session,
                     outcome);
    return write(path, certificate(proof::Subject(), {}, session.provenance),
                 {"it was not decided by points of prime fields"}, session, outcome);
}

void fail_without_certificate(Outcome& outcome) {
    add_error(outcome, Exit::failed, "certificate-empty",
              "no certificate was written: it would state nothing");
}

}  // namespace anholon::cli

#include "certificate_file.hpp"

#include <filesystem>

#include "base/pending_file.hpp"
#include "report/layout.hpp"
#include "report/version.hpp"

namespace anholon::cli {

void write_certificate(const std::string& path, const proof::Subject& subject, std::span<const JudgedClaim> claims,
                       const Session& session, Outcome& outcome) {
    const Certificate written = certificate(subject, claims, session.provenance);
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    if (!folder.empty() && !is_stream(path)) {
        std::error_code error;
        std::filesystem::create_directories(folder, error);
    }
    PendingFile file(path);
    file.write(written.text);
    file.commit();
    if (is_standard_output(path)) return;
    outcome.text += outcome.text.empty() || outcome.text.back() == '\n' ? "" : "\n";
    outcome.text += paragraph("  ", std::to_string(written.claims) + (written.claims == 1 ? " claim" : " claims") +
                                        " written to " + path, 6, session.width);
    for (const std::string& why : written.left_out)
        outcome.text += paragraph("  ", "not in the certificate: " + why, 6, session.width);
}

}  // namespace anholon::cli

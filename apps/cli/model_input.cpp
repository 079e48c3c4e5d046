#include "model_input.hpp"

#include <filesystem>

#include "input.hpp"
#include "model/gallery.hpp"

namespace anholon::cli {

void no_model_in_gallery(const std::string& name) {
    throw ModelNotFound("the gallery has no model '" + name + "'", meant_in_gallery(name));
}

Source read_file(const std::string& path, Session& session) {
    if (path == "-") return {"<stdin>", all_of(session.in, "standard input")};
    return text_of_file(path);
}

Source read_model(const std::string& M, Session& session) {
    std::error_code ignored;
    const bool is_path = M == "-" || M.find('/') != std::string::npos || M.ends_with(".anh");
    if (!is_path && find_in_gallery(M)) return text_of_gallery(M);
    if (is_path || std::filesystem::exists(M, ignored)) return read_file(M, session);
    throw ModelNotFound("there is no file and no gallery model '" + M + "'", meant_in_gallery(M));
}

request::StatedModel& load_model(const std::string& M, Session& session,
                                 const request::ModelRequest& request) {
    return session.models.emplace_back(request::stated(read_model(M, session), request));
}

std::string title_of(const std::string& M, const System& system) { return M == "-" ? system.name : M; }

}  // namespace anholon::cli

#include "model/model_text.hpp"

#include <filesystem>
#include <fstream>

#include "base/text.hpp"
#include "model/gallery.hpp"

namespace anholon {

std::string all_of(std::istream& in, const std::string& name) {
    std::string text, block(1 << 16, '\0');
    while (in.read(block.data(), static_cast<std::streamsize>(block.size())) || in.gcount() > 0) {
        text.append(block.data(), static_cast<std::size_t>(in.gcount()));
        if (text.size() > max_input) throw InputTooLarge(name + " holds more than 8 MiB");
    }
    if (in.bad()) throw ModelNotFound(name + " cannot be read", "");
    if (text.find('\0') != std::string::npos) throw NotText(name + " is a binary file");
    return text;
}

Source text_of_file(const std::string& path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        throw ModelNotFound("'" + path + "' is a folder, not a file", "");
    std::ifstream in(path, std::ios::binary);
    if (!in) {
        if (std::filesystem::exists(path, ignored)) throw ModelNotFound("'" + path + "' cannot be read", "");
        throw ModelNotFound("there is no file '" + path + "'", "");
    }
    return {path, all_of(in, path)};
}

Source text_of_gallery(const std::string& name) {
    if (const GalleryModel* model = find_in_gallery(name)) return {name + ".anh", std::string(model->text)};
    throw ModelNotFound("the gallery has no model '" + name + "'", meant_in_gallery(name));
}

std::string meant_in_gallery(const std::string& name) {
    std::vector<std::string> names;
    for (const GalleryModel& model : gallery()) names.emplace_back(model.name);
    const auto meant = nearest(name, names);
    return meant ? "did you mean '" + *meant + "'?" : "anholon gallery lists the models";
}

}  // namespace anholon

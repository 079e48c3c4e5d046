#pragma once

#include <span>
#include <string_view>

namespace anholon {

// A model of the gallery, as it stands in gallery/NAME.anh. The texts are part of the program.
struct GalleryModel {
    std::string_view name;  // "chaplygin-sleigh"
    std::string_view text;
};

std::span<const GalleryModel> gallery();  // by name
const GalleryModel* find_in_gallery(std::string_view name);

}  // namespace anholon

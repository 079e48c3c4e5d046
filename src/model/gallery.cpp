#include "model/gallery.hpp"

namespace anholon {

const GalleryModel* find_in_gallery(std::string_view name) {
    for (const GalleryModel& model : gallery())
        if (model.name == name) return &model;
    return nullptr;
}

}  // namespace anholon

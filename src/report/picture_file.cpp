#include "report/picture_file.hpp"

#include <memory>

#include "base/faults.hpp"
#include "base/module.hpp"
#include "base/pending_file.hpp"

namespace anholon {

void write_picture(const std::string& path, double width, double height,
                   const std::function<void(Canvas&)>& draw) {
    const std::string_view ending = file_ending(path, {".svg", ".png", ".pdf"});
    const PictureFormat format = ending == ".svg"   ? PictureFormat::svg
                                 : ending == ".png" ? PictureFormat::png
                                                    : PictureFormat::pdf;
    PendingFile file(path);
    const auto create = module_function<CreateCanvas>(canvas_module, canvas_entry);
    const std::unique_ptr<Canvas> canvas(create(format, width, height));
    draw(*canvas);
    file.write(canvas->finish());
    file.commit();
}

}  // namespace anholon

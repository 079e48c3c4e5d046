# cmake -DFOLDER=gallery -DOUTPUT=gallery_texts.cpp -P EmbedGallery.cmake
#
# Writes the models of a folder into a C++ source that defines anholon::gallery().
file(GLOB models ${FOLDER}/*.anh)
list(SORT models)
set(text "#include <array>\n\n#include \"model/gallery.hpp\"\n\nnamespace anholon {\n\n")
list(LENGTH models count)
string(APPEND text "static constexpr std::array<GalleryModel, ${count}> models{{\n")
foreach(model IN LISTS models)
    get_filename_component(name ${model} NAME_WE)
    file(READ ${model} content)
    string(APPEND text "{\"${name}\", R\"~anh~(${content})~anh~\"},\n")
endforeach()
string(APPEND text "}};\n\nstd::span<const GalleryModel> gallery() { return models; }\n\n}  // namespace anholon\n")
file(WRITE ${OUTPUT} "${text}")

#include "code/source/fmu/fmu.hpp"

#include "base/sha256.hpp"

namespace anholon {

namespace {

// {8-4-4-4-12}, as importers know it.
std::string token_of(std::string_view contents) {
    std::string digits = sha256(contents).substr(0, 32);
    for (const std::size_t at : {20, 16, 12, 8}) digits.insert(at, "-");
    return "{" + digits + "}";
}

}  // namespace

FmuFiles fmu_files(const Component& component, FmiVersion version) {
    const std::string name = component.equations.name, path = "sources/" + name + ".c";
    const std::string token =
        token_of(fmu_source(component, version, "") + fmu_description(component, version, ""));
    FmuFiles out{.files = {{"modelDescription.xml", fmu_description(component, version, token)},
                           {path, fmu_source(component, version, token)}},
                 .identifier = name,
                 .source_path = path};
    if (version == FmiVersion::three)
        out.files.push_back({"sources/buildDescription.xml", fmu_build_description(component)});
    return out;
}

}  // namespace anholon

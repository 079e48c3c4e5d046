#include "base/c_compiler.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "base/program_output.hpp"

namespace anholon {

namespace {

namespace files = std::filesystem;

class Folder {
  public:
    Folder() {
        std::string name = (files::temp_directory_path() / "anholon-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder can be made");
        path_ = name;
    }
    ~Folder() {
        std::error_code ignored;
        files::remove_all(path_, ignored);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    std::string operator/(const std::string& name) const { return (path_ / name).string(); }

  private:
    files::path path_;
};

}  // namespace

CompiledLibrary compiled_library(const std::string& name, const std::string& program) {
    const Folder folder;
    const std::string source = folder / (name + ".c"), library = folder / (name + ".so");
    if (!(std::ofstream(source, std::ios::binary) << program << std::flush))
        throw std::runtime_error("'" + source + "' cannot be written");
    // No symbols and no build id: they depend on the folder. No contraction: the same digits on every machine.
    const auto done =
        program_output({"cc", "-std=c99", "-O2", "-ffp-contract=off", "-fPIC", "-shared", "-s",
                        "-fvisibility=hidden", "-Wl,--build-id=none", source, "-o", library, "-lm"});
    if (!done) return {.bytes = "", .why_not = "there is no C compiler 'cc' on this machine"};
    if (done->exit != 0)
        return {.bytes = "",
                .why_not = "the C compiler 'cc' failed: " + done->err.substr(0, done->err.find('\n'))};
    std::ifstream in(library, std::ios::binary);
    return {.bytes = std::string(std::istreambuf_iterator<char>(in), {}), .why_not = ""};
}

}  // namespace anholon

// libFuzzer: any bytes as a model, read as far as its initial state. Mistakes are diagnostics; a model whose names and
// constraints take too long to check ends with TimeIsUp.
#include "base/deadline.hpp"
#include "model/model.hpp"
#include "model/state/initial_state.hpp"

using namespace anholon;

namespace {

constexpr std::size_t largest_text = 4096;
constexpr std::chrono::seconds time_for_one{2};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size > largest_text) return -1;  // not into the corpus
    const Source source("fuzz", std::string(reinterpret_cast<const char*>(data), size));
    Diagnostics mistakes;
    try {
        const Deadline deadline(std::chrono::steady_clock::now() + time_for_one);
        if (const auto system = elaborate_model(source, mistakes)) initial_state(*system);
    } catch (const TimeIsUp&) {
    }
    return 0;
}

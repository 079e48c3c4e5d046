#include "request/method.hpp"

#include <vector>

#include "model/refusal.hpp"
#include "request/failure.hpp"

namespace anholon::request {

const Method& method_named(const std::string& name) {
    if (const Method* method = find_method(name)) return *method;
    std::vector<std::string> names;
    for (const Method& method : all_methods()) names.emplace_back(method.name);
    throw Refusal(Refusal::Of::words, "method-unknown", "there is no method '" + name + "'",
                  did_you_mean(name, names));
}

}  // namespace anholon::request

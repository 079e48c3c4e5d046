#include "model/language/scope.hpp"

#include "base/text.hpp"

namespace anholon {

bool Scope::add(std::string_view name, Meaning meaning) {
    return meanings_.emplace(ascii_name(name), std::move(meaning)).second;
}

void Scope::replace(std::string_view name, Meaning meaning) {
    meanings_.insert_or_assign(ascii_name(name), std::move(meaning));
}

const Meaning* Scope::find(std::string_view name) const {
    const auto found = meanings_.find(ascii_name(name));
    return found == meanings_.end() ? nullptr : &found->second;
}

std::vector<std::string> Scope::names() const {
    std::vector<std::string> out;
    for (const auto& [name, meaning] : meanings_) out.push_back(name);
    return out;
}

}  // namespace anholon

#pragma once

#include <set>
#include <string>
#include <string_view>

namespace anholon {

// ChaplyginSleigh ↦ chaplygin_sleigh
std::string snake_case(std::string_view name);
// chaplyginSleigh ↦ ChaplyginSleigh
std::string capitalised(std::string_view name);

// Gives each wish a name that is none of the reserved words and was not given before: the wish itself, or with as many _ after
// it as it takes.
class UniqueNames {
  public:
    explicit UniqueNames(std::set<std::string, std::less<>> reserved) : taken_(std::move(reserved)) {}
    std::string name(std::string wish) {
        while (!taken_.insert(wish).second) wish += '_';
        return wish;
    }

  private:
    std::set<std::string, std::less<>> taken_;
};

}  // namespace anholon

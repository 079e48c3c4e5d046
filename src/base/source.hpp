#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace anholon {

// A piece of a source: bytes [begin, end).
struct Span {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;

    friend bool operator==(const Span&, const Span&) = default;
};

inline Span join(Span a, Span b) {
    return {a.begin < b.begin ? a.begin : b.begin, a.end > b.end ? a.end : b.end};
}

// Both count from 1; columns count code points, a byte that is not UTF-8 being one.
struct Position {
    std::size_t line = 1;
    std::size_t column = 1;
};

// A text under the name by which messages call it. Throws std::length_error above 4 GiB.
class Source {
  public:
    Source(std::string name, std::string text);

    const std::string& name() const { return name_; }
    std::string_view text() const { return text_; }
    std::string_view text(Span span) const;
    Span all() const { return {0, static_cast<std::uint32_t>(text_.size())}; }

    std::size_t line_count() const { return line_begins_.size(); }
    std::size_t line_of(std::uint32_t offset) const;
    Span line_span(std::size_t line) const;  // without its line end
    Position position(std::uint32_t offset) const;

  private:
    std::string name_;
    std::string text_;
    std::vector<std::uint32_t> line_begins_;
};

}  // namespace anholon

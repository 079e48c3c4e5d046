#include "base/source.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "base/text.hpp"

namespace anholon {

Source::Source(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {
    if (text_.size() >= std::numeric_limits<std::uint32_t>::max())
        throw std::length_error(name_ + " is larger than 4 GiB");
    line_begins_.push_back(0);
    for (std::size_t at = text_.find('\n'); at != std::string::npos; at = text_.find('\n', at + 1))
        line_begins_.push_back(static_cast<std::uint32_t>(at + 1));
}

std::string_view Source::text(Span span) const {
    const std::size_t begin = std::min<std::size_t>(span.begin, text_.size());
    const std::size_t end = std::clamp<std::size_t>(span.end, begin, text_.size());
    return std::string_view(text_).substr(begin, end - begin);
}

std::size_t Source::line_of(std::uint32_t offset) const {
    const auto after = std::upper_bound(line_begins_.begin(), line_begins_.end(), offset);
    return static_cast<std::size_t>(after - line_begins_.begin());
}

Span Source::line_span(std::size_t line) const {
    line = std::clamp<std::size_t>(line, 1, line_begins_.size());
    Span span{line_begins_[line - 1],
              line < line_begins_.size() ? line_begins_[line] - 1 : static_cast<std::uint32_t>(text_.size())};
    if (span.end > span.begin && text_[span.end - 1] == '\r') --span.end;
    return span;
}

Position Source::position(std::uint32_t offset) const {
    offset = std::min(offset, static_cast<std::uint32_t>(text_.size()));
    const std::size_t line = line_of(offset);
    std::size_t column = 1;
    for (std::size_t at = line_begins_[line - 1]; at < offset; ++column) at += decode(text_, at).size;
    return {line, column};
}

}  // namespace anholon

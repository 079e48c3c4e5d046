#pragma once

#include <optional>
#include <string>
#include <vector>

namespace anholon::request {

// One panel of a picture of a motion: columns against the time or against another column.
struct Panel {
    enum class Draw {
        lines,   // through samples inside the steps
        rows,    // a point for each row
        events,  // a point for each event
    };

    std::vector<std::string> y;
    std::string x = {};  // the time if empty
    Draw draw = Draw::lines;
    bool has_log_x = false, has_log_y = false;
    std::optional<bool> has_equal_scale =
        std::nullopt;  // if the units of both sides agree, where nothing is said
};

// The words of --plot: each is a file to write or a description of panels.
struct Pictures {
    std::vector<std::string> words = {};

    // Throw Refusal.
    std::vector<std::string> files() const;
    std::vector<Panel> panels() const;
};

}  // namespace anholon::request

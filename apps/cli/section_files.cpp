#include "section_files.hpp"

#include <algorithm>

#include "base/faults.hpp"
#include "base/pending_file.hpp"
#include "watched_work.hpp"

namespace anholon::cli {

void SectionFiles::declare(Options& options) {
    options.add("-o", output_, "FILE: write the points: .nc, .csv or .json");
    options.add("--plot", plots_,
                "FILE|Y:X: a picture to write (.svg, .png or .pdf), or the columns that it shows (default: "
                "the second against the first); repeatable");
}

void SectionFiles::prepare() const {
    for (const std::string& path : PictureWords(plots_).files) const PendingFile writable(path);
}

void SectionFiles::write(const request::StatedModel& model, const Session& session, const std::string& title,
                         const request::SectionFound& found) const {
    try {
        if (!output_.empty()) write_points(output_, model, session.provenance, found);
    } catch (const UnknownFileFormat& e) {
        misused("file-format", e.what());
    }
    const PictureWords pictures(plots_);
    for (const std::string& path : pictures.files)
        if (is_crowded(found))
            write_heat_map(path, section_map(title, pictures.shown, found));
        else
            write_plot(path, SectionPlot(title, pictures.shown, found).plot());
}

void SectionFiles::judge(const request::SectionFound& found, Outcome& outcome) {
    if (WatchedWork::was_cut_short(outcome)) return;
    const bool is_empty =
        std::ranges::all_of(found.orbits, [](const SectionOrbit& orbit) { return orbit.points.empty(); });
    const auto ended =
        std::ranges::find_if(found.orbits, [](const SectionOrbit& o) { return !o.ended.empty(); });
    if (is_empty && ended != found.orbits.end())
        add_error(outcome, Exit::state, "orbits-ended", "no orbit has a point: " + ended->ended);
    else if (is_empty)
        add_error(outcome, Exit::failed, "section-empty", "no orbit crosses the section");
    else if (ended != found.orbits.end())
        add_warning(outcome, "orbits-ended", "some orbits end before their time; the summary says why");
}

}  // namespace anholon::cli

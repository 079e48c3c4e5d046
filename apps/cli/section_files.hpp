#pragma once

#include "command.hpp"
#include "motion_options.hpp"
#include "options.hpp"
#include "report/section.hpp"

namespace anholon::cli {

// What commands do with the points of a section: files, pictures, and a verdict on them.
class SectionFiles {
  public:
    void declare(Options& options);
    // Before the work: pictures that cannot be written are an error at once.
    void prepare() const;
    void write(const request::StatedModel& model, const Session& session, const std::string& title,
               const request::SectionFound& found) const;

    static void judge(const request::SectionFound& found, Outcome& outcome);

  private:
    std::string output_;
    std::vector<std::string> plots_;
};

}  // namespace anholon::cli

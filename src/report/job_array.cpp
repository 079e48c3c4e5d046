#include "report/job_array.hpp"

#include <fmt/format.h>

#include "report/layout.hpp"

namespace anholon {

std::string as_text(const request::SubmittedJobs& jobs, std::size_t width) {
    const auto sentence = [&](const std::string& words) { return paragraph("", words, 2, width); };
    if (jobs.array.empty())
        return sentence(fmt::format("wrote {} for an array of {} jobs", jobs.array_script, jobs.tasks)) +
               sentence(fmt::format("wrote {} for the job that joins them", jobs.join_script));
    return sentence(fmt::format("submitted job array {} of {} jobs: {}", jobs.array, jobs.tasks,
                                jobs.array_script)) +
           sentence(fmt::format("submitted job {}, which joins them: {}", jobs.join, jobs.join_script));
}

Json as_json(const request::SubmittedJobs& jobs) {
    const auto number = [](const std::string& job) { return job.empty() ? Json() : Json(job); };
    return Json::object({{"tasks", jobs.tasks},
                         {"array", number(jobs.array)},
                         {"join", number(jobs.join)},
                         {"array_script", jobs.array_script},
                         {"join_script", jobs.join_script}});
}

}  // namespace anholon

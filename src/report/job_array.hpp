#pragma once

#include "report/json.hpp"
#include "request/job_array.hpp"

namespace anholon {

std::string as_text(const request::SubmittedJobs& jobs, std::size_t width);
Json as_json(const request::SubmittedJobs& jobs);

}  // namespace anholon

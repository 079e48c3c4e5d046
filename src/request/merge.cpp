#include "request/merge.hpp"

namespace anholon::request {

MergedStudy answer(const Merge& request) { return merge_studies(request.folders, request.into); }

}  // namespace anholon::request

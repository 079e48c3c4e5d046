#pragma once

#include <string>

#include "report/json.hpp"
#include "report/provenance.hpp"
#include "request/animate.hpp"

// Scenes and motions as data for a page: docs/concepts/animate.md.
namespace anholon {

Json as_json(const Scene& scene);
// t_end, ended, drift, steps, method, form and seconds of a motion, and its columns and scene; its rows and frames are not in it.
Json as_json(const request::MotionShown& shown);

// A whole motion in one document: the result, its rows as base64 of 64-bit numbers and its frames as base64 of 32-bit numbers, both
// little endian.
struct ShownModel {
    std::string name, description, text;
};
Json motion_document(const request::MotionShown& shown, const ShownModel& model,
                     const Provenance& provenance);
// The page of the bundle that plays a motion, with the document in it.
std::string motion_page(const std::string& player, const Json& document);

}  // namespace anholon

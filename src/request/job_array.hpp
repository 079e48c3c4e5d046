#pragma once

#include <string>
#include <vector>

#include "study/study_folder.hpp"

namespace anholon::request {

// A chart spread over the machines of a cluster that Slurm runs: each task of a job array computes a part in the study's folder, and a job
// that follows them joins the parts.
struct JobArray {
    std::string folder;                     // of the study, seen from all machines; an absolute path
    std::vector<std::string> command;       // the chart of the whole, without its folder, threads and files
    std::vector<std::string> outputs = {};  // words for the files that the last job writes
    std::size_t tasks = 1;
    std::size_t threads = 1, gpus = 0;  // of each task
};

// How many tasks a word asks for: no more than there are tiles. Throws Refusal.
std::size_t tasks(const std::string& word, const Study& study);

struct JobScripts {
    std::string array, join;  // texts
};
// A task that is stopped keeps its tiles, is queued again and goes on. Throws Refusal for folders that no script can name.
JobScripts job_scripts(const JobArray& jobs);

struct SubmittedJobs {
    std::size_t tasks = 1;
    std::string array_script, join_script;  // files in the folder
    std::string array, join;                // numbers of jobs; empty if they were not submitted
};
// Makes the folder; writes the scripts, and the model into model.anh, so that later changes of its file do not matter; then
// submits them by sbatch, if they are to be. Throws Refusal where there is no sbatch, and where it refuses.
SubmittedJobs submitted(const JobArray& jobs, const std::string& model, bool are_submitted);

}  // namespace anholon::request

#include "request/job_array.hpp"

#include <charconv>
#include <filesystem>

#include "base/pending_file.hpp"
#include "base/program_output.hpp"
#include "base/words.hpp"
#include "model/refusal.hpp"

namespace anholon::request {

namespace {

using Of = Refusal::Of;

// A word of a shell: nothing in it has a meaning.
std::string quoted(const std::string& word) {
    std::string out = "'";
    for (const char c : word) out += c == '\'' ? "'\\''" : std::string(1, c);
    return out + "'";
}

std::string quoted(const std::vector<std::string>& words) {
    std::string out;
    for (const std::string& word : words) out += (out.empty() ? "" : " ") + quoted(word);
    return out;
}

// The value of an option in a line #SBATCH, where % stands for numbers of jobs.
std::string sbatch_path(const std::string& folder, const std::string& file) {
    std::string out = "\"";
    for (const char c : folder) {
        if (c == '"' || c == '\\') out += '\\';
        out += c == '%' ? "%%" : std::string(1, c);
    }
    return out + "/" + file + "\"";
}

std::string header(const std::string& name, const JobArray& jobs) {
    return "#!/bin/sh\n#SBATCH --job-name=" + name +
           "\n#SBATCH --cpus-per-task=" + std::to_string(jobs.threads) + "\n" +
           (jobs.gpus > 0 ? "#SBATCH --gpus=" + std::to_string(jobs.gpus) + "\n" : "") +
           "#SBATCH --requeue\n";
}

// TERM comes a minute before the time is over, and where the job makes room for another.
constexpr const char* wait_for_task = R"( &
task=$!
trap 'kill -TERM "$task"' TERM
wait "$task"
status=$?
if kill -0 "$task" 2>/dev/null; then  # TERM has interrupted the wait
    wait "$task"
    status=$?
fi
if [ "$status" -eq 130 ]; then  # stopped before it was done
    scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
fi
exit "$status"
)";

}  // namespace

JobScripts job_scripts(const JobArray& jobs) {
    if (jobs.folder.find('\n') != std::string::npos)
        throw Refusal(Of::words, "folder-bad", "a folder for jobs cannot have a line break in its name");
    const std::string tasks = std::to_string(jobs.tasks);
    const std::string threads = " --threads " + std::to_string(jobs.threads);
    const std::string chart = quoted(jobs.command) + " --folder " + quoted(jobs.folder) + threads;
    JobScripts out;
    out.array = header("anholon-chart", jobs) + "#SBATCH --array=1-" + tasks +
                "\n#SBATCH --signal=B:TERM@60\n#SBATCH --open-mode=append\n#SBATCH --output=" +
                sbatch_path(jobs.folder, "slurm-%a.out") +
                "\n# Part of a chart per task. The folder keeps every tile that is done: a task that is "
                "queued again goes on.\n" +
                chart + " --part \"$SLURM_ARRAY_TASK_ID/" + tasks + "\"" + wait_for_task;
    out.join = header("anholon-chart-join", jobs) +
               "#SBATCH --output=" + sbatch_path(jobs.folder, "slurm-join.out") +
               "\n# When all parts are done.\nexec " + chart +
               (jobs.outputs.empty() ? "" : " " + quoted(jobs.outputs)) + "\n";
    return out;
}

std::size_t tasks(const std::string& word, const Study& study) {
    std::size_t number = 0;
    const char* const end = word.data() + word.size();
    const auto read = std::from_chars(word.data(), end, number);
    if (read.ec != std::errc() || read.ptr != end || number == 0)
        throw Refusal(Of::words, "slurm-tasks", "--slurm takes a number of jobs, and not '" + word + "'");
    if (number > study.tiles())
        throw Refusal(Of::words, "slurm-tasks",
                      "the chart has " + std::to_string(study.tiles()) + " tiles of " +
                          std::to_string(study.tile_size) + " points, and " + word +
                          " jobs would have nothing to share");
    return number;
}

namespace {

void write_whole(const std::string& path, const std::string& text) {
    PendingFile file(path);
    file.write(text);
    file.commit();
}

// The number of the job; with several clusters their name follows it.
std::string job_number(const std::vector<std::string>& sbatch, const std::string& before) {
    const auto done = program_output(sbatch);
    if (!done)
        throw Refusal(Of::system, "slurm-missing",
                      "there is no program 'sbatch' in PATH: Slurm is not installed on this machine",
                      "--no-submit only writes the scripts; --part K/N computes a part without Slurm");
    // "12", or "12;cluster" where there are several, and the end of the line.
    const std::string number = without_blanks_around(done->out.substr(0, done->out.find_first_of(";\r\n")));
    if (done->exit == 0 && !number.empty()) return number;
    const std::string said = done->err.empty() ? done->out : done->err;
    const std::string words = without_blanks_around(said.substr(0, said.find_last_not_of(" \t\r\n") + 1));
    throw Refusal(
        Of::system, "slurm-refused",
        before + "sbatch refuses '" + sbatch.back() + "': " + (words.empty() ? "it says nothing" : words),
        "variables such as SBATCH_PARTITION and SBATCH_ACCOUNT complete the scripts");
}

}  // namespace

SubmittedJobs submitted(const JobArray& jobs, const std::string& model, bool are_submitted) {
    const JobScripts scripts = job_scripts(jobs);
    SubmittedJobs out{jobs.tasks, jobs.folder + "/slurm-array.sh", jobs.folder + "/slurm-join.sh", "", ""};
    std::error_code failed;
    std::filesystem::create_directories(jobs.folder, failed);
    if (failed)
        throw StudyFolderFails("the folder '" + jobs.folder + "' cannot be made: " + failed.message());
    write_whole(jobs.folder + "/model.anh", model);
    write_whole(out.array_script, scripts.array);
    write_whole(out.join_script, scripts.join);
    if (!are_submitted) return out;
    out.array = job_number({"sbatch", "--parsable", out.array_script}, "");
    out.join = job_number({"sbatch", "--parsable", "--dependency=afterok:" + out.array,
                           "--kill-on-invalid-dep=yes", out.join_script},
                          "the job array " + out.array + " is submitted, but ");
    return out;
}

}  // namespace anholon::request

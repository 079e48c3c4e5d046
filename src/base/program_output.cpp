#include "base/program_output.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <stdexcept>
#include <system_error>

extern char** environ;

namespace anholon {

namespace {

[[noreturn]] void cannot_start(const std::string& program, int error) {
    throw std::runtime_error("'" + program +
                             "' cannot be started: " + std::generic_category().message(error));
}

// A pipe from the program.
struct Pipe {
    Pipe() {
        if (pipe2(ends.data(), O_CLOEXEC) != 0) ends = {-1, -1};
    }
    ~Pipe() {
        close(ends[0]);
        close_writing_end();
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;

    void close_writing_end() {
        if (ends[1] >= 0) close(ends[1]);
        ends[1] = -1;
    }
    std::array<int, 2> ends;
};

// Both at once, so that a program that writes much into one of them is not blocked.
void read_all(const Pipe& out, const Pipe& err, ProgramOutput& into) {
    std::array<pollfd, 2> open{{{out.ends[0], POLLIN, 0}, {err.ends[0], POLLIN, 0}}};
    const std::array<std::string*, 2> texts{&into.out, &into.err};
    std::array<char, 4096> block;
    while (open[0].fd >= 0 || open[1].fd >= 0) {
        if (poll(open.data(), open.size(), -1) < 0 && errno != EINTR) return;
        for (std::size_t k = 0; k < 2; ++k) {
            if (open[k].fd < 0 || open[k].revents == 0) continue;
            const ssize_t got = read(open[k].fd, block.data(), block.size());
            if (got > 0) texts[k]->append(block.data(), static_cast<std::size_t>(got));
            if (got == 0 || (got < 0 && errno != EINTR)) open[k].fd = -1;
        }
    }
}

}  // namespace

std::optional<ProgramOutput> program_output(const std::vector<std::string>& words) {
    Pipe out, err;
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, out.ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err.ends[1], STDERR_FILENO);
    pid_t child = 0;
    const int error = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error == ENOENT) return std::nullopt;
    if (error != 0) cannot_start(words[0], error);
    out.close_writing_end();
    err.close_writing_end();
    ProgramOutput result;
    read_all(out, err, result);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    result.exit = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return result;
}

}  // namespace anholon

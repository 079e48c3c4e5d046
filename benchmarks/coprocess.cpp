#include "coprocess.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <stdexcept>

namespace anholon::bench {

void become(const std::vector<std::string>& command) {
    std::vector<char*> words;
    for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    execvp(words[0], words.data());
    _exit(127);
}

Coprocess::Coprocess(const std::vector<std::string>& command) {
    std::signal(SIGPIPE, SIG_IGN);  // a program that has ended is an answer that does not come
    int questions[2], answers[2];
    // Programs started later do not inherit these ends: one that did would keep the pipe open.
    if (pipe2(questions, O_CLOEXEC) != 0 || pipe2(answers, O_CLOEXEC) != 0)
        throw std::runtime_error("no pipe to " + command.front());
    child_ = fork();
    if (child_ == 0) {
        dup2(questions[0], STDIN_FILENO);
        dup2(answers[1], STDOUT_FILENO);
        become(command);
    }
    close(questions[0]);
    close(answers[1]);
    to_ = questions[1];
    from_ = answers[0];
}

Coprocess::~Coprocess() {
    close(to_);
    close(from_);
    if (child_ > 0) waitpid(child_, nullptr, 0);
}

void Coprocess::tell(const std::string& line) {
    const std::string text = line + "\n";
    for (std::size_t at = 0; at < text.size();) {
        const ssize_t put = write(to_, text.data() + at, text.size() - at);
        if (put <= 0) throw std::runtime_error("a peer's program has ended");
        at += static_cast<std::size_t>(put);
    }
}

std::string Coprocess::answer() {
    char block[4096];
    for (std::size_t end; (end = rest_.find('\n')) == std::string::npos;) {
        const ssize_t got = read(from_, block, sizeof block);
        if (got <= 0) throw std::runtime_error("a peer's program has ended");
        rest_.append(block, static_cast<std::size_t>(got));
    }
    const std::size_t end = rest_.find('\n');
    std::string line = rest_.substr(0, end);
    rest_.erase(0, end + 1);
    return line;
}

}  // namespace anholon::bench

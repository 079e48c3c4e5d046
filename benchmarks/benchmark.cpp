#include "benchmark.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <thread>

namespace anholon::bench {

double fitted_exponent(const std::vector<double>& x, const std::vector<double>& y) {
    const auto n = static_cast<double>(x.size());
    double sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double u = std::log(x[i]), v = std::log(y[i]);
        sx += u, sy += v, sxx += u * u, sxy += u * v;
    }
    return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

double peak_memory() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) * 1024;
}

std::string output_of(const std::vector<std::string>& command) {
    int ends[2];
    if (pipe(ends) != 0) return "";
    const pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        std::vector<char*> words;
        for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
        words.push_back(nullptr);
        execvp(words[0], words.data());
        _exit(127);
    }
    close(ends[1]);
    std::string text;
    char block[4096];
    for (ssize_t got; (got = read(ends[0], block, sizeof block)) > 0;)
        text.append(block, static_cast<std::size_t>(got));
    close(ends[0]);
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0) return "";
    return text;
}

std::string program_beside(const std::string& name) {
    return (std::filesystem::read_symlink("/proc/self/exe").parent_path() / name).string();
}

namespace {

std::vector<PeerWay> ways(const std::vector<std::string>& command) {
    std::istringstream lines(output_of(command));
    std::vector<PeerWay> found;
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        PeerWay way;
        words >> way.name;
        for (double number; words >> number;) way.numbers.push_back(number);
        found.push_back(std::move(way));
    }
    return found;
}

}  // namespace

std::vector<PeerWay> peer_ways(const Options& options, const std::string& peer, const std::string& script,
                               std::vector<std::string> arguments) {
    if (!options.has_peer(peer)) return {};
    std::fprintf(stderr, "%s: %s %s …\n", peer.c_str(), script.c_str(), arguments.front().c_str());
    arguments.insert(arguments.begin(), {options.python, ANHOLON_SOURCE_DIR "/benchmarks/" + script});
    return ways(arguments);
}

std::vector<PeerWay> program_ways(const Options& options, const std::string& peer, const std::string& program,
                                  std::vector<std::string> arguments) {
    if (!options.has_peer(peer)) return {};
    std::fprintf(stderr, "%s: %s %s …\n", peer.c_str(), program.c_str(), arguments.front().c_str());
    arguments.insert(arguments.begin(), program_beside(program));
    return ways(arguments);
}

void print_heading(const char* what, const char* times) {
    double load = 0;
    getloadavg(&load, 1);
    std::printf("%s %s; load of the machine %.1f on %u cores.\n", what, times, load,
                std::thread::hardware_concurrency());
}

std::string decimal(double value, int digits) {
    char text[64];
    std::snprintf(text, sizeof text, "%.*f", digits, value);
    return text;
}

std::string small(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1e", value);
    return text;
}

std::string duration(double seconds) {
    const auto three_digits = [](double v) { return decimal(v, v < 10 ? 2 : v < 100 ? 1 : 0); };
    if (seconds < 1e-3) return three_digits(seconds * 1e6) + " µs";
    if (seconds < 1) return three_digits(seconds * 1e3) + " ms";
    return three_digits(seconds) + " s";
}

std::string count(std::size_t n) {
    std::string digits = std::to_string(n);
    for (auto i = static_cast<std::ptrdiff_t>(digits.size()) - 3; i > 0; i -= 3)
        digits.insert(static_cast<std::size_t>(i), ",");
    return digits;
}

std::string verdict(std::string_view goal, bool met) {
    return "goal " + std::string(goal) + ": " + (met ? "goal met" : "goal missed");
}

namespace {

std::size_t columns(const std::string& text) {  // what it takes on a screen, in UTF-8
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

}  // namespace

void Table::print() const {
    std::vector<std::size_t> widths(rows_[0].size(), 0);
    for (const auto& row : rows_)
        for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], columns(row[k]));
    for (const auto& row : rows_) {
        std::string line;
        for (std::size_t k = 0; k < row.size(); ++k) {
            line += "  ";
            if (k + 1 < widths.size()) line += std::string(widths[k] - columns(row[k]), ' ');
            line += row[k];
        }
        line.erase(line.find_last_not_of(' ') + 1);
        std::puts(line.c_str());
    }
}

}  // namespace anholon::bench

#pragma once

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace anholon::bench {

struct Options {
    std::string python;              // the interpreter of the peers that are Python packages
    std::vector<std::string> peers;  // those found on this machine
    enum class Length { usual, all } length = Length::usual;  // all: also what takes more than ten seconds

    bool has_peer(std::string_view name) const { return std::ranges::find(peers, name) != peers.end(); }
};

// One name of ./bench. main.cpp holds the only list.
struct Benchmark {
    std::string_view name, summary;
    void (*run)(const Options&);
};
void core(const Options& options);
void derive(const Options& options);
void motion(const Options& options);
void ensemble(const Options& options);
void bodies(const Options& options);
void chains(const Options& options);
void library(const Options& options);
void serve(const Options& options);
void python(const Options& options);
void heyoka(const Options& options);
void gpu(const Options& options);
void study(const Options& options);

// What stands above a benchmark's tables: what it measures, and how busy the machine is.
void print_heading(const char* what, const char* times = "Times are medians, each in a fresh context");

double seconds_of(auto&& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// The median of the times of so many calls of `measured`; each gets what `prepared` makes afresh, off the clock.
double median_seconds(int runs, auto&& prepared, auto&& measured) {
    std::vector<double> seconds;
    for (int i = 0; i < runs; ++i) {
        auto input = prepared();
        const auto start = std::chrono::steady_clock::now();
        measured(input);
        seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    std::ranges::sort(seconds);
    return seconds[seconds.size() / 2];
}

// The exponent b of the line log y = a + b log x of least squares.
double fitted_exponent(const std::vector<double>& x, const std::vector<double>& y);

// The largest memory this process has held so far, in bytes.
double peak_memory();

// What a program prints on stdout; empty if it fails.
std::string output_of(const std::vector<std::string>& command);

// The path of a program in the folder of this one.
std::string program_beside(const std::string& name);

// What a peer's script beside the benchmarks, or its program beside this one, prints: a line a way, its name and its numbers. Empty
// where the peer is missing.
struct PeerWay {
    std::string name;
    std::vector<double> numbers;
};
std::vector<PeerWay> peer_ways(const Options& options, const std::string& peer, const std::string& script,
                               std::vector<std::string> arguments);
std::vector<PeerWay> program_ways(const Options& options, const std::string& peer, const std::string& program,
                                  std::vector<std::string> arguments);

// 1.23 ms, 45.6 µs
std::string duration(double seconds);
std::string count(std::size_t n);                      // 12,345
std::string decimal(double value, int digits);         // 12.35
std::string small(double value);                       // 1.2e-13
std::string verdict(std::string_view goal, bool met);  // goal < 5 ms: goal met

// Rows under a heading, columns aligned to the right, the last one to the left.
class Table {
  public:
    explicit Table(std::vector<std::string> heading) : rows_{std::move(heading)} {}
    void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
    void print() const;

  private:
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace anholon::bench

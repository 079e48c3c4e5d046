#include <array>
#include <cstdio>
#include <exception>
#include <optional>

#include "benchmark.hpp"

namespace anholon::bench {
namespace {

// The only list of benchmarks; each is defined in the file of its name.
constexpr std::array benchmarks{
    Benchmark{"core", "expressions, zero tests, derivatives, normal forms", core},
    Benchmark{"derive", "equations of motion from a model's text", derive},
    Benchmark{"motion", "machine code, Taylor series, order 8", motion},
    Benchmark{"ensemble", "many motions side by side", ensemble},
    Benchmark{"bodies", "a rolling disc against programs for rigid bodies", bodies},
    Benchmark{"study", "motions with tangent vectors, as charts follow them", study},
    Benchmark{"gpu", "ensembles on a GPU", gpu},
    Benchmark{"chains", "chains of hinges in space: operations and times by their number", chains},
    Benchmark{"library", "a moving system in a program of one's own", library},
    Benchmark{"serve", "the server of the workbench, as a page sees it", serve},
    Benchmark{"python", "the Python package, against SymPy, SciPy and NumPy", python},
    Benchmark{"heyoka", "Taylor series side by side with heyoka's", heyoka}};

void print_usage(std::FILE* to) {
    std::fputs(
        "usage: ./bench [NAME...] [--long]\n\n"
        "  --long           also measure what takes more than ten seconds\n"
        "  --python PATH    the interpreter of the peers that are Python packages (set by ./bench)\n"
        "  --peers A,B      the peers found on this machine (set by ./bench)\n\n"
        "NAME is one of these; without one all of them run:\n",
        to);
    for (const Benchmark& b : benchmarks)
        std::fprintf(to, "  %-16s %s\n", std::string(b.name).c_str(), std::string(b.summary).c_str());
}

std::vector<std::string> split(const std::string& list) {
    std::vector<std::string> parts;
    for (std::size_t from = 0; from < list.size();) {
        const std::size_t comma = std::min(list.find(',', from), list.size());
        parts.push_back(list.substr(from, comma - from));
        from = comma + 1;
    }
    return parts;
}

int usage_error(const std::string& sentence) {
    std::fprintf(stderr, "bench: %s\n", sentence.c_str());
    print_usage(stderr);
    return 2;
}

int run(const std::vector<std::string>& words) {
    Options options;
    std::vector<const Benchmark*> wanted;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (word == "--help" || word == "-h") {
            print_usage(stdout);
            return 0;
        }
        if (word == "--long") {
            options.length = Options::Length::all;
        } else if (word == "--python" || word == "--peers") {
            if (++i == words.size()) return usage_error("a value is expected behind " + word);
            if (word == "--python")
                options.python = words[i];
            else
                options.peers = split(words[i]);
        } else {
            const auto found = std::ranges::find(benchmarks, word, &Benchmark::name);
            if (found == benchmarks.end())
                return usage_error((word.starts_with("-") ? "no option '" : "no benchmark '") + word + "'");
            wanted.push_back(&*found);
        }
    }
    if (wanted.empty())
        for (const Benchmark& b : benchmarks) wanted.push_back(&b);
    for (const Benchmark* b : wanted) b->run(options);
    return 0;
}

}  // namespace
}  // namespace anholon::bench

int main(int argc, char** argv) {
    try {
        return anholon::bench::run({argv + 1, argv + std::max(argc, 1)});
    } catch (const std::exception& error) {
        std::fprintf(stderr, "bench: %s\n", error.what());
        return 1;
    }
}

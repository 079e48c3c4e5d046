#include <cstdio>
#include <map>
#include <sstream>

#include "benchmark.hpp"

// What a page of the workbench waits for, from the outside: benchmarks/serve_page.py is the page.
namespace anholon::bench {

void serve(const Options& options) {
    print_heading("The server of the workbench: from a request to the last of its frames.",
                  "Times are seen by a page on the same machine");
    const std::string connections = options.length == Options::Length::all ? "1000" : "100";
    const std::string told =
        output_of({options.python.empty() ? "/usr/bin/python3" : options.python,
                   ANHOLON_SOURCE_DIR "/benchmarks/serve_page.py", program_beside("anholon"), connections});
    std::map<std::string, double> found;
    std::istringstream lines(told);
    std::string name;
    for (double number = 0; lines >> name >> number;) found[name] = number;
    if (!found.contains("memory-last")) {
        std::puts("serve: skipped, its page failed; it needs python3");
        return;
    }

    Table motions({"system", "first motion", "with another parameter", ""});
    motions.add(
        {"rattleback", duration(found["rattleback-cold"]), duration(found["rattleback-warm"]),
         verdict("≤ 2 s, then ≤ 0.3 s", found["rattleback-cold"] <= 2 && found["rattleback-warm"] <= 0.3)});
    motions.add({"whipple-bicycle", duration(found["whipple-bicycle-cold"]),
                 duration(found["whipple-bicycle-warm"]), ""});
    motions.print();

    Table slider({"slider on the bicycle, 5 s of motion", "updates/s", ""});
    slider.add({"as fast as they are seen", decimal(found["slider-updates"], 0),
                verdict("≥ 20", found["slider-updates"] >= 20)});
    slider.print();

    Table memory({"connections that have ended", "memory of the server", ""});
    memory.add({"1", decimal(found["memory-first"], 1) + " MB", ""});
    memory.add({std::to_string(std::stoi(connections) / 2), decimal(found["memory-half"], 1) + " MB", ""});
    memory.add(
        {connections, decimal(found["memory-last"], 1) + " MB",
         verdict("no more than 5 MB beyond the half", found["memory-last"] - found["memory-half"] <= 5)});
    memory.print();
}

}  // namespace anholon::bench

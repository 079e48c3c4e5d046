// One compiled motion, many initial values, all cores: how fast does a sleigh still turn after five seconds?

#include <anholon/anholon.hpp>
#include <cstdio>
#include <vector>

int main() try {
    const anholon::Model model = anholon::Model::gallery("chaplygin-sleigh");
    const anholon::Motion motion(model, {.columns = {{"w"}}});
    std::vector<anholon::RunRequest> starts;
    for (int k = 1; k <= 200; ++k) starts.push_back({.initial = {{"w", 0.01 * k}}});

    const std::vector<anholon::RunResult> ends = anholon::ensemble(motion, starts, 5);
    for (const anholon::RunResult& end : ends)
        if (end.end == anholon::RunResult::End::failed) std::printf("no motion: %s\n", end.reason.c_str());
    for (std::size_t k = 19; k < ends.size(); k += 60)
        std::printf("w(0) = %.2f: w(5) = %.6f\n", starts[k].initial["w"], ends[k]["w"]);
} catch (const anholon::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}

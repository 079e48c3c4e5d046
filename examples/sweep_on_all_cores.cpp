// One compiled motion, many initial values, all cores: how fast does a sleigh still turn after five seconds?

#include <algorithm>
#include <anholon/anholon.hpp>
#include <atomic>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

int main() try {
    const anholon::Model model = anholon::Model::gallery("chaplygin-sleigh");
    const anholon::Motion motion(model, {.columns = {{"w"}}});
    std::vector<double> speeds(200), last(speeds.size());
    for (std::size_t k = 0; k < speeds.size(); ++k) speeds[k] = 0.01 * static_cast<double>(k + 1);

    std::atomic<std::size_t> next = 0;
    std::vector<std::string> mistakes(speeds.size());
    {
        std::vector<std::jthread> threads;
        for (unsigned n = std::max(1U, std::thread::hardware_concurrency()); n > 0; --n)
            threads.emplace_back([&] {
                anholon::Run run(motion);  // belongs to this thread; the motion to all
                for (std::size_t k = next++; k < speeds.size(); k = next++) try {
                        run.set("w", speeds[k]);
                        last[k] = run.run(5)["w"];
                    } catch (const anholon::Error& error) {
                        mistakes[k] = error.what();
                    }
            });
    }
    for (const std::string& mistake : mistakes)
        if (!mistake.empty()) throw std::runtime_error(mistake);
    for (std::size_t k = 19; k < speeds.size(); k += 60)
        std::printf("w(0) = %.2f: w(5) = %.6f\n", speeds[k], last[k]);
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}

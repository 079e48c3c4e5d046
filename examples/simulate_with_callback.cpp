// Follows a motion row by row, and ends it when it has seen enough.

#include <anholon/anholon.hpp>
#include <cstdio>

int main() try {
    const anholon::Model model = anholon::Model::gallery("chaplygin-sleigh");
    const anholon::Motion motion(model, {.columns = {{"v", "w", "energy"}}});
    anholon::Run run(motion, {.initial = {{"v", 0.5}, {"w", 2}}});

    std::puts("     t         v         w    energy");
    const anholon::RunResult result = run.run(20, 0.5, [](const anholon::RowView& row) {
        std::printf("%6.2f %9.5f %9.5f %9.5f\n", row.t(), row["v"], row["w"], row["energy"]);
        return row["w"] > 0.1;
    });
    std::printf("ended because: %s\n", result.reason.c_str());
    for (const anholon::RunResult::Drift& drift : result.drifts)
        std::printf("relative drift of %s: %s\n", drift.name.c_str(),
                    drift.relative < 1e-12 ? "below 1e-12" : "large");
} catch (const anholon::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}

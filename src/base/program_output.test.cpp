#include "base/program_output.hpp"

#include <gtest/gtest.h>

namespace anholon {
namespace {

TEST(ProgramOutput, IsWhatTheProgramWrites) {
    const auto both = program_output({"sh", "-c", "echo \"$1\"; echo two >&2; exit 3", "sh", "a; b $HOME"});
    ASSERT_TRUE(both);
    EXPECT_EQ(both->out, "a; b $HOME\n");
    EXPECT_EQ(both->err, "two\n");
    EXPECT_EQ(both->exit, 3);
}

// More than a pipe holds, into both.
TEST(ProgramOutput, MayBeLong) {
    const auto much = program_output(
        {"sh", "-c", "for i in 1 2 3; do head -c 100000 /dev/zero >&2; head -c 100000 /dev/zero; done"});
    ASSERT_TRUE(much);
    EXPECT_EQ(much->out.size(), 300'000u);
    EXPECT_EQ(much->err.size(), 300'000u);
}

TEST(ProgramOutput, TellsSignalsAndProgramsThatAreNotThere) {
    EXPECT_EQ(program_output({"sh", "-c", "kill -TERM $$"})->exit, 128 + 15);
    EXPECT_FALSE(program_output({"anholon-has-no-such-program"}));
}

}  // namespace
}  // namespace anholon

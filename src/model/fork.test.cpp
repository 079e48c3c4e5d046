#include "model/fork.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "algebra/thread.hpp"
#include "calculus/vector.hpp"
#include "expr/introduce.hpp"
#include "expr/print.hpp"
#include "model/gallery.hpp"
#include "model/read_model.test.hpp"

namespace anholon {
namespace {

TEST(Fork, StandsAloneInAContextOfItsOwn) {
    for (const GalleryModel& entry : gallery()) {
        auto system = std::make_unique<System>(from_gallery(std::string(entry.name)));
        const std::string L = text(system->L);
        const System other = fork(*system);
        EXPECT_NE(other.context, system->context);
        system.reset();
        EXPECT_EQ(text(other.L), L) << entry.name;
        // Every part is in the new context: the old one is gone, and the sanitizers would tell.
        for (const Constraint& k : other.constraints) EXPECT_FALSE(text(Dt(k.residual)).empty());
        for (const Expr& v : other.velocities()) EXPECT_EQ(&v.context(), other.context.get());
        for (const Experiment& e : other.experiments)
            for (const InitialValue& i : e.init) EXPECT_EQ(&i.value.context(), other.context.get());
    }
}

TEST(Fork, KeepsWhatItMakesToItself) {
    const System system = from_gallery("chaplygin-sleigh");
    system.context->freeze();
    const std::size_t size = system.context->size();
    const System a = fork(system), b = fork(system);
    const Expr x = introduced(a.c(), "fresh", SymbolKind::variable, "a test");
    EXPECT_TRUE(x);
    EXPECT_FALSE(b.c().find("fresh"));
    EXPECT_EQ(text(Dt(a.L)), text(Dt(b.L)));
    EXPECT_EQ(system.context->size(), size);
    EXPECT_FALSE(a.context->is_frozen());
}

TEST(Fork, AFrozenContextTakesNothingNew) {
    const System system = from_gallery("chaplygin-sleigh");
    system.context->freeze();
    EXPECT_THROW(system.c().variable("never_seen"), std::logic_error);
    EXPECT_THROW(system.L * system.L + system.T, std::logic_error);
    EXPECT_THROW(reserve_name(system.c(), "never_seen"), std::logic_error);
    EXPECT_EQ(system.c().variable("theta"), system.c().find("theta"));  // known already
}

TEST(Fork, MayBeMadeByManyThreads) {
    const System system = from_gallery("rattleback");
    system.context->freeze();
    std::vector<std::string> said(8);
    {
        std::vector<std::jthread> threads;
        for (std::string& one : said)
            threads.emplace_back([&] {
                one = text(Dt(fork(system).T));
                release_thread_memory();
            });
    }
    for (const std::string& one : said) EXPECT_EQ(one, said[0]);
}

}  // namespace
}  // namespace anholon

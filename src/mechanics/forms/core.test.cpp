#include "mechanics/forms/core.hpp"

#include <gtest/gtest.h>

#include <iostream>

#include "expr/operations.hpp"
#include "expr/print.hpp"
#include "mechanics/forms/forms.hpp"
#include "model/gallery.hpp"
#include "model/read_model.test.hpp"

namespace anholon {
namespace {

TEST(Core, Dump) {
    for (const GalleryModel& one : gallery()) {
        const System system = anholon::model(std::string(one.text));
        const Setting s(system);
        std::cout << one.name << ": ";
        if (const Reason why = no_core(s)) {
            std::cout << "n/a " << *why << '\n';
            continue;
        }
        const Core core = core_of(s);
        std::vector<Expr> all(core.W.entries().begin(), core.W.entries().end());
        all.insert(all.end(), core.r.begin(), core.r.end());
        for (const auto& p : core.places) all.push_back(p.rate);
        for (const auto& p : core.places) std::cout << text(p.symbol) << ' ';
        std::cout << '|';
        for (const auto& e : core.eta) std::cout << ' ' << text(e);
        std::cout << " | rest";
        for (const auto& e : core.rest) std::cout << ' ' << text(e);
        std::cout << " | " << operations(all).total() << " ops, L " << (core.L ? text(core.L).substr(0, 150) : "none") << ", relations "
                  << core.relations.size() << '\n';
    }
}

}  // namespace
}  // namespace anholon

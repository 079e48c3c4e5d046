#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "motion/moving_system.hpp"
#include "request/simulate.hpp"
#include "scene/drawing.hpp"
#include "serve/made_once.hpp"
#include "study/standstill/standstill_equations.hpp"

namespace anholon::serve {

// A model as a page has sent it. Nothing of it ever changes: whoever derives from it works in a fork.
struct FrozenModel {
    FrozenModel(Source text, System stated, Diagnostics warnings);

    Source source;
    System system;
    Diagnostics said;
};

// A motion's words that need a derivation or a compilation; parameters, initial values and times are no part of them.
struct MovingWords {
    std::string experiment = {}, form = {}, method = {};
    std::optional<std::string> tolerance = {};
    std::vector<std::string> columns = {};  // after the standard ones

    std::string key() const;
};

// A model ready to move, for any number of runs.
struct MovingModel {
    MovingModel(std::shared_ptr<const FrozenModel> of, const MovingWords& words);

    std::shared_ptr<const FrozenModel> model;
    System system;  // a fork: its context belongs to `moving`
    MovingSystem moving;
    Drawing drawing;  // of rows of its columns
    mutable std::atomic<bool> has_moved = false;
};

// A model whose standstills are sought for one set of values after the other.
struct StandingModel {
    StandingModel(std::shared_ptr<const FrozenModel> of, Standstill at);

    template <class F>
    auto exclusively(F&& f) const {
        const std::lock_guard lock(one_at_a_time_);
        return f(equations_);
    }

    std::shared_ptr<const FrozenModel> model;

  private:
    System system_;  // a fork
    mutable std::mutex one_at_a_time_;
    mutable StandstillEquations equations_;
};

// The models of one page: kept as long as they are used, so that another value of a parameter costs neither a derivation nor a
// compilation.
class Models {
  public:
    explicit Models(double seconds) : frozen_(16, seconds), moving_(8, seconds), standing_(4, seconds) {}

    // Throw Refusal, and Cancelled or TimeIsUp where the asking thread has to stop.
    std::shared_ptr<const FrozenModel> frozen(const std::string& name, const std::string& text);
    std::shared_ptr<const MovingModel> moving(const std::string& name, const std::string& text,
                                              const MovingWords& words);
    std::shared_ptr<const StandingModel> standing(const std::string& name, const std::string& text,
                                                  Standstill at);
    void stop_abandoned() {
        moving_.stop_abandoned();
        standing_.stop_abandoned();
        frozen_.stop_abandoned();
    }

  private:
    MadeOnce<FrozenModel> frozen_;
    MadeOnce<MovingModel> moving_;
    MadeOnce<StandingModel> standing_;
};

}  // namespace anholon::serve

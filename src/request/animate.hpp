#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "motion/run.hpp"
#include "motion/simulation_words.hpp"
#include "scene/drawing.hpp"

namespace anholon::request {

inline constexpr std::size_t most_frames = 20'000;

// A motion that is to be seen. `columns` and `more` are plotted beside the standard ones.
struct Animate : SimulationWords {
    std::string form_id, method_name;
    double frames = 60;  // per second of motion; fewer where that would be more than most_frames in all
};

// A motion as rows and as frames, both at the same times.
struct MotionShown {
    Scene scene;
    std::size_t count = 0;            // of frames
    std::vector<double> frames;       // count × scene.columns
    std::vector<Observable> columns;  // of the rows; the first is t
    std::vector<double> rows;         // count × columns
    const EquationForm* form = nullptr;
    double tolerance = 0;
    InitialState initial;
    SimulationResult result;
};

// A system that is ready to be seen in motion: derived and compiled once. Any number of threads may ask it at a time. The system has
// to stay where it is as long.
class AnimatedSystem {
  public:
    // Throws Refusal, and what a MovingSystem throws. `ready` is the system in motion by the same words, if there is one; it is used
    // where its rows hold all that the picture needs, and outlives this then.
    AnimatedSystem(const System& system, const Animate& request, const MovingSystem* ready = nullptr);

    // Whether the request differs from the first one only in what an answer can take: parameters, initial values, time and frames.
    bool fits(const Animate& request) const;
    // Of a request that fits. Throws Refusal and NoInitialState. `goes_on` is asked after every step.
    MotionShown answer(
        const Animate& request,
        const std::function<bool(double)>& goes_on = [](double) { return true; }) const;
    const MovingSystem& moving() const { return *moving_; }

  private:
    const System& system_;
    Animate request_;
    std::unique_ptr<const MovingSystem> own_;  // where none was ready
    const MovingSystem* moving_;
    Drawing drawing_;
};

MotionShown answer(
    const Animate& request, const System& system,
    const std::function<bool(double)>& goes_on = [](double) { return true; },
    const MovingSystem* ready = nullptr);

}  // namespace anholon::request

#pragma once

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>

namespace anholon {

struct ProgressOptions {
    std::string what;  // "simulating"
    double from, to;   // of the time that is simulated; it may run backward
    std::string time_name = "t";

    enum class Output {
        terminal,  // one line that changes, at most ten times a second, and is gone in the end
        log,       // a new line every ten seconds
        none,
    };
    Output output = Output::none;
    std::size_t columns = 80;         // of the terminal
    std::function<double()> seconds;  // a clock that never goes back
};

// What stderr tells while long work goes on, from half a second on:
//   simulating [#########           ]  45%  t = 450  120/s  4.6 s left  drift 1.2e-15
class Progress {
  public:
    Progress(std::ostream& out, ProgressOptions options);
    ~Progress();  // clears the line
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    // As cheap as a look at the clock, unless it is time to tell. `drift`: the worst so far, if known.
    void update(double t, std::optional<double> drift = std::nullopt);
    void clear();  // before something else is printed

  private:
    std::string line(double t, std::optional<double> drift, double elapsed) const;
    std::string bar(double part, std::size_t others) const;

    std::ostream& out_;
    ProgressOptions options_;
    double started_, next_;
    bool is_shown_ = false;
};

// As stderr is, with its width and the system's clock.
ProgressOptions progress_on_stderr(std::string what, double from, double to);

}  // namespace anholon

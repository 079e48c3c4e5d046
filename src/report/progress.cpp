#include "report/progress.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ostream>

#include <fmt/format.h>

namespace anholon {

namespace {

constexpr double patience = 0.5;         // seconds without a word
constexpr double between_redraws = 0.1;  // on a terminal
constexpr double between_lines = 10;     // in a log
constexpr std::size_t widest_bar = 20, narrowest_bar = 5;

std::string duration(double seconds) {
    if (seconds < 10) return fmt::format("{:.1f} s", seconds);
    if (seconds < 120) return fmt::format("{:.0f} s", seconds);
    if (seconds < 7200) return fmt::format("{:.0f} min", seconds / 60);
    if (seconds < 172800) return fmt::format("{:.1f} h", seconds / 3600);
    if (seconds < 1000 * 86400.0) return fmt::format("{:.1f} days", seconds / 86400);
    return "over 1,000 days";
}

}  // namespace

Progress::Progress(std::ostream& out, ProgressOptions options) : out_(out), options_(std::move(options)) {
    if (options_.output == ProgressOptions::Output::none) return;
    started_ = options_.seconds();
    next_ = started_ + (options_.output == ProgressOptions::Output::log ? between_lines : patience);
}

Progress::~Progress() { clear(); }

void Progress::update(double t, std::optional<double> drift) {
    if (options_.output == ProgressOptions::Output::none) return;
    const double now = options_.seconds();
    if (now < next_) return;
    const std::string text = line(t, drift, now - started_);
    if (options_.output == ProgressOptions::Output::log) {
        out_ << text << '\n' << std::flush;
        next_ = now + between_lines;
    } else {
        out_ << "\r\033[K" << text.substr(0, options_.columns - 1) << std::flush;
        is_shown_ = true;
        next_ = now + between_redraws;
    }
}

void Progress::clear() {
    if (is_shown_) out_ << "\r\033[K" << std::flush;
    is_shown_ = false;
}

std::string Progress::line(double t, std::optional<double> drift, double elapsed) const {
    const double whole = options_.to - options_.from, done = t - options_.from;
    const double part = whole == 0 ? 1 : std::clamp(done / whole, 0.0, 1.0);
    std::string out = fmt::format(" {:3.0f}%  {} = {:.6g}", std::floor(100 * part), options_.time_name, t);
    if (elapsed > 0) out += fmt::format("  {:.3g}/s", std::abs(done) / elapsed);
    if (part > 0) out += "  " + duration(elapsed * (1 - part) / part) + " left";
    if (drift) out += fmt::format("  drift {:.2g}", *drift);
    return options_.what + bar(part, options_.what.size() + out.size()) + out;
}

// As wide as the other texts leave room for.
std::string Progress::bar(double part, std::size_t others) const {
    const std::size_t used =
        others + 4;  // " [", "]", and the last column, where some terminals start a new line
    if (options_.output != ProgressOptions::Output::terminal || used + narrowest_bar > options_.columns)
        return "";
    const std::size_t cells = std::min(widest_bar, options_.columns - used);
    const auto full = static_cast<std::size_t>(part * static_cast<double>(cells));
    return " [" + std::string(full, '#') + std::string(cells - full, ' ') + "]";
}

ProgressOptions progress_on_stderr(std::string what, double from, double to) {
    using Output = ProgressOptions::Output;
    ProgressOptions out{.what = std::move(what), .from = from, .to = to};
    out.output = isatty(STDERR_FILENO) ? Output::terminal : Output::log;
    winsize size = {};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) out.columns = size.ws_col;
    out.seconds = [] {
        const auto since = std::chrono::steady_clock::now().time_since_epoch();
        return std::chrono::duration<double>(since).count();
    };
    return out;
}

}  // namespace anholon

#include "integrate/gpu/ensemble.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace anholon {

namespace {

constexpr double seconds_per_launch = 0.25;

void demand(bool holds, const char* sentence) {
    if (!holds) throw std::invalid_argument(sentence);
}

template <class T>
std::uint64_t bytes_of(std::size_t count) {
    return sizeof(T) * static_cast<std::uint64_t>(count);
}

// Orthonormal vectors that span the same, one after the other.
std::vector<double> orthonormal(std::span<const double> vectors, std::size_t n) {
    std::vector<double> out(vectors.begin(), vectors.end());
    for (auto v = out.begin(); v != out.end(); v += static_cast<long>(n)) {
        const auto length = [&] {
            return std::sqrt(std::inner_product(v, v + static_cast<long>(n), v, 0.0));
        };
        const double before = length();
        for (auto u = out.begin(); u != v; u += static_cast<long>(n)) {
            const double along = std::inner_product(v, v + static_cast<long>(n), u, 0.0);
            for (std::size_t i = 0; i < n; ++i) v[static_cast<long>(i)] -= along * u[static_cast<long>(i)];
        }
        const double left = length();
        demand(left > 1e-12 * before && std::isfinite(left), "tangent vectors must be independent");
        for (std::size_t i = 0; i < n; ++i) v[static_cast<long>(i)] /= left;
    }
    return out;
}

}  // namespace

EnsembleRun::Array::~Array() {
    try {
        machine_.release(address_);
    } catch (const std::exception&) {
        // A machine that has failed has told so before.
    }
}

EnsembleRun::EnsembleRun(KernelMachine& machine, const EnsembleLayout& layout, const EnsembleStarts& starts,
                         LaunchOptions options)
    : machine_(machine),
      layout_(layout),
      count_(starts.count),
      start_(starts.t),
      options_(std::move(options)),
      state_(machine,
             bytes_of<double>(layout.size(std::max<std::size_t>(options_.stops.size(), 1)) * count_)),
      parameters_(machine, bytes_of<double>(layout.parameters * count_)),
      status_(machine, bytes_of<std::int32_t>(count_)),
      stops_(machine, bytes_of<double>(options_.stops.size())),
      index_array_(machine, bytes_of<std::uint32_t>(count_)) {
    check();
    demand(std::isfinite(starts.t) &&
               (options_.stops.size() == 1 || options_.stops[0] == starts.t ||
                (options_.stops[0] > starts.t) == (options_.stops[1] > options_.stops[0])),
           "the stops of an ensemble must follow its start in one direction");
    demand(starts.x.size() == layout.variables * count_, "every variable of every trajectory needs a start");
    demand(starts.parameters.size() == layout.parameters * count_,
           "every scanned parameter of every trajectory needs a value");
    const std::size_t of_tangents = layout.tangents * layout.variables;
    demand(starts.tangents_of_each.empty()
               ? starts.tangents.size() == of_tangents
               : starts.tangents.empty() && starts.tangents_of_each.size() == of_tangents * count_,
           "every tangent vector needs a start");
    std::vector<double> state(layout.size(options_.stops.size()) * count_, 0.0);
    std::fill_n(state.begin() + static_cast<long>(layout.t() * count_), count_, starts.t);
    std::ranges::copy(starts.x, state.begin() + static_cast<long>(layout.x() * count_));
    const std::vector<double> tangents = orthonormal(starts.tangents, layout.variables);
    for (std::size_t i = 0; i < tangents.size(); ++i)
        std::fill_n(state.begin() + static_cast<long>((layout.x() + layout.variables + i) * count_), count_,
                    tangents[i]);
    std::ranges::copy(starts.tangents_of_each,
                      state.begin() + static_cast<long>((layout.x() + layout.variables) * count_));
    state_.write(state.data());
    parameters_.write(starts.parameters.data());
    stops_.write(options_.stops.data());
    index_.resize(count_);
    std::iota(index_.begin(), index_.end(), 0U);
    index_array_.write(index_.data());
    machine_.launch(KernelMachine::Function::begin, arguments(0));
    find_running();
}

EnsembleRun::EnsembleRun(KernelMachine& machine, const EnsembleResults& from,
                         std::span<const double> parameters, LaunchOptions options)
    : machine_(machine),
      layout_(from.layout),
      count_(from.count),
      start_(from.start),
      options_(std::move(options)),
      state_(machine, bytes_of<double>(from.state.size())),
      parameters_(machine, bytes_of<double>(layout_.parameters * count_)),
      status_(machine, bytes_of<std::int32_t>(count_)),
      stops_(machine, bytes_of<double>(options_.stops.size())),
      index_array_(machine, bytes_of<std::uint32_t>(count_)) {
    check();
    demand(from.state.size() == layout_.size(options_.stops.size()) * count_ && from.status.size() == count_,
           "an ensemble goes on with as many stops as it had");
    demand(parameters.size() == layout_.parameters * count_,
           "every scanned parameter of every trajectory needs a value");
    state_.write(from.state.data());
    parameters_.write(parameters.data());
    status_.write(from.status.data());
    stops_.write(options_.stops.data());
    index_.resize(count_);
    find_running();
}

void EnsembleRun::check() const {
    const std::vector<double>& stops = options_.stops;
    demand(count_ > 0 && count_ <= std::numeric_limits<std::uint32_t>::max(),
           "an ensemble has 1 to 4294967295 trajectories");
    demand(!stops.empty(), "an ensemble needs a time at which it ends");
    for (std::size_t k = 0; k < stops.size(); ++k)
        demand(std::isfinite(stops[k]) && (k == 0 || (stops[k] != stops[k - 1] &&
                                                      (stops[k] > stops[k - 1]) == (stops[1] > stops[0]))),
               "the stops of an ensemble must be numbers that grow, or that fall");
    demand(std::isfinite(options_.tolerance) && options_.tolerance > 0, "the tolerance must be positive");
}

EnsembleArguments EnsembleRun::arguments(std::uint64_t steps) const {
    return {.count = count_,
            .active = index_.size(),
            .steps = steps,
            .most_steps = options_.most_steps,
            .stop_count = options_.stops.size(),
            .tolerance = options_.tolerance,
            .index = index_array_.address(),
            .state = state_.address(),
            .parameters = parameters_.address(),
            .status = status_.address(),
            .stops = stops_.address()};
}

// Threads work on what still runs, so that no warp waits for a few.
void EnsembleRun::find_running() {
    std::vector<std::int32_t> status(count_);
    status_.read(status.data());
    const std::size_t before = index_.size();
    index_.clear();
    for (std::uint32_t j = 0; j < count_; ++j)
        if (status[j] == static_cast<std::int32_t>(TrajectoryStatus::running)) index_.push_back(j);
    if (index_.size() != before || before == count_)
        index_array_.write(index_.data(), bytes_of<std::uint32_t>(index_.size()));
}

void EnsembleRun::advance() {
    const std::uint64_t steps = options_.steps_per_launch > 0 ? options_.steps_per_launch : steps_;
    const auto start = std::chrono::steady_clock::now();
    machine_.launch(KernelMachine::Function::advance, arguments(steps));
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const double wanted =
        static_cast<double>(steps_) * std::min(4.0, seconds_per_launch / std::max(seconds, 1e-6));
    steps_ = static_cast<std::uint64_t>(std::clamp(wanted, 16.0, 1e9));
    find_running();
}

EnsembleProgress EnsembleRun::progress() {
    std::vector<double> t(count_);
    state_.read(t.data(), bytes_of<double>(layout_.t() * count_), bytes_of<double>(count_));
    const double whole = options_.stops.back() - start_;
    double gone = static_cast<double>(count_ - index_.size());
    for (const std::uint32_t j : index_) gone += whole != 0 ? (t[j] - start_) / whole : 1;
    return {count_, index_.size(), gone / static_cast<double>(count_)};
}

EnsembleResults EnsembleRun::results() {
    EnsembleResults out{.layout = layout_, .count = count_, .start = start_, .status = {}, .state = {}};
    out.status.resize(count_);
    out.state.resize(layout_.size(options_.stops.size()) * count_);
    status_.read(out.status.data());
    state_.read(out.state.data());
    return out;
}

EnsembleResults run_ensemble(KernelMachine& machine, const EnsembleLayout& layout,
                             const EnsembleStarts& starts, const LaunchOptions& options) {
    EnsembleRun run(machine, layout, starts, options);
    while (!run.is_done()) {
        run.advance();
        if (options.goes_on && !options.goes_on(run.progress())) break;
    }
    return run.results();
}

}  // namespace anholon

// The Python module _anholon: what is asked in Python goes to the library and to the questions of the command line, and comes back as
// Python objects. The package `anholon` around it gives it its names, types and documents.

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <chrono>
#include <condition_variable>
#include <thread>

#include "questions.hpp"

namespace py = pybind11;

namespace anholon::binding {

namespace {

// --- values

py::object python_of(const Json& json) {
    return std::visit(
        [](const auto& value) -> py::object {
            using Value = std::decay_t<decltype(value)>;
            if constexpr (std::is_same_v<Value, std::nullptr_t>) {
                return py::none();
            } else if constexpr (std::is_same_v<Value, double>) {
                return std::isfinite(value) ? py::object(py::float_(value)) : py::none();
            } else if constexpr (std::is_same_v<Value, Json::Array>) {
                py::list list(value.size());
                for (std::size_t k = 0; k < value.size(); ++k) list[k] = python_of(value[k]);
                return list;
            } else if constexpr (std::is_same_v<Value, Json::Object>) {
                py::dict dict;
                for (const auto& [name, item] : value) dict[py::str(name)] = python_of(item);
                return dict;
            } else {
                return py::cast(value);
            }
        },
        json.value());
}

// An array that owns these numbers.
py::array_t<double> array_of(std::vector<double>&& numbers, std::vector<py::ssize_t> shape) {
    auto* const kept = new std::vector<double>(std::move(numbers));
    const py::capsule owner(kept, [](void* p) { delete static_cast<std::vector<double>*>(p); });
    return py::array_t<double>(std::move(shape), kept->data(), owner);
}

using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;

std::span<const double> span_of(const Numbers& array) {
    return {array.data(), static_cast<std::size_t>(array.size())};
}

py::dict python_of(const Error::Diagnostic& d) {
    py::dict out;
    out["code"] = d.code;
    out["message"] = d.message;
    out["help"] = d.help;
    out["file"] = d.file;
    out["line"] = d.line;
    out["column"] = d.column;
    return out;
}

// --- errors

// The package's function that makes an exception of an error.
PyObject* make_exception = nullptr;

void raise(const Error& error) {
    constexpr const char* kinds[] = {"request", "model", "state", "system"};
    py::list diagnostics;
    for (const Error::Diagnostic& d : error.diagnostics) diagnostics.append(python_of(d));
    if (make_exception == nullptr) return PyErr_SetString(PyExc_RuntimeError, error.what());
    const py::object made = py::reinterpret_borrow<py::object>(make_exception)(
        kinds[static_cast<int>(error.of)], std::string(error.what()), diagnostics);
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(made.ptr())), made.ptr());
}

// --- work that may take long

// Works in a thread of its own, without the lock of the interpreter. The thread that asks listens to signals and tells the progress.
class Work {
  public:
    explicit Work(py::object progress) : progress_(std::move(progress)) {}

    template <class F>
    auto operator()(F&& question) {
        using Result = decltype(question(std::declval<const Hearing&>()));
        std::optional<Result> result;
        std::exception_ptr failure;
        Hearing hearing = this->hearing();
        {
            const py::gil_scoped_release unlocked;
            std::jthread worker([&] {
                try {
                    result.emplace(question(hearing));
                } catch (...) {
                    failure = std::current_exception();
                }
                const std::lock_guard lock(mutex_);
                is_done_ = true;
                changed_.notify_one();
            });
            wait();
        }
        if (raised_) throw py::error_already_set(std::move(*raised_));
        if (failure) std::rethrow_exception(failure);
        return std::move(*result);
    }

    std::optional<double> seconds;
    std::size_t threads = 0;

  private:
    Hearing hearing() {
        return {.limits = {.stop = stop_.get_token(),
                           .seconds = seconds,
                           .progress = [this](const std::string& part) { hear(0, 0, part); }},
                .threads = threads,
                .progress = [this](double done, double of) { hear(done, of, {}); }};
    }

    void hear(double done, double of, std::string part) {
        const std::lock_guard lock(mutex_);
        heard_ = {done, of, std::move(part)};
        is_news_ = true;
    }

    void wait() {
        std::unique_lock lock(mutex_);
        while (!changed_.wait_for(lock, std::chrono::milliseconds(50), [this] { return is_done_; })) {
            const auto [done, of, part] = heard_;
            const bool is_news = std::exchange(is_news_, false);
            lock.unlock();
            listen(is_news, done, of, part);
            lock.lock();
        }
    }

    void listen(bool is_news, double done, double of, const std::string& part) {
        if (raised_) return;
        const py::gil_scoped_acquire locked;
        try {
            if (PyErr_CheckSignals() != 0) throw py::error_already_set();
            if (is_news && !progress_.is_none()) progress_(done, of, part);
        } catch (py::error_already_set& e) {
            raised_.emplace(std::move(e));
            stop_.request_stop();
        }
    }

    py::object progress_;
    std::stop_source stop_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool is_done_ = false, is_news_ = false;
    struct Heard {
        double done = 0, of = 0;
        std::string part;
    } heard_;
    std::optional<py::error_already_set> raised_;
};

// --- the module

py::dict python_of(Answer&& answer) {
    py::dict out;
    out["result"] = python_of(answer.result);
    out["text"] = answer.text;
    out["latex"] = answer.latex;
    py::list warnings;
    for (const Answer::Warning& w : answer.warnings)
        warnings.append(py::make_tuple(w.code, w.message, w.help));
    out["warnings"] = warnings;
    if (!answer.columns.empty()) {
        const auto columns = static_cast<py::ssize_t>(answer.columns.size());
        const auto rows = static_cast<py::ssize_t>(answer.rows.size()) / columns;
        out["rows"] = array_of(std::move(answer.rows), {rows, columns});
        out["columns"] = answer.columns;
        out["units"] = answer.units;
    }
    if (answer.polygons) {
        const auto numbers = [](const std::vector<std::int64_t>& list) {
            return py::array_t<std::int64_t>(static_cast<py::ssize_t>(list.size()), list.data());
        };
        const Answer::Polygons& polygons = *answer.polygons;
        out["polygons"] =
            py::make_tuple(numbers(polygons.corners), numbers(polygons.ends), numbers(polygons.parts));
    }
    py::dict solved;
    for (auto& [name, e] : answer.solved) solved[py::str(name)] = std::move(e);
    out["solved"] = solved;
    return out;
}

py::list parameters_of(const Model& model) {
    py::list out;
    for (const ModelParameter& p : model.parameters()) {
        py::dict one;
        one["name"] = p.name;
        one["value"] = p.value;
        one["unit"] = p.unit;
        one["description"] = p.description;
        one["range"] = p.range ? py::object(py::make_tuple(p.range->first, p.range->second)) : py::none();
        one["is_derived"] = p.is_derived;
        one["is_input"] = p.is_input;
        out.append(one);
    }
    return out;
}

py::list outputs_of(const Model& model) {
    py::list out;
    for (const ModelOutput& o : model.outputs())
        out.append(py::dict(py::arg("name") = o.name, py::arg("unit") = o.unit,
                            py::arg("description") = o.description));
    return out;
}

py::list warnings_of(const Model& model) {
    py::list out;
    for (const Error::Diagnostic& d : model.warnings()) out.append(python_of(d));
    return out;
}

using Loaded = std::shared_ptr<LoadedModel>;

Loaded loaded(const std::function<Model()>& make, const std::string& title) {
    Model model = Work(py::none())([&](const Hearing&) { return make(); });
    std::string name = title.empty() ? model.name() : title;
    return std::make_shared<LoadedModel>(std::move(model), std::move(name));
}

void add_models(py::module_& m) {
    py::class_<LoadedModel, Loaded>(m, "Model")
        .def_property_readonly("title", &LoadedModel::title)
        .def_property_readonly("name", [](const LoadedModel& l) { return l.model().name(); })
        .def_property_readonly("description", [](const LoadedModel& l) { return l.model().description(); })
        .def_property_readonly(
            "text", [](const LoadedModel& l) { return std::string(l.model().frozen().source.text()); })
        .def_property_readonly("file", [](const LoadedModel& l) { return l.model().frozen().source.name(); })
        .def_property_readonly("parameters", [](const LoadedModel& l) { return parameters_of(l.model()); })
        .def_property_readonly("outputs", [](const LoadedModel& l) { return outputs_of(l.model()); })
        .def_property_readonly("state_variables",
                               [](const LoadedModel& l) { return l.model().state_variables(); })
        .def_property_readonly("quasi_velocities",
                               [](const LoadedModel& l) { return l.model().quasi_velocities(); })
        .def_property_readonly("experiments", [](const LoadedModel& l) { return l.model().experiments(); })
        .def_property_readonly("warnings", [](const LoadedModel& l) { return warnings_of(l.model()); });
    m.def("gallery", &Model::gallery_names);
    m.def("from_gallery",
          [](const std::string& name) { return loaded([&] { return Model::gallery(name); }, name); });
    m.def("from_file",
          [](const std::string& path) { return loaded([&] { return Model::load(path); }, path); });
    m.def("from_text", [](const std::string& text, const std::string& file, const std::string& title) {
        return loaded([&] { return Model::parse(text, file); }, title);
    });
    m.def("ask", [](const std::string& question, const Loaded& model, const Words& words, py::object progress,
                    std::optional<double> seconds, std::size_t threads, const Loaded& other) {
        Work work(std::move(progress));
        work.seconds = seconds;
        work.threads = threads;
        return python_of(
            work([&](const Hearing& h) { return ask(question, *model, other.get(), words, h); }));
    });
    m.def("page", [](const Loaded& model, const Words& words) {
        return Work(py::none())([&](const Hearing& h) { return page(*model, words, h); });
    });
    m.def("version", &library_version);
    m.def("languages", &languages);
    m.def("fact_names", &fact_names);
    m.def("fact_answers", &fact_answers);
    m.def("forms", [] {
        py::list out;
        for (const FormInfo& f : forms()) out.append(py::make_tuple(f.id, f.title, f.source, f.formula));
        return out;
    });
    m.def("set_make_exception", [](const py::object& f) { make_exception = f.inc_ref().ptr(); });
}

void add_expressions(py::module_& m) {
    py::class_<Expression>(m, "Expression")
        .def("combined", &Expression::combined)
        .def("negated", &Expression::negated)
        .def("applied", &Expression::applied)
        .def("derivative", &Expression::derivative)
        .def("time_derivative", &Expression::time_derivative)
        .def("simplified", &Expression::simplified, py::call_guard<py::gil_scoped_release>())
        .def("substituted", &Expression::substituted)
        .def("is_same", &Expression::is_same)
        .def("value", &Expression::value)
        .def("is_zero",
             [](const Expression& e) {
                 const ZeroVerdict v = [&] {
                     const py::gil_scoped_release unlocked;
                     return e.is_zero();
                 }();
                 const py::object answer = v.answer == anholon::Answer::unknown
                                               ? py::object(py::none())
                                               : py::bool_(v.answer == anholon::Answer::yes);
                 return py::make_tuple(answer, describe(v));
             })
        .def_property_readonly("text", &Expression::text)
        .def_property_readonly("latex", &Expression::latex)
        .def_property_readonly("tree", &Expression::tree)
        .def_property_readonly("symbols", &Expression::symbols);
    m.def("expression", [](const Loaded& model, const std::string& text) {
        return Expression::read(model->expressions(), text);
    });
}

// --- rates

std::vector<py::ssize_t> shape_of(const py::array& x, std::size_t n, std::vector<py::ssize_t> last) {
    if (x.ndim() < 1 || x.ndim() > 2 || x.shape(x.ndim() - 1) != static_cast<py::ssize_t>(n))
        throw py::value_error("x must have the shape (" + std::to_string(n) + ",) or (N, " +
                              std::to_string(n) + ")");
    if (x.ndim() == 2) last.insert(last.begin(), x.shape(0));
    return last;
}

using RatesCall = void (Rates::*)(std::span<const double>, std::span<const double>, std::span<const double>,
                                  std::span<double>, std::size_t, const std::stop_token&) const;

// A few states on this thread, many in a thread that can be interrupted.
py::array_t<double> called(const Rates& rates, RatesCall call, const Numbers& t, const Numbers& x,
                           const std::optional<Numbers>& p, std::size_t threads,
                           std::vector<py::ssize_t> last) {
    constexpr py::ssize_t few = 4096;
    const std::size_t n = rates.state_names().size();
    py::array_t<double> out(shape_of(x, n, std::move(last)));
    const std::span<double> to(out.mutable_data(), static_cast<std::size_t>(out.size()));
    const std::span<const double> given = p ? span_of(*p) : std::span<const double>();
    const auto go = [&](const std::stop_token& stop) {
        (rates.*call)(span_of(t), span_of(x), given, to, threads, stop);
    };
    if (x.size() == static_cast<py::ssize_t>(n)) {
        go({});
    } else if (x.size() <= few * static_cast<py::ssize_t>(n)) {
        const py::gil_scoped_release unlocked;
        go({});
    } else {
        Work(py::none())([&](const Hearing& h) {
            go(h.limits.stop);
            return true;
        });
    }
    return out;
}

void add_rates(py::module_& m) {
    py::class_<Rates>(m, "Rates")
        .def("__call__",
             [](const Rates& r, const Numbers& t, const Numbers& x, const std::optional<Numbers>& p,
                std::size_t threads) {
                 return called(r, &Rates::rates, t, x, p, threads,
                               {static_cast<py::ssize_t>(r.state_names().size())});
             })
        .def("jacobian",
             [](const Rates& r, const Numbers& t, const Numbers& x, const std::optional<Numbers>& p,
                std::size_t threads) {
                 const auto n = static_cast<py::ssize_t>(r.state_names().size());
                 return called(r, &Rates::jacobian, t, x, p, threads, {n, n});
             })
        .def_property_readonly("state_names", &Rates::state_names)
        .def_property_readonly("parameter_names", &Rates::parameter_names)
        .def_property_readonly("initial", &Rates::initial)
        .def_property_readonly("parameters", &Rates::parameters)
        .def_property_readonly("scales", &Rates::parameter_scales)
        .def_property_readonly("form", &Rates::form);
    m.def("rates", [](const Loaded& model, const std::string& form, const Values& p, const Values& i) {
        return Work(py::none())([&](const Hearing& h) {
            return Rates(model->model(),
                         {.form = form, .parameters = p, .initial = i, .limits = {.stop = h.limits.stop}});
        });
    });
}

// --- motions step by step

const char* name_of(RunResult::End end) {
    using End = RunResult::End;
    switch (end) {
        case End::reached: return "reached";
        case End::event: return "event";
        case End::left: return "left";
        case End::stopped: return "stopped";
        case End::singular: return "singular";
        case End::stuck: return "stuck";
        case End::not_finite: return "not-finite";
        case End::undetermined: return "undetermined";
        case End::failed: return "failed";
    }
    return "failed";
}

py::dict python_of(const RunResult& r) {
    py::dict out, drift;
    py::list events;
    for (const RunResult::Drift& d : r.drifts) drift[py::str(d.name)] = d.relative;
    for (const RunResult::Event& e : r.events)
        events.append(py::make_tuple(e.name, e.t, e.direction > 0 ? "up" : "down", e.row));
    out["end"] = name_of(r.end);
    out["reason"] = r.reason.empty() ? py::object(py::none()) : py::str(r.reason);
    out["t"] = r.t;
    out["columns"] = r.names;
    out["final"] = r.final;
    out["drift"] = drift;
    out["events"] = events;
    out["steps"] = r.steps;
    out["notes"] = r.notes;
    out["method"] = r.method;
    return out;
}

// A motion with the row where it stands, so that its columns are computed once.
class Stepped {
  public:
    Stepped(const anholon::v0::Motion& motion, RunRequest request) : run_(motion, std::move(request)) {}

    bool step(double until) {
        const InUse here(*this);
        row_.clear();
        const py::gil_scoped_release unlocked;
        return run_.step(until);
    }

    // Steps up to this time. Signals are heard now and then. Whether it got there.
    bool advance_to(double until) {
        constexpr std::size_t between = 64;  // steps from one look at the clock to the next
        using Clock = std::chrono::steady_clock;
        const InUse here(*this);
        row_.clear();
        bool goes_on = true;
        const py::gil_scoped_release unlocked;
        for (auto heard = Clock::now(); goes_on;) {
            for (std::size_t k = 0; goes_on && k < between; ++k) goes_on = run_.step(until);
            if (Clock::now() - heard < std::chrono::milliseconds(50)) continue;
            const py::gil_scoped_acquire locked;
            if (PyErr_CheckSignals() != 0) throw py::error_already_set();
            heard = Clock::now();
        }
        return run_.t() == until;
    }

    void set(const std::string& name, double value) {
        const InUse here(*this);
        row_.clear();
        run_.set(name, value);
    }

    void reset(std::optional<RunRequest> request) {
        const InUse here(*this);
        row_.clear();
        if (request)
            run_.reset(std::move(*request));
        else
            run_.reset();
    }

    const std::vector<double>& now() {
        const InUse here(*this);
        if (row_.empty()) row_ = run_.now();
        return row_;
    }

    double column(std::size_t k) { return now().at(k); }
    std::vector<double> at(double t) {
        const InUse here(*this);
        return run_.at(t);
    }
    double t() {
        const InUse here(*this);
        return run_.t();
    }
    RunResult result() {
        const InUse here(*this);
        return run_.result();
    }
    const std::vector<std::string>& names() {
        const InUse here(*this);
        return run_.names();
    }

  private:
    // While steps are made without the lock of the interpreter, no other thread may use the motion.
    class InUse {
      public:
        explicit InUse(Stepped& run) : run_(run) {
            if (std::exchange(run.is_in_use_, true))
                throw std::runtime_error("another thread moves this run: make one run per thread");
        }
        ~InUse() { run_.is_in_use_ = false; }
        InUse(const InUse&) = delete;
        InUse& operator=(const InUse&) = delete;

      private:
        Stepped& run_;
    };

    anholon::v0::Run run_;
    std::vector<double> row_;
    bool is_in_use_ = false;  // read and written under the lock of the interpreter
};

using PublicMotion = anholon::v0::Motion;

py::array_t<double> row_of(const std::vector<double>& row) {
    return py::array_t<double>(static_cast<py::ssize_t>(row.size()), row.data());
}

void add_motions(py::module_& m) {
    py::class_<PublicMotion>(m, "Motion")
        .def_property_readonly("names", &PublicMotion::names)
        .def_property_readonly("units", &PublicMotion::units)
        .def_property_readonly("form", &PublicMotion::form);
    m.def("motion", [](const Loaded& model, MotionRequest request) {
        return Work(py::none())([&](const Hearing&) { return PublicMotion(model->model(), request); });
    });
    py::class_<MotionRequest>(m, "MotionRequest")
        .def(py::init<>())
        .def_readwrite("form", &MotionRequest::form)
        .def_readwrite("method", &MotionRequest::method)
        .def_readwrite("tolerance", &MotionRequest::tolerance)
        .def_readwrite("columns", &MotionRequest::columns)
        .def_readwrite("events", &MotionRequest::events)
        .def_readwrite("quadratures", &MotionRequest::quadratures)
        .def_readwrite("experiment", &MotionRequest::experiment)
        .def_readwrite("keep_contact", &MotionRequest::keep_contact);
    py::class_<Stepped>(m, "Run")
        .def(py::init([](const PublicMotion& motion, const Values& p, const Values& i, bool strict) {
            return Stepped(motion, {.parameters = p, .initial = i, .strict = strict});
        }))
        .def("step", &Stepped::step)
        .def("advance_to", &Stepped::advance_to)
        .def("set", &Stepped::set)
        .def("reset", [](Stepped& r) { r.reset(std::nullopt); })
        .def("restart",
             [](Stepped& r, const Values& p, const Values& i, bool strict) {
                 r.reset(RunRequest{.parameters = p, .initial = i, .strict = strict});
             })
        .def("now", [](Stepped& r) { return row_of(r.now()); })
        .def("at", [](Stepped& r, double t) { return row_of(r.at(t)); })
        .def("column", &Stepped::column)
        .def("result", [](Stepped& r) { return python_of(r.result()); })
        .def_property_readonly("t", &Stepped::t)
        .def_property_readonly("names", &Stepped::names);
}

}  // namespace

}  // namespace anholon::binding

PYBIND11_MODULE(_anholon, m) {
    using namespace anholon::binding;
    m.doc() = "The engine behind the package anholon.";
    py::register_exception_translator([](std::exception_ptr thrown) {
        try {
            if (thrown) std::rethrow_exception(thrown);
        } catch (const anholon::Error& error) {
            raise(error);
        }
    });
    add_models(m);
    add_expressions(m);
    add_rates(m);
    add_motions(m);
}

#pragma once

// Anholon as a library: equations of motion of nonholonomic systems, proofs about them, and their motions. See docs/library.md.
//
// A Model is frozen once it is made, and so is a Motion. Both are cheap to copy and may be used by any number of threads at once; the
// same question has the same answer whatever was asked before. A Run belongs to one thread at a time.
//
// Whatever goes wrong is an anholon::Error. No result holds a NaN or an infinity.

#include <complex>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#if defined(__GNUC__)
#define ANHOLON_PUBLIC __attribute__((visibility("default")))
#else
#define ANHOLON_PUBLIC
#endif

namespace anholon {
inline namespace v0 {

ANHOLON_PUBLIC std::string library_version();  // "0.1.0"

// --- Mistakes

struct ANHOLON_PUBLIC Error : std::runtime_error {
    struct Diagnostic {
        std::string code;     // of its kind: "name-unknown"
        std::string message;  // "no symbol 'tetha' in this model"
        std::string help;     // "did you mean the coordinate 'theta' (line 2)?", or empty
        std::string file;     // the file, or what was given: "parameters"; empty if it stands in no text
        std::size_t line = 0, column = 0;  // from 1; 0 if it stands in no text
    };

    enum class Of {
        request,  // a mistake in what was asked
        model,    // a mistake in the text of the model
        state,    // there is no state to start from
        system,   // this system does not have what was asked for, or it could not be computed
    };

    // what() is the whole text, with the lines in question, as the command prints it.
    Error(const std::string& what, std::vector<Diagnostic> found, Of kind = Of::system);
    ~Error() override;

    Of of;
    std::string code, message;            // of the first
    std::vector<Diagnostic> diagnostics;  // at least one
};

// --- A model

struct ANHOLON_PUBLIC ModelParameter {
    std::string name;
    double value = 0;  // in its unit
    std::string unit;  // as it was written, empty if none
    std::string description;
    std::optional<std::pair<double, double>> range = std::nullopt;  // that it may have, in its unit
    bool is_derived = false;                                        // from other parameters: it cannot be set
    bool is_input = false;  // stated as an input: to be set while a motion goes on
};

struct ANHOLON_PUBLIC ModelOutput {
    std::string name;  // also of a column
    std::string unit;  // empty if it cannot be told
    std::string description;
};

class ANHOLON_PUBLIC Model {
  public:
    static Model load(const std::string& path);  // an .anh file
    static Model parse(const std::string& text,
                       const std::string& name = "model");  // `name` is shown in messages
    static Model gallery(const std::string& name);
    static std::vector<std::string> gallery_names();

    const std::string& name() const;
    const std::string& description() const;
    const std::vector<ModelParameter>& parameters() const;  // inputs among them
    const std::vector<ModelParameter>& inputs() const;      // those alone
    const std::vector<ModelOutput>& outputs() const;
    // Coordinates, then velocities, then states of controllers: "x", "x'", "e".
    const std::vector<std::string>& state_variables() const;
    const std::vector<std::string>& quasi_velocities() const;  // as the model states them
    const std::vector<std::string>& experiments() const;
    const std::vector<Error::Diagnostic>& warnings() const;  // of its text

    struct Frozen;
    const Frozen& frozen() const { return *frozen_; }

  private:
    explicit Model(std::shared_ptr<const Frozen> frozen);
    std::shared_ptr<const Frozen> frozen_;
};

// Numbers by name, in the units of the model; a velocity is "x'".
using Values = std::map<std::string, double>;

// How long a question may take, and what is heard of it meanwhile.
struct Limits {
    std::stop_token stop = {};  // asked to stop, from any thread, it ends with an Error "stopped"
    std::optional<double> seconds = std::nullopt;  // after this time it ends with an Error "budget"
    // Called on the asking thread before each part: a form or a fact. What it throws comes out unchanged.
    std::function<void(const std::string& part)> progress = {};
};

// --- Equations of motion

struct ANHOLON_PUBLIC FormInfo {
    std::string id;  // "hamel"
    std::string title, source, formula;
};
ANHOLON_PUBLIC std::vector<FormInfo> forms();

enum class Format { text, latex, json };

struct DeriveRequest {
    std::string form = {};  // the law that the model states, if empty; or "all"
    Format format = Format::text;
    bool simplify = true;
    std::size_t width = 80;  // of lines of text
    Limits limits = {};
};
ANHOLON_PUBLIC std::string derive(const Model& model, const DeriveRequest& request = {});

// Equations as a program. Languages: see languages().
struct SourceCode {
    std::string text;
    std::string header;  // of the languages that have one
};
struct ExportRequest {
    std::string form = {};  // a good one, if empty
    bool jacobian = false;  // also a function for the derivatives of the rates
    Values parameters = {}, initial = {};
    Limits limits = {};
};
ANHOLON_PUBLIC std::vector<std::string> languages();
ANHOLON_PUBLIC SourceCode export_to(const Model& model, const std::string& language,
                                    const ExportRequest& request = {});

// --- Proofs

enum class Verdict { yes, no, undecided };

// Whether all forms of the equations agree, whether the model moves as its bodies must, and whether what it expects holds.
struct Verification {
    Verdict verdict = Verdict::undecided;  // of the forms
    struct Form {
        std::string form;
        bool applies = true;
        bool must_agree = true;  // another law of motion need not
        Verdict agrees = Verdict::undecided;
        std::string how;  // "agrees, by normal form"
    };
    std::vector<Form> forms;
    std::optional<Verdict> bodies =
        std::nullopt;  // against Newton and Euler, of a model with bodies or vehicles
    struct Expectation {
        std::string stated;  // as the model has it
        Verdict holds = Verdict::undecided;
        std::string how;
    };
    std::vector<Expectation> expectations;
    std::string text, json;
};
struct VerifyRequest {
    std::uint64_t seed = 0;  // of the random primes and points of proofs; 0 for a new one in each run
    std::size_t width = 80;
    Limits limits = {};
};
ANHOLON_PUBLIC Verification verify(const Model& model, const VerifyRequest& request = {});

struct FactRow {
    std::string question;  // "integrals"
    std::string title;     // "First integrals"
    std::string verdict;   // "3 integrals", "nonholonomic", …; "not decided"
    std::string answer;    // the same without numbers, one of fact_answers(question): "integrals"
    std::string reason;    // why it is not decided; empty if it is
    std::vector<std::string> sentences, latex;
    std::string proof;  // "exact linear algebra, prime field, error below 1e-30"
    std::string
        proof_kind;  // none, by definition, canonical form, normal form, exact, prime field, witness or floating point
    double error_bound = 0;  // chance that the answer is wrong; 0 if it is exact
    std::string results;     // what was found, as JSON: docs/concepts/facts.md
};
struct FactsRequest {
    std::vector<std::string> names = {};  // of questions; all of them if empty
    double seconds_per_fact = 30;         // of work, after which a fact is not decided
    Limits limits = {};
};
ANHOLON_PUBLIC std::vector<std::string> fact_names();
ANHOLON_PUBLIC std::vector<std::string> fact_answers(
    const std::string& question);  // the first is "not decided"
ANHOLON_PUBLIC std::vector<FactRow> facts(const Model& model, const FactsRequest& request = {});

// --- Small motions

struct Linearization {
    std::vector<std::pair<std::string, double>> state;  // where it stands still
    std::vector<std::string> variables;                 // of the matrix
    std::vector<double> matrix;                         // by rows
    std::vector<std::complex<double>> eigenvalues;      // the largest real part first
    std::string stability;                              // the verdict
    std::string reason;
    // x' = A x + B u and y = C x + D u, A being `matrix`; by rows, empty without inputs or outputs.
    std::vector<std::string> inputs, outputs;
    std::vector<double> B, C, D;
    // Exactly where the state and all entries are rational, else to rounding; nothing without inputs or outputs.
    struct Reach {
        bool is_full = false, is_exact = false;
        std::vector<std::complex<double>> missed;  // eigenvalues, to rounding
    };
    std::optional<Reach> controllable = std::nullopt, observable = std::nullopt;
    std::string text, json;
};
struct LinearizeRequest {
    enum class At { equilibrium, steady } at = At::equilibrium;
    Values parameters = {}, initial = {};
    std::vector<std::string> where = {};  // EXPR=VALUE: conditions on the state, such as "energy=3"
    std::string experiment = {};
    std::size_t width = 80;
    Limits limits = {};
};
ANHOLON_PUBLIC Linearization linearize(const Model& model, const LinearizeRequest& request = {});

// --- Rates of change

struct RatesRequest {
    std::string form = {};                 // a good one, if empty
    Values parameters = {}, initial = {};  // instead of the model's, or beside them
    Limits limits = {};
};

// The right-hand side of dx/dt = f(t, x, p), the equations that export_to writes, as machine code. All numbers are in SI units. Many states
// at once stand in rows, one state after the other; they are worked on side by side and on several threads, and the numbers of one do
// not depend on the others.
class ANHOLON_PUBLIC Rates {
  public:
    explicit Rates(const Model& model, const RatesRequest& request = {});

    const std::vector<std::string>& state_names() const;      // of x
    const std::vector<std::string>& parameter_names() const;  // of p
    const std::vector<double>& initial() const;               // x where the model starts
    const std::vector<double>& parameters() const;            // p
    const std::vector<double>& parameter_scales() const;      // SI units in one of the declared unit
    const std::string& form() const;

    // The rates of each row of `x`. `t` is one time, or one per row; `p` is empty for the model's parameters, one row, or one row per
    // state. Throws Error where a row has no finite rates, and if numbers are missing. 0 threads: as many as there are processors.
    void rates(std::span<const double> t, std::span<const double> x, std::span<const double> p,
               std::span<double> dx, std::size_t threads = 0, const std::stop_token& stop = {}) const;
    // The derivatives of the rates by x, a matrix by rows for each row of `x`.
    void jacobian(std::span<const double> t, std::span<const double> x, std::span<const double> p,
                  std::span<double> J, std::size_t threads = 0, const std::stop_token& stop = {}) const;

    struct Compiled;

  private:
    std::shared_ptr<const Compiled> compiled_;
};

// --- Motions

// Expressions are those of the language: "sqrt(x'^2 + y'^2)", "energy".
struct MotionRequest {
    std::string form = {};  // a good one, if empty
    // taylor, dop853, cvode-adams or cvode-bdf. If empty: taylor, or, with a tolerance, dop853 where it needs less work; cvode-bdf where
    // the motion is stiff.
    std::string method = {};
    std::optional<double> tolerance = std::nullopt;  // the relative error per step
    // EXPR or NAME=EXPR, after t; instead of the standard columns, or after them.
    std::optional<std::vector<std::string>> columns = std::nullopt;
    std::vector<std::string> more_columns = {};
    std::vector<std::string> events =
        {};  // EXPR[:up|down][:stop]: states in which an expression passes through 0
    std::vector<std::string> quadratures = {};  // NAME=EXPR: integrals over time
    std::string experiment = {};                // of the model; "default", if it has one
    bool keep_contact = false;                  // go on where contact is lost or a surface ends
};

// A system that is ready to move: derived and compiled once, for any number of runs on any number of threads.
class ANHOLON_PUBLIC Motion {
  public:
    explicit Motion(const Model& model, const MotionRequest& request = {});

    const std::vector<std::string>& names() const;  // of the columns; the first is "t"
    const std::vector<std::string>& units() const;  // of the same; empty where they cannot be told
    const std::string& form() const;                // in which it is integrated

    struct Compiled;
    const Compiled& compiled() const { return *compiled_; }

  private:
    std::shared_ptr<const Compiled> compiled_;
};

// One row of a motion, valid while the callback runs.
class ANHOLON_PUBLIC RowView {
  public:
    RowView(std::span<const double> values, const std::vector<std::string>& names)
        : values_(values), names_(names) {}
    double t() const { return values_[0]; }
    double operator[](std::size_t column) const { return values_[column]; }
    double operator[](std::string_view name) const;  // throws Error if there is no such column
    std::span<const double> values() const { return values_; }

  private:
    std::span<const double> values_;
    const std::vector<std::string>& names_;
};

struct ANHOLON_PUBLIC RunResult {
    enum class End {
        reached,       // the time that was asked for
        event,         // one that stops
        left,          // a contact was lost, or the end of a surface reached
        stopped,       // by the callback, or by a stop
        singular,      // the equations do not give the motion here
        stuck,         // no step is short enough
        not_finite,    // a column has no finite value here
        undetermined,  // the law does not say how the motion goes on
        failed,        // of an ensemble: there is no such motion, such as one without an initial state
    };
    End end = End::reached;
    std::string reason;  // in words; empty if the time was reached
    double t = 0;        // when it ended
    std::vector<std::string> names;
    std::vector<double> final;  // the columns at the end
    struct Drift {
        std::string name;
        double initial = 0, change = 0, relative = 0;
        bool is_integral = true;  // or a constraint
    };
    std::vector<Drift> drifts;  // since the start, or since a value was set
    struct Event {
        std::string name;
        double t = 0;
        int direction = 0;  // 1: grows through 0; -1: falls
        std::vector<double> row;
    };
    std::vector<Event> events;
    std::size_t steps = 0, rows = 0;
    std::vector<std::string> notes;  // what was changed on the way
    std::string method;

    double operator[](std::string_view name) const;  // of `final`; throws Error if there is no such column
};

struct RunRequest {
    Values parameters = {}, initial = {};  // instead of the model's, or beside them
    bool strict = false;                   // refuse initial values that the constraints do not allow
};

// One motion. Other parameters and other initial values cost neither derivation nor compilation. Where a stop is requested, from any
// thread, the motion ends as `stopped`.
class ANHOLON_PUBLIC Run {
  public:
    using Callback = std::function<bool(const RowView&)>;  // false ends the motion

    explicit Run(Motion motion, RunRequest request = {});
    Run(Run&& other) noexcept;
    Run& operator=(Run&& other) noexcept;
    ~Run();

    // From the start, t = 0, to `until`, which may be negative. A row each `every`; one per step of the integrator if it is not
    // given. What the callback throws comes out unchanged. A motion that is stepped stays where it is.
    RunResult run(double until, std::optional<double> every = std::nullopt, const Callback& callback = {},
                  const std::stop_token& stop = {}) const;

    // Step by step. The first step begins at the start.

    // One step of the integrator towards `until` and not beyond it, with all that belongs to it: events, projection onto the
    // constraints, loss of contact, switches. Whether the motion goes on; if not, result() says why. With another `until` a motion
    // that has reached the last one goes on, or back.
    bool step(double until, const std::stop_token& stop = {});
    double t() const;
    const std::vector<std::string>&
    names();                    // of the columns: an integral without a value at the start is none
    std::vector<double> now();  // the columns
    // The columns at a time within the last step. Throws Error at any other time, and where one has no finite value.
    std::vector<double> at(double t);
    RunResult result();  // of the motion so far

    // A parameter, a variable of the state, a quasi-velocity or an abbreviation. Before the first step: of the start. After it: of
    // the motion from where it stands, even if it has ended there; whatever else has to change for the constraints changes as little as possible,
    // and quasi-velocities that the model states are kept before velocities. Throws Error if there is no such name, or the
    // value cannot be; the motion is then as it was.
    void set(const std::string& name, double value);
    // Back to the start, or to another one.
    void reset();
    void reset(RunRequest request);

  private:
    struct Stepped;
    Stepped& stepped();
    Motion motion_;
    RunRequest request_;
    std::unique_ptr<Stepped> stepped_;
};

// Many motions of one system on all cores, from t = 0 to `until`.
struct EnsembleOptions {
    std::size_t threads = 0;  // 0: as many as there are processors
    // Called on the caller's thread, when some motions more have ended. What it throws comes out unchanged.
    std::function<void(std::size_t ended, std::size_t all)> progress = {};
    std::stop_token stop = {};
};
// Each result is that of Run::run, bit for bit, whatever moves beside it and on how many threads. A motion that cannot be is a result
// that has `failed`, with the reason.
ANHOLON_PUBLIC std::vector<RunResult> ensemble(const Motion& motion, std::span<const RunRequest> starts,
                                               double until, const EnsembleOptions& options = {});

// Both in one, for a single motion.
ANHOLON_PUBLIC RunResult simulate(const Model& model, double until,
                                  std::optional<double> every = std::nullopt,
                                  const Run::Callback& callback = {});

}  // namespace v0
}  // namespace anholon

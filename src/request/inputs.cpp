#include "request/inputs.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/text.hpp"
#include "base/words.hpp"
#include "code/program.hpp"
#include "expr/enclosure.hpp"
#include "expr/print.hpp"
#include "expr/walk.hpp"
#include "model/model_text.hpp"
#include "model/refusal.hpp"
#include "model/request.hpp"

namespace anholon::request {

namespace {

[[noreturn]] void refuse(const std::string& code, const std::string& message, const std::string& help = "") {
    throw Refusal(Refusal::Of::words, code, message, help);
}

std::vector<std::string> cells_of(const std::string& line) {
    std::vector<std::string> out(1);
    for (const char one : line) {
        if (one == ',' || one == ';')
            out.emplace_back();
        else
            out.back() += one;
    }
    for (std::string& cell : out) {
        cell = without_blanks_around(cell);
        if (cell.size() > 1 && cell.starts_with('"') && cell.ends_with('"'))
            cell = cell.substr(1, cell.size() - 2);
    }
    return out;
}

std::optional<double> number_of(const std::string& cell) {
    const char* first = cell.data() + (cell.starts_with('+') ? 1 : 0);
    double value = 0;
    const auto [end, fault] = std::from_chars(first, cell.data() + cell.size(), value);
    if (fault != std::errc() || end != cell.data() + cell.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

// "tau [N m]" → "tau"
std::string name_in(const std::string& cell) {
    return ascii_name(without_blanks_around(cell.substr(0, cell.find('['))));
}

// The rows of a file of comma-separated values. Lines that begin with # are comments; a first row that is no number names the columns.
class TableFile {
  public:
    TableFile(const std::string& path, std::string input) : path_(path), input_(std::move(input)) {}

    void read() {
        const Source source = text();
        std::size_t line = 0;
        for (std::string_view rest = source.text(); !rest.empty();) {
            const std::size_t end = std::min(rest.find('\n'), rest.size());
            take(std::string(rest.substr(0, end)), ++line);
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        if (times.size() < 2)
            fail("table-short", "holds " + std::to_string(times.size()) +
                                    (times.size() == 1 ? " row" : " rows") +
                                    " of numbers, and a table needs at least two");
    }

    std::vector<double> times, values;

  private:
    [[noreturn]] void fail(const std::string& code, const std::string& what,
                           const std::string& help = "") const {
        refuse(code, "the table '" + path_ + "' of the input '" + input_ + "' " + what, help);
    }

    Source text() const {
        try {
            return text_of_file(path_);
        } catch (const ModelNotFound&) {
            refuse("table-missing", "there is no file '" + path_ + "' for the input '" + input_ + "'");
        }
    }

    void take(const std::string& text, std::size_t line) {
        const std::string row = without_blanks_around(text);
        if (row.empty() || row.starts_with('#')) return;
        const std::vector<std::string> cells = cells_of(row);
        if (!is_begun_ && !number_of(cells[0])) return take_names(cells);
        is_begun_ = true;
        const std::string place = "in line " + std::to_string(line) + " ";
        if (columns_ == 0) columns_ = cells.size();
        if (columns_ == 2 && !is_named_) column_ = 1;
        if (columns_ != 2 && !is_named_)
            fail("table-bad", place + "has " + std::to_string(columns_) + " columns and no row of names",
                 "a table has the columns t and " + input_ + ", or names of columns in its first row");
        if (cells.size() != columns_)
            fail("table-bad",
                 place + "has " + std::to_string(cells.size()) + " cells, not " + std::to_string(columns_));
        const auto t = number_of(cells[time_]), u = number_of(cells[column_]);
        if (!t || !u)
            fail("table-bad",
                 place + "holds '" + (t ? cells[column_] : cells[time_]) + "', which is no number");
        if (!times.empty() && !(*t > times.back()))
            fail("table-order",
                 place + "goes from t = " + decimal(times.back(), 12) + " to t = " + decimal(*t, 12),
                 "times must grow from row to row");
        times.push_back(*t);
        values.push_back(*u);
    }

    void take_names(const std::vector<std::string>& cells) {
        if (is_named_) fail("table-bad", "has text where a row of numbers is expected: '" + cells[0] + "'");
        is_named_ = true;
        columns_ = cells.size();
        std::vector<std::string> names;
        for (const std::string& cell : cells) names.push_back(name_in(cell));
        const auto time = std::ranges::find(names, "t"), own = std::ranges::find(names, input_);
        if (time == names.end()) fail("table-bad", "has no column 't'", "its columns are " + joined(names));
        time_ = static_cast<std::size_t>(time - names.begin());
        if (own != names.end())
            column_ = static_cast<std::size_t>(own - names.begin());
        else if (columns_ == 2)
            column_ = 1 - time_;
        else
            fail("table-bad", "has no column '" + input_ + "'", "its columns are " + joined(names));
    }

    std::string path_, input_;
    bool is_named_ = false, is_begun_ = false;
    std::size_t columns_ = 0, time_ = 0, column_ = 1;
};

struct TableWord {
    std::string path;
    InputTable::Kind kind = InputTable::Kind::linear;
};

// FILE[:steps|linear|cubic]
TableWord table_word(const std::string& text) {
    TableWord out{text};
    const std::size_t colon = text.rfind(':');
    if (colon == std::string::npos) return out;
    const std::string kind = text.substr(colon + 1);
    for (const auto one : {InputTable::Kind::steps, InputTable::Kind::linear, InputTable::Kind::cubic})
        if (kind == name(one)) return {text.substr(0, colon), one};
    if (kind.find('/') == std::string::npos && kind.find('.') == std::string::npos)
        refuse("table-kind", "a table is read as steps, linear or cubic, not as '" + kind + "'",
               "--input tau=@file.csv:cubic");
    return out;
}

InputTable table_of(const Parameter& input, const std::string& text) {
    const TableWord word = table_word(text);
    const std::string name = input.symbol.symbol().name;
    if (word.path.empty()) refuse("table-bad", "--input " + name + "=@ needs the name of a file");
    TableFile file(word.path, name);
    file.read();
    const double scale = enclosure(input.scale, {}, 80).midpoint();
    for (std::size_t k = 0; k < file.values.size(); ++k) {
        double& u = file.values[k];
        u *= scale;
        if (input.range && (u < input.range->first.to_double() || u > input.range->second.to_double()))
            refuse("value-outside-range",
                   "the table '" + word.path + "' gives '" + name + "' the value " + decimal(u / scale, 10) +
                       " at t = " + decimal(file.times[k], 10) + ", outside its range");
    }
    return InputTable(name, word.kind, std::move(file.times), file.values);
}

bool is_of_time(const Expr& e) {
    return std::ranges::any_of(symbols_of(e),
                               [](const Expr& s) { return s.symbol().kind == SymbolKind::time; });
}

// Until when the motion goes, if that is a plain number.
std::optional<double> end_of(const SimulationWords& words, const System& system) {
    if (words.until) return number_of(*words.until);
    const std::string name = words.experiment.empty() ? "default" : words.experiment;
    const auto experiment = std::ranges::find(system.experiments, name, &Experiment::name);
    return experiment == system.experiments.end() ? 10 : experiment->until.to_double();
}

// At a thousand times of the motion. A function whose parameters the request changes is not compared.
void check_range(const Parameter& input, const Expr& u, const SimulationWords& words, const System& system) {
    constexpr int times = 1000;
    const auto until = end_of(words, system);
    if (!input.range || !until) return;
    std::vector<Expr> symbols{system.t};
    std::vector<double> values{0};
    for (const Parameter& p : system.parameters) {
        symbols.push_back(p.symbol);
        values.push_back(p.value.to_double());
    }
    const std::vector<Expr> used = symbols_of(u);
    for (const std::string& word : words.parameters) {
        const std::string name = ascii_name(without_blanks_around(word.substr(0, word.find('='))));
        if (std::ranges::any_of(used, [&](const Expr& s) { return s.symbol().name == name; })) return;
    }
    const Program function = program(std::vector{u}, symbols);
    for (int k = 0; k <= times; ++k) {
        values[0] = *until * k / times;
        const double now = run(function, values)[0], scale = enclosure(input.scale, {}, 80).midpoint();
        if (now < input.range->first.to_double() || now > input.range->second.to_double())
            refuse("value-outside-range", "'" + input.symbol.symbol().name + "' is " +
                                              decimal(now / scale, 10) + " at t = " + decimal(values[0], 10) +
                                              ", outside its range");
    }
}

}  // namespace

FixedParameters moved_inputs(SimulationWords& words, const System& system, bool takes_tables) {
    FixedParameters out;
    std::vector<std::string> constant, seen;
    for (const std::string& word : words.inputs) {
        const Source source("--input", word);
        Diagnostics said;
        const std::size_t equals = word.find('=');
        const std::string written = without_blanks_around(word.substr(0, equals));
        if (equals == std::string::npos || written.empty())
            refuse("input-bad", "--input takes NAME=VALUE, not '" + word + "'", "--input tau=0.1*sin(t)");
        const std::string name = ascii_name(written), value = without_blanks_around(word.substr(equals + 1));
        const bool is_table = value.starts_with('@');
        const Parameter* input = find_input(name, {0, static_cast<std::uint32_t>(equals)}, system, said);
        if (!input) throw Refusal(said, source);
        if (std::ranges::find(seen, name) != seen.end())
            refuse("setting-twice", "'" + name + "' is given twice");
        seen.push_back(name);
        if (is_table && !takes_tables)
            refuse("table-unexpected", "a table of an input is followed by `simulate` alone",
                   "give the input a constant or a function of t");
        if (is_table) {
            words.tables.push_back(table_of(*input, value.substr(1)));
            out.emplace(name, words.tables.back().function(system.t));
            continue;
        }
        const auto read = read_input(source, system, said);
        if (!read || said.failed()) throw Refusal(said, source);
        if (is_of_time(read->second)) {
            check_range(*input, read->second, words, system);
            out.emplace(name, read->second);
        } else {
            constant.push_back(word);
        }
    }
    for (const auto& [name, value] : out)
        for (const std::string& word : words.parameters)
            if (ascii_name(without_blanks_around(word.substr(0, word.find('=')))) == name)
                refuse("setting-twice", "'" + name + "' is given twice, by -p and by --input");
    words.inputs = std::move(constant);
    words.moves_inputs = !out.empty();
    return out;
}

void add_letters(const std::vector<InputTable>& tables, System& system) {
    const auto holds = [](const Expr& e, const InputTable& table) {
        if (!e) return false;
        const std::vector<std::string> letters = table.letters();
        return std::ranges::any_of(symbols_of(e), [&](const Expr& symbol) {
            return std::ranges::find(letters, symbol.symbol().name) != letters.end();
        });
    };
    for (const InputTable& table : tables) {
        const bool is_broken = table.kind() != InputTable::Kind::cubic;
        const auto refuse_in = [&](const std::string& where, const std::string& what) {
            refuse("table-jumps",
                   "the input '" + table.input() + "' is in " + where + ", and " + what +
                       " of its table would need an impulse",
                   "read the table as a smooth curve: " + table.input() + "=@…:cubic");
        };
        const std::string jumps = table.kind() == InputTable::Kind::steps ? "the jumps" : "the kinks";
        if (is_broken && holds(system.T, table)) refuse_in("the kinetic energy", jumps);
        for (const Constraint& c : system.constraints) {
            if (!is_broken || !holds(c.residual, table)) continue;
            if (c.kind == Constraint::Kind::geometric || table.kind() == InputTable::Kind::steps)
                refuse_in("the constraint '" + c.name + "'", jumps);
        }
        table.add_letters(system);
    }
}

}  // namespace anholon::request

#include "report/trajectory.hpp"

#include <cassert>
#include <charconv>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "base/faults.hpp"
#include "base/pending_file.hpp"
#include "base/sha256.hpp"
#include "base/text.hpp"
#include "report/trajectory_sink.hpp"

namespace anholon {

namespace {

// The command as one would type it, but for characters that no line can show.
std::string command_line(const Provenance& provenance) {
    std::string out = "anholon";
    for (const std::string& word : provenance.command) {
        const bool is_plain =
            !word.empty() && word.find_first_of(" \t\n\"'\\$`*?&|;<>()[]{}#!~") == word.npos;
        out += ' ';
        if (is_plain) {
            out += word;
            continue;
        }
        out += '\'';
        for (const char c : word) out += c == '\'' ? "'\\''" : std::string(1, c);
        out += '\'';
    }
    return printable(out);
}

Attribute number(std::string name, double value) {
    if (std::isfinite(value)) return {std::move(name), value};
    return {std::move(name), "not finite"};
}

std::unique_ptr<TrajectorySink> sink(std::string_view ending, PendingFile& file,
                                     const TrajectoryHeader& header) {
    if (ending == ".nc") return netcdf_sink(file, header);
    return ending == ".csv" ? csv_sink(file, header) : json_sink(file, header);
}

// A stream without an ending is CSV.
std::string_view format_of(const std::string& path) {
    const bool has_ending = path.find('.', path.rfind('/') + 1) != path.npos;
    if (!has_ending && is_stream(path)) return ".csv";
    return file_ending(path, {".nc", ".csv", ".json"});
}

// Checks and gathers the rows for a sink.
class FileWriter final : public TrajectoryWriter {
  public:
    FileWriter(const std::string& path, TrajectoryHeader header)
        : header_(std::move(header)), ending_(format_of(path)), file_(path) {
        assert(!header_.columns.empty());
        sink_ = sink(ending_, file_, header_);
        block_.reserve(header_.columns.size() * rows_in_block);
    }

    void append(std::span<const double> row) override {
        assert(row.size() == header_.columns.size());
        for (std::size_t i = 0; i < row.size(); ++i)
            if (!std::isfinite(row[i])) refuse(row, i);
        block_.insert(block_.end(), row.begin(), row.end());
        if (block_.size() == header_.columns.size() * rows_in_block) flush();
    }

    void finish(const TrajectoryEnd& end) override {
        flush();
        write([&] { sink_->finish(end); });
        file_.commit();
        sink_.reset();
    }

  private:
    [[noreturn]] void refuse(std::span<const double> row, std::size_t i) const {
        std::string t;
        append_number(t, row[0]);
        throw NotFinite("'" + header_.columns[i].name + "' is not finite" +
                        (i == 0 ? "" : " at " + header_.columns[0].name + " = " + t));
    }

    void flush() {
        if (!block_.empty()) write([&] { sink_->append(block_); });
        block_.clear();
    }

    // A file that missed a block is never finished.
    template <class F>
    void write(F&& what) {
        if (sink_ == nullptr) throw std::runtime_error("'" + file_.path() + "' can no longer be written");
        try {
            what();
        } catch (...) {
            sink_.reset();
            throw;
        }
    }

    TrajectoryHeader header_;
    std::string_view ending_;
    PendingFile file_;
    std::unique_ptr<TrajectorySink> sink_;
    std::vector<double> block_;
};

}  // namespace

std::vector<Attribute> attributes(const TrajectoryHeader& header) {
    std::vector<Attribute> out{{"title", printable(header.title)},
                               {"source", "anholon " + header.provenance.version},
                               {"history", command_line(header.provenance)},
                               {"form", header.form},
                               {"method", header.method},
                               number("tolerance", header.tolerance)};
    for (const ParameterValue& p : header.parameters) {
        out.push_back(number("parameter_" + p.name, p.value));
        if (!p.unit.empty()) out.push_back({"parameter_" + p.name + "_units", p.unit});
    }
    out.push_back({"model_sha256", sha256(header.model_text)});
    out.push_back({"model", header.model_text});
    return out;
}

std::vector<Attribute> attributes(const TrajectoryEnd& end) {
    std::vector<Attribute> out{{"complete", end.stopped.empty() ? "yes" : "no"}};
    if (!end.stopped.empty()) out.push_back({"stopped", printable(end.stopped)});
    for (const auto& [name, value] : end.drift) out.push_back(number("drift_" + name, value));
    return out;
}

void append_number(std::string& out, double value) {
    char digits[32];
    const std::string_view text(digits, std::to_chars(digits, digits + sizeof digits, value).ptr - digits);
    out += text;
    if (std::isfinite(value) && text.find_first_of(".e") == text.npos)
        out += ".0";  // "-0" alone would lose its sign
}

std::unique_ptr<TrajectoryWriter> open_trajectory(const std::string& path, TrajectoryHeader header) {
    return std::make_unique<FileWriter>(path, std::move(header));
}

}  // namespace anholon

#include "base/pending_file.hpp"
#include "report/trajectory_sink.hpp"

namespace anholon {

namespace {

// RFC 4180; a name that begins with # would be read as a comment.
std::string quoted(const std::string& field) {
    if (field.find_first_of(",\"#\r\n") == field.npos) return field;
    std::string out = "\"";
    for (const char c : field) out += c == '"' ? "\"\"" : std::string(1, c);
    return out + '"';
}

// "# name: text", one line for each line of the text.
void comment(std::string& out, const std::string& name, std::string_view text) {
    while (true) {
        const std::size_t end = text.find('\n');
        out.append("# ").append(name).append(": ").append(text.substr(0, end)).append("\n");
        if (end == text.npos || end + 1 == text.size()) return;
        text.remove_prefix(end + 1);
    }
}

void comment(std::string& out, const Attribute& attribute) {
    if (const auto* text = std::get_if<std::string>(&attribute.value)) {
        comment(out, attribute.name, *text);
    } else {
        std::string digits;
        append_number(digits, std::get<double>(attribute.value));
        comment(out, attribute.name, digits);
    }
}

class CsvSink final : public TrajectorySink {
  public:
    CsvSink(PendingFile& file, const TrajectoryHeader& header) : file_(file), width_(header.columns.size()) {
        std::string units, names;
        for (const Attribute& attribute : attributes(header)) comment(text_, attribute);
        for (const Column& column : header.columns) {
            if (!column.description.empty()) comment(text_, "column " + column.name, column.description);
            const char* separator = names.empty() ? "" : ",";
            units += separator + quoted(column.unit);
            names += separator + quoted(column.name);
        }
        comment(text_, "units", units);
        text_ += names + "\n";
        write();
    }

    void append(std::span<const double> rows) override {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            append_number(text_, rows[i]);
            text_ += (i + 1) % width_ == 0 ? '\n' : ',';
        }
        write();
    }

    void finish(const TrajectoryEnd& end) override {
        for (const Attribute& attribute : attributes(end)) comment(text_, attribute);
        write();
    }

  private:
    void write() {
        file_.write(text_);
        text_.clear();
    }

    PendingFile& file_;
    std::size_t width_;
    std::string text_;
};

}  // namespace

std::unique_ptr<TrajectorySink> csv_sink(PendingFile& file, const TrajectoryHeader& header) {
    return std::make_unique<CsvSink>(file, header);
}

}  // namespace anholon

#include "input.hpp"

#include <istream>

#include "base/pending_file.hpp"
#include "expr/print.hpp"
#include "options.hpp"

namespace anholon::cli {

Source read_source(const std::string& argument, Session& session) {
    if (argument != "-") return {"expression", argument};
    std::string text, block(1 << 16, '\0');
    while (session.in.read(block.data(), static_cast<std::streamsize>(block.size())) ||
           session.in.gcount() > 0) {
        text.append(block.data(), static_cast<std::size_t>(session.in.gcount()));
        if (text.size() > max_input) throw InputTooLarge("standard input holds more than 8 MiB");
    }
    if (session.in.bad()) throw std::runtime_error("standard input cannot be read");
    return {"<stdin>", std::move(text)};
}

void declare_format(Options& options, Format& format) {
    options.add("--as", format.as, "FORMAT: text, latex or json (default: text)")
        .one_of({"text", "latex", "json"});
}

Outcome show(Expr e, const Format& format, Session& session, Json::Object more) {
    if (format.as == "json") session.json = true;
    Outcome out;
    if (session.json) {
        Json::Object result{{"text", text(e)}, {"latex", latex(e)}};
        for (auto& member : more) result.push_back(std::move(member));
        out.result = Json::object(std::move(result));
    } else {
        out.text = format.as == "latex" ? latex(e) : text(e);
    }
    return out;
}

void write_file(const std::string& path, const std::string& text) {
    PendingFile file(path);
    file.write(text);
    file.commit();
}

}  // namespace anholon::cli

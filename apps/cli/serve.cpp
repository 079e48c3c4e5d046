#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <iostream>

#include "base/pending_file.hpp"
#include "command.hpp"
#include "model/gallery.hpp"
#include "model_input.hpp"
#include "options.hpp"
#include "report/player.hpp"
#include "serve/asks.hpp"
#include "serve/server.hpp"

namespace anholon::cli {

namespace {

// As part of an address.
std::string percent_encoded(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' || c == '.') {
            out += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        out += '%';
        out += "0123456789ABCDEF"[byte >> 4];
        out += "0123456789ABCDEF"[byte & 15];
    }
    return out;
}

// Asks the desktop to open an address; where there is none, nothing happens.
void open_browser(const std::string& address) {
    if (!std::getenv("DISPLAY") && !std::getenv("WAYLAND_DISPLAY")) return;
    posix_spawn_file_actions_t quiet;
    posix_spawn_file_actions_init(&quiet);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        posix_spawn_file_actions_addopen(&quiet, stream, "/dev/null", O_RDWR, 0);
    std::string program = "xdg-open", words = address;
    char* const arguments[] = {program.data(), words.data(), nullptr};
    pid_t child = 0;
    posix_spawnp(&child, "xdg-open", &quiet, nullptr, arguments, environ);
    posix_spawn_file_actions_destroy(&quiet);
}

class Serve : public Command {
  public:
    std::string_view name() const override { return "serve"; }
    std::string_view summary() const override {
        return "open the workbench in a browser: models, motions, mathematics and studies on one page";
    }
    std::string_view example() const override { return "anholon serve rattleback"; }
    bool may_run_long() const override { return false; }  // its budget is that of each request

    void declare(Options& options) override {
        options.add("M", model_, "the model that the page shows first: a file, or a model of the gallery");
        options.add("--port", port_,
                    "NUMBER: the port on 127.0.0.1, or 0 for any (default: 8747, or any if it is taken)");
        options.flag("--no-open", is_not_opened_, "only print the address; do not open a browser");
        options.add("--budget", seconds_, "SECONDS: the limit of each request of the page (default: 600)");
        options.add("--web", folder_, "FOLDER: the built page").hidden();
        options.add("--token", token_, "TOKEN: of the address").hidden();
        options.flag("--types", types_, "print the messages of the protocol as TypeScript").hidden();
    }

    Outcome run(Session& session) override {
        if (types_) return {.text = serve::typescript_of_protocol()};
        if (port_ && !(*port_ <= 65535 && *port_ == std::floor(*port_)))
            misused("port", "a port is a whole number from 0 to 65535");
        const bool is_short = token_.size() < 32 || percent_encoded(token_) != token_;
        if (!token_.empty() && is_short) misused("token", "a token has at least 32 letters and digits");
        serve::ServerOptions options{.token = token_, .seconds = seconds_};
        if (port_) options.port = static_cast<std::uint16_t>(*port_);
        serve::Server server(folder(), options);
        const std::string address = server.address() + fragment(session);
        std::cout << (session.json ? to_string(Json::object({{"address", address}})) : address) << std::endl;
        if (!is_not_opened_) open_browser(address);
        if (!server.run()) {  // a computation does not look whether it should stop
            remove_pending_files();
            std::_Exit(0);
        }
        return {};
    }

  private:
    std::filesystem::path folder() const {
        if (!folder_.empty()) return folder_;
        if (const auto found = web_folder("index.html")) return *found;
        throw Refusal(Refusal::Of::system, "page-missing", "the page of the workbench is not built",
                      "./anholon serve builds it, and so does tools/web; ANHOLON_WEB names another folder");
    }

    // A model of the gallery by its name, another by its text.
    std::string fragment(Session& session) const {
        if (model_.empty()) return "";
        const Source source = read_model(model_, session);
        if (find_in_gallery(model_) && source.text() == find_in_gallery(model_)->text)
            return "#model=" + percent_encoded(model_);
        return "#text=" + percent_encoded(source.text());
    }

    std::string model_, folder_, token_;
    std::optional<double> port_;
    double seconds_ = 600;
    bool is_not_opened_ = false, types_ = false;
};

}  // namespace

std::unique_ptr<Command> make_serve() { return std::make_unique<Serve>(); }

}  // namespace anholon::cli

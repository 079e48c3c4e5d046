#include "base/pending_file.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <filesystem>
#include <stdexcept>
#include <system_error>

namespace anholon {

namespace {

namespace fs = std::filesystem;

// The names of the pending files, where a signal handler may read them. One that finds no place is not removed by signals.
std::array<std::atomic<const char*>, 64> pending;
static_assert(std::atomic<const char*>::is_always_lock_free);

void remember(const char* name) {
    for (auto& place : pending) {
        const char* none = nullptr;
        if (place.compare_exchange_strong(none, name)) return;
    }
}

void forget(const char* name) {
    for (auto& place : pending) {
        const char* expected = name;
        if (place.compare_exchange_strong(expected, nullptr)) return;
    }
}

void remove_and_die(int signal_number) {
    for (const auto& place : pending)
        if (const char* name = place.load()) unlink(name);
    raise(signal_number);  // SA_RESETHAND: the default action, as soon as the handler returns
}

[[noreturn]] void cannot_write(const std::string& path, int error) {
    throw std::runtime_error("'" + path + "' cannot be written: " + std::generic_category().message(error));
}

// A name in a directory lasts when the directory is on the disk too; not every file system can be asked for it.
void synchronize_directory(const fs::path& file) {
    const int directory = open(file.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0) return;
    fsync(directory);
    close(directory);
}

}  // namespace

PendingFile::PendingFile(const std::string& path) : path_(path) {
    std::error_code failed;
    const fs::path target = fs::weakly_canonical(fs::absolute(path, failed), failed);
    if (failed) cannot_write(path, failed.value());
    if (fs::is_directory(target, failed)) cannot_write(path, EISDIR);
    target_ = target.string();
    create();
    remember(temporary_.c_str());
}

void PendingFile::create() {
    const std::string stem = target_ + ".new" + std::to_string(getpid());
    for (int n = 0;; ++n) {
        temporary_ = n == 0 ? stem : stem + "-" + std::to_string(n);
        descriptor_ = open(temporary_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor_ >= 0) return;
        if (errno != EEXIST) cannot_write(path_, errno);
    }
}

PendingFile::~PendingFile() { discard(); }

void PendingFile::discard() {
    if (descriptor_ < 0) return;
    unlink(temporary_.c_str());
    forget(temporary_.c_str());
    close(descriptor_);
    descriptor_ = -1;
}

void PendingFile::write(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR) cannot_write(path_, errno);
        if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

void PendingFile::commit() {
    struct stat old;
    if (stat(target_.c_str(), &old) == 0) fchmod(descriptor_, old.st_mode & 07777);
    if (fsync(descriptor_) != 0) cannot_write(path_, errno);
    if (rename(temporary_.c_str(), target_.c_str()) != 0) cannot_write(path_, errno);
    forget(temporary_.c_str());
    close(descriptor_);
    descriptor_ = -1;
    synchronize_directory(target_);
}

void remove_pending_files_when_killed() {
    struct sigaction action = {};
    action.sa_handler = remove_and_die;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    for (const int signal_number : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction present;
        // What is ignored, as under nohup, stays ignored.
        if (sigaction(signal_number, nullptr, &present) == 0 && present.sa_handler == SIG_IGN) continue;
        sigaction(signal_number, &action, nullptr);
    }
}

}  // namespace anholon

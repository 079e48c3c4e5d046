#include "base/pending_file.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
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
    remove_pending_files();
    raise(signal_number);  // SA_RESETHAND: the default action, as soon as the handler returns
}

// The error that stopped it, 0 if none did.
int write_all(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR) return errno;
        if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return 0;
}

[[noreturn]] void cannot_write(const std::string& path, int error) {
    throw std::runtime_error("'" + path + "' cannot be written: " + std::generic_category().message(error));
}

// The number of an open file of this process that the path names, as /dev/stdout does; -1 if it names none.
int open_file(const std::string& path) {
    if (path == "-" || path == "/dev/stdout") return STDOUT_FILENO;
    if (path == "/dev/stderr") return STDERR_FILENO;
    for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
        if (!path.starts_with(folder)) continue;
        const std::string_view digits = std::string_view(path).substr(folder.size());
        int number = -1;
        const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        if (read.ec == std::errc() && read.ptr == digits.data() + digits.size()) return number;
    }
    return -1;
}

// A name in a directory lasts when the directory is on the disk too; not every file system can be asked for it.
void synchronize_directory(const fs::path& file) {
    const int directory = open(file.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0) return;
    fsync(directory);
    close(directory);
}

}  // namespace

PendingFile::PendingFile(const std::string& path) : path_(path), is_in_place_(is_stream(path)) {
    std::error_code failed;
    if (is_in_place_) {
        const int open = open_file(path);
        if (open < 0 && access(path.c_str(), W_OK) != 0) cannot_write(path, errno);
        if (open >= 0 && fcntl(open, F_GETFL) < 0) cannot_write(path, errno);
        target_ = path;
    } else {
        const fs::path target = fs::weakly_canonical(fs::absolute(path, failed), failed);
        if (failed) cannot_write(path, failed.value());
        if (fs::is_directory(target, failed)) cannot_write(path, EISDIR);
        target_ = target.string();
    }
    create();
    remember(temporary_.c_str());
}

void PendingFile::create() {
    std::error_code failed;
    const std::string beside =
        is_in_place_ ? (fs::temp_directory_path(failed) / "anholon").string() : target_;
    if (failed) cannot_write(path_, failed.value());
    const std::string stem = beside + ".new" + std::to_string(getpid());
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
    if (const int error = write_all(descriptor_, bytes)) cannot_write(path_, error);
}

// Gives the new file the owner and the mode of the one that stands there. Not everybody may do that.
bool PendingFile::keeps_owner() const {
    struct stat old, present;
    if (stat(target_.c_str(), &old) != 0 || fstat(descriptor_, &present) != 0) return true;
    const bool is_same = old.st_uid == present.st_uid && old.st_gid == present.st_gid;
    if (!is_same && fchown(descriptor_, old.st_uid, old.st_gid) != 0) return false;
    return fchmod(descriptor_, old.st_mode & 07777) == 0;
}

void PendingFile::replace() {
    if (fsync(descriptor_) != 0) cannot_write(path_, errno);
    if (rename(temporary_.c_str(), target_.c_str()) != 0) cannot_write(path_, errno);
    forget(temporary_.c_str());
    close(descriptor_);
    descriptor_ = -1;
    synchronize_directory(target_);
}

void PendingFile::copy_into_target() {
    const int open_already = is_in_place_ ? open_file(target_) : -1;
    const int to = open_already >= 0 ? fcntl(open_already, F_DUPFD_CLOEXEC, 0)
                                     : open(target_.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
    if (to < 0) cannot_write(path_, errno);
    int error = lseek(descriptor_, 0, SEEK_SET) < 0 ? errno : 0;
    std::array<char, 1 << 16> block;
    for (ssize_t size = 1; error == 0 && size > 0;) {
        size = read(descriptor_, block.data(), block.size());
        if (size < 0 && errno != EINTR) error = errno;
        if (size > 0) error = write_all(to, {block.data(), static_cast<std::size_t>(size)});
        if (size < 0 && error == 0) size = 1;  // interrupted: again
    }
    if (close(to) != 0 && error == 0) error = errno;
    if (error != 0) cannot_write(path_, error);
    discard();
}

// Where the owner cannot be kept by a new file, the old one takes the bytes.
void PendingFile::commit() {
    if (!is_in_place_ && keeps_owner())
        replace();
    else
        copy_into_target();
}

bool is_stream(const std::string& path) {
    struct stat there;
    return open_file(path) >= 0 ||
           (stat(path.c_str(), &there) == 0 && !S_ISREG(there.st_mode) && !S_ISDIR(there.st_mode));
}

bool is_standard_output(const std::string& path) { return open_file(path) == STDOUT_FILENO; }

void remove_pending_files() {
    for (const auto& place : pending)
        if (const char* name = place.load()) unlink(name);
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

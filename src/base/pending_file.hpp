#pragma once

#include <string>
#include <string_view>

namespace anholon {

// A file that stands under a name of its own, beside the one it is meant for, until it is whole: a failure leaves neither half of
// it nor anything else, and what stood there before stays until commit(), which keeps its owner and its mode. What is no regular
// file (a device, a pipe, /dev/stdout) is never replaced: the bytes are kept in a temporary folder and copied into it by commit().
// All of it throws std::runtime_error with the path and the reason.
class PendingFile {
  public:
    explicit PendingFile(const std::string& path);
    ~PendingFile();
    PendingFile(const PendingFile&) = delete;
    PendingFile& operator=(const PendingFile&) = delete;

    const std::string& path() const { return path_; }            // as it was asked for
    const std::string& temporary() const { return temporary_; }  // for libraries that open files themselves
    void write(std::string_view bytes);                          // unbuffered
    void commit();                                               // on the disk, then under its name

  private:
    void create();
    void discard();
    bool keeps_owner() const;
    void replace();
    void copy_into_target();

    std::string path_, target_, temporary_;  // target_: path_ through links
    bool is_in_place_ = false;               // into what stands there
    int descriptor_ = -1;
};

// Is this a device, a pipe, or an open file such as /dev/stdout, so that bytes stream into it?
bool is_stream(const std::string& path);
// Is it the standard output of this process?
bool is_standard_output(const std::string& path);

// Of the whole process, before it ends without destructors.
void remove_pending_files();

// From now on SIGINT, SIGTERM and SIGHUP remove what is pending before they end the program as they would have done.
void remove_pending_files_when_killed();

}  // namespace anholon

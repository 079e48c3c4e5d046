#pragma once

#include <sys/types.h>
#include <string>
#include <vector>

namespace anholon::bench {

// What a child process does after fork: it becomes another program, or ends with 127.
[[noreturn]] void become(const std::vector<std::string>& command);

// A peer's program that is started once and then answers line by line, so that its work can alternate with ours.
class Coprocess {
  public:
    explicit Coprocess(const std::vector<std::string>& command);
    ~Coprocess();  // waits until the program has ended
    Coprocess(const Coprocess&) = delete;
    Coprocess& operator=(const Coprocess&) = delete;

    void tell(const std::string& line);
    std::string answer();  // its next line; throws where the program has ended

  private:
    pid_t child_;
    int to_, from_;
    std::string rest_;  // read, but behind the line that was asked for
};

}  // namespace anholon::bench

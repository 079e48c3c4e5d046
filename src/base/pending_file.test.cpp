#include "base/pending_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <sstream>

#include "base/child_process.test.hpp"
#include "base/temporary_folder.test.hpp"

namespace anholon {
namespace {

using Names = std::vector<std::string>;
namespace fs = std::filesystem;

std::string contents(const std::string& path) {
    std::ostringstream out;
    out << std::ifstream(path, std::ios::binary).rdbuf();
    return out.str();
}

void write(const std::string& path, std::string_view text) {
    PendingFile file(path);
    file.write(text);
    file.commit();
}

std::string fault(const std::string& path) {
    try {
        write(path, "x");
        return "";
    } catch (const std::runtime_error& e) {
        return e.what();
    }
}

TEST(PendingFile, TakesItsNameWhenItIsWhole) {
    const TemporaryFolder folder;
    const std::string path = folder / "a.txt";
    write(path, "old");
    PendingFile file(path);
    file.write("ne");
    file.write("w");
    EXPECT_EQ(contents(path), "old");
    file.commit();
    EXPECT_EQ(contents(path), "new");
    EXPECT_EQ(folder.names(), Names{"a.txt"});
}

TEST(PendingFile, IsGoneWithoutCommit) {
    const TemporaryFolder folder;
    {
        PendingFile one(folder / "a.txt"), other(folder / "a.txt");
        EXPECT_NE(one.temporary(), other.temporary());
        EXPECT_EQ(folder.names().size(), 2);
    }
    EXPECT_EQ(folder.names(), Names{});
}

TEST(PendingFile, KeepsPermissionsAndLinks) {
    const TemporaryFolder folder;
    write(folder / "a.txt", "old");
    chmod((folder / "a.txt").c_str(), 0640);
    fs::create_symlink("a.txt", folder / "link.txt");
    write(folder / "link.txt", "new");
    EXPECT_EQ(contents(folder / "a.txt"), "new");
    EXPECT_TRUE(fs::is_symlink(folder / "link.txt"));
    EXPECT_EQ(fs::status(folder / "a.txt").permissions(), fs::perms{0640});
}

TEST(PendingFile, SaysWhyItCannotBeWritten) {
    const TemporaryFolder folder;
    write(folder / "file", "");
    const auto sentence = [](const std::string& path, const std::string& why) {
        return "'" + path + "' cannot be written: " + why;
    };
    EXPECT_EQ(fault(folder / "none/a.txt"), sentence(folder / "none/a.txt", "No such file or directory"));
    EXPECT_EQ(fault(folder / "file/a.txt"), sentence(folder / "file/a.txt", "Not a directory"));
    EXPECT_EQ(fault(folder.path()), sentence(folder.path(), "Is a directory"));
    const std::string long_name = folder / std::string(300, 'x');
    EXPECT_EQ(fault(long_name), sentence(long_name, "File name too long"));
    EXPECT_EQ(folder.names(), Names{"file"});
}

TEST(PendingFile, ForbiddenFolder) {
    const TemporaryFolder folder;
    chmod(folder.path().c_str(), 0555);
    EXPECT_EQ(end_of_child([&] {
                  if (geteuid() == 0 && setuid(65534) != 0) return 2;  // root may write everywhere
                  return fault(folder / "a.txt").ends_with("cannot be written: Permission denied") ? 0 : 1;
              }),
              0);
    chmod(folder.path().c_str(), 0755);
}

TEST(PendingFile, FullDisk) {
    const TemporaryFolder folder;
    write(folder / "a.txt", "old");
    EXPECT_EQ(end_of_child([&] {
                  limit_files(10000);
                  try {
                      write(folder / "a.txt", std::string(20000, 'x'));
                  } catch (const std::runtime_error& e) {
                      return std::string(e.what()).ends_with("cannot be written: File too large") ? 0 : 1;
                  }
                  return 2;
              }),
              0);
    EXPECT_EQ(folder.names(), Names{"a.txt"});
    EXPECT_EQ(contents(folder / "a.txt"), "old");
}

TEST(PendingFile, IsRemovedWhenKilled) {
    const TemporaryFolder folder;
    for (const int signal_number : {SIGINT, SIGTERM, SIGHUP}) {
        EXPECT_EQ(end_of_child([&] {
                      signal(signal_number, SIG_DFL);
                      remove_pending_files_when_killed();
                      PendingFile done(folder / "done.txt"), left(folder / "left.txt");
                      done.commit();
                      raise(signal_number);
                      return 1;
                  }),
                  -signal_number);
        EXPECT_EQ(folder.names(), Names{"done.txt"});
    }
}

TEST(PendingFile, IgnoredSignalsStayIgnored) {
    EXPECT_EQ(end_of_child([] {
                  signal(SIGHUP, SIG_IGN);
                  remove_pending_files_when_killed();
                  raise(SIGHUP);
                  return 7;
              }),
              7);
}

}  // namespace
}  // namespace anholon

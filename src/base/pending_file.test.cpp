#include "base/pending_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <fstream>
#include <sstream>
#include <thread>

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

// As root one may give a file away; as anybody else the old file takes the bytes.
TEST(PendingFile, KeepsTheOwner) {
    const TemporaryFolder folder;
    chmod(folder.path().c_str(), 0777);
    for (const bool as_root : {true, false}) {
        write(folder / "a.txt", "old");
        chmod((folder / "a.txt").c_str(), 0666);
        if (geteuid() == 0) ASSERT_EQ(chown((folder / "a.txt").c_str(), 12345, 54321), 0);
        struct stat before, after;
        ASSERT_EQ(stat((folder / "a.txt").c_str(), &before), 0);
        EXPECT_EQ(end_of_child([&] {
                      if (!as_root && geteuid() == 0 && setuid(65534) != 0) return 2;
                      write(folder / "a.txt", "new");
                      return 0;
                  }),
                  0);
        ASSERT_EQ(stat((folder / "a.txt").c_str(), &after), 0);
        EXPECT_EQ(contents(folder / "a.txt"), "new");
        EXPECT_EQ(std::pair(before.st_uid, before.st_gid), std::pair(after.st_uid, after.st_gid));
        EXPECT_EQ(before.st_mode, after.st_mode);
        EXPECT_EQ(folder.names(), Names{"a.txt"});
    }
}

TEST(PendingFile, StreamsIntoPipesAndDevices) {
    const TemporaryFolder folder;
    const std::string fifo = folder / "fifo";
    ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
    std::string read;
    std::thread reader([&] { read = contents(fifo); });
    write(fifo, "through the pipe");
    reader.join();
    EXPECT_EQ(read, "through the pipe");
    EXPECT_TRUE(fs::is_fifo(fifo));
    write("/dev/null", "x");
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
    if (geteuid() == 0) {  // a device of one's own, so that no mistake hurts the machine
        const std::string device = folder / "null";
        if (mknod(device.c_str(), S_IFCHR | 0666, makedev(1, 3)) == 0) {
            write(device, "x");
            EXPECT_TRUE(fs::is_character_file(device));
        }
    }
    EXPECT_TRUE(is_stream("/dev/null"));
    EXPECT_FALSE(is_stream(folder / "a.csv"));
    EXPECT_FALSE(is_stream(folder.path()));
}

// Behind what is there already, as the shell's >> asks; the file that stdout is stays the same file.
TEST(PendingFile, WritesToOpenFiles) {
    const TemporaryFolder folder;
    std::ofstream(folder / "out") << "before, ";
    EXPECT_EQ(end_of_child([&] {
                  const int out = open((folder / "out").c_str(), O_WRONLY | O_APPEND);
                  if (dup2(out, STDOUT_FILENO) < 0) return 2;
                  write("/dev/stdout", "one, ");
                  write("/dev/fd/" + std::to_string(out), "two, ");
                  write("-", "three");
                  return is_standard_output("/proc/self/fd/1") ? 0 : 3;
              }),
              0);
    EXPECT_EQ(contents(folder / "out"), "before, one, two, three");
    EXPECT_EQ(fault("/dev/fd/987"), "'/dev/fd/987' cannot be written: Bad file descriptor");
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

#include "base/zip.hpp"

#include <gtest/gtest.h>

#include "base/program_output.hpp"
#include "base/temporary_folder.test.hpp"

#include <fstream>

namespace anholon {

TEST(Zip, ChecksumOfThePublishedText) { EXPECT_EQ(crc32("123456789"), 0xCBF43926u); }

TEST(Zip, AnotherReaderFindsTheFiles) {
    std::string all_bytes;
    for (int k = 0; k < 1000; ++k) all_bytes += static_cast<char>(k * 7);
    const std::string archive =
        zip({{"a.txt", "hello\n"}, {"folder/empty", ""}, {"folder/θ.bin", all_bytes}});
    const TemporaryFolder folder;
    std::ofstream(folder / "x.zip", std::ios::binary) << archive;
    const auto python = program_output(
        {"python3", "-c",
         "import sys, zipfile\n"
         "z = zipfile.ZipFile(sys.argv[1])\n"
         "assert z.testzip() is None\n"
         "print([(i.filename, i.file_size, i.date_time, i.external_attr >> 16) for i in z.infolist()])\n"
         "print(z.read('a.txt'), z.read('folder/θ.bin') == bytes(k * 7 % 256 for k in range(1000)))\n",
         folder / "x.zip"});
    ASSERT_TRUE(python);
    EXPECT_EQ(python->err, "");
    EXPECT_EQ(
        python->out,
        "[('a.txt', 6, (1980, 1, 1, 0, 0, 0), 33188), ('folder/empty', 0, (1980, 1, 1, 0, 0, 0), 33188), "
        "('folder/θ.bin', 1000, (1980, 1, 1, 0, 0, 0), 33188)]\nb'hello\\n' True\n");
}

TEST(Zip, SameFilesSameBytes) { EXPECT_EQ(zip({{"a", "b"}}), zip({{"a", "b"}})); }

}  // namespace anholon

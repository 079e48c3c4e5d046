#include "report/trajectory.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "base/child_process.test.hpp"
#include "base/faults.hpp"
#include "base/pending_file.hpp"
#include "base/temporary_folder.test.hpp"

namespace anholon {
namespace {

using Names = std::vector<std::string>;
using Rows = std::vector<std::vector<double>>;
using nlohmann::json;

TrajectoryHeader header() {
    return {.title = "Chaplygin's sleigh",
            .model_text = "model ChaplyginSleigh {\n  param m = 1 [kg]\n}\n",
            .form = "hamel",
            .method = "taylor",
            .tolerance = 1e-14,
            .parameters = {{"m", 1.5, "kg"}, {"θ", 0.1}},
            .provenance = {"1.2.3", {"simulate", "a b.anh", "-p", "m=1.5"}},
            .columns = {{"t", "s", "time"}, {"x'", "m/s"}, {"m*v/2, sum", "", "a name in need of care"}}};
}

// Numbers of all sizes and signs, more of them than one block holds.
Rows difficult_rows() {
    using Limits = std::numeric_limits<double>;
    Rows rows{{0, -0.0, 0.1},
              {1, 1.0 / 3, -1e300},
              {1e22, Limits::denorm_min(), Limits::max()},
              {123456789, Limits::lowest(), Limits::min()},
              {2, 9.969209968386869e+36, Limits::epsilon()}};  // NetCDF's value for what is missing
    std::mt19937_64 random(1);
    while (rows.size() < 10000) {
        std::vector<double>& row = rows.emplace_back();
        while (row.size() < 3)
            if (const double x = std::bit_cast<double>(random()); std::isfinite(x)) row.push_back(x);
    }
    return rows;
}

void write(const std::string& path, const Rows& rows, const TrajectoryEnd& end = {}) {
    const auto writer = open_trajectory(path, header());
    for (const auto& row : rows) writer->append(row);
    writer->finish(end);
}

std::string contents(const std::string& path) {
    std::ostringstream out;
    out << std::ifstream(path, std::ios::binary).rdbuf();
    return out.str();
}

json read_netcdf(const std::string& path) {
    const std::string command =
        std::string(ANHOLON_PYTHON3) + " " + ANHOLON_SOURCE_DIR + "/tests/read_netcdf.py " + path;
    FILE* pipe = popen(command.c_str(), "r");
    std::string out, block(1 << 16, '\0');
    while (const std::size_t n = fread(block.data(), 1, block.size(), pipe)) out.append(block, 0, n);
    EXPECT_EQ(pclose(pipe), 0);
    return json::parse(out);
}

void expect_same_bits(double a, double b) {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(a), std::bit_cast<std::uint64_t>(b)) << a << " and " << b;
}

template <class F>
std::string fault(F&& action) {
    try {
        action();
        return "";
    } catch (const std::runtime_error& e) {
        return e.what();
    }
}

class EveryFormat : public testing::TestWithParam<const char*> {
  protected:
    std::string path() const { return folder / (std::string("run") + GetParam()); }
    const TemporaryFolder folder;
};

TEST(TrajectoryCsv, Layout) {
    const TemporaryFolder folder;
    write(folder / "run.csv", {{0, 1, -0.0}, {0.5, 1e-7, 3}},
          {.stopped = "W is singular", .drift = {{"energy", 1e-15}}});
    EXPECT_EQ(contents(folder / "run.csv"), R"(# title: Chaplygin's sleigh
# source: anholon 1.2.3
# history: anholon simulate 'a b.anh' -p m=1.5
# form: hamel
# method: taylor
# tolerance: 1e-14
# parameter_m: 1.5
# parameter_m_units: kg
# parameter_θ: 0.1
# model_sha256: 9f73869f81d6aad327b35d0a52a8b7957cbe5bdc165be036791a59ad563b5e11
# model: model ChaplyginSleigh {
# model:   param m = 1 [kg]
# model: }
# column t: time
# column m*v/2, sum: a name in need of care
# units: s,m/s,
t,x',"m*v/2, sum"
0.0,1.0,-0.0
0.5,1e-07,3.0
# complete: no
# stopped: W is singular
# drift_energy: 1e-15
)");
}

TEST(TrajectoryCsv, NumbersAreReadBackToTheBit) {
    const TemporaryFolder folder;
    const Rows rows = difficult_rows();
    write(folder / "run.csv", rows);
    std::ifstream in(folder / "run.csv");
    std::size_t i = 0;
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with('#') || line.starts_with("t,")) continue;
        ASSERT_LT(i, rows.size());
        const char* at = line.c_str();
        for (const double expected : rows[i]) {
            char* end = nullptr;
            expect_same_bits(std::strtod(at, &end), expected);
            at = end + 1;
        }
        ++i;
    }
    EXPECT_EQ(i, rows.size());
}

TEST(TrajectoryJson, IsOneObject) {
    const TemporaryFolder folder;
    const Rows rows = difficult_rows();
    write(folder / "run.json", rows,
          {.stopped = "interrupted \"here\"", .drift = {{"energy", 1e-15}, {"F", NAN}}});
    const json read = json::parse(contents(folder / "run.json"));
    EXPECT_EQ(read["schema"], "anholon.trajectory/1");
    EXPECT_EQ(read["title"], "Chaplygin's sleigh");
    EXPECT_EQ(read["parameters"]["m"], json::parse(R"({"value": 1.5, "unit": "kg"})"));
    EXPECT_EQ(read["model"]["text"], header().model_text);
    EXPECT_EQ(read["provenance"]["command"],
              json::parse(R"(["anholon", "simulate", "a b.anh", "-p", "m=1.5"])"));
    EXPECT_EQ(read["columns"][1], json::parse(R"({"name": "x'", "unit": "m/s", "description": ""})"));
    EXPECT_EQ(read["complete"], false);
    EXPECT_EQ(read["stopped"], "interrupted \"here\"");
    EXPECT_EQ(read["drift"], json::parse(R"({"energy": 1e-15, "F": null})"));
    ASSERT_EQ(read["rows"].size(), rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t k = 0; k < 3; ++k) expect_same_bits(read["rows"][i][k].get<double>(), rows[i][k]);
}

TEST(TrajectoryJson, WithoutRows) {
    const TemporaryFolder folder;
    write(folder / "run.json", {});
    const json read = json::parse(contents(folder / "run.json"));
    EXPECT_EQ(read["rows"], json::array());
    EXPECT_EQ(read["complete"], true);
    EXPECT_EQ(read["stopped"], nullptr);
}

TEST(TrajectoryNetcdf, ReadByPython) {
    const TemporaryFolder folder;
    const Rows rows = difficult_rows();
    write(folder / "run.nc", rows, {.drift = {{"energy", 1e-15}, {"a/b", 0}, {"F", NAN}}});
    const json read = read_netcdf(folder / "run.nc");
    EXPECT_EQ(read["dimension"], "t");
    EXPECT_EQ(read["unlimited"], true);
    EXPECT_EQ(read["attributes"],
              json({{"title", "Chaplygin's sleigh"},
                    {"source", "anholon 1.2.3"},
                    {"history", "anholon simulate 'a b.anh' -p m=1.5"},
                    {"form", "hamel"},
                    {"method", "taylor"},
                    {"tolerance", 1e-14},
                    {"parameter_m", 1.5},
                    {"parameter_m_units", "kg"},
                    {"parameter_θ", 0.1},
                    {"model_sha256", "9f73869f81d6aad327b35d0a52a8b7957cbe5bdc165be036791a59ad563b5e11"},
                    {"model", header().model_text},
                    {"complete", "yes"},
                    {"drift_energy", 1e-15},
                    {"drift_a_b", 0.0},
                    {"drift_F", "not finite"}}));
    const Names names{"t", "x'", "m*v_2, sum"};
    const json& variables = read["variables"];
    EXPECT_EQ(variables.size(), 3);
    EXPECT_EQ(variables["t"]["attributes"],
              json({{"_FillValue", "nan"}, {"units", "s"}, {"long_name", "time"}}));
    EXPECT_EQ(variables["m*v_2, sum"]["attributes"]["name"], "m*v/2, sum");
    for (std::size_t k = 0; k < 3; ++k) {
        const json& v = variables[names[k]];
        EXPECT_EQ(v["masked"], false);
        EXPECT_EQ(v["deflated"], true);
        ASSERT_EQ(v["values"].size(), rows.size());
        for (std::size_t i = 0; i < rows.size(); ++i)
            expect_same_bits(v["values"][i].get<double>(), rows[i][k]);
    }
}

TEST(TrajectoryNetcdf, NamesThatNetcdfForbids) {
    const TemporaryFolder folder;
    TrajectoryHeader h = header();
    h.columns = {{"t"}, {"a/b"}, {"a_b"}, {"-x "}, {std::string(299, 'x') + "θ"}, {""}};
    const auto writer = open_trajectory(folder / "run.nc", h);
    writer->append(std::vector<double>{0, 1, 2, 3, 4, 5});
    writer->finish({.stopped = "interrupted"});
    const json read = read_netcdf(folder / "run.nc");
    EXPECT_EQ(read["attributes"]["complete"], "no");
    EXPECT_EQ(read["attributes"]["stopped"], "interrupted");
    EXPECT_EQ(read["variables"]["a_b"]["values"][0], 1);
    EXPECT_EQ(read["variables"]["a_b_2"]["values"][0], 2);
    EXPECT_EQ(read["variables"]["_-x_"]["values"][0], 3);
    EXPECT_EQ(read["variables"]["_"]["values"][0], 5);
    EXPECT_EQ(read["variables"].size(), 6);
}

TEST_P(EveryFormat, SameRowsSameBytes) {
    const Rows rows = difficult_rows();
    write(path(), rows);
    const std::string first = contents(path());
    write(path(), rows);
    EXPECT_EQ(contents(path()), first);
}

TEST_P(EveryFormat, RefusesWhatIsNotFinite) {
    const auto writer = open_trajectory(path(), header());
    writer->append(std::vector<double>{0, 1, 2});
    for (const double bad : {double{INFINITY}, -double{INFINITY}, double{NAN}}) {
        EXPECT_THROW(writer->append(std::vector<double>{bad, 1, 2}), NotFinite);
        EXPECT_EQ(fault([&] {
                      writer->append(std::vector<double>{0.25, bad, 2});
                  }),
                  "'x'' is not finite at t = 0.25");
    }
    writer->finish({.stopped = "not finite"});
    EXPECT_EQ(folder.names().size(), 1);
}

TEST_P(EveryFormat, NothingIsLeftWithoutFinish) {
    {
        const auto writer = open_trajectory(path(), header());
        for (const auto& row : difficult_rows()) writer->append(row);
        EXPECT_FALSE(std::filesystem::exists(path()));
    }
    EXPECT_EQ(folder.names(), Names{});
}

// Wherever the disk is full: at the header, in the rows, at the end. The program then ends in order.
TEST_P(EveryFormat, NothingIsLeftOnAFullDisk) {
    for (const rlim_t room : {0, 100, 3000, 20000, 100000, 230000}) {
        EXPECT_EQ(end_of_child([&] {
                      limit_files(room);
                      const std::string why = fault([&] { write(path(), difficult_rows()); });
                      return why == "'" + path() + "' cannot be written: File too large" ? 0 : 1;
                  }),
                  0)
            << room;
        EXPECT_EQ(folder.names(), Names{}) << room;
    }
}

TEST_P(EveryFormat, AfterAFailedWriteAnotherFileCanBeWritten) {
    EXPECT_EQ(end_of_child([&] {
                  limit_files(5000);
                  if (fault([&] { write(path(), difficult_rows()); }).empty()) return 1;
                  TrajectoryHeader small = header();
                  small.columns.resize(1);
                  const auto writer = open_trajectory(folder / "small.csv", small);
                  writer->append(std::vector<double>{1});
                  writer->finish({});
                  return 0;
              }),
              0);
    EXPECT_EQ(folder.names(), Names{"small.csv"});
}

TEST_P(EveryFormat, NothingIsLeftByAKill) {
    EXPECT_EQ(end_of_child([&] {
                  signal(SIGTERM, SIG_DFL);
                  remove_pending_files_when_killed();
                  const auto writer = open_trajectory(path(), header());
                  for (const auto& row : difficult_rows()) writer->append(row);
                  raise(SIGTERM);
                  return 0;
              }),
              -SIGTERM);
    EXPECT_EQ(folder.names(), Names{});
}

TEST_P(EveryFormat, NoSuchFolder) {
    const std::string path = folder / (std::string("none/run") + GetParam());
    EXPECT_EQ(fault([&] { open_trajectory(path, header()); }),
              "'" + path + "' cannot be written: No such file or directory");
}

INSTANTIATE_TEST_SUITE_P(Trajectory, EveryFormat, testing::Values(".nc", ".csv", ".json"),
                         [](const auto& info) { return std::string(info.param + 1); });

TEST(Trajectory, UnknownFormat) {
    const TemporaryFolder folder;
    EXPECT_EQ(
        fault([&] { open_trajectory(folder / "run.txt", header()); }),
        "'" + (folder / "run.txt") + "' has no known file format: its name must end with .nc, .csv or .json");
    EXPECT_THROW(open_trajectory("run", header()), UnknownFileFormat);
    EXPECT_THROW(open_trajectory(folder / ".csv", header()), UnknownFileFormat);
    EXPECT_EQ(folder.names(), Names{});
    write(folder / "RUN.CSV", {});
    EXPECT_EQ(folder.names(), Names{"RUN.CSV"});
}

}  // namespace
}  // namespace anholon

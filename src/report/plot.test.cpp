#include "report/plot.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "base/child_process.test.hpp"
#include "base/faults.hpp"
#include "base/temporary_folder.test.hpp"
#include "report/canvas.hpp"

namespace anholon {
namespace {

// Remembers what is drawn; a character is half as wide as it is high.
struct Record final : Canvas {
    struct Line {
        std::vector<CanvasPoint> points;
        Pen pen;
    };
    struct Text {
        CanvasPoint at;
        std::string text;
    };
    std::vector<Line> lines;
    std::vector<Text> texts;

    double text_width(const std::string& text, double size) override {
        return size / 2 * static_cast<double>(text.size());
    }
    void text(CanvasPoint at, const std::string& text, const TextStyle&) override {
        texts.push_back({at, text});
    }
    void cells(CanvasPoint, CanvasPoint, std::size_t, std::span<const Colour>) override {}
    void line(std::span<const CanvasPoint> points, const Pen& pen) override {
        lines.push_back({{points.begin(), points.end()}, pen});
    }
    std::string finish() override { return ""; }

    const Text* find(const std::string& wanted) const {
        const auto found =
            std::find_if(texts.begin(), texts.end(), [&](const Text& t) { return t.text == wanted; });
        return found == texts.end() ? nullptr : &*found;
    }
    // The curves: what is thicker than the grid and its frame, but not the swatches of the legend.
    std::vector<Line> curves() const {
        std::vector<Line> out;
        for (const Line& line : lines)
            if (line.pen.width > 1 && line.pen.width != 2.2) out.push_back(line);
        return out;
    }
};

const std::vector<double> t{0, 2, 4, 10}, y{1, 3, -1, 3}, z{0, 0, 0, 1};

std::string contents(const std::string& path) {
    std::ostringstream out;
    out << std::ifstream(path, std::ios::binary).rdbuf();
    return out.str();
}

std::string output_of(const std::string& command) {
    FILE* pipe = popen(command.c_str(), "r");
    std::string out(4096, '\0');
    out.resize(fread(out.data(), 1, out.size(), pipe));
    EXPECT_EQ(pclose(pipe), 0) << command;
    return out;
}

TEST(Plot, CurvesPassTheirValues) {
    Record record;
    draw({.title = "A sleigh", .x_label = "t [s]", .y_label = "y [m]", .curves = {{"y", t, y}}}, record);
    ASSERT_EQ(record.curves().size(), 1);
    const auto points = record.curves()[0].points;
    ASSERT_EQ(points.size(), 4);
    // The labels of the ticks stand where the curve has their values.
    for (const char* label : {"0", "2", "4", "10"}) ASSERT_NE(record.find(label), nullptr) << label;
    EXPECT_NEAR(points[1].x, record.find("2")->at.x, 1);
    EXPECT_NEAR(points[2].x, record.find("4")->at.x, 1);
    EXPECT_NEAR(points[3].x, record.find("10")->at.x, 1);
    EXPECT_NEAR(points[1].y + 4, record.find("3.0")->at.y, 1);
    EXPECT_NEAR(points[2].y + 4, record.find("−1.0")->at.y, 1);
    EXPECT_LT(points[1].y, points[2].y) << "up is up";
    for (const char* text : {"A sleigh", "t [s]", "y [m]"}) EXPECT_NE(record.find(text), nullptr) << text;
    EXPECT_EQ(record.find("y"), nullptr) << "one curve needs no legend";
}

TEST(Plot, LegendNamesTheCurves) {
    Record record;
    draw({.title = "", .x_label = "t", .y_label = "", .curves = {{"y", t, y}, {"θ", t, z}}}, record);
    ASSERT_EQ(record.curves().size(), 2);
    EXPECT_NE(record.find("y"), nullptr);
    ASSERT_NE(record.find("θ"), nullptr);
    EXPECT_GT(record.find("θ")->at.x, record.curves()[0].points.back().x) << "beside the curves, not on them";
    EXPECT_NE(record.curves()[0].pen.colour.red, record.curves()[1].pen.colour.red);
}

TEST(Plot, ManyCurvesAndLongNames) {
    std::vector<Curve> curves(60, Curve{std::string(200, 'x'), t, y});
    Record record;
    draw({.title = std::string(500, 'T'), .x_label = "t", .y_label = "", .curves = curves}, record);
    for (const auto& text : record.texts) EXPECT_LE(text.text.size(), 120) << text.text;
    EXPECT_TRUE(std::any_of(record.texts.begin(), record.texts.end(),
                            [](const auto& text) { return text.text.ends_with(" more"); }));
    EXPECT_EQ(record.curves()[0].pen.dash, 0);
    EXPECT_GT(record.curves()[7].pen.dash, 0) << "the colours come again";
}

TEST(Plot, PathsInAPlaneKeepTheirShape) {
    std::vector<double> circle_x, circle_y;
    for (int i = 0; i <= 100; ++i) {
        circle_x.push_back(3 * std::cos(i * 0.0628318));
        circle_y.push_back(3 * std::sin(i * 0.0628318));
    }
    Record record;
    draw({.title = "",
          .x_label = "x",
          .y_label = "y",
          .curves = {{"", circle_x, circle_y}},
          .scale = Plot::Scale::equal},
         record);
    const auto points = record.curves()[0].points;
    const auto [left, right] = std::minmax_element(points.begin(), points.end(),
                                                   [](CanvasPoint a, CanvasPoint b) { return a.x < b.x; });
    const auto [top, bottom] = std::minmax_element(points.begin(), points.end(),
                                                   [](CanvasPoint a, CanvasPoint b) { return a.y < b.y; });
    EXPECT_NEAR(right->x - left->x, bottom->y - top->y, 1);
    EXPECT_GT(right->x - left->x, 300);
}

TEST(Plot, WithoutValues) {
    for (const Plot::Scale scale : {Plot::Scale::independent, Plot::Scale::equal}) {
        Record record;
        draw({.title = "", .x_label = "t", .y_label = "y", .curves = {}, .scale = scale}, record);
        EXPECT_NE(record.find("no values"), nullptr);
    }
    Record dot;
    draw({.title = "", .x_label = "t", .y_label = "y", .curves = {{"y", std::vector{1.0}, std::vector{2.0}}}},
         dot);
    ASSERT_EQ(dot.curves().size(), 1);
    EXPECT_EQ(dot.curves()[0].points.size(), 2);
}

TEST(Plot, NumbersThatAreTooLarge) {
    Record record;
    const std::vector<double> large{0, 0, 0, 1e301};
    EXPECT_THROW(draw({.title = "", .x_label = "t", .y_label = "", .curves = {{"", t, large}}}, record),
                 std::runtime_error);
}

const Plot example{
    .title = "Sleigh & co. <θ>", .x_label = "t [s]", .y_label = "ẋ", .curves = {{"y", t, y}, {"z", t, z}}};

TEST(PlotSvg, IsTheSameEveryTime) {
    const TemporaryFolder folder;
    write_plot(folder / "a.svg", example);
    write_plot(folder / "b.svg", example);
    const std::string svg = contents(folder / "a.svg");
    EXPECT_EQ(svg, contents(folder / "b.svg"));
    EXPECT_EQ(end_of_child([&] {
                  write_plot(folder / "c.svg", example);
                  return contents(folder / "c.svg") == svg ? 0 : 1;
              }),
              0);
    EXPECT_EQ(
        output_of(std::string(ANHOLON_PYTHON3) + " -c \"import xml.etree.ElementTree as e; print(e.parse('" +
                  (folder / "a.svg") + "').getroot().attrib['viewBox'])\""),
        "0 0 960 540\n");
}

TEST(PlotSvg, HoldsTheCurve) {
    const TemporaryFolder folder;
    write_plot(folder / "a.svg", example);
    std::istringstream svg(contents(folder / "a.svg"));
    std::string line, path;
    while (std::getline(svg, line))
        if (line.find("stroke:rgb(0%,44.7") != line.npos && line.find("stroke-width:1.4") != line.npos)
            path = line;
    ASSERT_NE(path, "");
    std::istringstream numbers(path.substr(path.find(" d=\"") + 4));
    std::vector<CanvasPoint> points;
    char letter;
    for (CanvasPoint p; numbers >> letter >> p.x >> p.y;) points.push_back(p);
    ASSERT_EQ(points.size(), 4);
    // (t, y) = (0, 1), (2, 3), (4, −1), (10, 3): the ratios of their distances.
    EXPECT_NEAR((points[1].x - points[0].x) / (points[3].x - points[0].x), 0.2, 1e-3);
    EXPECT_NEAR((points[2].x - points[0].x) / (points[3].x - points[0].x), 0.4, 1e-3);
    EXPECT_NEAR((points[0].y - points[1].y) / (points[2].y - points[1].y), 0.5, 1e-3);
    EXPECT_NEAR(points[1].y, points[3].y, 1e-3);
}

// A line along the axis: its pixels are blue where it is and white above and below; a spike of one row in a million is there.
TEST(PlotPng, HasTheCurveAndItsSpike) {
    const TemporaryFolder folder;
    std::vector<double> time(1000000), level(1000000, 0.0);
    for (std::size_t i = 0; i < time.size(); ++i) time[i] = static_cast<double>(i);
    level[250000] = 1;
    const Plot plot{.title = "", .x_label = "t", .y_label = "", .curves = {{"y", time, level}}};
    Record record;
    draw(plot, record);
    write_plot(folder / "a.png", plot);
    write_plot(folder / "b.png", plot);
    EXPECT_EQ(contents(folder / "a.png"), contents(folder / "b.png"));

    // The picture has two pixels a unit. Its texts may be a little narrower than those of the record, hence the corners.
    const auto points = record.curves()[0].points;
    const auto spike = *std::min_element(points.begin(), points.end(),
                                         [](CanvasPoint a, CanvasPoint b) { return a.y < b.y; });
    const double half_up = (points[0].y + spike.y) / 2;
    std::string row;
    for (int x = -40; x <= 40; ++x)
        row += " " + std::to_string(std::lround(2 * spike.x) + x) + "," +
               std::to_string(std::lround(2 * half_up));
    const auto pixel = [](double x, double its_y) {
        return " " + std::to_string(std::lround(2 * x)) + "," + std::to_string(std::lround(2 * its_y));
    };
    const std::string read =
        output_of(std::string(ANHOLON_PYTHON3) + " " + ANHOLON_SOURCE_DIR + "/tests/read_png.py " +
                  (folder / "a.png") + pixel(600, points[0].y) + pixel(610, points[0].y - 5) + row);
    std::istringstream words(read);
    std::string width, height, on, off, word;
    words >> width >> height >> on >> off;
    EXPECT_EQ(width + "x" + height, "1920x1080");
    EXPECT_EQ(on, "0072b2");
    EXPECT_EQ(off, "ffffff");
    bool is_there = false;
    while (words >> word) is_there = is_there || word == "0072b2";
    EXPECT_TRUE(is_there);
}

TEST(Plot, Faults) {
    const TemporaryFolder folder;
    EXPECT_THROW(write_plot(folder / "a.gif", example), UnknownFileFormat);
    EXPECT_THROW(write_plot(folder / "none/a.svg", example), std::runtime_error);
    for (const char* name : {"a.svg", "a.png"})
        EXPECT_EQ(end_of_child([&] {
                      limit_files(1000);
                      try {
                          write_plot(folder / name, example);
                      } catch (const std::runtime_error& e) {
                          return std::string(e.what()).ends_with("cannot be written: File too large") ? 0 : 1;
                      }
                      return 2;
                  }),
                  0);
    EXPECT_TRUE(folder.names().empty());
}

TEST(Plot, PointsAndLogarithms) {
    const std::vector<double> x{1, 2, 3, 4}, values{0.01, 1, -5, 100};
    Record record;
    draw({.title = "",
          .x_label = "t",
          .y_label = "",
          .curves = {{"y", x, values, Curve::Mark::points}},
          .y_axis = Axis::Kind::logarithmic},
         record);
    std::vector<CanvasPoint> dots;
    for (const auto& line : record.curves()) {
        ASSERT_EQ(line.points.size(), 2);
        dots.push_back(line.points[0]);
    }
    ASSERT_EQ(dots.size(), 3);  // −5 has no logarithm
    EXPECT_NEAR(dots[0].y - dots[1].y, dots[1].y - dots[2].y, 1e-9);
}

// Panels stand below each other, with their left and right edges in line; the same bytes in every format.
TEST(Plot, Panels) {
    const TemporaryFolder folder;
    const std::vector<double> large{-123456, 123456, 0, 1};
    const std::vector<Plot> plots{
        {.title = "Two", .x_label = "t", .y_label = "y", .curves = {{"y", t, y}}},
        {.title = "", .x_label = "t", .y_label = "", .curves = {{"z", t, large}, {"y", t, y}}}};
    for (const std::string ending : {".svg", ".png", ".pdf"}) {
        write_plot(folder / ("a" + ending), plots);
        write_plot(folder / ("b" + ending), plots);
        EXPECT_EQ(contents(folder / ("a" + ending)), contents(folder / ("b" + ending))) << ending;
        EXPECT_GT(contents(folder / ("a" + ending)).size(), 1000u);
    }
    EXPECT_TRUE(contents(folder / "a.pdf").starts_with("%PDF"));
}

}  // namespace
}  // namespace anholon

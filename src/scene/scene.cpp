#include "scene/scene.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/finite.hpp"
#include "scene/box.hpp"
#include "scene/drawing.hpp"
#include "scene/mesh.hpp"
#include "scene/quaternion.hpp"

namespace anholon {

namespace {

using ItemKind = PictureItem::Kind;
using ItemRole = PictureItem::Role;
using ShapeMotion = Shape::Motion;

// A box that has grown to more than this times the size of what moves does not grow any more.
constexpr double largest_box = 30;

// Of points in a picture without anything larger: a part of the box.
constexpr double size_of_points = 0.3;

// Larger numbers are not drawn: their squares have no place in the numbers of a graphics card.
constexpr double farthest = 1e18;

bool can_be_drawn(std::span<const double> numbers) {
    return std::ranges::all_of(numbers, [](double x) { return std::fabs(x) <= farthest; });
}

bool is_segment(ItemKind kind) {
    return kind == ItemKind::rod || kind == ItemKind::spring || kind == ItemKind::arrow;
}

}  // namespace

std::size_t Shape::numbers() const {
    switch (motion) {
        case ShapeMotion::fixed:
        case ShapeMotion::fixed_segment: return 0;
        case ShapeMotion::pose: return 7;
        case ShapeMotion::segment: return 6;
        case ShapeMotion::point: return 3;
    }
    return 0;
}

// From rows to frames.
class SceneBuilder {
  public:
    SceneBuilder(const Drawing& drawing, std::span<const double> rows, std::span<const double> parameters)
        : drawing_(drawing),
          parameters_(parameters.begin(), parameters.begin() + static_cast<long>(drawing.parameter_count_)),
          frames_(drawing.width_ == 0 ? 0 : rows.size() / drawing.width_) {
        out_.scene.view = drawing.view_;
        out_.scene.notes = drawing.notes_;
        constants_.resize(drawing.constant_count_);
        (*drawing.constants_)(parameters_.data(), constants_.data());
        evaluate(rows);
    }

    SceneInMotion build() {
        for (const Drawing::Item& item : drawing_.items_) add(item);
        set_box();
        for (Entry& entry : entries_) finish(entry);
        write();
        return std::move(out_);
    }

  private:
    struct Entry {
        const Drawing::Item* item;
        Shape shape;
        std::vector<std::array<double, 7>> path;  // of each frame; one for all if it is fixed
        OwnBox own_box = {};
        bool is_left_out = false;
    };

    void evaluate(std::span<const double> rows) {
        const std::size_t count = drawing_.moving_count_;
        moving_.resize(frames_ * count);
        std::vector<double> point(drawing_.read_.size() + parameters_.size());
        std::ranges::copy(parameters_, point.begin() + static_cast<long>(drawing_.read_.size()));
        for (std::size_t f = 0; f < frames_; ++f) {
            for (std::size_t k = 0; k < drawing_.read_.size(); ++k)
                point[k] = rows[f * drawing_.width_ + drawing_.read_[k]];
            (*drawing_.moving_)(point.data(), moving_.data() + f * count);
        }
    }

    double value(const Drawing::Number& n, std::size_t frame) const {
        return n.moves ? moving_[frame * drawing_.moving_count_ + n.place] : constants_[n.place];
    }
    Point3 value(const Drawing::Vector& v, std::size_t frame) const {
        return {value(v.entry[0], frame), value(v.entry[1], frame), value(v.entry[2], frame)};
    }

    void note(const std::string& words) {
        if (std::ranges::find(out_.scene.notes, words) == out_.scene.notes.end())
            out_.scene.notes.push_back(words);
    }

    static ShapeMotion motion_of(const Drawing::Item& item) {
        const bool moves = item.place.moves();
        if (is_segment(item.shape.kind))
            return moves || item.end.moves() ? ShapeMotion::segment : ShapeMotion::fixed_segment;
        if (item.is_point() && moves) return ShapeMotion::point;
        const bool turns = item.has_axes && (item.axes[0].moves() || item.axes[1].moves());
        return moves || turns ? ShapeMotion::pose : ShapeMotion::fixed;
    }

    void add(const Drawing::Item& item) {
        Entry entry{&item, item.shape, {}};
        Shape& shape = entry.shape;
        shape.motion = motion_of(item);
        const bool is_still =
            shape.motion == ShapeMotion::fixed || shape.motion == ShapeMotion::fixed_segment;
        if (shape.kind == ItemKind::trace && is_still) return;
        if (frames_ == 0 && !is_still) return;
        if (is_segment(shape.kind) && !item.has_end) return;
        for (const Drawing::Number& size : item.sizes) shape.sizes.push_back(value(size, 0));
        shape.sizes.resize(std::max(shape.sizes.size(), least_sizes(shape.kind)), 0.0);
        if (!are_finite(shape.sizes))
            return note("'" + shape.name + "' is not shown: its size is not finite");
        if (!can_be_drawn(shape.sizes))
            return note("'" + shape.name + "' is not shown: it is too large to be drawn");
        if (!follow(entry, is_still ? 1 : frames_)) return;
        entries_.push_back(std::move(entry));
    }

    static std::size_t least_sizes(ItemKind kind) {
        switch (kind) {
            case ItemKind::ellipsoid:
            case ItemKind::box: return 3;
            case ItemKind::disc:
            case ItemKind::ring:
            case ItemKind::cylinder:
            case ItemKind::cone:
            case ItemKind::plane:
            case ItemKind::spring: return 2;
            case ItemKind::ball:
            case ItemKind::blade:
            case ItemKind::rod: return 1;
            case ItemKind::surface:
            case ItemKind::arrow:
            case ItemKind::trace:
            case ItemKind::text: return 0;
        }
        return 0;
    }

    // Why a shape is nowhere in a frame.
    enum class Missing { nothing, place, attitude, distance };
    static const char* words(Missing why) {
        switch (why) {
            case Missing::place: return "its place is not finite";
            case Missing::attitude: return "its attitude is not determined";
            case Missing::distance: return "it is too far away to be drawn";
            case Missing::nothing: break;
        }
        return "";
    }

    // The numbers of each frame. Where there are none the shape stays where it was, or where it will first be. False where it never is.
    bool follow(Entry& entry, std::size_t count) {
        entry.path.resize(count);
        std::optional<std::size_t> last;
        std::vector<Missing> why;
        for (std::size_t f = 0; f < count; ++f) {
            Missing here = Missing::nothing;
            const auto numbers = numbers_at(entry, f, last ? &entry.path[*last] : nullptr, here);
            if (here != Missing::nothing) {
                if (std::ranges::find(why, here) == why.end()) why.push_back(here);
                if (last) entry.path[f] = entry.path[*last];
                continue;
            }
            if (!last) std::fill(entry.path.begin(), entry.path.begin() + static_cast<long>(f), numbers);
            entry.path[f] = numbers;
            last = f;
        }
        for (const Missing one : why)
            note("'" + entry.shape.name + (last ? "' stands still where " : "' is not shown: ") + words(one));
        return last.has_value();
    }

    std::array<double, 7> numbers_at(const Entry& entry, std::size_t frame,
                                     const std::array<double, 7>* before, Missing& missing) const {
        const Drawing::Item& item = *entry.item;
        const Point3 place = value(item.place, frame);
        std::array<double, 7> out{place[0], place[1], place[2], 0, 0, 0, 1};
        if (is_segment(item.shape.kind)) {
            const Point3 end = value(item.end, frame);
            std::ranges::copy(end, out.begin() + 3);
            out[6] = 0;
        } else if (item.has_axes) {
            if (const auto q = attitude_at(item, frame, before))
                std::ranges::copy(*q, out.begin() + 3);
            else
                missing = Missing::attitude;
        }
        if (!are_finite(out))
            missing = Missing::place;
        else if (missing == Missing::nothing && !can_be_drawn(out))
            missing = Missing::distance;
        return out;
    }

    std::optional<Quaternion> attitude_at(const Drawing::Item& item, std::size_t frame,
                                          const std::array<double, 7>* before) const {
        const Point3 first = value(item.axes[0], frame), third = value(item.axes[1], frame);
        std::optional<Quaternion> last;
        if (before) last = Quaternion{(*before)[3], (*before)[4], (*before)[5], (*before)[6]};
        auto q = quaternion_of(first, third);
        if (!q) q = quaternion_by_one(first, third, last ? &*last : nullptr);
        return q && last ? nearer(*q, *last) : q;
    }

    // --- the box

    static bool is_of_motion(const Shape& s) {
        return s.kind == ItemKind::arrow || s.kind == ItemKind::trace || s.kind == ItemKind::text;
    }
    static bool is_endless(const Entry& e) {
        const Shape& s = e.shape;
        return (s.kind == ItemKind::plane && s.sizes[0] == 0) || is_open_support(e);
    }
    static bool is_open_support(const Entry& e) {
        return e.shape.role == ItemRole::support && has_open_range(*e.item);
    }
    static bool has_open_range(const Drawing::Item& item) {
        return !item.surface.empty() && std::ranges::any_of(item.surface[0].ranges, [](const auto& r) {
            return r.first.moves || r.second.moves;
        });
    }

    static void include(Box& box, const Entry& e, std::size_t frame) {
        const auto& p = e.path[e.path.size() == 1 ? 0 : frame];
        const Point3 place{p[0], p[1], p[2]};
        if (!is_segment(e.shape.kind)) return box.include(e.own_box, place, {p[3], p[4], p[5], p[6]});
        box.include(place);
        box.include(Point3{p[3], p[4], p[5]});
    }

    void set_box() {
        for (Entry& e : entries_) {
            if (e.shape.kind == ItemKind::surface && !is_open_support(e)) set_mesh(e, 0);
            e.own_box = own_box(e.shape);
        }
        // What moves, as it stands at the beginning; then along the motion, as long as that can be overlooked.
        std::vector<const Entry*> moving, still;
        for (const Entry& e : entries_) {
            if (is_of_motion(e.shape)) continue;
            const bool is_support = e.shape.role == ItemRole::support;
            if (!is_endless(e) && e.path.size() > 1 && !is_support) moving.push_back(&e);
            if (!is_endless(e) && (e.path.size() == 1 || is_support)) still.push_back(&e);
        }
        const auto box_at = [&](std::size_t frame) {
            Box box;
            for (const Entry* e : moving) include(box, *e, frame);
            return box;
        };
        Box box = frames_ > 0 ? box_at(0) : Box{};
        double size = box.diagonal();
        for (const Entry* e : still) {
            Box one;
            include(one, *e, 0);
            if (size == 0) size = one.diagonal();
            if (e->shape.role != ItemRole::support && one.diagonal() <= largest_box * size) box.include(one);
        }
        size = std::max(size, box.diagonal());
        for (std::size_t f = 1; f < frames_; ++f) {
            Box next = box;
            next.include(box_at(f));
            if (size > 0 && next.diagonal() > largest_box * size) break;
            box = next;
        }
        if (size == 0) size = size_of_points * box.diagonal();
        for (const Entry* e : still) {
            if (e->shape.role != ItemRole::support) continue;
            Box one;
            for (std::size_t f = 0; f < e->path.size(); f += std::max<std::size_t>(1, e->path.size() / 64))
                include(one, *e, f);
            if (size == 0 || one.diagonal() <= largest_box * std::max(size, box.diagonal())) box.include(one);
        }
        if (size == 0) size = size_of_points * box.diagonal();
        Scene& scene = out_.scene;
        scene.size = size > 0 ? size : 1;
        if (box.diagonal() == 0) box.include(box.is_empty ? Point3{} : box.low, scene.size / 2);
        scene.low = box.low;
        scene.high = box.high;
        box_ = box;
    }

    // --- sizes and meshes

    void finish(Entry& entry) {
        Shape& s = entry.shape;
        if (s.kind == ItemKind::surface && has_open_range(*entry.item))
            set_mesh(entry, is_open_support(entry) ? 0.3 * std::min(box_.diagonal(), 6 * out_.scene.size)
                                                   : 0.1 * out_.scene.size);
        if (s.kind == ItemKind::surface && s.mesh.triangles.empty()) {
            entry.is_left_out = true;
            return note("'" + s.name + "' is not shown: its surface has no points there");
        }
        set_small_sizes(s);
    }

    // Sizes of 0 are those of small things, such as the dot at a joint.
    void set_small_sizes(Shape& s) const {
        const double size = out_.scene.size;
        const auto at_least = [&](std::size_t k, double least) {
            if (s.sizes[k] == 0) s.sizes[k] = least;
        };
        switch (s.kind) {
            case ItemKind::ball: {
                const bool is_mark = s.role == ItemRole::contact || s.role == ItemRole::joint;
                at_least(0, (is_mark ? 0.014 : 0.05) * size);
                break;
            }
            case ItemKind::ellipsoid:
            case ItemKind::box:
                for (std::size_t k = 0; k < 3; ++k) at_least(k, 0.02 * size);
                break;
            case ItemKind::disc: at_least(0, 0.02 * size); break;
            case ItemKind::cylinder:
            case ItemKind::cone:
                for (std::size_t k = 0; k < 2; ++k) at_least(k, 0.02 * size);
                break;
            case ItemKind::ring:
                at_least(0, 0.02 * size);
                at_least(1, s.sizes[0] / 30);
                break;
            case ItemKind::blade: at_least(0, 0.2 * size); break;
            case ItemKind::rod: at_least(0, 0.008 * size); break;
            case ItemKind::spring:
                at_least(0, 0.03 * size);
                at_least(1, 8);
                break;
            case ItemKind::plane:
            case ItemKind::surface:
            case ItemKind::arrow:
            case ItemKind::trace:
            case ItemKind::text: break;
        }
    }

    // The least and the largest that a number is along the motion.
    ParameterRange range_of(const std::pair<Drawing::Number, Drawing::Number>& ends) const {
        ParameterRange out{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
        for (std::size_t f = 0; f < std::max<std::size_t>(frames_, 1); ++f) {
            for (const Drawing::Number* n : {&ends.first, &ends.second}) {
                if (n->moves && frames_ == 0) continue;
                const double x = value(*n, f);
                if (!std::isfinite(x)) continue;
                out = {std::min(out.first, x), std::max(out.second, x)};
            }
            if (!ends.first.moves && !ends.second.moves) break;
        }
        return out;
    }

    void set_mesh(Entry& entry, double margin) {
        const Drawing::Surface& surface = entry.item->surface[0];
        std::vector<double> point(2 + parameters_.size());
        std::ranges::copy(parameters_, point.begin() + 2);
        const SurfacePoint at = [&](double u, double v) -> std::optional<Point3> {
            point[0] = u;
            point[1] = v;
            Point3 p;
            (*surface.point)(point.data(), p.data());
            return can_be_drawn(p) ? std::optional(p) : std::nullopt;
        };
        std::array<ParameterRange, 2> ranges{range_of(surface.ranges[0]), range_of(surface.ranges[1])};
        for (const ParameterRange& r : ranges)
            if (!std::isfinite(r.first) || !std::isfinite(r.second)) return;
        for (const std::size_t k : {0, 1}) {
            const auto& [low, high] = surface.ranges[k];
            if (!low.moves && !high.moves) continue;
            const ParameterRange& other = ranges[1 - k];
            const ParameterRange wide = extended(at, k == 0 ? Along::u : Along::v, ranges[k],
                                                 (other.first + other.second) / 2, margin);
            if (low.moves) ranges[k].first = wide.first;
            if (high.moves) ranges[k].second = wide.second;
        }
        // A body is drawn with smooth sides, and sent anew with every other parameter.
        const bool is_support = entry.shape.role == ItemRole::support;
        entry.shape.mesh = is_support ? mesh_of(at, ranges[0], ranges[1], 40, 60)
                                      : mesh_of(at, ranges[0], ranges[1], 24, 40);
        if (!is_support) turn_outward(entry.shape.mesh);
    }

    // --- frames

    void write() {
        Scene& scene = out_.scene;
        std::erase_if(entries_, &Entry::is_left_out);
        for (Entry& e : entries_) {
            e.shape.at = scene.columns;
            if (e.path.size() == 1 && e.shape.numbers() == 0) e.shape.still = e.path[0];
            scene.columns += e.shape.numbers();
        }
        out_.frames.resize(frames_ * scene.columns);
        for (const Entry& e : entries_)
            for (std::size_t f = 0; f < (e.shape.numbers() > 0 ? frames_ : 0); ++f)
                std::copy_n(e.path[f].begin(), e.shape.numbers(),
                            out_.frames.begin() + static_cast<long>(f * scene.columns + e.shape.at));
        for (Entry& e : entries_) scene.shapes.push_back(std::move(e.shape));
    }

    const Drawing& drawing_;
    std::vector<double> parameters_;
    std::size_t frames_;
    std::vector<double> constants_, moving_;
    std::vector<Entry> entries_;
    Box box_;
    SceneInMotion out_;
};

SceneInMotion Drawing::scene(std::span<const double> rows, std::span<const double> parameters) const {
    return SceneBuilder(*this, rows, parameters).build();
}

}  // namespace anholon

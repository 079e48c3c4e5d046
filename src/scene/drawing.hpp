#pragma once

#include <memory>
#include <span>
#include <vector>

#include "code/evaluator.hpp"
#include "model/system.hpp"
#include "motion/observables.hpp"
#include "scene/scene.hpp"

namespace anholon {

// The variables that only the picture needs, as what a motion integrates beside its state. They have to be among the columns.
std::vector<Quadrature> drawn_quadratures(const System& system);

// The picture of a system as programs: made once, read by any number of threads.
class Drawing {
  public:
    // The columns are those of the rows that will be drawn. An item that depends on what is not among them, such as a multiplier that
    // the law of motion does not know, is left out of scenes, with a note.
    Drawing(const System& system, const std::vector<Observable>& columns);

    // The rows follow one another; the parameters are those of the system.
    SceneInMotion scene(std::span<const double> rows, std::span<const double> parameters) const;

  private:
    friend class SceneBuilder;

    // A number of an item: a function of parameters, or one that changes along the motion.
    struct Number {
        bool moves;
        std::size_t place;  // among the outputs of `constants_` or of `moving_`
    };
    struct Vector {
        std::array<Number, 3> entry;
        bool moves() const { return entry[0].moves || entry[1].moves || entry[2].moves; }
    };
    struct Surface {
        std::shared_ptr<const Evaluator> point;  // of u, v and the parameters
        std::array<std::pair<Number, Number>, 2> ranges;
    };
    struct Item {
        Shape shape;  // without numbers
        Vector place;
        std::array<Vector, 2> axes;  // 1 and 3
        bool has_axes = false;
        Vector end;
        bool has_end = false;
        std::vector<Number> sizes;
        std::vector<Surface> surface;  // one or none

        bool is_point() const {
            return shape.kind == PictureItem::Kind::trace || shape.kind == PictureItem::Kind::text;
        }
    };

    std::vector<Item> items_;
    std::vector<std::string> notes_;
    Scene::View view_ = Scene::View::space;
    std::vector<std::size_t> read_;  // the columns that are variables
    std::size_t width_, parameter_count_, constant_count_ = 0, moving_count_ = 0;
    std::shared_ptr<const Evaluator> constants_;  // of parameters
    std::shared_ptr<const Evaluator> moving_;     // of those columns and the parameters
};

}  // namespace anholon

#include "calculus/antiderivative.hpp"
#include "expr/introduce.hpp"
#include "expr/substitute.hpp"
#include "model/picture/sketch.hpp"

// What carries bodies: a plane as large as the picture needs, or a surface as far as it reaches, or as far as bodies touch it.
namespace anholon {

namespace {

using Kind = PictureItem::Kind;
using Role = PictureItem::Role;
using Form = SupportSurface::Kind;

class SupportSketch {
  public:
    SupportSketch(Sketch& sketch, const SupportSurface& support, const DrawnBody* carrier,
                  const std::vector<DrawnContact>& contacts)
        : sketch_(sketch), c_(sketch.c()), support_(support), carrier_(carrier), contacts_(contacts) {
        place_ = carrier ? carrier->point(support.place) : support.place;
        axes_ = carrier ? carrier->in_space(support.axes) : support.axes;
    }

    std::string draw() {
        const std::string name = sketch_.add(item());
        return carrier_ || support_.moves_by_law() ? name : "";
    }

  private:
    // The point of contact in axes of the support that do not turn with it.
    Vector3 seen(const DrawnContact& contact) { return components_in(axes_, contact.place - place_); }
    auto component(std::size_t k) {
        return [this, k](const DrawnContact& contact) { return seen(contact)[k]; };
    }
    auto coordinate(const char* local) {
        return
            [this, local](const DrawnContact& contact) { return contact.coordinate(sketch_.model(), local); };
    }

    PictureItem item() {
        PictureItem out{.kind = Kind::surface,
                        .name = support_.name,
                        .part = support_.name,
                        .role = Role::support,
                        .place = place_,
                        .axes = turned_axes()};
        const Formal f = formal_parameters(c_);
        switch (support_.kind) {
            case Form::plane: plane(out); break;
            case Form::sphere: sphere(out); break;
            case Form::cylinder:
            case Form::cone:
            case Form::revolution:
                out.surface =
                    DrawnSurface{f.u, f.v, support_.patch->point, {ends(component(2)), whole_turn()}};
                break;
            case Form::graph:
                out.surface =
                    DrawnSurface{f.u, f.v, support_.patch->point, {ends(component(0)), ends(component(1))}};
                break;
            case Form::parametric:
                out.surface = DrawnSurface{f.u,
                                           f.v,
                                           support_.patch->point,
                                           {ends(coordinate("support_u")), ends(coordinate("support_v"))}};
                break;
        }
        return out;
    }

    Axes turned_axes() {
        if (!support_.turning) return axes_;
        const Expr angle = this->angle(), C = cos(angle), S = sin(angle);
        return {C * axes_[0] + S * axes_[1], C * axes_[1] - S * axes_[0], axes_[2]};
    }

    // What its angular velocity adds up to from t = 0 on: in closed form where one is found, otherwise integrated along the motion.
    Expr angle() {
        System& system = sketch_.model().system;
        try {
            if (const auto integral = antiderivative(support_.turning, system.t))
                return *integral - substitute(*integral, {{system.t, c_.zero()}});
        } catch (const Undefined&) {
            // The closed form has no value at t = 0.
        }
        const Expr angle = introduced(c_, support_.name + "_angle", SymbolKind::variable, "picture",
                                      system.staging.variables.size());
        system.staging.variables.push_back({angle, support_.turning});
        return angle;
    }

    std::pair<Expr, Expr> whole_turn() { return {c_.zero(), Rational(2) * c_.pi()}; }

    // The range of a parameter: between the ends of the surface, or as far as bodies touch it.
    std::pair<Expr, Expr> ends(auto&& value) {
        auto range = reached(contacts_, value);
        if (!range.first) range = {-c_.one(), c_.one()};
        const std::vector<Guard>& stated = support_.patch->ends;
        if (stated.size() != 2) return range;
        // u − low and high − u
        const Substitution at_zero{{support_.patch->parameters[0], c_.zero()}};
        const Expr low = -substitute(stated[0].value, at_zero), high = substitute(stated[1].value, at_zero);
        const bool is_endless = support_.kind == Form::cone && high.is_number();
        return {low, is_endless ? range.second : high};
    }

    // The flat side of a ball, or a plate on a body.
    void plane(PictureItem& out) {
        out.kind = Kind::plane;
        out.sizes = {c_.zero(), c_.zero()};
        if (!carrier_) return;
        const auto& surface = carrier_->surface;
        if (surface && surface->kind->name == "sphere") {
            const Expr d = dot(support_.place - surface->centre, support_.axes[2]);
            out.kind = Kind::disc;
            const Expr R2 = square(surface->sizes[0]);
            out.sizes = {sqrt(max(R2 - square(d), R2 / Rational(4))), c_.zero()};
            return;
        }
        const Vector3& I = carrier_->inertia.diagonal;
        const Expr width = Rational(2) * sqrt(Rational(5, 6) * (I[0] + I[1] + I[2]) / carrier_->mass);
        out.sizes = {width, width};
    }

    // A bowl, open above, where bodies are inside. u is the angle from its lowest point.
    void sphere(PictureItem& out) {
        const Expr& R = support_.size;
        if (support_.side == c_.one()) {
            out.kind = Kind::ball;
            out.sizes = {R};
            return;
        }
        const Formal f = formal_parameters(c_);
        const auto polar = [&](const DrawnContact& contact) {
            const Vector3 r = seen(contact);
            return atan2(sqrt(square(r[0]) + square(r[1])), -r[2]);
        };
        const Expr highest = reached(contacts_, polar).second, quarter = c_.pi() / Rational(2);
        const Expr end = highest ? max(quarter, highest) : quarter;
        out.surface = DrawnSurface{f.u,
                                   f.v,
                                   {R * sin(f.u) * cos(f.v), R * sin(f.u) * sin(f.v), -R * cos(f.u)},
                                   {std::pair{c_.zero(), end}, whole_turn()}};
    }

    Sketch& sketch_;
    Context& c_;
    const SupportSurface& support_;
    const DrawnBody* carrier_;
    const std::vector<DrawnContact>& contacts_;
    Vector3 place_;
    Axes axes_;
};

}  // namespace

std::string draw_support(Sketch& sketch, const SupportSurface& support, const DrawnBody* carrier,
                         const std::vector<DrawnContact>& contacts) {
    return SupportSketch(sketch, support, carrier, contacts).draw();
}

}  // namespace anholon

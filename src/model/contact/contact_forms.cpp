#include <algorithm>

#include "expr/derivative.hpp"
#include "expr/zero.hpp"
#include "model/contact/contact.hpp"

// The constraints of a rolling contact as linear forms of base velocities, in axes of the body. What the support is there, its place and its
// axes, gets names of its own: their rates are short, ξ̇ = v − ω×ξ and ȧ = a×ω, and no rotation is multiplied by its inverse.
namespace anholon {

namespace {

using namespace syntax;
using ContactKind = ContactStatement::Kind;
using Form = BaseVelocities::Form;

bool is_nothing(const Vector3& v) {
    return std::ranges::all_of(v, [](const Expr& e) { return e == e.context().zero(); });
}

class ContactForms {
  public:
    ContactForms(Elaboration& model, const Body& body, const Body* carrier, const SupportSurface& support,
                 const ContactStatement& contact, std::string suffix, const Touch& at)
        : model_(model),
          c_(model.context()),
          base_(model.system.base),
          body_(body),
          carrier_(carrier),
          support_(support),
          contact_(contact),
          suffix_(std::move(suffix)),
          at_(at),
          twist_(body.twist) {
        const Expr zero = c_.zero();
        nothing_ = {zero, zero, zero};
    }

    BaseVelocities::Contact run() {
        see_reference();
        see_support();
        see_contact();
        find_slip();
        for (const Touch::Demand& d : at_.demands) out_.constraints.push_back(name(d.name));
        roll();
        for (std::size_t k = 0; k < at_.demands.size(); ++k)
            if (is_nothing(at_.demands[k].force))
                add(base_.derivative(std::span(&seen_.demands[k].residual, 1)).front(),
                    {{name(at_.demands[k].name), c_.one()}});
        for (const Touch::Wandering& one : seen_.wandering) wander(one);
        return std::move(out_);
    }

  private:
    std::string name(const std::string& local) const { return body_.name(local) + suffix_; }

    void add(const Expr& form, std::vector<std::pair<std::string, Expr>> in_constraints) {
        out_.forms.push_back({substitute(form, base_.rates), std::move(in_constraints)});
    }

    // Names for the components of a vector in axes of the body, one for each value.
    Vector3 named(std::string_view local, const Vector3& value) {
        Vector3 out;
        for (std::size_t i = 0; i < 3; ++i) {
            const Expr plain = base_.without_names(value[i]);
            const auto known = std::ranges::find(base_.named, plain, &BaseVelocities::Named::value);
            if (plain.is_number() || plain.is_symbol()) {
                out[i] = plain;
            } else if (known != base_.named.end()) {
                out[i] = known->symbol;
            } else {
                out[i] = base_symbol(model_, body_, std::string(local) + std::to_string(i + 1));
                base_.named.push_back({out[i], plain, c_.zero()});
            }
        }
        return out;
    }
    void set_rate(const Vector3& names, const Vector3& rate) {
        for (BaseVelocities::Named& one : base_.named)
            for (std::size_t i = 0; i < 3; ++i)
                if (one.symbol == names[i]) one.rate = rate[i];
    }

    // The axes that the support is given in, those of space or of the body that carries it. Direction cosines that hold angles alone are
    // short as they stand, and known to be of length one.
    void see_reference() {
        const Attitude& axes = body_.axes;
        const bool has_names = carrier_ || !vanishes(dot(axes.gamma, axes.gamma) - Rational(1));
        const std::string name = carrier_ ? "axis_" + model_.text(carrier_->written.name) : "axis";
        for (std::size_t k = 0; k < 3; ++k) {
            const Vector3 axis = axes.seen(carrier_ ? carrier_->axes.in_space(unit(k)) : unit(k));
            reference_[k] = has_names ? named(name + std::to_string(k + 1), axis) : axis;
        }
        for (std::size_t k = 0; k < 3; ++k) set_rate(reference_[k], rate_of_axis(k));
        carried_ = carrier_ ? composed(reference_, carrier_->twist.omega) : nothing_;
    }
    Vector3 rate_of_axis(std::size_t k) const {
        if (carrier_)
            return cross(reference_[k], twist_.turning) +
                   composed(reference_, cross(carrier_->twist.turning, unit(k)));
        if (twist_.turning_in_space) return composed(reference_, cross(unit(k), *twist_.turning_in_space));
        return cross(reference_[k], twist_.turning);
    }

    Vector3 unit(std::size_t k) const {
        Vector3 out = nothing_;
        out[k] = c_.one();
        return out;
    }
    // A vector of the support, as it was written, in axes of the body.
    Vector3 seen(const Vector3& written) const {
        return composed(reference_, carrier_ ? carrier_->fixed(written) : written);
    }

    // ξ from the origin of the support to the mass centre: ξ̇ = v − Ω×ξ − the velocity of that origin.
    void see_support() {
        const SupportSurface in_space = carrier_ ? support_.carried_by(*carrier_) : support_;
        origin_velocity_ = seen(support_.drift);
        if (carrier_)
            origin_velocity_ =
                origin_velocity_ +
                composed(reference_, carrier_->twist.of_point(carrier_->fixed(support_.place)));
        xi_ = named("from_" + support_.name, body_.axes.seen(body_.position - in_space.place));
        set_rate(xi_, twist_.velocity - cross(twist_.turning, xi_) - origin_velocity_);
        seen_support_ = support_;
        seen_support_->place = -xi_;
        for (std::size_t k = 0; k < 3; ++k) seen_support_->axes[k] = seen(support_.axes[k]);
    }

    void see_contact() {
        Body seen_body = body_;
        seen_body.axes = Attitude::of_space(c_);
        seen_body.position = nothing_;
        const SeenFromBody view{at_.parameters, twist_.turning - carried_, twist_.omega - twist_.turning,
                                [&](std::string_view local, const Vector3& value, const auto& rate_of) {
                                    const Vector3 out = named(local, value);
                                    set_rate(out, rate_of(out));
                                    return out;
                                }};
        seen_ = *touch(model_, seen_body, *seen_support_, contact_, suffix_, &view);
    }

    // v + ω×r less the velocity of the support's point [000 (6.4)], which is at σ from the origin, in axes of the reference.
    void find_slip() {
        const Vector3 r = seen_.arm + seen_.lever;
        slip_ = twist_.of_point(r) - origin_velocity_;
        if (!carrier_ && !support_.turning) return;
        const auto fixed = [&](const Vector3& v) { return carrier_ ? carrier_->fixed(v) : v; };
        const Axes axes{fixed(support_.axes[0]), fixed(support_.axes[1]), fixed(support_.axes[2])};
        const Vector3 sigma = seen_.on_support ? composed(axes, *seen_.on_support) : place_on_reference();
        Vector3 omega = carrier_ ? carrier_->twist.omega : nothing_;
        if (support_.turning) omega = omega + support_.turning * axes[2];
        slip_ = slip_ - composed(reference_, cross(omega, sigma));
        if (support_.turning) carried_ = carried_ + support_.turning * seen_support_->axes[2];
        if (seen_.on_support) return;
        // σ̇ by what the point does on the body, which does not slip, and by what the support does in the axes of the reference.
        const Vector3 on_body = base_.derivative(r) - cross(twist_.omega - twist_.turning, r);
        Vector3 rate = components_in(reference_, on_body);
        const Vector3 turning = carrier_ ? omega - carrier_->twist.turning : omega;
        set_rate(sigma, rate + cross(turning, sigma));
    }
    Vector3 place_on_reference() {
        const SupportSurface in_space = carrier_ ? support_.carried_by(*carrier_) : support_;
        const Vector3 way = body_.place_of(at_.arm) + at_.lever - in_space.place;
        return named("on_" + support_.name, carrier_ ? carrier_->axes.seen(way) : way);
    }

    // n·w, by the rates of the demands that have a force.
    std::vector<std::pair<std::string, Expr>> along_normal(const Expr& factor) const {
        std::vector<std::pair<std::string, Expr>> out;
        for (const Touch::Demand& d : at_.demands)
            if (d.in_normal)
                out.emplace_back(name(d.name), factor * d.in_normal);
            else if (d.force == at_.normal)
                out.emplace_back(name(d.name), factor);
            else if (!is_nothing(d.force))
                out.emplace_back(name(d.name), factor * dot(d.force, at_.normal));
        return out;
    }

    // w = f_1 α + f_2 β + (n·w) n with the slips f along the tangents, and α, β dual to these.
    void roll() {
        const auto& [a, b] = at_.tangents;
        const bool is_orthogonal = vanishes(dot(a, b));
        const auto dual = [&](const Vector3& own, const Vector3& across) {
            const Vector3& v = is_orthogonal ? own : across;
            return body_.axes.seen((Rational(1) / dot(own, v)) * v);
        };
        alpha_ = dual(a, cross(b, at_.normal));
        beta_ = dual(b, cross(at_.normal, a));
        for (const char* local : {"along", "across"}) out_.constraints.push_back(name(local));
        for (std::size_t i = 0; i < 3; ++i) {
            auto value = along_normal(seen_.normal[i]);
            value.emplace_back(name("along"), alpha_[i]);
            value.emplace_back(name("across"), beta_[i]);
            add(slip_[i], std::move(value));
        }
        if (contact_.kind != ContactKind::rubber && !at_.is_along_a_line) return;
        out_.constraints.push_back(name("spin"));
        const bool is_in_space = twist_.turning_in_space && is_nothing(carried_);
        add(is_in_space ? dot(*twist_.turning_in_space, at_.normal)
                        : dot(twist_.omega - carried_, seen_.normal),
            {{name("spin"), c_.one()}});
    }

    // τ·D of the demands that the points are one is what they do on the surfaces, and τ·w.
    void wander(const Touch::Wandering& one) {
        const Vector3 tangent = body_.axes.in_space(one.tangent);
        std::vector<std::pair<std::string, Expr>> value;
        for (std::size_t i = 0; i < 3; ++i)
            value.emplace_back(name(std::string("touch_") + "xyz"[i]), tangent[i]);
        value.emplace_back(name("along"), -dot(one.tangent, alpha_));
        value.emplace_back(name("across"), -dot(one.tangent, beta_));
        add(one.apart, std::move(value));
    }

    Elaboration& model_;
    Context& c_;
    BaseVelocities& base_;
    const Body& body_;
    const Body* carrier_;
    const SupportSurface& support_;
    const ContactStatement& contact_;
    std::string suffix_;
    const Touch& at_;
    const Twist& twist_;
    Vector3 nothing_;
    Axes reference_;           // of space or of the carrier, in axes of the body
    Vector3 xi_, carried_;     // the latter: the angular velocity of the support
    Vector3 origin_velocity_;  // of the support
    std::optional<SupportSurface> seen_support_;
    Touch seen_;
    Vector3 slip_, alpha_, beta_;
    BaseVelocities::Contact out_;
};

}  // namespace

BaseVelocities::Contact contact_forms(Elaboration& model, const Body& body, const Body* carrier,
                                      const SupportSurface& written, const ContactStatement& contact,
                                      const std::string& suffix, const Touch& at) {
    return ContactForms(model, body, carrier, written, contact, suffix, at).run();
}

}  // namespace anholon

#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "newton_euler/expression.hpp"

// The parts of a model at a state, in numbers: where they are, how they move, what acts on them and what holds them.
namespace anholon::newton_euler {

// A rigid part in motion. Its axes are those that it really has.
struct Pose {
    Rotation axes = Rotation::none();
    Vector centre;  // of mass, or the origin of a frame

    Vector place_of(const Vector& r) const { return centre + axes * r; }
    Vector velocity_at(const Vector& place) const {
        return rate(centre) + cross(axes.angular_velocity(), place - centre);
    }
};

// A symmetric matrix by columns, in axes of the body.
using Tensor = std::array<Vector, 3>;
Vector operator*(const Tensor& I, const Vector& w);

struct Part {
    std::string name;
    Pose pose;
    Jet mass;
    Tensor inertia{};
    Vector force{}, torque{};  // what acts, reduced to the mass centre, in axes of space
};

// A velocity that vanishes.
struct Row {
    std::string name;
    Jet velocity;
    std::optional<std::size_t> contact = std::nullopt;  // whose force it carries
    Vector direction = {};                              // of this force
};

// A function of the place that vanishes.
struct Tie {
    std::string name;
    Jet value;
};

struct Contact {
    std::string body, support;
    bool has_one_force = true;  // not along a line
};

// A contact that slips against dry friction: μ times the force of a row, against the slip.
struct Friction {
    std::size_t row;  // of the normal force
    Jet coefficient;
    Vector slip;
    Jet width;  // of the regularised law, or 0
};

// A surface as it is written: `cylinder(r, h) along n at c`.
struct Face {
    std::string kind;
    const std::vector<syntax::Expression>* sizes;
    Vector centre, axis;

    std::array<Vector, 3> axes() const;
};

// Orthonormal, the third along a unit vector: the turn from (0, 0, 1) is the shortest.
std::array<Vector, 3> axes_about(const Vector& n);

class Assembly {
  public:
    // The names have parameters, time and coordinates; `spinning` are the bodies that are told of in axes without their last turn.
    Assembly(const Reader& reader, Names names, const std::set<std::string>& spinning);

    // Bodies of revolution that turn about their axis at last, where nothing takes hold of them: docs/language.md.
    static std::set<std::string> spinning_bodies(const Reader& reader, const Names& names);

    Names names;
    std::vector<Part> parts;
    std::vector<Row> rows;
    std::vector<Tie> ties;
    std::vector<Contact> contacts;
    std::vector<Friction> frictions;
    // What the model states beside its parts.
    Jet kinetic, potential, dissipation;
    struct Force {
        std::string on;  // a coordinate, or a quasi-velocity
        Jet value;
    };
    std::vector<Force> forces;

  private:
    struct Body {
        const syntax::BodyStatement* written;
        std::string name, prefix;
        Pose pose;
        Rotation told;  // the axes that w1 w2 w3 and the parameters of its surface refer to
        Rotation told_of_surface;
        std::size_t part;
    };
    struct Support {
        std::string name;
        Face face;
        Jet side;
        const Body* carrier = nullptr;
        Vector place;                // in space
        std::array<Vector, 3> axes;  // in space
        Vector turning;              // beside the carrier's, in space
        Vector drift;                // of its place against the carrier, in space

        Vector angular_velocity() const;
        Vector velocity_at(const Vector& place) const;
    };
    // Where a body touches.
    struct Touch {
        Vector place, normal;                        // from the support into the body
        Jet gap;                                     // vanishes
        std::vector<Tie> ties = {};                  // that determine the parameters of the surfaces
        std::optional<Vector> along = std::nullopt;  // a line or an edge
    };
    // A surface at a point.
    struct Patch {
        Vector point, normal;
        std::array<Vector, 2> tangents;
    };

    void add_bodies();
    void place(Body& body);
    void place_by_joint(Body& body, const syntax::JointStatement& joint);
    void name_velocities(const Body& body);
    void tie(const std::string& name, const Jet& value);
    void close(const syntax::JointStatement& joint);
    void add_loads();
    void load(const syntax::LoadStatement& s);
    void spring(const syntax::SpringStatement& s);
    void internal_torque(const syntax::InternalTorqueStatement& s);
    void act_along(const syntax::JointStatement& hinge, const Jet& torque);
    const syntax::JointStatement* hinge_called(const std::string& angle) const;
    void define_motor(const syntax::MotorStatement& s);
    void act(const Body& body, const Vector& place, const Vector& force);

    void add_supports();
    void add_contacts();
    void add_contact(const Body& body, const Support& support, const syntax::ContactStatement& written,
                     const std::string& suffix);
    Touch touch(const Body& body, const Face& face, const Support& support, const std::string& suffix);
    Touch on_plane(const Body& body, const Face& face, const Support& support, const std::string& suffix);
    Touch ball(const Body& body, const Face& face, const Support& support, const std::string& suffix);
    Touch parallel(const Body& body, const Face& face, const Support& support) const;
    Touch edge(const Body& body, const Face& face, const Support& support, const std::string& suffix) const;
    Touch base(const Body& body, const Face& face, const Support& support, const std::string& suffix);
    Vector reach(const Face& face, const Vector& normal) const;
    Patch patch(const Face& face, const Jet& u, const Jet& v) const;
    Patch patch_of_body(const Body& body, const Face& face, const std::string& suffix) const;
    Patch patch_of_support(const Body& body, const Support& support, const std::string& suffix,
                           std::vector<Tie>& ties) const;
    Jet coordinate(const std::string& name) const;
    std::optional<Face> face_of(const syntax::BodyStatement& written) const;

    void add_vehicles();
    void add_axle(const syntax::AxleStatement& s, const Pose& frame, const Jet& angle);
    void add_definitions();
    void add_statements();
    void set_name(const std::string& name, const Jet& value) { names.insert_or_assign(name, value); }

    Body* find(Span span);
    Jet number(const syntax::Expression& e) const { return reader_.value(e, names); }
    Vector point(const std::optional<syntax::Tuple>& tuple) const { return reader_.vector(tuple, names); }
    Vector direction(const syntax::Tuple& tuple) const { return unit(reader_.vector(tuple, names)); }
    Tensor inertia_of(const syntax::BodyStatement& written) const;
    bool is_of_revolution(const syntax::BodyStatement& written, const Vector& axis) const;
    template <class Statement>
    void each(auto&& visit) const {
        for (const syntax::Statement& s : reader_.tree().statements)
            if (const auto* what = std::get_if<Statement>(&s.what)) visit(*what);
    }

    const Reader& reader_;
    const std::set<std::string>* spinning_;
    std::vector<Body> bodies_;
    std::vector<Support> supports_;
    std::map<const syntax::MotorStatement*, Jet> pulls_;  // of motors, on their angles
    Assembly(const Reader& reader, Names names) : names(std::move(names)), reader_(reader) {}
};

}  // namespace anholon::newton_euler

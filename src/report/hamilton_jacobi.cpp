#include "report/hamilton_jacobi.hpp"

#include <fmt/format.h>

#include "base/words.hpp"
#include "expr/print.hpp"
#include "report/layout.hpp"

namespace anholon {

namespace {

using request::HamiltonJacobiFound;
using Separated = Separation::Verdict;
using Shared = SharedMotions::Verdict;

std::string_view name(Separated verdict) {
    switch (verdict) {
        case Separated::separable: return "separable";
        case Separated::not_separable: return "not separable";
        case Separated::does_not_apply: return "does not apply";
        case Separated::undecided: break;
    }
    return "not decided";
}

std::string_view name(Shared verdict) {
    switch (verdict) {
        case Shared::all: return "all motions";
        case Shared::steady: return "steady motions only";
        case Shared::some: return "some motions";
        case Shared::none: return "no motions";
        case Shared::undecided: break;
    }
    return "not decided";
}

std::string_view name(Answer answer) {
    return answer == Answer::yes ? "yes" : answer == Answer::no ? "no" : "not decided";
}

std::vector<std::string> texts(std::span<const Expr> e) {
    std::vector<std::string> out;
    for (const Expr& one : e) out.push_back(text(one));
    return out;
}

std::string text_of(const SumOfQuadratures& sum) {
    const bool is_zero = sum.closed == sum.closed.context().zero();
    std::string out = is_zero && !sum.quadratures.empty() ? "" : text(sum.closed);
    for (const auto& [integrand, x] : sum.quadratures)
        out += (out.empty() ? "" : " + ") + fmt::format("∫ {} d{}", text(integrand), text(x));
    return out;
}

class Page {
  public:
    Page(const HamiltonJacobiFound& found, std::size_t width) : found_(found), width_(width) {}

    std::string text_of_all(const std::string& title) {
        say("", title + ": the Hamilton–Jacobi equation");
        equation_itself();
        if (found_.separation) separation(*found_.separation);
        if (found_.shared) shared(*found_.shared);
        if (found_.integral) integral(*found_.integral);
        return out_;
    }

  private:
    void say(const char* start, const std::string& words) {
        out_ += paragraph(start, words, cells(start) + 2, width_);
    }
    void equal(const std::string& left, const std::string& right) { out_ += equation(left, right, width_); }

    void equation_itself() {
        if (!found_.inputs.empty()) say("  ", "inputs are held constant: " + joined(found_.inputs));
        const HamiltonJacobi& e = found_.equation;
        out_ += formula("  ", text(e.left) + " = 0", 6, width_);
        std::string letters = text(e.S_t) + " = ∂S/∂t";
        for (std::size_t i = 0; i < found_.q.size(); ++i)
            letters += ", " + text(e.S_q[i]) + " = ∂S/∂" + text(found_.q[i]);
        say("  ", letters);
        if (!found_.has_frame) return;
        std::string arguments;
        for (std::size_t k = 1; k < e.XS.size(); ++k) arguments += fmt::format(", X_{} S", k);
        say("", "in the operators of the frame: X_0 S + H(t, q" + arguments + ") = 0");
        equal("X_0 S", text(e.XS[0]));
        for (std::size_t k = 1; k < e.XS.size(); ++k)
            equal(fmt::format("{} = X_{} S", text(e.y[k - 1]), k), text(e.XS[k]));
        equal("H", text(e.H));
    }

    void separation(const Separation& found) {
        const std::string names = joined(texts(found_.q));
        switch (found.verdict) {
            case Separated::does_not_apply:
                return say("", "separation of the variables was not tried: " + found.reason);
            case Separated::undecided:
                return say("", "separable in " + names + ": not decided: " + found.reason);
            case Separated::not_separable: {
                std::string words =
                    fmt::format("not separable in {}: Levi-Civita's condition fails for {} and {}", names,
                                text(found.coupled->first), text(found.coupled->second));
                if (found.where)
                    words += " (" + found.where->second + " at " + described(found.where->first) + ")";
                return say("", words + "; other coordinates were not tried");
            }
            case Separated::separable: break;
        }
        say("", "separable in " + names + ": Levi-Civita's conditions hold" +
                    (found.for_these_parameters ? " for the stated values of the parameters" : ""));
        say("", "proof: " + text(found.proof));
        if (found.parts.empty())
            return say("", "the separated equations are not written: " + found.not_written);
        say("", "separated equations");
        for (const Separation::Part& part : found.parts)
            equal(text(part.momentum), (part.has_root ? "±" : "") + text(part.slope));
        if (found.energy) equal("h", text(found.energy));
        say("", "complete integral, and Jacobi's integrals");
        equal("S", text_of(found.S));
        for (std::size_t k = 0; k < found.constants.size(); ++k)
            equal("∂S/∂" + text(found.constants[k]), text_of(found.integrals[k]));
        say("", "proved: S solves the equation, " + text_of_rank(found.constants.size()) +
                    ", and its curves obey Maggi's equations");
    }

    static std::string text_of_rank(std::size_t n) {
        return fmt::format("its {} {} independent", n, n == 1 ? "constant is" : "constants are");
    }

    void shared(const SharedMotions& found) {
        const std::string start =
            "the constraints are not holonomic: the curves of a complete integral are the vakonomic motions. "
            "Those that obey the nonholonomic equations as well are found by the method";
        say("", found.N.empty()
                    ? start
                    : start + "; with mu = ∂L/∂eta − X S of the constraints they are those on which");
        for (std::size_t k = 0; k < found.N.size(); ++k)
            if (found.N[k] != found.N[k].context().zero()) equal(text(found.N[k]), "0");
        if (found.verdict == Shared::undecided) {
            say("", "which motions these are was not decided: " + found.reason);
            if (found_.has_generic_motions == Answer::unknown) return;
            say("", found_.has_generic_motions == Answer::yes ? "a generic motion is among them"
                                                              : "a generic motion is not among them");
            return say("", "proof: " + text(found_.generic_proof));
        }
        say("", fmt::format("the method finds {}", name(found.verdict)));
        for (const SharedMotions::Family& family : found.families) {
            std::vector<std::string> conditions;
            for (const auto& [x, value] : family.conditions)
                conditions.push_back(text(x) + " = " + text(value));
            say("  ", (conditions.empty() ? std::string("no condition") : joined(conditions)) +
                          (family.is_rest     ? ": rest"
                           : family.is_steady ? ": steady"
                                              : ": not steady"));
        }
        if (found.has_singular_states) say("", "states at which the frame is singular were left out");
        say("",
            fmt::format("proof: the zeros of these functions that the motion does not leave, in {} cases, {}",
                        found.cases, text(found.proof)));
    }

    void integral(const CompleteIntegral& found) {
        say("", "the given function");
        equal("S", text(found.S));
        for (std::size_t k = 0; k < found.momenta.size(); ++k)
            equal(text(found_.equation.y[k]), text(found.momenta[k]));
        const std::string here =
            found.for_these_parameters ? ", for the stated values of the parameters" : "";
        if (found.solves.answer == Answer::yes)
            say("", "S solves the equation" + here);
        else
            refuted("S does not solve the equation: its left side", found.left, found.solves);
        const std::size_t l = found.momenta.size();
        if (!found.no_rank.empty())
            say("", "whether the constants are independent was not decided: " + found.no_rank);
        else
            say("",
                fmt::format("{} of its {} {} independent in the momenta", found.rank, found.constants.size(),
                            found.constants.size() == 1 ? "constant is" : "constants are"));
        if (!found_.is_holonomic)
            say("", "the constraints are not holonomic: Jacobi's theorem does not apply");
        else if (is_complete_integral(found_))
            say("", "S is a complete integral");
        else
            say("",
                fmt::format("S is no complete integral: that solves the equation and has {} independent {}",
                            l, l == 1 ? "constant" : "constants"));
        for (std::size_t k = 0; k < found.constants.size(); ++k) {
            equal("∂S/∂" + text(found.constants[k]), text(found.integrals[k]));
            say("    ", found.kept[k].answer == Answer::yes  ? "constant along the curves"
                        : found.kept[k].answer == Answer::no ? "not constant along the curves"
                                                             : "not decided: " + found.kept[k].reason);
        }
        if (found.moves.answer == Answer::yes)
            say("", std::string("the curves obey Maggi's equations: they are motions") +
                        (!found_.is_holonomic && found.steady.answer == Answer::yes ? ", all of them steady"
                                                                                    : ""));
        else
            refuted("the curves are no motions: a residual of Maggi's equations", {}, found.moves);
        say("", "proof: " + text(found.proof));
    }

    void refuted(const std::string& words, Expr e, const Vanishing::Result& result) {
        if (result.answer == Answer::unknown) return say("", "not decided: " + result.reason);
        std::string more;
        if (e) more = " is " + text(e);
        if (!result.witness.empty())
            more += (e ? ", " : " is ") + result.value + " at " + described(result.witness);
        say("", words + (more.empty() ? " does not vanish" : more));
    }

  public:
    static bool is_complete_integral(const HamiltonJacobiFound& found) {
        const CompleteIntegral& S = *found.integral;
        return found.is_holonomic && S.solves.answer == Answer::yes && S.rank == S.momenta.size() &&
               S.constants.size() == S.rank;
    }

  private:
    const HamiltonJacobiFound& found_;
    std::size_t width_;
    std::string out_;
};

Json json_of(std::span<const Expr> e) {
    Json::Array out;
    for (const Expr& one : e) out.emplace_back(text(one));
    return Json::array(std::move(out));
}

Json json_of(const Separation& found) {
    Json::Array parts, integrals;
    for (const Separation::Part& part : found.parts)
        parts.push_back(Json::object({{"coordinate", text(part.x)},
                                      {"momentum", text(part.momentum)},
                                      {"equation", text(part.equation)},
                                      {"slope", text(part.slope)},
                                      {"has_root", part.has_root},
                                      {"S", part.S ? Json(text(*part.S)) : Json()}}));
    for (std::size_t k = 0; k < found.integrals.size(); ++k)
        integrals.push_back(Json::object(
            {{"constant", text(found.constants[k])}, {"integral", text_of(found.integrals[k])}}));
    return Json::object(
        {{"verdict", name(found.verdict)},
         {"reason", found.reason.empty() ? Json() : Json(found.reason)},
         {"coupled",
          found.coupled ? json_of(std::vector<Expr>{found.coupled->first, found.coupled->second}) : Json()},
         {"parts", Json::array(std::move(parts))},
         {"constants", json_of(found.parts.empty() ? std::vector<Expr>{} : found.constants)},
         {"energy", found.energy ? Json(text(found.energy)) : Json()},
         {"jacobi_integrals", Json::array(std::move(integrals))},
         {"not_written", found.not_written.empty() ? Json() : Json(found.not_written)},
         {"for_all_parameters", !found.for_these_parameters},
         {"proof", text(found.proof)}});
}

Json json_of(const SharedMotions& found) {
    const auto pairs = [](const Substitution& list) {
        Json::Array out;
        for (const auto& [x, value] : list)
            out.push_back(Json::object({{"variable", text(x)}, {"value", text(value)}}));
        return Json::array(std::move(out));
    };
    Json::Array families;
    for (const SharedMotions::Family& family : found.families)
        families.push_back(Json::object({{"conditions", pairs(family.conditions)},
                                         {"steady", family.is_steady},
                                         {"rest", family.is_rest}}));
    return Json::object({{"verdict", name(found.verdict)},
                         {"reason", found.reason.empty() ? Json() : Json(found.reason)},
                         {"conditions", json_of(found.N)},
                         {"families", Json::array(std::move(families))},
                         {"cases", found.cases},
                         {"proof", text(found.proof)}});
}

Json json_of(const HamiltonJacobiFound& page) {
    const CompleteIntegral& found = *page.integral;
    Json::Array integrals;
    for (std::size_t k = 0; k < found.constants.size(); ++k)
        integrals.push_back(Json::object({{"constant", text(found.constants[k])},
                                          {"integral", text(found.integrals[k])},
                                          {"constant_along_curves", name(found.kept[k].answer)}}));
    return Json::object({{"S", text(found.S)},
                         {"momenta", json_of(found.momenta)},
                         {"solves", name(found.solves.answer)},
                         {"left_side", text(found.left)},
                         {"rank", found.rank},
                         {"is_complete", Page::is_complete_integral(page)},
                         {"integrals", Json::array(std::move(integrals))},
                         {"obeys_law_of_motion", name(found.moves.answer)},
                         {"steady", name(found.steady.answer)},
                         {"for_all_parameters", !found.for_these_parameters},
                         {"proof", text(found.proof)}});
}

}  // namespace

std::string as_text(const std::string& title, const HamiltonJacobiFound& found, std::size_t width) {
    return Page(found, width).text_of_all(title);
}

Json as_json(const std::string& title, const HamiltonJacobiFound& found) {
    const HamiltonJacobi& e = found.equation;
    return Json::object({{"system", title},
                         {"equation", text(e.left)},
                         {"hamiltonian", text(e.H)},
                         {"momenta", json_of(e.y)},
                         {"operators", json_of(e.XS)},
                         {"holonomic", found.is_holonomic},
                         {"separation", found.separation ? json_of(*found.separation) : Json()},
                         {"shared_motions", found.shared ? json_of(*found.shared) : Json()},
                         {"has_generic_motions", name(found.has_generic_motions)},
                         {"integral", found.integral ? json_of(found) : Json()}});
}

}  // namespace anholon

#pragma once

#include <array>
#include <cassert>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace anholon {

// The answers to each question: one enumeration per question, with the words that a program can compare. The first two are common to
// all questions: nothing was decided, since a criterion says nothing or the time was up (never a guess); and the question makes no
// sense for the system.
template <class Answers>
inline constexpr std::array<std::string_view, 0> words{};

template <std::size_t N>
consteval std::array<std::string_view, N + 2> with_common_answers(const std::string_view (&own)[N]) {
    std::array<std::string_view, N + 2> all{"not decided", "does not apply"};
    for (std::size_t k = 0; k < N; ++k) all[k + 2] = own[k];
    return all;
}

enum class IntegrabilityVerdict {
    undecided,
    does_not_apply,
    unconstrained,
    holonomic,
    partly_integrable,
    nonholonomic
};
template <>
inline constexpr auto words<IntegrabilityVerdict> =
    with_common_answers({"unconstrained", "holonomic", "partly integrable", "nonholonomic"});

enum class GrowthVerdict { undecided, does_not_apply, unconstrained, known };
template <>
inline constexpr auto words<GrowthVerdict> = with_common_answers({"no velocity constraints",
                                                                  "growth vector"});

enum class DegeneracyVerdict { undecided, does_not_apply, nowhere, somewhere, everywhere };
template <>
inline constexpr auto words<DegeneracyVerdict> = with_common_answers({"nowhere", "somewhere", "everywhere"});

enum class SubstitutionVerdict { undecided, does_not_apply, unconstrained, right, partly_right, wrong };
template <>
inline constexpr auto words<SubstitutionVerdict> = with_common_answers({"no constraints", "right",
                                                                        "partly right", "wrong"});

enum class EnergyVerdict { undecided, does_not_apply, energy, jacobi, none };
template <>
inline constexpr auto words<EnergyVerdict> = with_common_answers({"energy", "Jacobi's integral", "none"});

enum class IntegralsVerdict { undecided, does_not_apply, none_found, found };
template <>
inline constexpr auto words<IntegralsVerdict> = with_common_answers({"none found", "integrals"});

enum class MeasureVerdict { undecided, does_not_apply, measure, none };
template <>
inline constexpr auto words<MeasureVerdict> = with_common_answers({"measure", "none"});

enum class MultiplierVerdict {
    undecided,
    does_not_apply,
    multiplier,
    local,
    lagrangian,
    hamiltonian,
    none,
    none_by_symmetries,
    not_chaplygin
};
template <>
inline constexpr auto words<MultiplierVerdict> =
    with_common_answers({"multiplier", "local multiplier", "Lagrange's already", "Hamiltonian already",
                         "none", "none by these symmetries", "not Chaplygin's"});

enum class EquilibriaVerdict {
    undecided,
    does_not_apply,
    none,
    first_kind,
    second_kind,
    both_kinds,
    rest_only,
    steady_rotations
};
template <>
inline constexpr auto words<EquilibriaVerdict> =
    with_common_answers({"none", "first kind", "second kind", "both kinds", "rest only", "steady rotations"});

enum class SymmetriesVerdict { undecided, does_not_apply, reversible, no_reversal };
template <>
inline constexpr auto words<SymmetriesVerdict> = with_common_answers({"reversible", "no reversal"});

enum class LieAlgebraVerdict {
    undecided,
    does_not_apply,
    euler_poincare,
    suslov,
    servo_first,
    vakonomic,
    servo_second,
    not_realisable
};
template <>
inline constexpr auto words<LieAlgebraVerdict> = with_common_answers({"Euler-Poincare", "Suslov",
                                                                      "servo first", "vakonomic",
                                                                      "servo second", "not realisable"});

enum class ReductionsVerdict { undecided, does_not_apply, none, cyclic, energy, cyclic_and_energy };
template <>
inline constexpr auto words<ReductionsVerdict> = with_common_answers({"none", "cyclic", "energy",
                                                                      "cyclic and energy"});

enum class WheelsVerdict { undecided, does_not_apply, yes, no };
template <>
inline constexpr auto words<WheelsVerdict> = with_common_answers({"yes", "no"});

// One of them, whatever the question.
class FactVerdict {
  public:
    FactVerdict() = default;
    // `in_full`: the same with its numbers, such as "3 integrals" or "(2, 3, 5)".
    template <class Answers>
    requires std::is_enum_v<Answers> FactVerdict(Answers answer, std::string in_full = {})
        : words_(words<Answers>), place_(static_cast<std::size_t>(answer)), in_full_(std::move(in_full)) {
        assert(place_ < words_.size());
    }
    static FactVerdict undecided(std::span<const std::string_view> words) { return {words, 0}; }
    static FactVerdict inapplicable(std::span<const std::string_view> words) { return {words, 1}; }

    std::string_view answer() const { return words_[place_]; }  // "integrals"
    std::string text() const { return in_full_.empty() ? std::string(answer()) : in_full_; }
    bool is_undecided() const { return place_ == 0; }
    bool is_inapplicable() const { return place_ == 1; }
    bool belongs_to(std::span<const std::string_view> words) const { return words_.data() == words.data(); }

    template <class Answers>
    requires std::is_enum_v<Answers>
    friend bool operator==(const FactVerdict& verdict, Answers answer) {
        assert(verdict.belongs_to(words<Answers>));
        return verdict.place_ == static_cast<std::size_t>(answer);
    }

  private:
    FactVerdict(std::span<const std::string_view> words, std::size_t place) : words_(words), place_(place) {}

    std::span<const std::string_view> words_;
    std::size_t place_ = 0;
    std::string in_full_;
};

}  // namespace anholon

#pragma once

#include <array>
#include <cassert>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace anholon {

// What can be answered to each question: one enumeration per question, with the words that a program can compare. The first is always
// that nothing was decided: the hypotheses of a criterion fail, or the time was up. Never a guess.
template <class Answers>
inline constexpr std::array<std::string_view, 0> words{};

enum class IntegrabilityVerdict { undecided, unconstrained, holonomic, partly_integrable, nonholonomic };
template <>
inline constexpr auto words<IntegrabilityVerdict> = std::to_array<std::string_view>(
    {"not decided", "unconstrained", "holonomic", "partly integrable", "nonholonomic"});

enum class GrowthVerdict { undecided, unconstrained, known };
template <>
inline constexpr auto words<GrowthVerdict> =
    std::to_array<std::string_view>({"not decided", "no velocity constraints", "growth vector"});

enum class DegeneracyVerdict { undecided, nowhere, somewhere, everywhere };
template <>
inline constexpr auto words<DegeneracyVerdict> = std::to_array<std::string_view>({"not decided", "nowhere",
                                                                                  "somewhere", "everywhere"});

enum class SubstitutionVerdict { undecided, unconstrained, right, partly_right, wrong };
template <>
inline constexpr auto words<SubstitutionVerdict> =
    std::to_array<std::string_view>({"not decided", "no constraints", "right", "partly right", "wrong"});

enum class EnergyVerdict { undecided, energy, jacobi, none };
template <>
inline constexpr auto words<EnergyVerdict> = std::to_array<std::string_view>({"not decided", "energy",
                                                                              "Jacobi's integral", "none"});

enum class IntegralsVerdict { undecided, none_found, found };
template <>
inline constexpr auto words<IntegralsVerdict> = std::to_array<std::string_view>({"not decided", "none found",
                                                                                 "integrals"});

enum class MeasureVerdict { undecided, measure, none };
template <>
inline constexpr auto words<MeasureVerdict> = std::to_array<std::string_view>({"not decided", "measure",
                                                                               "none"});

enum class MultiplierVerdict {
    undecided,
    multiplier,
    local,
    lagrangian,
    hamiltonian,
    none,
    none_by_symmetries,
    not_chaplygin
};
template <>
inline constexpr auto words<MultiplierVerdict> = std::to_array<std::string_view>(
    {"not decided", "multiplier", "local multiplier", "Lagrange's already", "Hamiltonian already", "none",
     "none by these symmetries", "not Chaplygin's"});

enum class EquilibriaVerdict {
    undecided,
    none,
    first_kind,
    second_kind,
    both_kinds,
    rest_only,
    steady_rotations
};
template <>
inline constexpr auto words<EquilibriaVerdict> = std::to_array<std::string_view>(
    {"not decided", "none", "first kind", "second kind", "both kinds", "rest only", "steady rotations"});

enum class SymmetriesVerdict { undecided, reversible, no_reversal };
template <>
inline constexpr auto words<SymmetriesVerdict> = std::to_array<std::string_view>({"not decided", "reversible",
                                                                                  "no reversal"});

enum class LieAlgebraVerdict {
    undecided,
    euler_poincare,
    suslov,
    servo_first,
    vakonomic,
    servo_second,
    not_realisable
};
template <>
inline constexpr auto words<LieAlgebraVerdict> =
    std::to_array<std::string_view>({"not decided", "Euler-Poincare", "Suslov", "servo first", "vakonomic",
                                     "servo second", "not realisable"});

enum class ReductionsVerdict { undecided, none, cyclic, energy, cyclic_and_energy };
template <>
inline constexpr auto words<ReductionsVerdict> =
    std::to_array<std::string_view>({"not decided", "none", "cyclic", "energy", "cyclic and energy"});

enum class WheelsVerdict { undecided, does_not_apply, yes, no };
template <>
inline constexpr auto words<WheelsVerdict> = std::to_array<std::string_view>({"not decided", "does not apply",
                                                                              "yes", "no"});

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
    static FactVerdict undecided(std::span<const std::string_view> words) {
        FactVerdict verdict;
        verdict.words_ = words;
        return verdict;
    }

    std::string_view answer() const { return words_[place_]; }  // "integrals"
    std::string text() const { return in_full_.empty() ? std::string(answer()) : in_full_; }
    bool is_undecided() const { return place_ == 0; }
    bool belongs_to(std::span<const std::string_view> words) const { return words_.data() == words.data(); }

    template <class Answers>
    requires std::is_enum_v<Answers>
    friend bool operator==(const FactVerdict& verdict, Answers answer) {
        assert(verdict.belongs_to(words<Answers>));
        return verdict.place_ == static_cast<std::size_t>(answer);
    }

  private:
    std::span<const std::string_view> words_;
    std::size_t place_ = 0;
    std::string in_full_;
};

}  // namespace anholon

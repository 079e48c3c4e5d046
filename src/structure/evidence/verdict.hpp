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

enum class IntegrabilityVerdict {
    undecided,
    does_not_apply,
    unconstrained,
    holonomic,
    partly_integrable,
    nonholonomic
};
template <>
inline constexpr auto words<IntegrabilityVerdict> = std::to_array<std::string_view>(
    {"not decided", "does not apply", "unconstrained", "holonomic", "partly integrable", "nonholonomic"});

enum class GrowthVerdict { undecided, does_not_apply, unconstrained, known };
template <>
inline constexpr auto words<GrowthVerdict> = std::to_array<std::string_view>({"not decided", "does not apply",
                                                                              "no velocity constraints",
                                                                              "growth vector"});

enum class DegeneracyVerdict { undecided, does_not_apply, nowhere, somewhere, everywhere };
template <>
inline constexpr auto words<DegeneracyVerdict> =
    std::to_array<std::string_view>({"not decided", "does not apply", "nowhere", "somewhere", "everywhere"});

enum class SubstitutionVerdict { undecided, does_not_apply, unconstrained, right, partly_right, wrong };
template <>
inline constexpr auto words<SubstitutionVerdict> = std::to_array<std::string_view>(
    {"not decided", "does not apply", "no constraints", "right", "partly right", "wrong"});

enum class EnergyVerdict { undecided, does_not_apply, energy, jacobi, none };
template <>
inline constexpr auto words<EnergyVerdict> =
    std::to_array<std::string_view>({"not decided", "does not apply", "energy", "Jacobi's integral", "none"});

enum class IntegralsVerdict { undecided, does_not_apply, none_found, found };
template <>
inline constexpr auto words<IntegralsVerdict> =
    std::to_array<std::string_view>({"not decided", "does not apply", "none found", "integrals"});

enum class MeasureVerdict { undecided, does_not_apply, measure, none };
template <>
inline constexpr auto words<MeasureVerdict> =
    std::to_array<std::string_view>({"not decided", "does not apply", "measure", "none"});

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
inline constexpr auto words<MultiplierVerdict> = std::to_array<std::string_view>(
    {"not decided", "does not apply", "multiplier", "local multiplier", "Lagrange's already",
     "Hamiltonian already", "none", "none by these symmetries", "not Chaplygin's"});

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
    std::to_array<std::string_view>({"not decided", "does not apply", "none", "first kind", "second kind",
                                     "both kinds", "rest only", "steady rotations"});

enum class SymmetriesVerdict { undecided, does_not_apply, reversible, no_reversal };
template <>
inline constexpr auto words<SymmetriesVerdict> =
    std::to_array<std::string_view>({"not decided", "does not apply", "reversible", "no reversal"});

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
inline constexpr auto words<LieAlgebraVerdict> =
    std::to_array<std::string_view>({"not decided", "does not apply", "Euler-Poincare", "Suslov",
                                     "servo first", "vakonomic", "servo second", "not realisable"});

enum class ReductionsVerdict { undecided, does_not_apply, none, cyclic, energy, cyclic_and_energy };
template <>
inline constexpr auto words<ReductionsVerdict> = std::to_array<std::string_view>(
    {"not decided", "does not apply", "none", "cyclic", "energy", "cyclic and energy"});

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
    static FactVerdict undecided(std::span<const std::string_view> words) { return {words, 0}; }
    static FactVerdict inapplicable(std::span<const std::string_view> words) {
        assert(words[1] == "does not apply");
        return {words, 1};
    }

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

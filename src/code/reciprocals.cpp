#include "code/reciprocals.hpp"

#include <map>

namespace anholon {

namespace {

class Inverting {
  public:
    Inverting(const Program& program, const std::vector<bool>& is_fixed)
        : from_(program), is_fixed_(is_fixed), quotients_(program.instructions.size()) {
        for (std::uint32_t i = 0; i < from_.instructions.size(); ++i)
            if (has_variable_divisor(i)) ++quotients_[from_.instructions[i].b];
    }

    Program run() {
        out_.inputs = from_.inputs;
        out_.constants = from_.constants;
        for (std::uint32_t i = 0; i < from_.instructions.size(); ++i) place_.push_back(moved(i));
        for (const std::uint32_t output : from_.outputs) out_.outputs.push_back(place_[output]);
        return std::move(out_);
    }

  private:
    bool has_variable_divisor(std::uint32_t i) const {
        return from_.instructions[i].op == Op::divide && !is_fixed_[from_.instructions[i].b];
    }

    std::uint32_t emit(const Instruction& instruction) {
        out_.instructions.push_back(instruction);
        return static_cast<std::uint32_t>(out_.instructions.size() - 1);
    }

    std::uint32_t moved(std::uint32_t i) {
        Instruction instruction = from_.instructions[i];
        if (has_variable_divisor(i) && quotients_[instruction.b] > 1) {
            const std::uint32_t inverse = reciprocal(instruction.b);
            return is_one(instruction.a) ? inverse : emit({Op::multiply, place_[instruction.a], inverse});
        }
        std::uint32_t* const arguments[] = {&instruction.a, &instruction.b, &instruction.c};
        for (std::size_t k = 0; k < argument_count(instruction.op); ++k)
            *arguments[k] = place_[*arguments[k]];
        return emit(instruction);
    }

    std::uint32_t reciprocal(std::uint32_t divisor) {
        const auto [found, is_new] = reciprocals_.try_emplace(divisor, 0);
        if (is_new) {
            if (!has_one_) {
                out_.constants.push_back(1);
                one_ = emit({Op::constant, static_cast<std::uint32_t>(out_.constants.size() - 1)});
                has_one_ = true;
            }
            found->second = emit({Op::divide, one_, place_[divisor]});
        }
        return found->second;
    }

    bool is_one(std::uint32_t i) const {
        const Instruction& instruction = from_.instructions[i];
        return instruction.op == Op::constant && from_.constants[instruction.a] == 1;
    }

    const Program& from_;
    const std::vector<bool>& is_fixed_;
    std::vector<std::size_t> quotients_;  // by divisor, if that changes during a motion: how many
    Program out_;
    std::vector<std::uint32_t> place_;  // of each old instruction among the new
    std::map<std::uint32_t, std::uint32_t> reciprocals_;
    std::uint32_t one_ = 0;
    bool has_one_ = false;
};

}  // namespace

Program with_reciprocals(const Program& program, const std::vector<bool>& is_fixed) {
    return Inverting(program, is_fixed).run();
}

}  // namespace anholon

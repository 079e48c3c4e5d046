#pragma once

#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Target/TargetMachine.h>

#include <memory>
#include <string>

namespace anholon::llvm_code {

// How much work the code generator takes on: selection instruction by instruction is ready soonest, the other runs faster.
enum class Effort { quick, thorough };
Effort effort_for(std::size_t instructions);

// A module under construction, then its machine code.
class Jit {
  public:
    explicit Jit(Effort effort);
    ~Jit();

    llvm::LLVMContext& context() { return *context_; }
    llvm::Module& module() { return *module_; }
    llvm::Function* function(const std::string& name, llvm::FunctionType* type);

    void compile();  // the module is used up
    void* address(const std::string& name) const;

  private:
    std::unique_ptr<llvm::LLVMContext> context_;
    std::unique_ptr<llvm::Module> module_;
    std::unique_ptr<llvm::orc::LLJIT> jit_;
};

// How many doubles a vector register of this machine holds: 8, 4 or 2.
std::size_t vector_lanes();

}  // namespace anholon::llvm_code

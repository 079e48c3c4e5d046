#include "code/llvm/jit.hpp"

#include <llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/TargetParser/Host.h>

#include <stdexcept>

namespace anholon::llvm_code {

namespace {

template <class T>
T checked(llvm::Expected<T> value) {
    if (!value) throw std::runtime_error("the compiler failed: " + llvm::toString(value.takeError()));
    return std::move(*value);
}

void check(llvm::Error error) {
    if (error) throw std::runtime_error("the compiler failed: " + llvm::toString(std::move(error)));
}

const llvm::orc::JITTargetMachineBuilder& host() {
    static const llvm::orc::JITTargetMachineBuilder the = [] {
        llvm::InitializeNativeTarget();
        llvm::InitializeNativeTargetAsmPrinter();
        return checked(llvm::orc::JITTargetMachineBuilder::detectHost());
    }();
    return the;
}

}  // namespace

// Beyond this the code generator's better code comes too late for most uses.
Effort effort_for(std::size_t instructions) {
    constexpr std::size_t quick_above = 20000;
    return instructions > quick_above ? Effort::quick : Effort::thorough;
}

Jit::Jit(Effort effort) : context_(std::make_unique<llvm::LLVMContext>()) {
    auto machine = host();
    machine.setCodeGenOptLevel(effort == Effort::quick ? llvm::CodeGenOptLevel::None
                                                       : llvm::CodeGenOptLevel::Default);
    jit_ = checked(llvm::orc::LLJITBuilder().setJITTargetMachineBuilder(machine).create());
    module_ = std::make_unique<llvm::Module>("anholon", *context_);
    module_->setDataLayout(jit_->getDataLayout());
    module_->setTargetTriple(jit_->getTargetTriple().str());
}

Jit::~Jit() = default;

llvm::Function* Jit::function(const std::string& name, llvm::FunctionType* type) {
    auto* f = llvm::Function::Create(type, llvm::Function::ExternalLinkage, name, *module_);
    f->addFnAttr(llvm::Attribute::NoUnwind);
    // Vectors of eight doubles are meant as they are written, also where the processor's tuning would halve them.
    f->addFnAttr("min-legal-vector-width", "512");
    f->addFnAttr("prefer-vector-width", "512");
    return f;
}

void Jit::compile() {
    check(jit_->addIRModule(llvm::orc::ThreadSafeModule(std::move(module_), std::move(context_))));
}

void* Jit::address(const std::string& name) const { return checked(jit_->lookup(name)).toPtr<void*>(); }

std::size_t vector_lanes() {
    const llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
    if (features.lookup("avx512f")) return 8;
    return features.lookup("avx2") ? 4 : 2;
}

}  // namespace anholon::llvm_code

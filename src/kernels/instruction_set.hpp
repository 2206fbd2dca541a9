#pragma once

#include <span>
#include <string_view>

namespace smsvm {

/// What the kernels are compiled for. avx2 and avx512 give the same bits; baseline, without a fused multiply-add, may
/// not.
enum class InstructionSet { baseline, avx2, avx512 };

/// Those this machine has, in increasing order; never empty.
std::span<const InstructionSet> available_instruction_sets();

/// The one the kernels use: the best available, unless SMSVM_ISA (baseline, avx2 or avx512) asks for a lesser one.
/// Read once; what is unknown or not available is ignored.
InstructionSet instruction_set();

std::string_view name_of(InstructionSet set);

/// For tests and comparisons: chooses explicitly as long as it lives. Not while other threads compute.
class ChosenInstructionSet {
 public:
  explicit ChosenInstructionSet(InstructionSet set);
  ~ChosenInstructionSet();
  ChosenInstructionSet(const ChosenInstructionSet&) = delete;
  ChosenInstructionSet& operator=(const ChosenInstructionSet&) = delete;

 private:
  InstructionSet previous_;
};

namespace detail {
/// What `wanted`, the value of SMSVM_ISA or null, leads to.
InstructionSet choose_instruction_set(const char* wanted);
}  // namespace detail

}  // namespace smsvm

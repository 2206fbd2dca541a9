#include "kernels/instruction_set.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>

#include "kernels/simd.hpp"

namespace smsvm {

namespace {

constexpr std::array all_sets{InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512};

/// Each set includes the ones before it, so a count says which there are.
std::size_t count_available() {
#if SMSVM_HAS_X86_KERNELS
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return 1;
  const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
  return avx512 ? 3 : 2;
#else
  return 1;
#endif
}

std::atomic<InstructionSet>& chosen() {
  static std::atomic<InstructionSet> set{detail::choose_instruction_set(std::getenv("SMSVM_ISA"))};
  return set;
}

}  // namespace

std::span<const InstructionSet> available_instruction_sets() {
  static const std::size_t count = count_available();
  return std::span(all_sets).first(count);
}

InstructionSet instruction_set() { return chosen().load(std::memory_order_relaxed); }

std::string_view name_of(InstructionSet set) {
  switch (set) {
    case InstructionSet::avx512:
      return "avx512";
    case InstructionSet::avx2:
      return "avx2";
    case InstructionSet::baseline:
      break;
  }
  return "baseline";
}

ChosenInstructionSet::ChosenInstructionSet(InstructionSet set) : previous_(chosen().exchange(set)) {}
ChosenInstructionSet::~ChosenInstructionSet() { chosen() = previous_; }

namespace detail {

InstructionSet choose_instruction_set(const char* wanted) {
  const auto available = available_instruction_sets();
  if (wanted == nullptr) return available.back();
  const auto found = std::find_if(available.begin(), available.end(), [&](auto set) { return name_of(set) == wanted; });
  return found == available.end() ? available.back() : *found;
}

}  // namespace detail

}  // namespace smsvm

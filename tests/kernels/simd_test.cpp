#include "kernels/simd.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

#include "kernels/dispatch.hpp"

#define SMSVM_KERNEL_BODY "kernels/lanes_probe.inl"
#include "kernels/each_instruction_set.inl"

namespace smsvm {
namespace {

using Results = std::array<double, 96>;

struct Operands {
  std::array<double, 8> a, b, c;
  std::array<float, 8> f;
};

Operands draw(std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  Operands x;
  for (std::size_t l = 0; l < 8; ++l)
    x.a[l] = normal(random), x.b[l] = normal(random), x.c[l] = normal(random), x.f[l] = static_cast<float>(x.a[l]);
  return x;
}

Results probe(const Operands& x) {
  Results results;
  SMSVM_KERNEL(probe_lanes)(x.a.data(), x.b.data(), x.c.data(), x.f.data(), results.data());
  return results;
}

Results expected(const Operands& x, bool fused) {
  Results r;
  const auto product_sum = [&](double a, double b, double c) { return fused ? std::fma(a, b, c) : a * b + c; };
  for (std::size_t l = 0; l < 8; ++l) {
    r[l] = x.a[l];
    r[8 + l] = static_cast<double>(x.f[l]);
    r[16 + l] = x.a[3];
    r[24 + l] = 0;
    r[32 + l] = x.a[l] + x.b[l];
    r[40 + l] = x.a[l] - x.b[l];
    r[48 + l] = x.a[l] * x.b[l];
    r[56 + l] = r[80 + l] = product_sum(x.a[l], x.b[l], x.c[l]);
    r[64 + l] = r[88 + l] = product_sum(-x.a[l], x.b[l], x.c[l]);
    std::array<double, 8> y = l % 2 == 0 ? x.a : x.b;
    for (double& value : y) value *= x.c[l];
    r[72 + l] = ((y[0] + y[4]) + (y[2] + y[6])) + ((y[1] + y[5]) + (y[3] + y[7]));
  }
  return r;
}

TEST(Lanes, ComputeTheSameBitsAsOneNumberAfterAnother) {
  std::mt19937_64 random(1);
  for (int repetition = 0; repetition < 200; ++repetition) {
    const Operands x = draw(random);
    for (const auto set : available_instruction_sets()) {
      const ChosenInstructionSet chosen(set);
      EXPECT_EQ(probe(x), expected(x, set != InstructionSet::baseline)) << name_of(set);
    }
  }
}

}  // namespace
}  // namespace smsvm

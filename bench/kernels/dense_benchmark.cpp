// The dense kernels for each instruction set, beside OpenBLAS where it is installed. Compare GFLOP/s of the same size;
// on a busy machine let --benchmark_enable_random_interleaving=true and --benchmark_repetitions even out the load.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "kernels/cholesky.hpp"
#include "kernels/instruction_set.hpp"
#include "kernels/panel_product.hpp"
#include "kernels/triangular_solve.hpp"
#include "util/thread_pool.hpp"

#ifdef SMSVM_COMPARE_OPENBLAS
#include <cblas.h>
// NOLINTNEXTLINE(readability-identifier-naming): LAPACK's name
extern "C" void dpotrf_(const char* triangle, const int* size, double* matrix, const int* leading, int* info);
#endif

namespace {

using namespace smsvm;
using Numbers = std::vector<double>;

Numbers random_numbers(std::int64_t count) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  Numbers numbers(static_cast<std::size_t>(count));
  for (double& number : numbers) number = normal(random);
  return numbers;
}

Numbers positive_definite(std::int64_t size) {
  Numbers matrix = random_numbers(size * size);
  for (std::int64_t i = 0; i < size; ++i)
    matrix[static_cast<std::size_t>(i * size + i)] = 3 * static_cast<double>(size);
  return matrix;
}

void report(benchmark::State& state, double operations) {
  state.counters["GFLOP/s"] =
      benchmark::Counter(operations * 1e-9, benchmark::Counter::kIsIterationInvariantRate, benchmark::Counter::kIs1000);
}

// Σ x x' of `rows` rows of `columns` numbers.

struct SyrkCase {
  std::int64_t columns, rows;
  double operations() const { return static_cast<double>(columns * (columns + 1) * rows); }
};

void measure_syrk(benchmark::State& state, SyrkCase which, const std::function<void(const double*, double*)>& syrk) {
  const Numbers x = random_numbers(which.rows * which.columns);
  Numbers target(static_cast<std::size_t>(which.columns * which.columns));
  for (auto _ : state) syrk(x.data(), target.data());
  report(state, which.operations());
}

void register_syrk(SyrkCase which) {
  const std::string size = std::to_string(which.columns) + "x" + std::to_string(which.rows);
  for (const auto set : available_instruction_sets()) {
    const std::string name = "syrk/" + size + "/" + std::string(name_of(set));
    benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
      const ChosenInstructionSet chosen(set);
      const Numbers scale(static_cast<std::size_t>(which.rows), 1.0);
      SyrkWorkspace workspace;
      measure_syrk(state, which, [&](const double* x, double* target) {
        syrk_lower({x, which.rows, which.columns, which.columns}, scale.data(), target, which.columns, workspace);
      });
    });
  }
#ifdef SMSVM_COMPARE_OPENBLAS
  benchmark::RegisterBenchmark(("syrk/" + size + "/openblas").c_str(), [=](benchmark::State& state) {
    openblas_set_num_threads(1);
    const int columns = static_cast<int>(which.columns), rows = static_cast<int>(which.rows);
    measure_syrk(state, which, [&](const double* x, double* target) {
      cblas_dsyrk(CblasRowMajor, CblasLower, CblasTrans, columns, rows, 1, x, columns, 1, target, columns);
    });
  });
#endif
}

// The factor of a matrix; the copy of the matrix is not timed.

void measure_cholesky(benchmark::State& state, std::int64_t size, const std::function<void(double*)>& factor) {
  const Numbers matrix = positive_definite(size);
  Numbers work = matrix;
  for (auto _ : state) {
    state.PauseTiming();
    work = matrix;
    state.ResumeTiming();
    factor(work.data());
  }
  const auto n = static_cast<double>(size);
  report(state, n * n * n / 3);
}

void register_cholesky(std::int64_t size, int threads) {
  const std::string prefix = "cholesky/" + std::to_string(size) + "/threads:" + std::to_string(threads) + "/";
  for (const auto set : available_instruction_sets()) {
    benchmark::RegisterBenchmark((prefix + std::string(name_of(set))).c_str(), [=](benchmark::State& state) {
      const ChosenInstructionSet chosen(set);
      ThreadPool pool(threads);
      CholeskyWorkspace workspace;
      measure_cholesky(state, size, [&](double* matrix) {
        const auto result = cholesky({matrix, size, size}, workspace, {.pool = &pool, .keep_going = {}});
        if (!result.factored()) state.SkipWithError("not positive definite");
      });
    })->UseRealTime();
  }
#ifdef SMSVM_COMPARE_OPENBLAS
  benchmark::RegisterBenchmark((prefix + "openblas").c_str(), [=](benchmark::State& state) {
    openblas_set_num_threads(threads);
    const int n = static_cast<int>(size);
    measure_cholesky(state, size, [&](double* matrix) {
      int info = 0;
      dpotrf_("U", &n, matrix, &n, &info);  // column-major: the same triangle
      if (info != 0) state.SkipWithError("not positive definite");
    });
  })->UseRealTime();
#endif
}

// One right-hand side with a factor.

void measure_solve(benchmark::State& state, std::int64_t size,
                   const std::function<void(const double*, double*)>& solve) {
  Numbers factor = positive_definite(size), right(static_cast<std::size_t>(size), 1.0);
  for (auto _ : state) {
    std::fill(right.begin(), right.end(), 1.0);
    solve(factor.data(), right.data());
  }
  report(state, 2 * static_cast<double>(size * size));
}

void register_solve(std::int64_t size) {
  const std::string prefix = "solve/" + std::to_string(size) + "/";
  for (const auto set : available_instruction_sets()) {
    benchmark::RegisterBenchmark((prefix + std::string(name_of(set))).c_str(), [=](benchmark::State& state) {
      const ChosenInstructionSet chosen(set);
      measure_solve(state, size, [&](const double* factor, double* right) {
        solve_factored({factor, size, size}, {right});
      });
    });
  }
#ifdef SMSVM_COMPARE_OPENBLAS
  benchmark::RegisterBenchmark((prefix + "openblas").c_str(), [=](benchmark::State& state) {
    openblas_set_num_threads(1);
    const int n = static_cast<int>(size);
    measure_solve(state, size, [&](const double* factor, double* right) {
      cblas_dtrsv(CblasRowMajor, CblasLower, CblasNoTrans, CblasNonUnit, n, factor, n, right, 1);
      cblas_dtrsv(CblasRowMajor, CblasLower, CblasTrans, CblasNonUnit, n, factor, n, right, 1);
    });
  });
#endif
}

}  // namespace

int main(int argc, char** argv) {
  for (const std::int64_t columns : {54, 128, 500, 1000}) {
    for (const std::int64_t rows : {256, 1024, 4096}) register_syrk({columns, rows});
  }
  for (const std::int64_t size : {54, 128, 500, 1000, 2000, 4000, 6000}) {
    for (const int threads : {1, 2}) register_cholesky(size, threads);
  }
  for (const std::int64_t size : {54, 500, 2000, 6000}) register_solve(size);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}

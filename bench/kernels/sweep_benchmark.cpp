// How near a sweep comes to what the machine can do: without a Hessian to the speed at which memory can be read, with
// one to the speed of a matrix product. Arguments are threads; compare lines of one run, best of several.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <numeric>
#include <random>
#include <vector>

#include "fleet/make_rows.hpp"
#include "kernels/bench_rows.hpp"
#include "util/thread_pool.hpp"

#ifdef SMSVM_COMPARE_OPENBLAS
#include <cblas.h>

#endif

namespace smsvm::bench {
namespace {

std::int64_t rows_of(Layout layout) {
  switch (layout) {
    case Layout::dense:
      return 1'000'000;
    case Layout::wide:
      return 100'000;
    case Layout::mixed:
    case Layout::indicators:
      return 3'000'000;
    case Layout::text:
      break;
  }
  return 300'000;
}

/// Made when first asked for; only the last ones are kept, as several would not fit into memory.
const Rows& rows(Layout layout, Precision precision) {
  static std::unique_ptr<Rows> kept;
  static Layout kept_layout;
  static Precision kept_precision;
  if (!kept || kept_layout != layout || kept_precision != precision) {
    kept.reset();
    kept = std::make_unique<Rows>(make_rows(layout, precision, rows_of(layout)));
    kept_layout = layout;
    kept_precision = precision;
  }
  return *kept;
}

std::vector<double> some_point(std::int64_t size) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal(0, 0.3);
  std::vector<double> point(static_cast<std::size_t>(size));
  for (double& w : point) w = normal(random);
  return point;
}

/// A plain sum over as much memory as a sweep over dense rows reads.
void read_memory(benchmark::State& state, int threads) {
  constexpr std::int64_t piece = 1 << 16, pieces = 400;  // 210 MB
  const std::vector<double> memory(piece * pieces, 1.0);
  ThreadPool pool(threads);
  for (auto _ : state) {
    pool.for_each(pieces, [&](std::int64_t k) {
      const double* const from = memory.data() + k * piece;
      std::array<double, 32> sums{};
      for (std::int64_t i = 0; i < piece; i += 32) {
        for (std::size_t l = 0; l < 32; ++l) sums[l] += from[i + static_cast<std::int64_t>(l)];
      }
      benchmark::DoNotOptimize(sums);
    });
  }
  state.SetBytesProcessed(state.iterations() * piece * pieces * static_cast<std::int64_t>(sizeof(double)));
}

void sweep(benchmark::State& state, int threads, Layout layout, Precision precision, int level) {
  const Rows& of = rows(layout, precision);
  const auto pass = make_pass(of.data, {of.target}, true, 1, threads, {});
  const double share = static_cast<double>(pass->restrict_to_level(0, level)) / static_cast<double>(of.data.rows);
  const auto point = some_point(of.data.features + 1);
  Query query;
  query.point = point;
  query.epsilon = 0.1;
  query.begin = DualBegin::carried;
  Sums sums;
  for (auto _ : state) {
    pass->evaluate({&query, 1}, {&sums, 1});
    pass->accept(0);
  }
  const double bytes = share * static_cast<double>(bytes_of_sweep(of.data));
  state.SetBytesProcessed(static_cast<std::int64_t>(static_cast<double>(state.iterations()) * bytes));
  state.counters["rows/s"] =
      benchmark::Counter(share * static_cast<double>(of.data.rows), benchmark::Counter::kIsIterationInvariantRate);
}

/// Row state alone: losses at 8 steps, then a mixture.
void between_sweeps(benchmark::State& state, int threads) {
  const Rows& of = rows(Layout::dense, Precision::float32);
  const auto pass = make_pass(of.data, {of.target}, true, 1, threads, {});
  const auto point = some_point(of.data.features + 1);
  Query query;
  query.point = point;
  Sums sums;
  pass->evaluate({&query, 1}, {&sums, 1});
  const std::vector<double> steps{0, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 1};
  std::vector<double> losses(steps.size());
  for (auto _ : state) {
    pass->along(0, 0.1, steps, losses);
    pass->mix(0, {0.9, {0.05, 0.05}, {0.05, 0.05}});
  }
  state.SetItemsProcessed(state.iterations() * of.data.rows);
}

/// All of the sweep is timed; only the products of H count as work.
void hessian(benchmark::State& state, int threads, Layout layout) {
  const Rows& of = rows(layout, Precision::float32);
  const auto pass = make_pass(of.data, {of.target}, true, 1, threads, {});
  const auto point = some_point(of.data.features + 1);
  std::vector<std::int32_t> coordinates(point.size());
  std::iota(coordinates.begin(), coordinates.end(), 0);
  Query query;
  query.point = point;
  query.epsilon = 0.1;
  query.begin = DualBegin::carried;
  query.hessian = coordinates;
  Sums sums;
  for (auto _ : state) {
    pass->evaluate({&query, 1}, {&sums, 1});
    pass->accept(0);
  }
  const double size = static_cast<double>(coordinates.size());
  state.counters["GFLOP/s"] = benchmark::Counter(1e-9 * static_cast<double>(of.data.rows) * size * (size + 1),
                                                 benchmark::Counter::kIsIterationInvariantRate);
}

#ifdef SMSVM_COMPARE_OPENBLAS
/// The same products of as many rows of doubles, all of them in memory already.
void blas_syrk(benchmark::State& state, int threads, Layout layout) {
  const int size = layout == Layout::wide ? 501 : 51, many = static_cast<int>(rows_of(layout));
  openblas_set_num_threads(threads);
  const std::vector<double> x(static_cast<std::size_t>(size) * static_cast<std::size_t>(many), 0.5);
  std::vector<double> result(static_cast<std::size_t>(size) * static_cast<std::size_t>(size));
  for (auto _ : state)
    cblas_dsyrk(CblasRowMajor, CblasLower, CblasTrans, size, many, 1, x.data(), size, 0, result.data(), size);
  state.counters["GFLOP/s"] =
      benchmark::Counter(1e-9 * many * size * (size + 1), benchmark::Counter::kIsIterationInvariantRate);
}
#endif

/// Called KERNEL/WHAT/threads:N/IMPLEMENTATION, as bench/suite/parts/kernels.py expects.
template <class Function, class... Arguments>
void add(const std::string& kernel, const char* implementation, Function function, Arguments... arguments) {
  for (const int threads : {1, 2}) {
    const std::string name = kernel + "/threads:" + std::to_string(threads) + "/" + implementation;
    benchmark::RegisterBenchmark(name.c_str(), function, threads, arguments...)
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
  }
}

void register_all() {
  add("read_bandwidth", "plain", read_memory);
  for (const Layout layout : {Layout::dense, Layout::wide, Layout::mixed, Layout::indicators, Layout::text}) {
    for (const Precision precision : {Precision::float32, Precision::float64}) {
      for (const int level : {0, 1}) {
        add("sweep/" + std::string(name_of(layout)) + (precision == Precision::float32 ? "/float" : "/double") +
                (level == 0 ? "" : "/quarter"),
            "ours", sweep, layout, precision, level);
      }
    }
  }
  add("between_sweeps", "ours", between_sweeps);
#ifdef SMSVM_COMPARE_OPENBLAS
  for (const Layout layout : {Layout::dense, Layout::wide})
    add("hessian/" + std::string(name_of(layout)), "openblas", blas_syrk, layout);
#endif
  for (const Layout layout : {Layout::dense, Layout::wide, Layout::mixed, Layout::indicators})
    add("hessian/" + std::string(name_of(layout)), "ours", hessian, layout);
}

}  // namespace
}  // namespace smsvm::bench

int main(int count, char** arguments) {
  smsvm::bench::register_all();
  benchmark::Initialize(&count, arguments);
  if (benchmark::ReportUnrecognizedArguments(count, arguments)) return 1;
  benchmark::RunSpecifiedBenchmarks();
}

#include "experiments/data_sets.hpp"

#include <filesystem>
#include <numeric>

#include "experiments/run.hpp"
#include "smsvm/read.hpp"
#include "smsvm/synthetic.hpp"

namespace smsvm::experiments {

std::optional<LabelledRows> load_real(const std::string& name, const Settings& settings) {
  for (const char* ending : {".libsvm.xz", ""}) {
    const std::filesystem::path path = std::filesystem::path(settings.data_folder) / (name + ending);
    if (!std::filesystem::exists(path)) continue;
    ReadOptions options;
    options.threads = settings.threads;
    return labelled(read(path.string(), options));
  }
  return std::nullopt;
}

Split make_split(const SyntheticShape& shape, std::uint64_t seed) {
  SyntheticOptions options;
  options.rows = shape.rows + shape.test_rows;
  options.features = shape.features;
  options.separation = shape.separation;
  options.sparsity = shape.sparsity;
  options.seed = seed;
  const LabelledRows all = labelled(make_synthetic(options));
  std::vector<std::int64_t> train(static_cast<std::size_t>(shape.rows)),
      test(static_cast<std::size_t>(shape.test_rows));
  std::iota(train.begin(), train.end(), 0);
  std::iota(test.begin(), test.end(), shape.rows);
  return {take_rows(all, train), take_rows(all, test)};
}

}  // namespace smsvm::experiments

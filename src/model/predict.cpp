#include "model/predict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <variant>

#include "data/row_access.hpp"
#include "distributed/collectives.hpp"
#include "distributed/command.hpp"
#include "model/model_shape.hpp"
#include "smsvm/model.hpp"
#include "util/text.hpp"
#include "util/thread_pool.hpp"

namespace smsvm {
namespace {

constexpr std::int64_t block_rows = 4096;

/// The model's weights in the order of the data's columns; zeros where the model has none.
std::vector<double> weights_for(const Model& model, const Dataset& data) {
  const std::size_t columns = model.columns();
  const std::vector<std::int64_t> position =
      have_names(model, data) ? match_names(model, data) : match_features(model, data);
  std::vector<double> weights(position.size() * columns, 0.0);
  for (std::size_t j = 0; j < position.size(); ++j) {
    if (position[j] < 0) continue;
    const auto from = model.weights.begin() + position[j] * static_cast<std::int64_t>(columns);
    std::copy_n(from, columns, weights.begin() + static_cast<std::ptrdiff_t>(j * columns));
  }
  return weights;
}

/// Adds weight × value per column of the model.
struct Scorer {
  std::span<const double> weights;
  std::span<double> scores;  ///< of one row

  void operator()(std::size_t feature, double value) const {
    const double* const weight = &weights[feature * scores.size()];
    for (std::size_t k = 0; k < scores.size(); ++k) scores[k] += weight[k] * value;
  }
};

/// LIBLINEAR's rule: by the sign for two classes, else the largest score, the first of equal ones.
std::int32_t decide(std::span<const double> scores, std::size_t labels) {
  if (labels == 2) return scores[0] > 0 ? 0 : 1;
  return static_cast<std::int32_t>(std::max_element(scores.begin(), scores.end()) - scores.begin());
}

void warn_of_unknown_features(const Model& model, const Dataset& data, std::vector<std::string>& warnings) {
  if (have_names(model, data)) {
    const std::vector<std::int64_t> position = match_names(model, data);
    const auto unknown = std::ranges::count(position, -1);
    if (unknown > 0)
      warnings.push_back(fmt::format("the model was not trained on {} column{} of the data: ignored", unknown,
                                     unknown > 1 ? "s" : ""));
    return;
  }
  const std::int64_t largest = data.features > 0 ? data.feature_id(data.features - 1) : 0;
  if (data.table && largest < model.features)  // in libsvm text the last ones may be zeros
    warnings.push_back(fmt::format("the table has {}, the model knows {}: those that lack are taken as 0",
                                   counted(largest, "feature"), model.features));
  if (largest <= model.features) return;
  warnings.push_back(fmt::format("the data have features up to {}, the model knows 1 to {}: the others are ignored",
                                 largest, model.features));
}

/// What is needed of a model to score rows of certain data.
struct RowScorer {
  std::vector<double> weights;    ///< features × columns
  std::vector<double> intercept;  ///< of each column
  std::size_t labels = 0;

  void score(const Dataset& data, int threads, Predictions& result) const {
    const std::size_t columns = intercept.size();
    result.scores.resize(static_cast<std::size_t>(data.rows) * columns, 0.0);
    result.label.resize(static_cast<std::size_t>(data.rows));
    const auto score_row = [&](const auto& rows, std::int64_t position) {
      const auto at = static_cast<std::size_t>(source_row(data, position));
      const std::span<double> scores(&result.scores[at * columns], columns);
      for_each_value(row_at(rows, position), Scorer{weights, scores});
      for (std::size_t k = 0; k < columns; ++k) scores[k] += intercept[k];
      result.label[at] = decide(scores, labels);
    };
    const std::int64_t blocks = (data.rows + block_rows - 1) / block_rows;
    ThreadPool pool(blocks > 1 ? threads : 1);
    pool.for_each(blocks, [&](std::int64_t block) {
      const std::int64_t end = std::min(data.rows, (block + 1) * block_rows);
      std::visit(
          [&](const auto& rows) {
            for (std::int64_t position = block * block_rows; position < end; ++position) score_row(rows, position);
          },
          data.all_rows());
    });
  }

  /// On all ranks, each its own rows; rank 0 gets the scores of all, as they are stored.
  void score_together(const DistributedRows& rows, int threads, Predictions& result) const {
    Predictions mine;
    score(rows.part(), threads, mine);
    result.scores = gather_rows(rows.ranks(), mine.scores);
    result.label = gather_rows(rows.ranks(), mine.label);
  }
};

}  // namespace

Predictions predict(const Model& model, const Dataset& data, int threads) {
  check_shape(model);
  Predictions result;
  const RowScorer scorer{weights_for(model, data), model.intercept, model.labels.size()};
  warn_of_unknown_features(model, data, result.warnings);
  if (data.distributed) {
    Communicator& ranks = data.distributed->ranks();
    ranks.together([&] {
      Message command;
      command.add(Command::predict).add(threads).add(scorer.labels).add_all(scorer.intercept).add_all(scorer.weights);
      broadcast(ranks, command.take());
      scorer.score_together(*data.distributed, threads, result);
    });
    result.scores = in_source_order(data.all_order().get(), std::move(result.scores));
    result.label = in_source_order(data.all_order().get(), std::move(result.label));
  } else {
    scorer.score(data, threads, result);
  }
  return result;
}

void serve_predict(const DistributedRows& rows, MessageReader& from) {
  const auto threads = from.take<int>();
  RowScorer scorer;
  scorer.labels = from.take<std::size_t>();
  scorer.intercept = from.take_all<double>();
  scorer.weights = from.take_all<double>();
  Predictions unused;
  scorer.score_together(rows, threads, unused);
}

}  // namespace smsvm

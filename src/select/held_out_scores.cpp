#include "select/held_out_scores.hpp"

#include <algorithm>
#include <stdexcept>
#include <variant>

#include "data/row_access.hpp"
#include "distributed/collectives.hpp"
#include "distributed/command.hpp"
#include "util/thread_pool.hpp"

namespace smsvm {
namespace {

constexpr std::size_t most_weights = std::size_t{1} << 25;  // 256 MiB of them at a time
constexpr std::int64_t rows_of_a_task = 1024;

/// Several models side by side, all their weights of a feature together: a value read once serves them all. Features
/// that no model uses take four bytes.
class SideBySide {
 public:
  SideBySide(std::int64_t features, std::span<const LinearModel> models)
      : models_(models.size()), place_(static_cast<std::size_t>(features), -1) {
    std::int32_t places = 0;
    for (const LinearModel& model : models) {
      intercept_.push_back(model.intercept);
      for (const std::int32_t feature : model.weights.feature) {
        std::int32_t& place = place_.at(static_cast<std::size_t>(feature));
        if (place < 0) place = places++;
      }
    }
    weights_.resize(static_cast<std::size_t>(places) * models_);
    for (std::size_t m = 0; m < models_; ++m) {
      const SparseWeights& weights = models[m].weights;
      for (std::size_t k = 0; k < weights.feature.size(); ++k)
        weights_[start_of(static_cast<std::size_t>(weights.feature[k])) + m] = weights.value[k];
    }
  }

  template <class Value>
  void score(RowView<Value> row, double* scores) const {
    std::copy(intercept_.begin(), intercept_.end(), scores);
    for_each_stored(row, [&](std::size_t feature, double value) {
      if (place_[feature] < 0) return;
      const double* const weight = &weights_[start_of(feature)];
      for (std::size_t m = 0; m < models_; ++m) scores[m] += weight[m] * value;
    });
  }

 private:
  std::size_t start_of(std::size_t feature) const { return static_cast<std::size_t>(place_[feature]) * models_; }

  std::size_t models_;
  std::vector<std::int32_t> place_;  ///< of each feature among those in use; −1: no model uses it
  std::vector<double> weights_;      ///< places × models
  std::vector<double> intercept_;
};

/// How many models of these can stand side by side in the memory allowed.
std::size_t models_at_once(std::span<const LinearModel> models) {
  std::size_t features = 1;
  for (const LinearModel& model : models) features = std::max(features, model.weights.feature.size());
  // Models of one fold mostly share their features; where they do not, twice as many are in use.
  return std::max<std::size_t>(1, most_weights / (2 * features));
}

Message message_of(std::span<const std::vector<LinearModel>> models_of_fold) {
  Message message;
  message.add(models_of_fold.size());
  for (const auto& of_fold : models_of_fold) {
    message.add(of_fold.size());
    for (const LinearModel& model : of_fold)
      message.add_all(model.weights.feature).add_all(model.weights.value).add(model.intercept);
  }
  return message;
}

std::vector<std::vector<LinearModel>> read_models(MessageReader& from) {
  std::vector<std::vector<LinearModel>> models_of_fold(from.take<std::size_t>());
  for (auto& of_fold : models_of_fold) {
    of_fold.resize(from.take<std::size_t>());
    for (LinearModel& model : of_fold) {
      model.weights.feature = from.take_all<std::int32_t>();
      model.weights.value = from.take_all<double>();
      model.intercept = from.take<double>();
    }
  }
  return models_of_fold;
}

/// Each rank scores its own rows.
std::vector<double> distributed_scores(const Dataset& data, std::span<const std::int32_t> fold_of_row,
                                       std::span<const std::vector<LinearModel>> models_of_fold, int threads) {
  const DistributedRows& rows = *data.distributed;
  Communicator& ranks = rows.ranks();
  const std::vector<std::int32_t> fold =
      in_stored_order<std::int32_t>(data.all_order().get(), {fold_of_row.begin(), fold_of_row.end()});
  return in_source_order(data.all_order().get(), ranks.together([&] {
    broadcast(ranks,
              Message().add(Command::held_out_scores).add(threads).add(message_of(models_of_fold).bytes()).take());
    for (int other = 1; other < ranks.size(); ++other)
      ranks.send(other, Tag::rows, Message().add_all(rows.slice(fold, other)).take());
    return gather_rows(ranks, held_out_scores(rows.part(), rows.slice(fold, 0), models_of_fold, threads));
  }));
}

}  // namespace

void serve_held_out_scores(const DistributedRows& rows, MessageReader& from) {
  const auto threads = from.take<int>();
  const std::string models = from.text();
  MessageReader from_models(models);
  const std::string folds = rows.ranks().receive(0, Tag::rows);
  gather_rows(rows.ranks(), held_out_scores(rows.part(), MessageReader(folds).take_all<std::int32_t>(),
                                            read_models(from_models), threads));
}

std::vector<double> held_out_scores(const Dataset& data, std::span<const std::int32_t> fold_of_row,
                                    std::span<const std::vector<LinearModel>> models_of_fold, int threads) {
  if (static_cast<std::int64_t>(fold_of_row.size()) != data.rows)
    throw std::invalid_argument("a fold is needed for each row");
  const std::size_t models = models_of_fold.empty() ? 0 : models_of_fold.front().size();
  for (const auto& of_fold : models_of_fold)
    if (of_fold.size() != models) throw std::invalid_argument("every fold needs as many models as the others");
  for (const std::int32_t fold : fold_of_row)
    if (fold < 0 || static_cast<std::size_t>(fold) >= models_of_fold.size())
      throw std::invalid_argument("a row belongs to a fold without models");

  if (data.distributed) return distributed_scores(data, fold_of_row, models_of_fold, threads);

  std::vector<double> scores(fold_of_row.size() * models);
  const std::int64_t tasks = (data.rows + rows_of_a_task - 1) / rows_of_a_task;
  ThreadPool pool(tasks > 1 ? threads : 1);
  // Fold after fold: each row is read once all the same, and only one fold's weights are in memory.
  for (std::size_t fold = 0; fold < models_of_fold.size(); ++fold) {
    const std::span<const LinearModel> all = models_of_fold[fold];
    const std::size_t at_once = models_at_once(all);
    for (std::size_t first = 0; first < models; first += at_once) {
      const SideBySide some(data.features, all.subspan(first, std::min(at_once, models - first)));
      pool.for_each(tasks, [&](std::int64_t task) {
        std::visit(
            [&](const auto& matrix) {
              const std::int64_t end = std::min(data.rows, (task + 1) * rows_of_a_task);
              for (std::int64_t position = task * rows_of_a_task; position < end; ++position) {
                const auto at = static_cast<std::size_t>(source_row(data, position));
                if (static_cast<std::size_t>(fold_of_row[at]) == fold)
                  some.score(row_at(matrix, position), &scores[at * models + first]);
              }
            },
            data.all_rows());
      });
    }
  }
  return scores;
}

}  // namespace smsvm

#pragma once

#include <vector>

#include "rows/backend.hpp"

namespace smsvm::test {

/// Rows in plain loops over plain numbers, in double, as src/rows/request.hpp tells it: what others are measured by,
/// and an example for who writes a backend. It cannot be cut: all its rows are one chunk.
class ReferenceBackend final : public Backend {
 public:
  ReferenceBackend(const Dataset& data, BackendOptions options);

  void ask(const Request& request, Answer& answer) override;

 private:
  struct Row {
    double slack = 0, distance = 0;              ///< u and q, accepted
    double trial_slack = 0, trial_distance = 0;  ///< u and q, trial
    double running_dual = 0;                     ///< ā
    double given = 0;
    bool is_in_use = true;
    double slack_before = 0, distance_before = 0, dual_before = 0;  ///< when others were frozen
  };
  struct Problem {
    std::vector<Row> row;
    int level = 0;
    double epsilon = 1, trial_epsilon = 1, frozen_epsilon = 1;
    bool is_released = false, has_given = false, is_frozen = false, is_swapped = false;
  };

  void answer(const request::Describe&, Answer& answer);
  void answer(const request::UseSample& what, Answer& answer);
  void answer(const request::UseNear& what, Answer& answer);
  void answer(const request::Thaw& what, Answer& answer);
  void answer(const request::CountNear& what, Answer& answer);
  void answer(const request::Cut& what, Answer& answer);
  void answer(const request::AddWeights& what, Answer& answer);
  void answer(const request::Sweep& what, Answer& answer);
  void answer(const request::Along& what, Answer& answer);
  void answer(const request::Combine& what, Answer& answer);
  void answer(const request::Accept& what, Answer& answer);
  void answer(const request::Mix& what, Answer& answer);
  void answer(const request::Release& what, Answer& answer);
  void answer(const request::GetColumn& what, Answer& answer);
  void answer(const request::PutColumn& what, Answer& answer);
  void answer(const request::GetState& what, Answer& answer);
  void answer(const request::PutState& what, Answer& answer);
  void answer(const request::GetNear& what, Answer& answer);
  void answer(const request::PutNear& what, Answer& answer);
  void answer(const request::FetchRows& what, Answer& answer);
  void answer(const request::FetchBlocks& what, Answer& answer);
  void answer(const request::AddSquares& what, Answer& answer);

  double weight(std::size_t problem, std::size_t row) const { return options_.problems[problem].weight_of(row); }
  double sign(std::size_t problem, std::size_t row) const { return options_.problems[problem].sign[row]; }
  void use_near(Row& row);
  bool is_near(std::size_t problem, const Nearness& nearness, std::size_t row) const;
  void add_row(const Query& query, std::size_t row, Sums& sums);
  double value(std::size_t row, std::int32_t coordinate) const;
  double column(std::size_t problem, Column which, std::size_t row) const;
  /// The position here of the row at this position among all; −1 if it lies elsewhere.
  std::int64_t here(std::int64_t position) const;

  std::vector<std::vector<double>> x_;
  std::int64_t features_;
  BackendOptions options_;
  std::vector<Problem> problem_;
};

}  // namespace smsvm::test

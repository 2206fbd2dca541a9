#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include "distributed/communicator.hpp"
#include "rows/backend.hpp"
#include "rows/cut_plan.hpp"
#include "rows/reduction.hpp"

namespace smsvm {

/// The backends of several ranks, or one alone, as one backend. Each rank has one of these with the backend of its own
/// rows. Rank 0 is asked; it tells the others, and all carry out the same. What is a sum is added up in the tree that
/// one backend alone would use; what is known of each row is put together in the order of the ranks.
class Fleet final : public Backend {
 public:
  /// `ranks`: null for a backend alone. `number`: tells the fleets of a job apart. `make`: the backend of the rows
  /// here, from what is said beside it.
  Fleet(Communicator* ranks, std::int64_t number, BackendOptions options,
        const std::function<std::unique_ptr<Backend>(BackendOptions)>& make);
  ~Fleet() override;

  /// On rank 0.
  void ask(const Request& request, Answer& answer) override;
  /// On the others: what rank 0 was asked.
  void carry_out(const Request& request, Answer& answer);

 private:
  /// How the rows that a problem uses are cut.
  struct Layout {
    int begun_by = -1, ended_by = -1;
    std::int64_t rows = 0, chunks = 1;
    bool is_whole = false;  ///< each backend is a chunk
  };

  // By what a request asks for.
  void choose(const request::UseSample& what, Answer& answer);
  void choose(const request::UseNear& what, Answer& answer);
  /// The work that all have chosen is cut; how, for this rank.
  Layout cut(std::size_t problem, const RowChoice& choice, std::vector<WorkShare> work, Answer& answer);
  double weight_in_use(std::size_t problem, Answer& answer);
  void add_up(const Request& request, Answer& answer);
  void put_together(const Request& request, Answer& answer);
  /// On rank 0: what the others have after what is here.
  void append_rows(SparseRows& mine);
  template <class Value>
  void append_blocks(BlockedRows<Value>& mine);

  /// Takes the nodes of an answer into the tree.
  void take_nodes(std::vector<SumNode>& nodes);
  /// Sends what is left, or receives from those who do; whether all of them came to the end.
  bool gather_nodes(bool complete, bool cancellable);
  bool receive_nodes(int sender, bool cancellable);

  bool is_first() const { return ranks_ == nullptr || ranks_->is_first(); }
  const Layout& layout_of(const Request& request) const { return *layout_[problem_of(request)]; }
  /// Asked now and then by the backend here, or while others are waited for.
  bool keep_going();

  Communicator* ranks_;
  std::int64_t number_;
  std::function<bool()> asker_keeps_going_;
  std::chrono::steady_clock::time_point last_poll_{};
  std::int64_t sweep_;         ///< its number, the same on all ranks
  bool is_cancelled_ = false;  ///< the sweep at hand
  SharedChunks shared_chunks_;
  const Layout* layout_in_use_ = nullptr;  ///< of the request at hand
  std::vector<std::unique_ptr<Layout>> level_layout_;
  std::vector<std::unique_ptr<Layout>> near_layout_;  ///< of each problem
  std::vector<std::size_t> level_;                    ///< of each problem
  std::vector<const Layout*> layout_;                 ///< of each problem
  OrderedReduction<SumNode> tree_;
  std::unique_ptr<Backend> here_;  ///< last: it uses what stands above
};

}  // namespace smsvm

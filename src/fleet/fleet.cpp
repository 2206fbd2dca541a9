#include "fleet/fleet.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "data/row_message.hpp"
#include "distributed/collectives.hpp"
#include "distributed/command.hpp"
#include "distributed/message_wait.hpp"
#include "rows/request_bytes.hpp"

namespace smsvm {
namespace {

double sum_of(const std::vector<double>& numbers) { return std::accumulate(numbers.begin(), numbers.end(), 0.0); }

}  // namespace

Fleet::Fleet(Communicator* ranks, std::int64_t number, BackendOptions options,
             const std::function<std::unique_ptr<Backend>(BackendOptions)>& make)
    : ranks_(ranks),
      number_(number),
      asker_keeps_going_(std::move(options.keep_going)),
      sweep_(number << 32),  // so that no two fleets of a job have a sweep of the same number
      near_layout_(options.problems.size()),
      level_(options.problems.size()),
      layout_(options.problems.size()) {
  options.keep_going = asker_keeps_going_;
  if (ranks_ != nullptr) {
    options.keep_going = [this] { return keep_going(); };
    shared_chunks_ = {
        [this] { return ranks_->receive(layout_in_use_->begun_by, Tag::border); },
        [this](std::string open) { ranks_->send(layout_in_use_->ended_by, Tag::border, std::move(open)); }};
    options.shared_chunks = &shared_chunks_;
  }
  here_ = make(std::move(options));
}

Fleet::~Fleet() {
  if (ranks_ == nullptr || !ranks_->is_first()) return;
  ranks_->together_if_possible([&] { broadcast(*ranks_, Message().add(Command::end_rows).add(number_).take()); });
}

void Fleet::ask(const Request& request, Answer& answer) {
  if (ranks_ == nullptr) return carry_out(request, answer);
  ranks_->together([&] {
    Message command;
    command.add(Command::ask_rows).add(number_);
    write(command, request);
    broadcast(*ranks_, command.take());
    carry_out(request, answer);
  });
}

void Fleet::carry_out(const Request& request, Answer& answer) {
  using namespace request;
  if (const auto* const sample = std::get_if<UseSample>(&request)) return choose(*sample, answer);
  if (const auto* const near = std::get_if<UseNear>(&request)) return choose(*near, answer);
  if (nature_of(request).together == Together::sums) return add_up(request, answer);
  here_->ask(request, answer);
  if (std::holds_alternative<Thaw>(request)) {
    const std::size_t problem = problem_of(request);
    layout_[problem] = level_layout_[level_[problem]].get();
  }
  if (ranks_ != nullptr) put_together(request, answer);
}

void Fleet::put_together(const Request& request, Answer& answer) {
  const Together together = nature_of(request).together;
  if (together == Together::total)
    answer.numbers.front() = sum_of(gather_rows(*ranks_, std::vector{answer.numbers.front()}));
  if (std::holds_alternative<request::Describe>(request) &&
      sum_of(gather_rows(*ranks_, std::vector{answer.numbers[3]})) > 0)
    answer.numbers[3] = 1;
  if (together != Together::rows) return;
  if (std::holds_alternative<request::FetchRows>(request)) return append_rows(answer.rows);
  if (std::holds_alternative<request::FetchBlocks>(request))
    return std::visit([&](auto& mine) { append_blocks(mine); }, answer.blocks);
  answer.numbers = gather_rows(*ranks_, answer.numbers);
}

void Fleet::append_rows(SparseRows& mine) {
  std::string bytes = Message().add_all(mine.end).add_all(mine.column).add_all(mine.value).take();
  const std::vector<std::string> of_ranks = gather(*ranks_, std::move(bytes));
  for (std::size_t other = 1; other < of_ranks.size(); ++other) {
    MessageReader from(of_ranks[other]);
    const std::int64_t before = std::ssize(mine.value);
    for (const std::int64_t end : from.take_all<std::int64_t>()) mine.end.push_back(before + end);
    const auto column = from.take_all<std::int32_t>();
    const auto value = from.take_all<double>();
    mine.column.insert(mine.column.end(), column.begin(), column.end());
    mine.value.insert(mine.value.end(), value.begin(), value.end());
  }
}

template <class Value>
void Fleet::append_blocks(BlockedRows<Value>& mine) {
  Message bytes;
  if (!is_first())
    for (const RowBlock<Value>& block : mine.blocks) write(bytes, block);
  const std::vector<std::string> of_ranks = gather(*ranks_, bytes.take());
  for (std::size_t other = 1; other < of_ranks.size(); ++other) {
    MessageReader from(of_ranks[other]);
    while (!from.at_end()) {
      mine.blocks.push_back(read_block<Value>(from));
      mine.first_row.push_back(mine.first_row.back() + mine.blocks.back().rows);
    }
  }
}

void Fleet::choose(const request::UseSample& what, Answer& answer) {
  here_->ask(what, answer);
  const RowChoice choice = choice_of(answer.numbers);
  const auto level = static_cast<std::size_t>(what.level);
  level_[what.problem] = level;
  if (level_layout_.size() <= level) level_layout_.resize(level + 1);
  if (!level_layout_[level])
    level_layout_[level] = std::make_unique<Layout>(cut(what.problem, choice, std::move(answer.work), answer));
  const Layout& layout = *level_layout_[level];
  layout_[what.problem] = &layout;
  bool is_weighted = choice.is_weighted;
  if (ranks_ != nullptr) is_weighted = std::ranges::max(gather_numbers(*ranks_, is_weighted ? 1 : 0)) > 0;
  const auto rows = static_cast<double>(layout.rows);
  const double weight = is_weighted ? weight_in_use(what.problem, answer) : rows;
  answer.clear();
  answer.numbers = {rows, weight};
}

/// One rank after the other goes on with the sum, which so has the bits that one rank alone would find.
double Fleet::weight_in_use(std::size_t problem, Answer& answer) {
  const auto go_on = [&](double before) {
    here_->ask(request::AddWeights{problem, before}, answer);
    return answer.numbers.front();
  };
  if (ranks_ == nullptr) return go_on(0);
  const std::string all = in_turn(*ranks_, Message().add(0.0).take(), [&](const std::string& before) {
    return Message().add(go_on(MessageReader(before).take<double>())).take();
  });
  return is_first() ? MessageReader(all).take<double>() : 0;
}

void Fleet::choose(const request::UseNear& what, Answer& answer) {
  here_->ask(what, answer);
  const RowChoice choice = choice_of(answer.numbers);
  auto& layout = near_layout_[what.problem];
  layout = std::make_unique<Layout>(cut(what.problem, choice, std::move(answer.work), answer));
  layout_[what.problem] = layout.get();
  answer.clear();
  answer.numbers = {static_cast<double>(layout->rows)};
}

Fleet::Layout Fleet::cut(std::size_t problem, const RowChoice& choice, std::vector<WorkShare> work, Answer& answer) {
  std::vector<std::vector<WorkShare>> works{std::move(work)};
  std::vector<std::int64_t> rows{choice.rows_here};
  std::size_t rank = 0;
  Layout layout;
  layout.is_whole = choice.is_whole;
  if (ranks_ != nullptr) {
    rank = static_cast<std::size_t>(ranks_->rank());
    const auto whole = gather_numbers(*ranks_, choice.is_whole ? 1 : 0);
    if (std::ranges::min(whole) != std::ranges::max(whole))
      throw std::logic_error("a fleet of backends of which some can be cut and others cannot");
    rows = gather_numbers(*ranks_, choice.rows_here);
    const std::string mine = Message().add_all(works.front()).take();
    works.clear();
    for (const std::string& bytes : gather_everywhere(*ranks_, mine))
      works.push_back(MessageReader(bytes).take_all<WorkShare>());
  }
  here_->ask(request::Describe{}, answer);
  const auto features = static_cast<std::int64_t>(answer.numbers[1]);
  CutPlan plan = plan_cuts(std::move(works), rows, features);
  layout.rows = plan.rows;
  layout.chunks = layout.is_whole ? std::ssize(rows) : plan.chunks;
  if (!layout.is_whole) {
    layout.begun_by = plan.begun_by[rank];
    layout.ended_by = plan.ended_by[rank];
  }
  plan.cut[rank].problem = problem;
  here_->ask(plan.cut[rank], answer);
  return layout;
}

void Fleet::add_up(const Request& request, Answer& answer) {
  ++sweep_;
  if (std::exchange(is_cancelled_, false) && is_first()) {  // the sweep before was; this one may go on
    last_poll_ = {};
    keep_going();
  }
  const bool is_combination = std::holds_alternative<request::Combine>(request);  // of all rows
  layout_in_use_ = is_combination ? level_layout_.front().get() : layout_[problem_of(request)];
  const Layout& layout = *layout_in_use_;
  here_->ask(request, answer);
  if (std::holds_alternative<request::Sweep>(request)) answer.rows_read = layout.rows;
  if (ranks_ == nullptr) return;
  const bool cancellable = !std::holds_alternative<request::Along>(request);
  if (layout.is_whole) answer.nodes.front().number = ranks_->rank();
  tree_.begin(layout.chunks);
  if (answer.complete) take_nodes(answer.nodes);
  answer.complete = gather_nodes(answer.complete, cancellable);
  answer.nodes.resize(1);
  if (is_first() && answer.complete) std::swap(answer.nodes.front(), tree_.result());
}

void Fleet::take_nodes(std::vector<SumNode>& nodes) {
  for (SumNode& node : nodes) {
    if (node.queries == 0) continue;  // no chunk ends here
    auto taken = tree_.take();
    std::swap(*taken, node);
    const int level = taken->level;
    const std::int64_t number = taken->number;
    tree_.finish_node(level, number, std::move(taken));
  }
}

/// Up a binomial tree, as broadcasts go down one: a rank finishes what those at distances 1, 2, 4, … have left over,
/// and sends on what it cannot finish itself. Neighbours come first, since they have neighbouring chunks.
bool Fleet::gather_nodes(bool complete, bool cancellable) {
  const int rank = ranks_->rank();
  for (int distance = 1; distance < ranks_->size(); distance *= 2) {
    if ((rank & distance) != 0) {
      Message nodes;
      nodes.add(complete);
      if (complete) {
        tree_.for_each_left([&](int level, std::int64_t number, SumNode& node) {
          node.level = level;
          node.number = number;
          write(nodes, node);
        });
      }
      ranks_->send(rank - distance, Tag::sums, nodes.take());
      return false;
    }
    if (rank + distance < ranks_->size()) complete = receive_nodes(rank + distance, cancellable) && complete;
  }
  return complete;
}

/// Whether the sender, and those that it had heard of, came to the end of their chunks.
bool Fleet::receive_nodes(int sender, bool cancellable) {
  for (MessageWait pause; cancellable && !ranks_->has_arrived(sender, Tag::sums); pause.wait())
    keep_going();  // so that a stop is prompt also where the others have more to do
  const std::string bytes = ranks_->receive(sender, Tag::sums);
  MessageReader from(bytes);
  const auto complete = from.take<bool>();
  while (!from.at_end()) {
    auto node = tree_.take();
    read(from, *node);
    const int level = node->level;
    const std::int64_t number = node->number;
    tree_.finish_node(level, number, std::move(node));
  }
  return complete;
}

/// The caller is asked on rank 0, which tells the others.
bool Fleet::keep_going() {
  const auto now = std::chrono::steady_clock::now();
  if (is_cancelled_ || now - last_poll_ < std::chrono::milliseconds(40)) return !is_cancelled_;
  last_poll_ = now;
  if (!ranks_->is_first()) {
    while (ranks_->has_arrived(0, Tag::cancel))  // it may be about a sweep that was over before
      if (MessageReader(ranks_->receive(0, Tag::cancel)).take<std::int64_t>() == sweep_) is_cancelled_ = true;
    return !is_cancelled_;
  }
  if (!asker_keeps_going_ || asker_keeps_going_()) return true;
  is_cancelled_ = true;
  for (int other = 1; other < ranks_->size(); ++other) ranks_->send(other, Tag::cancel, Message().add(sweep_).take());
  return false;
}

}  // namespace smsvm

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <tuple>
#include <variant>
#include <vector>

#include "rows/chunk_cutter.hpp"
#include "rows/sparse_rows.hpp"
#include "rows/sums.hpp"
#include "smsvm/dataset.hpp"

namespace smsvm {

// All that can be asked of rows, as data, so that one function carries it (Backend::ask), whatever lies between who
// asks and the rows. Rows, and the state kept per row, belong to problems, which are known by their index: for each a
// problem keeps the slack u and the dual's distance q of the accepted and of the trial point, and the running dual ā.
// Each struct lists its fields once; bytes are made of them by request_bytes.hpp.

/// Where the dual of a sweep begins.
enum class DualBegin : std::uint8_t {
  smooth,   ///< a_ε
  carried,  ///< the dual of the accepted state goes on (eq. 11)
  running,  ///< ā
  given     ///< Column::given
};

/// What a sweep shall compute for one problem. Coordinates are the features, then the intercept if any.
struct Query {
  std::size_t problem = 0;
  std::span<const double> point;  ///< w, then b
  double epsilon = 1;
  DualBegin begin = DualBegin::smooth;
  std::span<const std::int32_t> hessian = {};  ///< coordinates whose block of H is wanted, increasing
  double least_curvature = 0;                  ///< rows with less in c h may be thinned out for H (cpu/thin_out.hpp)

  static constexpr auto fields = std::tuple(&Query::problem, &Query::point, &Query::epsilon, &Query::begin,
                                            &Query::hessian, &Query::least_curvature);
};

/// ā ← old · ā + smooth[class] · a_ε + carried[class] · a, with the duals of the trial state.
struct DualMixture {
  double old = 1;
  std::array<double, 2> smooth{};
  std::array<double, 2> carried{};

  static constexpr auto fields = std::tuple(&DualMixture::old, &DualMixture::smooth, &DualMixture::carried);
  bool changes_nothing() const { return old == 1 && smooth == std::array{0.0, 0.0} && carried == std::array{0.0, 0.0}; }
};

/// Which rows are near the kink: those with |u| <= width + reach · |what u changed by when it was last accepted|. Rows
/// with rare features move farther than others.
struct Nearness {
  double width = 0;
  double reach = 0;

  static constexpr auto fields = std::tuple(&Nearness::width, &Nearness::reach);
};

/// A number of each row. The last six are no state: they follow from it, are what somebody has put there, or belong to
/// the problem or the data.
enum class Column : std::uint8_t {
  slack,
  distance,
  trial_slack,
  trial_distance,
  running_dual,
  given,      ///< for the next sweep to begin with, or for the next combination
  curvature,  ///< h of the accepted state; 0 for rows not in use
  smooth_dual,
  sign,    ///< y, +1 or −1
  weight,  ///< c
  number   ///< of the row in the source, from 0: rows may be stored in another order
};
inline constexpr std::array state_columns{Column::slack, Column::distance, Column::trial_slack, Column::trial_distance,
                                          Column::running_dual};

/// What the answers of several backends make together.
enum class Together : std::uint8_t {
  one,    ///< all say the same, or nothing; or it is the fleet that asks
  total,  ///< the first number is added up
  rows,   ///< what is said of each row stands one after another
  sums    ///< are added up in the tree of chunks, see SumNode
};

/// What is known of a kind of request, so that who lies between a solver and rows (a fleet, the log of a checkpoint)
/// has no list of them. Each struct below that is not of the usual nature says so.
struct Nature {
  Together together = Together::one;
  std::size_t numbers = 0;     ///< so many are said, the first of them a count of rows
  bool of_data_alone = false;  ///< the answer is always the same, whatever has been done with the rows
  bool only_looks = false;     ///< at the state of the rows, and changes nothing
};
/// How much there is of everything in the sums over some rows.
struct SumsShape {
  std::size_t numbers = 0, moments = 0, hessian = 0;
};

namespace request {

/// → rows, features, problems, and 1 if rows may be stored in another order than that of the source, else 0.
struct Describe {
  static constexpr auto fields = std::tuple();
  static constexpr Nature nature{.together = Together::total, .of_data_alone = true};
};

// Which rows a problem uses. A fleet asks for a choice, then says where to cut the rows chosen into chunks.

/// The problem uses only about rows/4^level rows from now on, the same ones for the same seed, each level within the
/// one below it. The row state is then that of no point: the next sweep must not carry it on. Level 0, where every
/// problem begins, is everything. → rows in use, what they weigh
struct UseSample {
  std::size_t problem = 0;
  int level = 0;
  static constexpr auto fields = std::tuple(&UseSample::problem, &UseSample::level);
  static constexpr Nature nature{.numbers = 2};
};

/// Only the rows near the kink are used from now on; the others keep what they have. Right after Accept, at level 0:
/// then the trial state is the one accepted before. ā of the rows in use begins anew at 0. → rows in use
struct UseNear {
  std::size_t problem = 0;
  Nearness nearness;
  bool as_put = false;  ///< the rows that PutNear named instead, with what it said of them; nothing else changes
  static constexpr auto fields = std::tuple(&UseNear::problem, &UseNear::nearness, &UseNear::as_put);
  static constexpr Nature nature{.numbers = 1};
};

/// All rows are used again. The accepted state is the one before UseNear. ā of a row that was in use gets this share of
/// what it has become, the rest is what it was; of another one, of take[class] · a, with the dual a, 0 or 1, that the
/// sign of u gives it.
struct Thaw {
  std::size_t problem = 0;
  double share = 0;
  std::array<double, 2> take{};
  static constexpr auto fields = std::tuple(&Thaw::problem, &Thaw::share, &Thaw::take);
};

/// How many rows are near the kink, of those with any weight. Right after Accept, at level 0. → their number
struct CountNear {
  std::size_t problem = 0;
  Nearness nearness;
  static constexpr auto fields = std::tuple(&CountNear::problem, &CountNear::nearness);
  static constexpr Nature nature{.together = Together::total, .numbers = 1, .only_looks = true};
};

/// Of the rows chosen last: begins chunks where the cutter says, which has seen all rows before these. A backend that
/// cannot be cut (RowChoice::is_whole) heeds takes_first_row alone.
struct Cut {
  std::size_t problem = 0;
  ChunkCutter cutter;
  std::int64_t chunks_everywhere = 0;
  bool ends_elsewhere = false;   ///< the last chunk goes on with rows of another backend
  bool takes_first_row = false;  ///< nobody has chosen a row: the first one here is used
  static constexpr auto fields =
      std::tuple(&Cut::problem, &Cut::cutter, &Cut::chunks_everywhere, &Cut::ends_elsewhere, &Cut::takes_first_row);
};

/// Adds the weights of the rows in use to a sum, one after the other. → the sum
struct AddWeights {
  std::size_t problem = 0;
  double before = 0;
  static constexpr auto fields = std::tuple(&AddWeights::problem, &AddWeights::before);
};

// Sums over the rows in use.

/// One sweep for all queries, whose problems use the same rows. Writes the trial state. May be cancelled. → Sums of
/// each
struct Sweep {
  std::span<const Query> queries;
  static constexpr auto fields = std::tuple(&Sweep::queries);
  static constexpr Nature nature{.together = Together::sums};
  SumsShape shape(std::size_t features) const { return {0, 2 * features, queries.front().hessian.size()}; }
};

/// From row state alone, never cancelled: Σ c ψ_ε (for ε = 0: the hinge) of u + step · (u_trial − u). → for each step
struct Along {
  std::size_t problem = 0;
  double epsilon = 0;
  std::span<const double> steps;
  static constexpr auto fields = std::tuple(&Along::problem, &Along::epsilon, &Along::steps);
  static constexpr Nature nature{.together = Together::sums, .only_looks = true};
  SumsShape shape(std::size_t) const { return {.numbers = steps.size()}; }
};

/// Of all rows, whichever are in use: Σ given_i x_i. May be cancelled. → for each feature
struct Combine {
  std::size_t problem = 0;
  std::int64_t rows = 0;  ///< whose coefficient is not zero
  static constexpr auto fields = std::tuple(&Combine::problem, &Combine::rows);
  static constexpr Nature nature{.together = Together::sums};
  SumsShape shape(std::size_t features) const { return {.numbers = features}; }
};

// Changes of the row state.

/// The trial state becomes the accepted one, and the other way round.
struct Accept {
  std::size_t problem = 0;
  static constexpr auto fields = std::tuple(&Accept::problem);
};

struct Mix {
  std::size_t problem = 0;
  DualMixture mixture;
  static constexpr auto fields = std::tuple(&Mix::problem, &Mix::mixture);
};

/// Nothing more will be asked of the problem but what a checkpoint needs.
struct Release {
  std::size_t problem = 0;
  static constexpr auto fields = std::tuple(&Release::problem);
};

// The row state as numbers, a window of rows at a time, in the order in which rows are stored.

/// → so many numbers
struct GetColumn {
  std::size_t problem = 0;
  Column column = Column::slack;
  std::int64_t first = 0, rows = 0;
  static constexpr auto fields =
      std::tuple(&GetColumn::problem, &GetColumn::column, &GetColumn::first, &GetColumn::rows);
  static constexpr Nature nature{.together = Together::rows, .only_looks = true};
};

struct PutColumn {
  std::size_t problem = 0;
  Column column = Column::slack;
  std::int64_t first = 0;
  std::span<const double> numbers;
  static constexpr auto fields =
      std::tuple(&PutColumn::problem, &PutColumn::column, &PutColumn::first, &PutColumn::numbers);
};

/// → what is kept of the problem beside columns: see ProblemState
struct GetState {
  std::size_t problem = 0;
  static constexpr auto fields = std::tuple(&GetState::problem);
};

struct PutState {
  std::size_t problem = 0;
  std::span<const double> numbers;
  static constexpr auto fields = std::tuple(&PutState::problem, &PutState::numbers);
};

/// After UseNear. → of each row in use: its position, u, q and ā as they were before
struct GetNear {
  std::size_t problem = 0;
  static constexpr auto fields = std::tuple(&GetNear::problem);
  static constexpr Nature nature{.together = Together::rows};
};

struct PutNear {
  std::size_t problem = 0;
  std::span<const double> numbers;
  static constexpr auto fields = std::tuple(&PutNear::problem, &PutNear::numbers);
};

// The rows themselves, whichever are in use, for what is no sum over rows: a handful, or all where they are few enough
// to be visited one by one.

/// → rows: their values that are not zero
struct FetchRows {
  std::span<const std::int64_t> positions;  ///< increasing
  static constexpr auto fields = std::tuple(&FetchRows::positions);
  static constexpr Nature nature{.together = Together::rows, .of_data_alone = true};
};

/// → blocks: those that begin in a window of rows, as they are stored
struct FetchBlocks {
  std::int64_t first = 0, rows = 0;
  static constexpr auto fields = std::tuple(&FetchBlocks::first, &FetchBlocks::rows);
  static constexpr Nature nature{.together = Together::rows, .of_data_alone = true};
};

/// → for each row of a window: constant + Σ scale_j x_j²
struct AddSquares {
  std::int64_t first = 0, rows = 0;
  std::span<const double> scale;  ///< of each feature
  double constant = 0;
  static constexpr auto fields =
      std::tuple(&AddSquares::first, &AddSquares::rows, &AddSquares::scale, &AddSquares::constant);
  static constexpr Nature nature{.together = Together::rows, .of_data_alone = true};
};

}  // namespace request

/// What GetState says and PutState takes.
struct ProblemState {
  enum Number : std::size_t {
    is_present,
    has_given,
    level,
    epsilon,
    trial_epsilon,
    is_frozen,
    frozen_epsilon,
    is_swapped,
    count
  };
  using Numbers = std::array<double, count>;
  static constexpr std::size_t numbers_of_near_row = 4;
};

using Request = std::variant<request::Describe, request::UseSample, request::UseNear, request::Thaw, request::CountNear,
                             request::Cut, request::AddWeights, request::Sweep, request::Along, request::Combine,
                             request::Accept, request::Mix, request::Release, request::GetColumn, request::PutColumn,
                             request::GetState, request::PutState, request::GetNear, request::PutNear,
                             request::FetchRows, request::FetchBlocks, request::AddSquares>;

/// How much work there is in a run of rows that a chunk may be cut from.
struct WorkShare {
  std::int64_t rows = 0, work = 0;
};

/// A node of the tree in which sums of chunks are added: the one with this number, from 0, in its level above the
/// chunks.
struct SumNode {
  int level = 0;
  std::int64_t number = 0;
  std::vector<Sums> sums;   ///< of each query; more may stand there, for their memory
  std::size_t queries = 0;  ///< how many these are

  std::span<Sums> of_queries() { return std::span(sums).first(queries); }
  std::span<const Sums> of_queries() const { return std::span(sums).first(queries); }
  /// For so many.
  void begin(std::size_t how_many) {
    queries = how_many;
    if (sums.size() < how_many) sums.resize(how_many);
  }
  void add(const SumNode& other) {
    for (std::size_t k = 0; k < queries; ++k) sums[k].add(other.sums[k]);
  }
};
void write(Message& to, const SumNode& node);
void read(MessageReader& from, SumNode& node);

struct Answer {
  bool complete = true;         ///< false: the request was cancelled half-way
  std::int64_t rows_read = 0;   ///< for it
  std::vector<double> numbers;  ///< what a request says after its arrow, but for sums
  bool is_sum = false;          ///< then there are nodes: of a backend what it could add up, of a fleet the root alone
  std::vector<SumNode> nodes;
  std::vector<WorkShare> work;  ///< of a choice of rows that was not cut yet
  SparseRows rows;
  Rows blocks;
  std::span<Sums> sums() { return nodes.front().of_queries(); }

  /// For the next answer; memory is kept.
  void clear() {
    complete = true;
    is_sum = false;
    rows_read = 0;
    numbers.clear();
    work.clear();
    rows.clear();
    blocks = {};
  }
};

/// What a backend says of a choice of rows, beside their work; a fleet makes of it what the request promises.
struct RowChoice {
  std::int64_t rows_here = 0;  ///< whether chosen or not
  bool is_weighted = false;    ///< rows weigh something else than 1
  bool is_whole = false;       ///< it cannot be cut: all rows of the backend are one chunk

  static constexpr auto fields = std::tuple(&RowChoice::rows_here, &RowChoice::is_weighted, &RowChoice::is_whole);
};
std::vector<double> numbers_of(const RowChoice& choice);
RowChoice choice_of(const std::vector<double>& numbers);

/// The problem that a request is about; that of the first query for a sweep, 0 where it is about none.
std::size_t problem_of(const Request& request);
Nature nature_of(const Request& request);

}  // namespace smsvm

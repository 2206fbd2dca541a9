#include "rows/request_bytes.hpp"

#include <stdexcept>
#include <type_traits>
#include <utility>

namespace smsvm {
namespace {

template <class Type>
concept Listed = requires {
  Type::fields;
};

struct Writer {
  Message& to;

  template <class Field>
  void operator()(const Field& field) const {
    if constexpr (Listed<Field>)
      std::apply([&](auto... member) { ((*this)(field.*member), ...); }, Field::fields);
    else
      to.add(field);
  }
  void operator()(const std::array<double, 2>& pair) const { to.add_plain(pair.data(), pair.size()); }
  void operator()(std::span<const double> numbers) const { to.add_all(numbers); }
  void operator()(std::span<const std::int32_t> coordinates) const { to.add_all(coordinates); }
  void operator()(std::span<const std::int64_t> positions) const { to.add_all(positions); }
  void operator()(std::span<const Query> queries) const {
    to.add(queries.size());
    for (const Query& query : queries) (*this)(query);
  }
};

/// The request with this place in the variant.
template <std::size_t at = 0>
Request empty_request(std::size_t kind) {
  if constexpr (at == std::variant_size_v<Request>)
    throw std::logic_error("a request of an unknown kind");
  else
    return kind == at ? Request(std::in_place_index<at>) : empty_request<at + 1>(kind);
}

}  // namespace

struct ReadRequest::Reader {
  MessageReader& from;
  ReadRequest& kept;

  template <class Field>
  void operator()(Field& field) const {
    if constexpr (Listed<Field>)
      std::apply([&](auto... member) { ((*this)(field.*member), ...); }, Field::fields);
    else
      field = from.take<Field>();
  }
  void operator()(std::array<double, 2>& pair) const { from.take_plain(pair.data(), pair.size()); }
  void operator()(std::span<const double>& numbers) const {
    numbers = kept.numbers_.emplace_back(from.take_all<double>());
  }
  void operator()(std::span<const std::int32_t>& coordinates) const {
    coordinates = kept.coordinates_.emplace_back(from.take_all<std::int32_t>());
  }
  void operator()(std::span<const std::int64_t>& positions) const {
    positions = kept.positions_.emplace_back(from.take_all<std::int64_t>());
  }
  void operator()(std::span<const Query>& queries) const {
    kept.queries_.resize(from.take_count(sizeof(double)));
    for (Query& query : kept.queries_) (*this)(query);
    queries = kept.queries_;
  }
};

void write(Message& to, const Request& request) {
  to.add(request.index());
  std::visit([&](const auto& what) { Writer{to}(what); }, request);
}

ReadRequest::ReadRequest(MessageReader& from) : request_(empty_request(from.take<std::size_t>())) {
  std::visit([&](auto& what) { Reader{from, *this}(what); }, request_);
}

std::size_t problem_of(const Request& request) {
  return std::visit(
      []<class What>(const What& what) -> std::size_t {
        if constexpr (std::is_same_v<What, request::Sweep>)
          return what.queries.front().problem;
        else if constexpr (requires { what.problem; })
          return what.problem;
        else
          return 0;
      },
      request);
}

Nature nature_of(const Request& request) {
  Nature nature = std::visit(
      []<class What>(const What&) {
        if constexpr (requires { What::nature; })
          return What::nature;
        else
          return Nature();
      },
      request);
  if (const auto* const get = std::get_if<request::GetColumn>(&request))
    nature.of_data_alone =
        get->column == Column::sign || get->column == Column::weight || get->column == Column::number;
  return nature;
}

std::vector<double> numbers_of(const RowChoice& choice) {
  std::vector<double> numbers;
  std::apply([&](auto... member) { (numbers.push_back(static_cast<double>(choice.*member)), ...); }, RowChoice::fields);
  return numbers;
}

RowChoice choice_of(const std::vector<double>& numbers) {
  RowChoice choice;
  std::size_t at = 0;
  const auto take = [&](auto& field) {
    field = static_cast<std::remove_reference_t<decltype(field)>>(numbers.at(at++));
  };
  std::apply([&](auto... member) { (take(choice.*member), ...); }, RowChoice::fields);
  return choice;
}

void write(Message& to, const SumNode& node) {
  to.add(node.level).add(node.number).add(node.queries);
  for (const Sums& sums : node.of_queries()) write(to, sums);
}

void read(MessageReader& from, SumNode& node) {
  node.level = from.take<int>();
  node.number = from.take<std::int64_t>();
  node.begin(from.take_count(sizeof(double)));
  for (Sums& sums : node.of_queries()) read(from, sums);
}

void write(Message& to, const Answer& answer) {
  to.add(answer.rows_read).add_all(answer.numbers).add(answer.is_sum);
  if (answer.is_sum) write(to, answer.nodes.front());
}

void read(MessageReader& from, Answer& answer) {
  answer.clear();
  answer.rows_read = from.take<std::int64_t>();
  answer.numbers = from.take_all<double>();
  answer.is_sum = from.take<bool>();
  if (!answer.is_sum) return;
  answer.nodes.resize(1);
  read(from, answer.nodes.front());
}

}  // namespace smsvm

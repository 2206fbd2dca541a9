#pragma once

#include <string>
#include <vector>

#include "distributed/communicator.hpp"
#include "distributed/message.hpp"

namespace smsvm {

// What all ranks do together: each of them calls these, in the same order.

/// What rank 0 has, for everybody.
std::string broadcast(Communicator& ranks, std::string bytes);
/// What everybody has, for rank 0, in the order of the ranks; nothing for the others.
std::vector<std::string> gather(Communicator& ranks, std::string bytes);
/// What everybody has, for everybody.
std::vector<std::string> gather_everywhere(Communicator& ranks, std::string bytes);

/// A number of each rank, for everybody.
template <PlainNumber Number>
std::vector<Number> gather_numbers(Communicator& ranks, Number mine) {
  std::vector<Number> all;
  for (const std::string& bytes : gather_everywhere(ranks, Message().add(mine).take()))
    all.push_back(MessageReader(bytes).take<Number>());
  return all;
}

/// Numbers of all ranks, one after the other, for rank 0; nothing for the others.
template <class Number>
std::vector<Number> gather_rows(Communicator& ranks, const std::vector<Number>& mine) {
  std::vector<Number> all;
  for (const std::string& bytes : gather(ranks, Message().add_all(mine).take())) {
    const auto theirs = MessageReader(bytes).take_all<Number>();
    all.insert(all.end(), theirs.begin(), theirs.end());
  }
  return all;
}

/// One rank after the other changes a value that the next one goes on from; rank 0 gets the last. For sums whose order
/// matters: they have the bits that one rank alone would find.
template <class Step>
std::string in_turn(Communicator& ranks, std::string begin, const Step& step) {
  const int rank = ranks.rank(), last = ranks.size() - 1;
  std::string value = step(rank == 0 ? std::move(begin) : ranks.receive(rank - 1, Tag::collective));
  if (last == 0) return value;
  ranks.send(rank == last ? 0 : rank + 1, Tag::collective, std::move(value));
  return rank == 0 ? ranks.receive(last, Tag::collective) : std::string();
}

}  // namespace smsvm

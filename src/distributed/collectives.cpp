#include "distributed/collectives.hpp"

#include <utility>

namespace smsvm {

/// Each rank passes it on to those at growing distances: log₂ ranks steps.
std::string broadcast(Communicator& ranks, std::string bytes) {
  const int rank = ranks.rank(), size = ranks.size();
  int reach = 1;
  if (rank > 0) {
    while (2 * reach <= rank) reach *= 2;
    bytes = ranks.receive(rank - reach, Tag::collective);
    reach *= 2;
  }
  for (; rank + reach < size; reach *= 2) ranks.send(rank + reach, Tag::collective, bytes);
  return bytes;
}

std::vector<std::string> gather(Communicator& ranks, std::string bytes) {
  std::vector<std::string> all;
  if (!ranks.is_first()) {
    ranks.send(0, Tag::collective, std::move(bytes));
    return all;
  }
  all.push_back(std::move(bytes));
  for (int other = 1; other < ranks.size(); ++other) all.push_back(ranks.receive(other, Tag::collective));
  return all;
}

std::vector<std::string> gather_everywhere(Communicator& ranks, std::string bytes) {
  if (ranks.size() == 1) return {std::move(bytes)};
  Message together;
  for (const std::string& each : gather(ranks, std::move(bytes))) together.add(each);
  const std::string everything = broadcast(ranks, together.take());
  MessageReader from(everything);
  std::vector<std::string> all;
  while (!from.at_end()) all.push_back(from.text());
  return all;
}

}  // namespace smsvm

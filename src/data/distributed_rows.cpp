#include "data/distributed_rows.hpp"

#include <stdexcept>
#include <utility>

#include "distributed/collectives.hpp"

namespace smsvm {

DistributedRows::DistributedRows(Communicator& ranks, Dataset part)
    : ranks_(ranks), part_(std::move(part)), order_(std::exchange(part_.order, nullptr)) {
  first_row_.push_back(0);
  for (const std::int64_t rows : gather_numbers(ranks, part_.rows)) first_row_.push_back(first_row_.back() + rows);
}

std::uint64_t DistributedRows::checksum() const {
  if (!checksum_) throw std::logic_error("the checksum of distributed rows is not known");
  return *checksum_;
}

}  // namespace smsvm

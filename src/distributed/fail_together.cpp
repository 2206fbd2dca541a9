#include "distributed/fail_together.hpp"

#include <fmt/format.h>

#include <new>
#include <stdexcept>
#include <string>

#include "distributed/collectives.hpp"
#include "smsvm/error.hpp"

namespace smsvm {
namespace {

enum class Kind : int { none, data, other_known, memory, unknown };

std::string describe(const std::exception_ptr& failure) {
  Message message;
  if (!failure) return message.add(Kind::none).take();
  try {
    std::rethrow_exception(failure);
  } catch (const DataError& error) {
    message.add(Kind::data).add(error.place().file).add(error.place().line).add(error.place().column);
    message.add(error.found()).add(error.expected()).add(error.excerpt());
  } catch (const Error& error) {
    message.add(Kind::other_known).add(error.kind()).add(std::string_view(error.what()));
  } catch (const std::bad_alloc&) {
    message.add(Kind::memory);
  } catch (const std::exception& error) {
    message.add(Kind::unknown).add(std::string_view(error.what()));
  }
  return message.take();
}

void rethrow(int rank, MessageReader from) {
  const std::string where = rank == 0 ? "" : fmt::format("on rank {}: ", rank);
  switch (from.take<Kind>()) {
    case Kind::none:
      return;
    case Kind::data: {  // the place says where
      Place place{from.text(), 0, 0};
      place.line = from.take<std::int64_t>();
      place.column = from.take<std::int64_t>();
      std::string found = from.text(), expected = from.text();
      throw DataError(std::move(place), std::move(found), std::move(expected), from.text());
    }
    case Kind::other_known: {
      const auto kind = from.take<ErrorKind>();
      throw Error(kind, where + from.text());
    }
    case Kind::memory:
      throw std::bad_alloc();
    case Kind::unknown:
      throw std::runtime_error(where + from.text());
  }
}

}  // namespace

void throw_first_failure(Communicator& ranks, const std::exception_ptr& mine) {
  const std::vector<std::string> failures = gather_everywhere(ranks, describe(mine));
  for (std::size_t rank = 0; rank < failures.size(); ++rank) {
    const MessageReader from(failures[rank]);
    if (MessageReader(from).take<Kind>() == Kind::none) continue;
    if (!ranks.is_first()) throw FailedTogether{};
    if (rank == 0) std::rethrow_exception(mine);
    rethrow(static_cast<int>(rank), from);
  }
}

}  // namespace smsvm

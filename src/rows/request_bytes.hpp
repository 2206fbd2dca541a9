#pragma once

#include <deque>
#include <vector>

#include "rows/request.hpp"

namespace smsvm {

// Requests and answers as bytes: what a fleet sends and a checkpoint keeps.

/// Appends.
void write(Message& to, const Request& request);

/// A request that was read, with the arrays that it refers to.
class ReadRequest {
 public:
  explicit ReadRequest(MessageReader& from);
  ReadRequest(const ReadRequest&) = delete;
  ReadRequest& operator=(const ReadRequest&) = delete;

  const Request& get() const { return request_; }

 private:
  struct Reader;
  Request request_;
  std::deque<std::vector<double>> numbers_;
  std::deque<std::vector<std::int32_t>> coordinates_;
  std::deque<std::vector<std::int64_t>> positions_;
  std::vector<Query> queries_;
};

/// What an answer of a fleet says.
void write(Message& to, const Answer& answer);
void read(MessageReader& from, Answer& answer);

}  // namespace smsvm

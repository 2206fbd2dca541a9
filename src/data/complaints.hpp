#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "smsvm/error.hpp"
#include "smsvm/read.hpp"

namespace smsvm {

/// Where a reader says what is wrong with its input, in file order. `read` wants the first complaint as an exception;
/// `check` wants them all, so a reader goes on after `add` returns, with the next row if it can.
class Complaints {
 public:
  static Complaints throwing();                      ///< the first one is thrown
  static Complaints collecting(std::int64_t limit);  ///< up to `limit` are kept, the rest only noted

  /// Throws the error, or keeps it; of those that expect the same of the same column of a table, the first.
  void add(DataError error);

  /// How many more are worth finding: a parallel reader need not look for more than this in each part. At least 1,
  /// so that `more` gets known.
  std::int64_t wanted() const;
  /// Nothing further can change the outcome: a reader may stop.
  bool satisfied() const { return more_; }

  bool throws() const { return throws_; }
  bool empty() const { return kept_.empty(); }
  bool more() const { return more_; }  ///< there were more than the limit
  const std::vector<RepeatedComplaint>& kept() const { return kept_; }

 private:
  Complaints(bool throws, std::int64_t limit) : throws_(throws), limit_(limit) {}

  bool throws_;
  std::int64_t limit_;
  bool more_ = false;
  std::vector<RepeatedComplaint> kept_;
  std::map<std::pair<std::string, std::string>, std::size_t> place_;  // in kept_, by what it is about and expects
};

}  // namespace smsvm

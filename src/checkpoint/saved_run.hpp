#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "checkpoint/format.hpp"
#include "checkpoint/identity.hpp"
#include "data/source.hpp"
#include "util/checksum.hpp"

namespace smsvm {

/// A record of the log; the answer is part of the file.
struct SavedAnswer {
  RecordKind kind = RecordKind::begin;
  std::uint64_t question = 0;
  std::int64_t rows = 0;  ///< read for it
  double seconds = 0;
  std::string_view answer;
};

struct SavedPass {
  Identity identity;
  std::vector<std::vector<SavedAnswer>> of_problem;  ///< in order
};

/// A checkpoint as read: every byte of it has been checked.
class SavedRun {
 public:
  explicit SavedRun(const std::string& path);
  struct Given {
    std::vector<NamedValue> options;  ///< CheckpointOptions::given
    bool at_limit_on_passes = false;  ///< the checkpoint was made because the run had come to it
  };
  /// Without reading and checking all the rest.
  static Given given_in(const std::string& path) { return SavedRun(Source::open(path)).given(); }

  const std::string& name() const { return source_.name(); }
  const std::vector<SavedPass>& passes() const { return passes_; }
  std::int64_t answers() const { return answers_; }  ///< in all passes
  double seconds() const { return seconds_; }
  double limit_on_passes() const { return limit_on_passes_; }
  Given given() const;

  /// The head and the log, and their checksum.
  std::string_view beginning() const { return beginning_; }
  const Checksum& checksum_of_beginning() const { return checksum_of_beginning_; }

  /// Fills with the numbers of the state that come next; throws if there are none left.
  void take_state(std::span<double> numbers);
  void expect_in_state(double numbers) const;  ///< throws unless so many are left
  void expect_end_of_state() const;

 private:
  explicit SavedRun(Source source);
  void cut();
  void check();
  void read_log(std::string_view log);
  [[noreturn]] void fail(std::string found) const;

  Source source_;
  std::string_view beginning_, state_, given_;
  Checksum checksum_of_beginning_;
  std::vector<SavedPass> passes_;
  std::int64_t answers_ = 0;
  double seconds_ = 0, limit_on_passes_ = 0;
  bool at_limit_on_passes_ = false;
};

}  // namespace smsvm

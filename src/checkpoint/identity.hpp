#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "smsvm/checkpoint.hpp"
#include "smsvm/solver.hpp"
#include "util/byte_stream.hpp"

namespace smsvm {

/// What decides every bit of the answers and of what a solver makes of them, each under a name that a user knows it by:
/// an option as the command line spells it, or a word. Names of what belongs to the data begin with "data:".
class Identity {
 public:
  Identity() = default;
  explicit Identity(std::vector<NamedValue> traits) : traits_(std::move(traits)) {}

  void add(std::string_view name, std::string_view value);
  void add(std::string_view name, double value);
  void add_hash(std::string_view name, std::uint64_t hash);

  const std::vector<NamedValue>& traits() const { return traits_; }

 private:
  std::vector<NamedValue> traits_;
};

void write_values(ByteWriter& to, const std::vector<NamedValue>& values);
std::vector<NamedValue> read_values(ByteReader& from);

/// Throws OptionError, or DataError for another data set, naming the first difference. `file`: the checkpoint.
void check_same(const std::string& file, const Identity& saved, const Identity& now);

/// Of problems over the same rows. `task`: "train" or "path".
Identity identity_of(std::string_view task, const Dataset& data, std::uint64_t data_checksum,
                     std::span<const Target> targets, std::span<const Penalty> penalties, const SolverOptions& options);

}  // namespace smsvm

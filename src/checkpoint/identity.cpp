#include "checkpoint/identity.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "data/distributed_rows.hpp"
#include "data/in_order.hpp"
#include "kernels/instruction_set.hpp"
#include "smsvm/error.hpp"
#include "smsvm/version.hpp"
#include "util/checksum.hpp"
#include "util/option_list.hpp"

namespace smsvm {
namespace {

constexpr std::string_view of_data = "data:";

template <class Number>
void add(Checksum& checksum, const std::vector<Number>& numbers) {
  const std::uint64_t size = numbers.size();
  checksum.add({reinterpret_cast<const char*>(&size), sizeof size});
  checksum.add({reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)});
}

std::uint64_t hash_of(std::span<const Target> targets) {
  Checksum checksum;
  for (const Target& target : targets) {
    add(checksum, std::vector{target.positive});
    add(checksum, target.sign);
    add(checksum, target.weight);
  }
  return checksum.value();
}

std::uint64_t hash_of(std::span<const Penalty> penalties) {
  Checksum checksum;
  for (const Penalty& penalty : penalties) {
    add(checksum, std::vector{penalty.l2, penalty.l1});
    add(checksum, penalty.factor);
    add(checksum, penalty.scale);
  }
  return checksum.value();
}

std::uint64_t hash_of(const std::vector<double>& numbers) {
  Checksum checksum;
  add(checksum, numbers);
  return checksum.value();
}

[[noreturn]] void refuse(const std::string& file, const std::string& name, const std::string& saved,
                         const std::string& now) {
  if (name.starts_with(of_data)) {
    const std::string what = name.substr(of_data.size());
    throw DataError({file, 0, 0}, fmt::format("a checkpoint of other data: {} is {}, here it is {}", what, saved, now),
                    "resume with the data that the run began with");
  }
  throw OptionError(
      fmt::format("{}: the checkpoint is of a run with {} {}, this one has {}; resume with what it began with", file,
                  name, saved, now));
}

}  // namespace

void Identity::add(std::string_view name, std::string_view value) {
  traits_.push_back({std::string(name), std::string(value)});
}
void Identity::add(std::string_view name, double value) { add(name, fmt::format("{}", value)); }
void Identity::add_hash(std::string_view name, std::uint64_t hash) { add(name, fmt::format("#{:016x}", hash)); }

void write_values(ByteWriter& to, const std::vector<NamedValue>& values) {
  to.number<std::uint64_t>(values.size());
  for (const auto& [name, value] : values) {
    to.text(name);
    to.text(value);
  }
}

std::vector<NamedValue> read_values(ByteReader& from) {
  std::vector<NamedValue> values;
  const auto count = from.number<std::uint64_t>();
  for (std::uint64_t k = 0; k < count; ++k) {
    const std::string_view name = from.text(), value = from.text();
    values.push_back({std::string(name), std::string(value)});
  }
  return values;
}

void check_same(const std::string& file, const Identity& saved, const Identity& now) {
  const auto& was = saved.traits();
  const auto& is = now.traits();
  for (std::size_t k = 0; k < std::min(was.size(), is.size()); ++k) {
    if (was[k].name != is[k].name) refuse(file, was[k].name, was[k].value, "none");
    if (was[k].value != is[k].value) refuse(file, was[k].name, was[k].value, is[k].value);
  }
  if (was.size() > is.size()) refuse(file, was[is.size()].name, was[is.size()].value, "none");
  if (is.size() > was.size()) refuse(file, is[was.size()].name, "none", is[was.size()].value);
}

Identity identity_of(std::string_view task, const Dataset& data, std::uint64_t data_checksum,
                     std::span<const Target> targets, std::span<const Penalty> penalties,
                     const SolverOptions& options) {
  Identity all;
  all.add("smsvm", version);
  all.add("command", task);
  // A baseline machine rounds differently, see docs/decisions.md, "The same bits".
  all.add("fused multiply-add", instruction_set() == InstructionSet::baseline ? "off" : "on");
  all.add("--precision", data.precision() == Precision::float32 ? "float" : "double");
  all.add("data:rows", static_cast<double>(data.rows));
  all.add("data:features", static_cast<double>(data.features));
  all.add_hash("data:checksum", data_checksum);
  all.add_hash("data:the order of rows (text or store)",
               data.distributed ? data.distributed->order_checksum() : order_checksum(data.order.get(), 0));
  for (const ListedOption& option : option_list)
    if (option.decides) all.add(option.name, text_of({.solver = options}, option));
  const Penalty& first = penalties.front();
  all.add("--intercept", word_for(intercepts, first.intercept));
  all.add("λ (--l2 or -C)", first.l2);
  all.add("μ (--l1 or -C)", first.l1);
  all.add_hash("--penalty-factor", hash_of(first.factor));
  all.add_hash("--scale", hash_of(first.scale));
  all.add_hash("other penalties", hash_of(penalties));
  all.add("problems (classes, folds, --calibrate)", fmt::format("{}", targets.size()));
  all.add_hash("classes, row weights or folds", hash_of(targets));
  return all;
}

}  // namespace smsvm

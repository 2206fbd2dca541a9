#include "data/label_column.hpp"

#include <charconv>
#include <system_error>

namespace smsvm {

bool has_no_labels(const ReadOptions& options) {
  if (!options.labels_file.empty() && !options.label_column.empty() && options.label_column != "none")
    throw OptionError("--labels and --label-column both say where the labels are; give one of them");
  if (options.label_column != "none") return false;
  if (options.labels_required && options.labels_file.empty())
    throw OptionError("--label-column none: labels are needed here");
  return true;
}

std::optional<std::int64_t> numbered_column(std::string_view text, std::int64_t columns) {
  std::int64_t number = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, number);
  if (error != std::errc() || end != last || number < 1 || number > columns) return std::nullopt;
  return number - 1;
}

}  // namespace smsvm

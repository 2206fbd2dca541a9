#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/format.hpp"
#include "data/source.hpp"
#include "smsvm/read.hpp"

namespace smsvm {

/// A row of a text, its numbers as they are written.
struct TextRow {
  struct Number {
    std::int64_t feature;  ///< from 1, as in Dataset::feature_ids
    std::string_view text;
  };
  std::int64_t line = 0;             ///< from 1
  std::optional<std::string> label;  ///< none: the text has no labels
  std::vector<Number> numbers;       ///< by increasing features; those of value 0 may be among them
};

/// The rows of a libsvm text or a CSV in their order, once more after the ordinary reader took the text with these
/// options and had no complaint: nothing is checked.
void for_each_text_row(const Source& source, Format format, const ReadOptions& options,
                       const std::function<void(const TextRow&)>& visit);

}  // namespace smsvm

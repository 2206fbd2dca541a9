#pragma once

#include <optional>
#include <string>

#include "cli/result/fact_view.hpp"
#include "report/blocks.hpp"

/// Facts as a reader wants them: short, with every digit at hand.
namespace smsvm::cli {

inline constexpr const char* no_value = "–";

report::Cell number_cell(const std::optional<FactView>& fact, int digits = 6);
report::Cell count_cell(const std::optional<FactView>& fact);
report::Cell seconds_cell(const std::optional<FactView>& fact);
report::Cell bytes_cell(const std::optional<FactView>& fact);
report::Cell number_cell(double value, int digits = 6);

/// "converged" as the beginning of a sentence; words that are not known are shown as they are.
std::string status_words(const std::string& status);

/// "AUC" for auc; words that are not known are shown as they are.
std::string metric_words(const std::string& metric);

/// The last part of a path.
std::string file_name(const std::string& path);

}  // namespace smsvm::cli

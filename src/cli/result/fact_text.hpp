#pragma once

#include <optional>
#include <string>

#include "cli/result/fact_view.hpp"
#include "report/blocks.hpp"

/// Facts as a reader wants them: short, with every digit at hand.
namespace smsvm::cli {

inline constexpr const char* no_value = "–";

report::Cell number_cell(const std::optional<FactView>& fact, int digits = 6);
/// A share, an area, a score: in four decimals, or in its own digits where these would show nothing.
report::Cell measure_cell(const std::optional<FactView>& fact);
report::Cell measure_cell(double value);
/// "0.9300 ± 0.0040", of what may be no number.
report::Cell score_cell(const std::optional<FactView>& mean, const std::optional<FactView>& error);
report::Cell count_cell(const std::optional<FactView>& fact);
report::Cell seconds_cell(const std::optional<FactView>& fact);
report::Cell bytes_cell(const std::optional<FactView>& fact);
report::Cell number_cell(double value, int digits = 6);

/// "converged" as the beginning of a sentence; words that are not known are shown as they are.
std::string status_words(const std::string& status);

/// "Platt's sigmoid" for platt; words that are not known are shown as they are.
std::string calibration_words(const std::string& method);

/// "AUC" for auc; words that are not known are shown as they are.
std::string metric_words(const std::string& metric);

/// The last part of a path.
std::string file_name(const std::string& path);

}  // namespace smsvm::cli

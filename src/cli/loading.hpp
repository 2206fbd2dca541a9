#pragma once

#include <optional>
#include <string>

#include "cli/log.hpp"
#include "smsvm/dataset.hpp"
#include "smsvm/model.hpp"
#include "smsvm/read.hpp"

namespace smsvm::cli {

struct LoadedData {
  Dataset data;
  std::int64_t nonzeros = 0;  ///< of the data, counted once
  double seconds = 0;
};

/// Reads with a progress bar, says what was read and passes on the reader's warnings. `positive`: which of two classes
/// the caller takes for the positive one; without it, the one that training takes.
LoadedData load_data(const std::string& path, ReadOptions options, Log& log, const std::optional<Label>& positive = {});

/// What was made of the columns of a table, and which of two classes is positive: "label 'class' (2 classes, yes is
/// positive), ignored 'id'". Without a table, only the classes.
std::string describe_columns(const Dataset& data, const std::optional<Label>& positive = {});

/// Makes the reader take a table as the model's was.
void read_as_for(const Model& model, ReadOptions& options);

/// "standard input" for "-".
std::string display_name(const std::string& path);
std::string output_name(const std::string& path);  ///< of one that is written

}  // namespace smsvm::cli

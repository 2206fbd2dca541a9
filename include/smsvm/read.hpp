#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "smsvm/dataset.hpp"
#include "smsvm/error.hpp"
#include "smsvm/export.hpp"

namespace smsvm {

enum class IndexBase { one, zero, automatic };
enum class Header { automatic, yes, no };
enum class TextFormat { automatic, libsvm, csv };
/// What becomes of a missing value: it is refused, or replaced by the mean of its column, which is kept in the model;
/// `indicator` adds a feature that says where values were missing. Missing categories are none of them.
enum class Missing { error, mean, indicator };

struct ReadOptions {
  Precision precision = Precision::automatic;
  double tolerance = 1e-4;  ///< automatic precision: the relative gap that is to be proved about the numbers
  TextFormat text_format = TextFormat::automatic;  ///< automatic: by the name of the file, else by its content
  IndexBase index_base = IndexBase::one;           ///< libsvm: what the first feature is called
  bool sort_indices = false;                       ///< libsvm: sort a row's features rather than refuse it
  /// CSV, .npy: name, 1-based number, "last" or "none"; .npz: name of an array; empty: found, see docs/cli.md.
  std::string label_column;
  std::string labels_file;                  ///< the labels stand in this file, one for each row; empty: with the rows
  std::string weight_column;                ///< CSV: name or 1-based number of the rows' weights; empty: none
  std::vector<std::string> ignore_columns;  ///< CSV, .npy: names or 1-based numbers of columns to leave out
  /// CSV: names or 1-based numbers of the columns that hold categories; "auto": columns of text too.
  std::vector<std::string> categorical = {"auto"};
  Missing missing = Missing::error;  ///< CSV
  /// Of a model: a table is read as that one was, whose features this one must have. Null: the table tells.
  std::shared_ptr<const TableSchema> table;
  std::int64_t model_features = 0;    ///< of a model without a table: a table of so many columns has no labels; 0: none
  Header header = Header::automatic;  ///< CSV
  char delimiter = 0;                 ///< CSV; 0: guessed from the first line
  bool trust_store = false;           ///< stores: believe the values; `check` never does
  bool labels_required = true;        ///< false: a matrix without labels is fine (predict)
  int threads = 0;                    ///< 0: as many as the machine has; never changes the result
  /// Called now and then with the share done in [0, 1]; from any thread, one call at a time.
  std::function<void(double)> progress;
};

/// Reads libsvm/svmlight text, CSV, .npy, .npz or a store (smsvm/store.hpp, in the store's own precision), each
/// optionally compressed (gz, bz2, xz, zst); "-" is standard input. A store that is a plain file is mapped, and the
/// file must then stay as it is while the data set lives. Throws DataError for the first complaint (in file order),
/// Error{no_input} if the file cannot be opened.
SMSVM_API Dataset read(const std::string& path, const ReadOptions& options = {});

/// The same for the content of a file that is in memory; `name` stands for its path.
SMSVM_API Dataset read_bytes(std::string bytes, const std::string& name, const ReadOptions& options = {});

/// A complaint, and how often there was the same one about the same column of a table.
struct RepeatedComplaint {
  DataError first;
  std::int64_t times = 1;
  std::vector<std::int64_t> lines;  ///< the first of them, at most 10
};

/// Every complaint about the file, in file order, at most `limit`; equal ones about a column are one.
struct CheckReport {
  std::vector<RepeatedComplaint> complaints;
  bool more = false;  ///< there were more than `limit`
  std::vector<std::string> warnings;
  std::int64_t rows = 0;  ///< rows that could be read
};
SMSVM_API CheckReport check(const std::string& path, const ReadOptions& options = {}, std::int64_t limit = 1000);

}  // namespace smsvm

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "smsvm/model.hpp"

namespace smsvm {

// The model file, as its writer and its reader agree on it:
//
//   solver_type L2R_L1LOSS_SVC_DUAL          or, above most_dense_features:  smsvm_sparse_model 1
//   nr_class 2
//   label 1 -1
//   nr_feature 3
//   bias 1                                   1 with an intercept, else -1
//                                            sparse: nr_weight 2, the number of features listed
//   w                                        followed by a blank, see below
//   0.5                                      columns() numbers per feature; sparse: its number before them
//   0
//   -2.25
//   0.125                                    the intercept, if there is one
//   smsvm_model 1                            the trailer, which LIBLINEAR does not read: facts, labels
//   …
//   checksum 0123456789abcdef                XXH3 of all bytes above this line
//
// The blank after the "w" means nothing to LIBLINEAR. To us it announces the trailer, so that a file cut short
// anywhere, even between two weights or inside the last one, is told from a model that LIBLINEAR wrote.
//
// The trailer's "label_kind" is the Python package's: the type of its labels, "text" or "bool", where their texts would
// be taken for another ("1" for a number, "True" for text). It means nothing to the command. Its "table" says what was
// made of the columns of the table that the model was trained on (data/table_text.hpp).

inline constexpr std::int64_t most_dense_features = 10'000'000;
inline constexpr std::int64_t model_format_version = 1;

inline constexpr std::string_view sparse_model_key = "smsvm_sparse_model";
inline constexpr std::string_view trailer_key = "smsvm_model";
inline constexpr std::string_view checksum_key = "checksum";
inline constexpr std::string_view announced_weights = "\nw ";

/// The trailer without its checksum line.
std::string trailer_text(const Model& model, bool sparse);

class TextCursor;

/// Reads the trailer, from its first key to the checksum line, into the model: labels, facts, feature numbers.
void read_trailer(TextCursor& text, Model& model);

}  // namespace smsvm

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "smsvm/export.hpp"
#include "smsvm/numbers.hpp"

namespace smsvm {

/// The type of the stored values; sums are always double.
enum class Precision {
  float32,
  float64,
  automatic,  ///< for readers: floats where they are as good as the numbers of the source, else doubles
};

/// A label as the file gives it. Two labels are equal if both are numbers of equal value ("1", "+1", "1.0")
/// or if their texts are equal.
struct SMSVM_API Label {
  std::string text;      ///< as first written
  bool numeric = false;  ///< the whole text is a finite number, and no whole one that lies between doubles (2⁵³ + 1)
  double number = 0;     ///< its value if numeric

  static Label parse(std::string text);
  friend SMSVM_API bool operator==(const Label&, const Label&);
  /// Numbers as numbers, before texts; texts by their code points.
  friend SMSVM_API bool operator<(const Label&, const Label&);
};

struct SMSVM_API Labels {
  std::vector<Label> distinct;                 ///< in the order of their first row; empty: there are none
  std::vector<std::int32_t> of_row;            ///< index into `distinct`
  std::vector<std::int64_t> known_count = {};  ///< rows of each, where `of_row` lies with the ranks that have the rows

  std::vector<std::int32_t> sorted() const;  ///< the indices into `distinct` in the order in which classes are listed
  std::vector<std::int64_t> count() const;   ///< rows of each label
};

/// Which of two labels is the positive class, 0 or 1: 1 (as of ±1), true or yes, in any case; else the larger one.
SMSVM_API std::size_t positive_of_two(const Label& first, const Label& second);

/// Lists of columns, one for each row of a block, increasing; 16 bits a column where that is enough, 64 where they were
/// borrowed so. The columns are 0-based positions, see Dataset::feature_ids, in one of the three widths.
struct ColumnLists {
  Numbers<std::uint32_t> start;  ///< rows + 1 offsets; empty if no row lists any column
  Numbers<std::uint16_t> narrow;
  Numbers<std::uint32_t> wide;
  Numbers<std::int64_t> widest;

  std::size_t size() const { return narrow.size() + wide.size() + widest.size(); }  ///< of all lists together
};

/// Some consecutive rows in the layout that their own values ask for: columns that are mostly nonzero form a dense
/// tile, columns that hold nothing but zeros and ones are lists without values, the others lists with values.
template <class Value>
struct RowBlock {
  std::int64_t rows = 0;
  Numbers<std::int32_t> dense_columns;  ///< increasing
  /// rows × dense_columns, row-major, then `tile_padding` more, of any finite value: kernels read a little ahead.
  Numbers<Value> tile;
  ColumnLists valued;
  Numbers<Value> value;  ///< of each column in `valued`; zero only where borrowed so
  ColumnLists ones;

  static constexpr std::size_t tile_padding = 16;
};

/// All rows. Where a block ends depends on the rows alone: see data/block_size.hpp.
template <class Value>
struct BlockedRows {
  using value_type = Value;
  std::vector<RowBlock<Value>> blocks;
  std::vector<std::int64_t> first_row;  ///< of each block, and the number of rows at the end
};

using Rows = std::variant<BlockedRows<float>, BlockedRows<double>>;

class RowOrder;
class TableSchema;

/// About the stored values of each column: what bounds the effect of rounding (docs/method.md, section 3).
struct ColumnFacts {
  std::vector<double> least, greatest;  ///< of those that are not zero; 0 if there are none
  std::vector<double> mean;             ///< of their sizes, zeros included, in the block where that is largest
  std::vector<std::int64_t> nonzeros;   ///< how many are not zero
  std::vector<std::int64_t> listed;     ///< how many stand in lists
  std::int64_t blocks = 0;              ///< of all rows

  std::int64_t size() const { return std::ssize(nonzeros); }
  double largest(std::size_t column) const {
    return greatest[column] > -least[column] ? greatest[column] : -least[column];
  }
  /// For so many columns; those that come to it have nothing.
  void resize(std::int64_t columns) {
    least.resize(static_cast<std::size_t>(columns));
    greatest.resize(static_cast<std::size_t>(columns));
    mean.resize(static_cast<std::size_t>(columns));
    nonzeros.resize(static_cast<std::size_t>(columns));
    listed.resize(static_cast<std::size_t>(columns));
  }
};

/// Rows with labels, as a reader made them; never changed afterwards.
struct SMSVM_API Dataset {
  std::int64_t rows = 0;
  std::int64_t features = 0;       ///< stored columns
  Rows matrix;                     ///< in the order that `order` says
  Labels labels;                   ///< of the rows as the source has them; see also all_labels()
  std::vector<double> row_weight;  ///< likewise; >= 0, from ReadOptions::weight_column; empty: the source has none

  /// Where the rows of `matrix` stand in the source (row_order.hpp). Null: in the same order.
  std::shared_ptr<const RowOrder> order;

  /// 1-based number of each stored column in the source, increasing. Empty when column j is feature j + 1.
  /// Used where indices are so large or so sparse that memory must follow the features in use.
  std::vector<std::int64_t> feature_ids;
  std::int64_t width = 0;                    ///< largest feature number of the source (explicit zeros count)
  std::vector<std::string> feature_names;    ///< from a header, one per stored column; may be empty
  std::shared_ptr<const TableSchema> table;  ///< what was made of the columns (table.hpp); null: it was no table
  std::vector<std::string> warnings;         ///< what the reader wants a person to know
  std::int64_t known_nonzeros = -1;          ///< what nonzeros() is, where whoever made the data knows; −1: it counts
  std::shared_ptr<const ColumnFacts> known_columns;  ///< where whoever made the data knows; null: see column_facts()
  /// For each stored column 1 if a stored float may differ from the number in the source by more than a double would,
  /// so that it cannot be taken for it. Empty: nowhere.
  std::vector<std::uint8_t> rounded;

  /// Set where the rows lie with several ranks: all the rest is about all of them, but `matrix`, `labels.of_row` and
  /// `order` have nothing. Null: they are here.
  class Distributed;
  std::shared_ptr<Distributed> distributed;

  /// The matrix, for those who need every row in it: throws std::logic_error where they are distributed.
  const Rows& all_rows() const;
  /// The labels with those of all rows, and the order of all rows: once somebody asks, the ranks send theirs.
  const Labels& all_labels() const;
  const std::shared_ptr<const RowOrder>& all_order() const;

  std::int64_t nonzeros() const;  ///< stored values that are not zero
  Precision precision() const;
  std::int64_t feature_id(std::int64_t column) const {
    return feature_ids.empty() ? column + 1 : feature_ids[static_cast<std::size_t>(column)];
  }
  /// Identifies the content (labels, feature numbers and values as stored; zeros do not count), not the layout,
  /// file format, or number of threads: a proof made from the text verifies against the same rows in another format.
  std::uint64_t checksum(int threads = 1) const;
  /// The checksum that the same source has when it is read with this precision. What was lost when it was read as float
  /// stays lost: data in float have but one.
  std::uint64_t checksum_as(Precision stored, int threads = 1) const;
};

}  // namespace smsvm

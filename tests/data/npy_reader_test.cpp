#include "data/npy_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "data/in_float.hpp"
#include "data/libsvm_text.hpp"
#include "data/numpy_bytes.hpp"
#include "data/numpy_reading.hpp"
#include "smsvm/error.hpp"

namespace smsvm {
namespace {

using test::bytes_of;
using test::change_every_byte;
using test::is_dense;
using test::npy;
using test::npy_label_in;
using test::npy_labels_of;
using test::npy_message_of;
using test::npy_with_header;
using test::plain_rows;
using test::PlainRow;
using test::read_npy_bytes;
using test::two_rows;
using test::unicode;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

ReadOptions npy_in(Precision precision) {
  ReadOptions options = npy_label_in("1");
  options.precision = precision;
  return options;
}
ReadOptions npy_in_double() { return npy_in(Precision::float64); }

std::string npy_message(const std::string& bytes, const ReadOptions& options = npy_label_in("1")) {
  return npy_message_of(read_npy_bytes, bytes, options);
}
// ---- .npy ----

template <class Number>
void expect_two_rows(const std::string& type) {
  const std::vector<Number> by_row = {1, 2, 3, 0, 5, 6}, by_column = {1, 0, 2, 5, 3, 6};
  const bool swapped = type[0] == '>';
  for (const int version : {1, 2, 3}) {
    EXPECT_EQ(plain_rows(read_npy_bytes(npy(type, "2, 3", bytes_of(by_row, swapped), false, version))), two_rows)
        << type;
    EXPECT_EQ(
        plain_rows(read_npy_bytes(npy(type, "2, 3", bytes_of(by_column, swapped), true, version), npy_in_double())),
        two_rows)
        << type;
  }
}

TEST(Npy, EveryTypeOrderAndVersion) {
  expect_two_rows<float>("<f4");
  expect_two_rows<float>(">f4");
  expect_two_rows<double>("<f8");
  expect_two_rows<double>(">f8");
  expect_two_rows<std::int8_t>("|i1");
  expect_two_rows<std::uint8_t>("|u1");
  expect_two_rows<std::int16_t>("<i2");
  expect_two_rows<std::int16_t>(">i2");
  expect_two_rows<std::uint16_t>("<u2");
  expect_two_rows<std::int32_t>("<i4");
  expect_two_rows<std::uint32_t>(">u4");
  expect_two_rows<std::int64_t>("<i8");
  expect_two_rows<std::int64_t>(">i8");
  expect_two_rows<std::uint64_t>("<u8");
}

TEST(Npy, FloatsOf16Bits) {
  // 1, the least number above 0, -65504 (the largest); 2, 0.333251953125, -0
  const std::vector<std::uint16_t> bits = {0x3c00, 0x0001, 0xfbff, 0x4000, 0x3555, 0x8000};
  const std::vector<PlainRow> rows = {{"1", {{1, 0x1p-24}, {2, -65504}}}, {"2", {{1, 0.333251953125}}}};
  EXPECT_EQ(plain_rows(read_npy_bytes(npy("<f2", "2, 3", bytes_of(bits)))), rows);
  EXPECT_EQ(plain_rows(read_npy_bytes(npy(">f2", "2, 3", bytes_of(bits, true)), npy_in_double())), rows);
  EXPECT_THAT(npy_message(npy("<f2", "1, 2", bytes_of<std::uint16_t>({0x3c00, 0x7c00}))), HasSubstr("inf in row 1"));
  EXPECT_THAT(npy_message(npy("<f2", "1, 2", bytes_of<std::uint16_t>({0x3c00, 0x7e01}))), HasSubstr("nan in row 1"));
}

TEST(Npy, Booleans) {
  const Dataset data = read_npy_bytes(npy("|b1", "2, 3", std::string("\1\0\1\0\1\7", 6)));
  EXPECT_EQ(plain_rows(data), (std::vector<PlainRow>{{"1", {{2, 1}}}, {"0", {{1, 1}, {2, 1}}}}));
}

TEST(Npy, ColumnMajorBeyondOneBlock) {
  constexpr int rows = 1000, columns = 7;
  std::vector<float> by_row, by_column(rows * columns);
  for (int i = 0; i < rows * columns; ++i) by_row.push_back(static_cast<float>(i % 13 + 1));
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) by_column[j * rows + i] = by_row[i * columns + j];
  }
  EXPECT_EQ(plain_rows(read_npy_bytes(npy("<f4", "1000, 7", bytes_of(by_column), true), npy_label_in("3"))),
            plain_rows(read_npy_bytes(npy("<f4", "1000, 7", bytes_of(by_row)), npy_label_in("3"))));
}

TEST(Npy, LabelColumn) {
  const std::string file = npy("<f8", "2, 3", bytes_of<double>({1, 2, 3, 4, 5, 6}));
  EXPECT_THAT(npy_labels_of(read_npy_bytes(file)), ElementsAre("1", "4"));
  EXPECT_THAT(npy_labels_of(read_npy_bytes(file, npy_label_in("last"))), ElementsAre("3", "6"));
  EXPECT_THAT(npy_message(file, {}), HasSubstr("cannot tell which column is the label"));
  EXPECT_EQ(plain_rows(read_npy_bytes(file, npy_label_in("2"))),
            (std::vector<PlainRow>{{"2", {{1, 1}, {2, 3}}}, {"5", {{1, 4}, {2, 6}}}}));
  EXPECT_THAT(npy_labels_of(read_npy_bytes(file, npy_label_in("3"))), ElementsAre("3", "6"));
  const Dataset none = read_npy_bytes(file, npy_label_in("none", false));
  EXPECT_EQ(none.features, 3);
  EXPECT_THAT(none.labels.of_row, IsEmpty());
  EXPECT_EQ(npy_message(file, npy_label_in("none")), "--label-column none: labels are needed here");
  EXPECT_EQ(npy_message(file, npy_label_in("4")), "--label-column: no column is called '4'; there are 3 columns");
}

TEST(Npy, LabelsAreWrittenShort) {
  const auto labels = [](const std::vector<double>& values) {
    std::vector<double> rows;
    for (const double value : values) rows.insert(rows.end(), {value, 1});
    return npy_labels_of(read_npy_bytes(npy("<f8", fmt::format("{}, 2", values.size()), bytes_of(rows))));
  };
  EXPECT_THAT(labels({1, -1, 0.1, -0.0, 1e300, 1.5, 4503599627370497}),
              ElementsAre("1", "-1", "0.1", "0", "1e+300", "1.5", "4503599627370497"));
  EXPECT_THAT(npy_labels_of(read_npy_bytes(npy("<f4", "1, 2", bytes_of<float>({0.1F, 1})))), ElementsAre("0.1"));
}

TEST(Npy, LayoutFollowsTheShareOfNonzeros) {
  EXPECT_FALSE(is_dense(read_npy_bytes(npy("<f4", "1, 3", bytes_of<float>({1, 0, 1})))));
  EXPECT_TRUE(is_dense(read_npy_bytes(npy("<f4", "1, 3", bytes_of<float>({1, 1, 1})))));
}

TEST(Npy, TooSmallIsZeroWithOneWarning) {
  const std::string file = npy("<f8", "1, 3", bytes_of<double>({1, 1e-60, 2}));
  EXPECT_THAT(read_npy_bytes(file, npy_in(Precision::float32)).warnings,
              ElementsAre("t.npy: too small for a float, taken as 0 (1 in all)"));
  EXPECT_THAT(read_npy_bytes(file, npy_in_double()).warnings, IsEmpty());
}

TEST(Npy, GoldenMessages) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(npy_message(npy("<f8", "2, 2", bytes_of<double>({1, 2, 0, nan}))),
            "t.npy: nan in row 2, column 2; expected finite numbers");
  EXPECT_EQ(npy_message(npy("<f8", "2, 2", bytes_of<double>({nan, 2, 0, 1}))),
            "t.npy: the label nan in row 1; expected a finite number or text");
  EXPECT_EQ(npy_message(npy("<f8", "2, 3", bytes_of<double>({1, 2, 1, -inf, nan, 1}), true)),
            "t.npy: nan in row 1, column 3; expected finite numbers");
  EXPECT_EQ(npy_message(npy("<f8", "1, 2", bytes_of<double>({1, 1e300})), npy_in(Precision::float32)),
            "t.npy: 1e+300 in row 1, column 2 is too large for float32 (see --precision); expected finite numbers");
  EXPECT_EQ(npy_message(npy("|O", "2, 2", "pickle")),
            "t.npy: the array holds Python objects (a pickle), and no code from a file is ever run; save numbers: "
            "array.astype(numpy.float32)");
  EXPECT_EQ(npy_message(npy("<c8", "1, 1", "abcdefgh")),
            "t.npy: the type '<c8' of the array is not supported; expected integers or floats of at most 64 bits, e.g. "
            "array.astype(numpy.float32)");
  EXPECT_EQ(npy_message(npy_with_header("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}", "abcd")),
            "t.npy: the array has named fields; expected an array of numbers");
  EXPECT_EQ(npy_message(npy("<f4", "4,", bytes_of<float>({1, 2, 3, 4}))),
            "t.npy: an array of shape (4); expected two dimensions, rows and columns");
  EXPECT_EQ(npy_message(npy("<f4", "", bytes_of<float>({1}))),
            "t.npy: an array of shape (); expected two dimensions, rows and columns");
  EXPECT_EQ(npy_message(npy("<U1", "1, 2", unicode({U"a", U"b"}, 1))),
            "t.npy: a matrix of text; expected numbers: array.astype(numpy.float32)");
  EXPECT_EQ(npy_message(npy("<f4", "0, 5", "")), "t.npy: an empty matrix of 0 rows and 5 columns; expected some data");
  EXPECT_EQ(npy_message(npy("<f4", "1, 1", bytes_of<float>({1}))),
            "t.npy: only one column; expected a label and at least one feature");
  EXPECT_EQ(npy_message(npy("<f4", "2, 2", bytes_of<float>({1, 2, 3}))),
            "t.npy: 140 bytes, where a shape of (2, 2) and elements of 4 bytes make 144; the file is truncated");
  EXPECT_EQ(npy_message(npy("<f4", "1, 2", bytes_of<float>({1, 2, 3}))),
            "t.npy: 140 bytes, where a shape of (1, 2) and elements of 4 bytes make 136; expected one array and "
            "nothing after it");
  EXPECT_EQ(npy_message("1 1:2\n"), "t.npy: this is not the .npy format; expected a file that numpy.save wrote");
  EXPECT_EQ(npy_message(npy("<f4", "1, 2", "12345678", false, 4)),
            "t.npy: version 4 of the .npy format; expected version 1, 2 or 3");
}

TEST(Npy, ShapesBeyondAnyFile) {
  for (const std::string shape : {"9223372036854775807, 2", "4294967296, 4294967296", "3037000500, 3037000500"}) {
    EXPECT_THAT(npy_message(npy("<f4", shape, "12345678")), HasSubstr("t.npy: ")) << shape;
  }
  EXPECT_THAT(npy_message(npy("<f4", "9223372036854775807, 0", "")), HasSubstr("empty matrix"));
  EXPECT_THAT(npy_message(npy("<f4", "99999999999999999999, 1", "")),
              HasSubstr("header of the .npy format is damaged"));
  EXPECT_THAT(npy_message(npy("<f4", "-1, 1", "")), HasSubstr("header of the .npy format is damaged"));
}

TEST(Npy, DamagedHeaders) {
  for (const std::string header :
       {"", "{", "{}", "{'descr': '<f4'}", "{'descr': '<f4', 'descr': '<f4', 'fortran_order': True, 'shape': (1, 2)}",
        "{'descr': '<f4', 'fortran_order': 1, 'shape': (1, 2)}", "{'descr': '<f4', 'fortran_order': True, 'shape': 2}",
        "{'descr': '<f4', 'fortran_order': True, 'shape': (1 2)}", "{'descr' '<f4'", "{'descr': '<f4",
        "{'descr': '<f4', 'fortran_order': True, 'shape': (1, 2), 'more': 1}",
        "{'descr': '<f4', 'fortran_order': True, 'shape': (1, 2)} x"}) {
    EXPECT_EQ(npy_message(npy_with_header(header, "12345678")),
              "t.npy: the header of the .npy format is damaged; expected a file that numpy.save wrote")
        << header;
  }
  std::string long_header = npy("<f4", "1, 2", bytes_of<float>({1, 2}), false, 2);
  long_header[10] = '\x7f';
  EXPECT_THAT(npy_message(long_header), HasSubstr("expected an array of numbers, whose header is short"));
}

TEST(Npy, Python2WroteLongIntegers) {
  EXPECT_EQ(read_npy_bytes(npy("<f4", "1L, 2L", bytes_of<float>({1, 2}))).features, 1);
}

TEST(Npy, TruncationAtEveryByteIsADataError) {
  const std::string whole = npy("<f4", "2, 3", bytes_of<float>({1, 2, 3, 4, 5, 6}));
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_THROW(read_npy_bytes(whole.substr(0, size)), DataError) << size;
  }
}

TEST(Npy, AnyChangedByteIsReadOrRefused) {
  change_every_byte(npy("<f4", "2, 3", bytes_of<float>({1, 2, 3, 4, 5, 6})), read_npy_bytes);
}

TEST(Npy, WhatIsWrittenIsReadBack) {
  const bool holds = rc::check([] {
    const auto rows = *rc::gen::inRange<int>(1, 30), columns = *rc::gen::inRange<int>(2, 9);
    const auto label = *rc::gen::inRange<int>(0, columns);
    const bool fortran = *rc::gen::arbitrary<bool>(), swapped = *rc::gen::arbitrary<bool>();
    const auto values = *rc::gen::container<std::vector<double>>(
        static_cast<std::size_t>(rows * columns),
        rc::gen::map(rc::gen::arbitrary<double>(), [](double x) { return std::abs(x) < 1e15 ? std::round(x) : 0; }));
    std::vector<double> stored(values.size());
    std::vector<PlainRow> expected(static_cast<std::size_t>(rows));
    for (int i = 0; i < rows; ++i) {
      auto& row = expected[static_cast<std::size_t>(i)];
      for (int j = 0; j < columns; ++j) {
        const double value = values[static_cast<std::size_t>(i * columns + j)];
        stored[static_cast<std::size_t>(fortran ? j * rows + i : i * columns + j)] = value;
        if (j == label) {
          row.label = fmt::format("{}", static_cast<std::int64_t>(value));
        } else if (value != 0) {
          row.features.emplace_back(j + (j < label ? 1 : 0), value);
        }
      }
    }
    ReadOptions options = npy_in_double();
    options.label_column = std::to_string(label + 1);
    const auto file =
        npy(swapped ? ">f8" : "<f8", fmt::format("{}, {}", rows, columns), bytes_of(stored, swapped), fortran);
    RC_ASSERT(plain_rows(read_npy_bytes(file, options)) == expected);
  });
  EXPECT_TRUE(holds);
}

}  // namespace
}  // namespace smsvm

#include "data/npz_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "data/numpy_bytes.hpp"
#include "data/numpy_reading.hpp"
#include "util/temporary_folder.hpp"

namespace smsvm {
namespace {

using test::bytes_of;
using test::change_every_byte;
using test::is_dense;
using test::npy;
using test::npy_label_in;
using test::npy_labels_of;
using test::npy_message_of;
using test::Packing;
using test::plain_rows;
using test::PlainRow;
using test::read_npy_bytes;
using test::two_rows;
using test::unicode;
using test::zip;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

Dataset read_npz_bytes(const std::string& bytes, const ReadOptions& options = {}) {
  return read_npz(Source::from_bytes(bytes, "t.npz"), options);
}

std::string npz_message(const std::string& bytes, const ReadOptions& options = {}) {
  return npy_message_of(read_npz_bytes, bytes, options);
}

// ---- .npz, dense ----

const std::string matrix_bytes = npy("<f4", "2, 2", bytes_of<float>({2, 3, 5, 6}));
const std::string label_bytes = npy("<i8", "2,", bytes_of<std::int64_t>({1, 0}));

TEST(Npz, StoredDeflatedAndZip64) {
  ReadOptions in_double;
  in_double.precision = Precision::float64;
  for (const auto packing : {Packing::stored, Packing::deflated}) {
    for (const bool zip64 : {false, true}) {
      const auto file = zip({{"X.npy", matrix_bytes}, {"y.npy", label_bytes}}, packing, zip64);
      EXPECT_EQ(plain_rows(read_npz_bytes(file)), two_rows);
      EXPECT_EQ(plain_rows(read_npz_bytes(file, in_double)), two_rows);
    }
  }
}

TEST(Npz, ArchiveMayHaveAComment) {
  std::string file = zip({{"X.npy", matrix_bytes}, {"y.npy", label_bytes}});
  file[file.size() - 2] = 5;
  EXPECT_EQ(plain_rows(read_npz_bytes(file + "hello")), two_rows);
}

TEST(Npz, UsualNames) {
  EXPECT_EQ(plain_rows(read_npz_bytes(zip({{"x.npy", matrix_bytes}, {"labels.npy", label_bytes}}))), two_rows);
  EXPECT_EQ(plain_rows(read_npz_bytes(zip({{"data.npy", matrix_bytes}, {"target.npy", label_bytes}}))), two_rows);
  EXPECT_EQ(plain_rows(read_npz_bytes(zip({{"X.npy", matrix_bytes}, {"kind.npy", label_bytes}}), npy_label_in("kind"))),
            two_rows);
}

TEST(Npz, WhereNoLabelsAreNeeded) {
  EXPECT_THAT(read_npz_bytes(zip({{"X.npy", matrix_bytes}}), npy_label_in("", false)).labels.of_row, IsEmpty());
  const auto file = zip({{"X.npy", matrix_bytes}, {"y.npy", label_bytes}});
  EXPECT_THAT(npy_labels_of(read_npz_bytes(file, npy_label_in("", false))), ElementsAre("1", "0"));
  EXPECT_THAT(read_npz_bytes(file, npy_label_in("none", false)).labels.of_row, IsEmpty());
}

TEST(Npz, LabelsOfAnyType) {
  const auto labels = [](const std::string& y) {
    return npy_labels_of(read_npz_bytes(zip({{"X.npy", matrix_bytes}, {"y.npy", y}})));
  };
  EXPECT_THAT(labels(npy("|b1", "2,", std::string("\1\0", 2))), ElementsAre("1", "0"));
  EXPECT_THAT(labels(npy("|i1", "2, 1", "\2\3")), ElementsAre("2", "3"));
  EXPECT_THAT(labels(npy("<u8", "2,", bytes_of<std::uint64_t>({UINT64_MAX, 1}))),
              ElementsAre("18446744073709551615", "1"));
  EXPECT_THAT(labels(npy("<f8", "2,", bytes_of<double>({1, 2.5}))), ElementsAre("1", "2.5"));
  EXPECT_THAT(labels(npy("|S3", "2,", std::string("yesno\0", 6))), ElementsAre("yes", "no"));
  EXPECT_THAT(labels(npy("<U3", "2,", unicode({U"yes", U"n\u00f6"}, 3))), ElementsAre("yes", "n\u00f6"));
  EXPECT_THAT(labels(npy("<U1", "2,", unicode({U"\u4e2d", U"\U0001F600"}, 1))), ElementsAre("\u4e2d", "\U0001F600"));
  EXPECT_THAT(labels(npy(">U1", "2,", std::string("\0\0\0a\0\0\0b", 8))), ElementsAre("a", "b"));
}

TEST(Npz, SaysWhichArraysAreNotRead) {
  EXPECT_THAT(read_npz_bytes(zip({{"X.npy", matrix_bytes}, {"y.npy", label_bytes}})).warnings, IsEmpty());
  EXPECT_THAT(
      read_npz_bytes(
          zip({{"X.npy", matrix_bytes}, {"labels.npy", label_bytes}, {"w.npy", label_bytes}, {"y.npy", label_bytes}}))
          .warnings,
      ElementsAre("t.npz: not read: 'labels', 'w'"));
}

TEST(Npz, GoldenMessages) {
  const auto with_labels = [](const std::string& y) { return zip({{"X.npy", matrix_bytes}, {"y.npy", y}}); };
  EXPECT_EQ(
      npz_message(zip({{"X.npy", matrix_bytes}, {"z.npy", label_bytes}})),
      "t.npz: no labels; expected an array called y, labels or target, or --labels FILE; the archive has 'X', 'z'");
  EXPECT_EQ(npz_message(zip({{"A.npy", matrix_bytes}, {"y.npy", label_bytes}})),
            "t.npz: no matrix; expected an array called X, x or data; the archive has 'A', 'y'");
  EXPECT_EQ(npz_message(zip({{"train.csv", "a,y\n1,2\n"}})),
            "t.npz: a zip archive of 'train.csv', not of arrays; unpack it first");
  EXPECT_EQ(npz_message(zip({})),
            "t.npz: no labels; expected an array called y, labels or target, or --labels FILE; the archive is empty");
  EXPECT_EQ(npz_message(with_labels(label_bytes), npy_label_in("z")),
            "--label-column must name an array of this .npz file, not 'z'; the archive has 'X', 'y'");
  EXPECT_EQ(npz_message(with_labels(npy("<i8", "3,", bytes_of<std::int64_t>({1, 2, 3})))),
            "t.npz: array 'y': 3 labels for 2 rows; expected one label per row");
  EXPECT_EQ(npz_message(with_labels(npy("<i4", "1, 2", bytes_of<std::int32_t>({1, 2})))),
            "t.npz: array 'y': labels of shape (1, 2); expected one label per row");
  EXPECT_EQ(npz_message(with_labels(npy("<f4", "2,", bytes_of<float>({1, NAN})))),
            "t.npz: array 'y': the label nan in row 2; expected a finite number or text");
  EXPECT_EQ(npz_message(with_labels(npy("|S1", "2,", std::string("a\0", 2)))),
            "t.npz: array 'y': the label '' in row 2; expected a finite number or text");
  EXPECT_EQ(npz_message(with_labels(npy("|S0", "2,", ""))),
            "t.npz: array 'y': the label '' in row 1; expected a finite number or text");
  EXPECT_EQ(npz_message(with_labels(npy("<U1", "2,", unicode({U"a", {0xd800}}, 1)))),
            "t.npz: array 'y': the text in row 2 is not Unicode; the file is damaged");
  EXPECT_EQ(npz_message(with_labels(npy("|O", "2,", "pickle"))),
            "t.npz: array 'y': the array holds Python objects (a pickle), and no code from a file is ever run; save "
            "numbers: array.astype(numpy.float32)");
  EXPECT_EQ(npz_message(zip({{"X.npy", matrix_bytes}, {"X.npy", matrix_bytes}})),
            "t.npz: two members are called 'X.npy'; names must differ");
  EXPECT_EQ(npz_message("PK\3\4 and no more"),
            "t.npz: the directory of the zip archive is missing or damaged; expected a complete zip archive");
}

TEST(Npz, DamagedContentIsFound) {
  std::string file = zip({{"X.npy", matrix_bytes}, {"y.npy", label_bytes}});
  file[30 + 5 + matrix_bytes.size() - 1] ^= 1;  // the last byte of X
  EXPECT_EQ(npz_message(file), "t.npz: member 'X.npy' does not match its checksum; the archive is damaged");
}

TEST(Npz, EncryptedAndOddMethodsAreRefused) {
  const std::string whole = zip({{"X.npy", matrix_bytes}, {"y.npy", label_bytes}});
  const auto directory = whole.find("PK\1\2");
  std::string file = whole;
  file[directory + 8] = 1;
  EXPECT_EQ(npz_message(file), "t.npz: member 'X.npy' is encrypted; expected an archive without a password");
  file = whole;
  file[directory + 10] = 14;
  EXPECT_EQ(npz_message(file),
            "t.npz: member 'X.npy' is packed by method 14; expected stored or deflated members, as numpy.savez and "
            "savez_compressed write them");
}

TEST(Npz, ZerosThatPackWellAreRead) {
  const std::string zeros = npy("<f4", "1000, 1000", std::string(4000000, '\0'));
  const std::string labels = npy("|i1", "1000,", std::string(1000, '\1'));
  const auto file = zip({{"X.npy", zeros}, {"y.npy", labels}}, Packing::deflated);
  EXPECT_LT(file.size(), 6000U);
  EXPECT_EQ(read_npz_bytes(file).rows, 1000);
}

TEST(Npz, BombsAreRefusedBeforeAnyMemoryIsTaken) {
  // A header that claims a terabyte, in an archive that agrees or not.
  const std::string header = npy("<f4", "1000000, 250000", "");
  std::string file = zip({{"X.npy", header}, {"y.npy", label_bytes}}, Packing::deflated);
  EXPECT_EQ(npz_message(file),
            "t.npz: array 'X': 128 bytes, where a shape of (1000000, 250000) and elements of 4 bytes make "
            "1000000000128; the file is truncated");
  const auto directory = file.find("PK\1\2");
  const auto size = test::little_endian(0xfffffff0, 4);
  file.replace(directory + 24, 4, size);
  EXPECT_THAT(npz_message(file), HasSubstr("deflate packs 1032 to 1 at best"));
}

// ---- .npz, CSR ----

struct Csr {
  std::string format = npy("|S3", "", "csr"), shape = npy("<i8", "2,", bytes_of<std::int64_t>({3, 4})),
              indptr = npy("<i4", "4,", bytes_of<std::int32_t>({0, 2, 2, 3})),
              indices = npy("<i4", "3,", bytes_of<std::int32_t>({3, 0, 1})),
              data = npy("<f8", "3,", bytes_of<double>({0.5, 2, -1})),
              y = npy("<i8", "3,", bytes_of<std::int64_t>({1, 2, 1}));

  std::string file(Packing packing = Packing::deflated) const {
    return zip({{"format.npy", format},
                {"shape.npy", shape},
                {"indptr.npy", indptr},
                {"indices.npy", indices},
                {"data.npy", data},
                {"y.npy", y}},
               packing);
  }
};

const std::vector<PlainRow> csr_rows = {{"1", {{1, 2}, {4, 0.5}}}, {"2", {}}, {"1", {{2, -1}}}};

TEST(Csr, RowsAreSorted) {
  const Dataset data = read_npz_bytes(Csr().file());
  EXPECT_EQ(plain_rows(data), csr_rows);
  EXPECT_EQ(data.features, 4);
  EXPECT_EQ(data.width, 4);
  EXPECT_FALSE(is_dense(data));
}

TEST(Csr, WideIndicesAndUnicodeFormat) {
  Csr csr;
  csr.format = npy("<U3", "", unicode({U"csr"}, 3));
  csr.indptr = npy(">i8", "4,", bytes_of<std::int64_t>({0, 2, 2, 3}, true));
  csr.indices = npy("<i8", "3,", bytes_of<std::int64_t>({3, 0, 1}));
  EXPECT_EQ(plain_rows(read_npz_bytes(csr.file(Packing::stored))), csr_rows);
}

TEST(Csr, ZerosAreNotStored) {
  Csr csr;
  csr.data = npy("|i1", "3,", std::string("\0\2\1", 3));
  const Dataset data = read_npz_bytes(csr.file());
  EXPECT_EQ(data.nonzeros(), 2);
}

TEST(Csr, DenseRowsBecomeDense) {
  Csr csr;
  csr.shape = npy("<i8", "2,", bytes_of<std::int64_t>({3, 1}));
  csr.indptr = npy("<i4", "4,", bytes_of<std::int32_t>({0, 1, 2, 3}));
  csr.indices = npy("<i4", "3,", bytes_of<std::int32_t>({0, 0, 0}));
  const Dataset data = read_npz_bytes(csr.file());
  EXPECT_TRUE(is_dense(data));
  EXPECT_EQ(plain_rows(data), (std::vector<PlainRow>{{"1", {{1, 0.5}}}, {"2", {{1, 2}}}, {"1", {{1, -1}}}}));
}

TEST(Csr, MemoryFollowsTheFeaturesInUse) {
  Csr csr;
  csr.shape = npy("<i8", "2,", bytes_of<std::int64_t>({3, INT64_MAX}));
  csr.indices = npy("<i8", "3,", bytes_of<std::int64_t>({INT64_MAX - 1, 7, 300000000}));
  const Dataset data = read_npz_bytes(csr.file());
  EXPECT_EQ(data.features, 3);
  EXPECT_EQ(data.width, INT64_MAX);
  EXPECT_THAT(data.feature_ids, ElementsAre(8, 300000001, INT64_MAX));
  EXPECT_EQ(plain_rows(data),
            (std::vector<PlainRow>{{"1", {{8, 2}, {INT64_MAX, 0.5}}}, {"2", {}}, {"1", {{300000001, -1}}}}));
}

TEST(Csr, WithoutAnyNonzero) {
  Csr csr;
  csr.shape = npy("<i8", "2,", bytes_of<std::int64_t>({3, 1000000000000}));
  csr.data = npy("<f8", "3,", bytes_of<double>({0, 0, 0}));
  const Dataset data = read_npz_bytes(csr.file());
  EXPECT_EQ(data.features, 0);
  EXPECT_EQ(data.width, 1000000000000);
}

TEST(Csr, GoldenMessages) {
  const auto message = [](auto change) {
    Csr csr;
    change(csr);
    return npz_message(csr.file());
  };
  EXPECT_EQ(message([](Csr& csr) { csr.format = npy("|S3", "", "csc"); }),
            "t.npz: a sparse matrix in 'csc' format; expected csr: scipy.sparse.save_npz(file, matrix.tocsr())");
  EXPECT_EQ(message([](Csr& csr) { csr.format = npy("<i4", "", "1234"); }),
            "t.npz: array 'format': not the name of a format; expected a file that scipy.sparse.save_npz wrote");
  EXPECT_EQ(message([](Csr& csr) {
              csr.indices = npy("<i4", "3,", bytes_of<std::int32_t>({0, 0, 1}));
            }),
            "t.npz: array 'data': row 1 has column 1 twice; call matrix.sum_duplicates() first");
  EXPECT_EQ(message([](Csr& csr) {
              csr.indices = npy("<i4", "3,", bytes_of<std::int32_t>({0, 4, 1}));
            }),
            "t.npz: array 'indices': column 4 in a matrix of 4 columns; columns count from 0");
  EXPECT_EQ(message([](Csr& csr) {
              csr.indices = npy("<i4", "3,", bytes_of<std::int32_t>({0, -1, 1}));
            }),
            "t.npz: array 'indices': column -1 in a matrix of 4 columns; columns count from 0");
  EXPECT_EQ(message([](Csr& csr) {
              csr.indices = npy("<f4", "3,", bytes_of<float>({0, 1, 1}));
            }),
            "t.npz: array 'indices': not a list of indices; expected int32 or int64");
  EXPECT_EQ(message([](Csr& csr) {
              csr.indices = npy("<i4", "2,", bytes_of<std::int32_t>({0, 1}));
            }),
            "t.npz: array 'data': 3 values for 2 indices; expected as many of both");
  EXPECT_EQ(message([](Csr& csr) {
              csr.indptr = npy("<i4", "4,", bytes_of<std::int32_t>({0, 2, 1, 3}));
            }),
            "t.npz: array 'indptr': 1 as start of row 3; expected increasing numbers from 0 to 3");
  EXPECT_EQ(message([](Csr& csr) {
              csr.indptr = npy("<i4", "4,", bytes_of<std::int32_t>({0, 2, 2, 4}));
            }),
            "t.npz: array 'indptr': 4 as start of row 4; expected increasing numbers from 0 to 3");
  EXPECT_EQ(message([](Csr& csr) {
              csr.indptr = npy("<i4", "3,", bytes_of<std::int32_t>({0, 2, 3}));
            }),
            "t.npz: array 'indptr': 3 row starts for 3 rows; expected one more than rows");
  EXPECT_EQ(message([](Csr& csr) {
              csr.shape = npy("<i8", "2,", bytes_of<std::int64_t>({0, 4}));
            }),
            "t.npz: array 'shape': an empty matrix of 0 rows and 4 columns; expected some data");
  EXPECT_EQ(message([](Csr& csr) {
              csr.data = npy("<f8", "3,", bytes_of<double>({1, 2, INFINITY}));
            }),
            "t.npz: array 'data': inf in row 3, column 2; expected finite numbers");
  EXPECT_EQ(npz_message(zip({{"format.npy", Csr().format}, {"y.npy", Csr().y}})),
            "t.npz: no array is called 'shape'; the archive has 'format', 'y'");
}

TEST(Csr, TruncationAtEveryByteIsADataError) {
  for (const auto packing : {Packing::stored, Packing::deflated}) {
    const std::string whole = Csr().file(packing);
    for (std::size_t size = 0; size < whole.size(); ++size) {
      EXPECT_THROW(read_npz_bytes(whole.substr(0, size)), DataError) << size;
    }
  }
}

TEST(Csr, AnyChangedByteIsReadOrRefused) {
  change_every_byte(Csr().file(Packing::stored), read_npz_bytes);
  change_every_byte(Csr().file(Packing::deflated), read_npz_bytes);
}

// ---- what NumPy and SciPy themselves write ----

class FromPython : public testing::Test {
 protected:
  /// Runs the script in a folder of its own; false if there is no NumPy or SciPy here.
  bool run(const std::string& script) {
    test::put(folder_.file("script.py"), "import numpy, scipy.sparse\n" + script);
    const std::string command = "cd '" + folder_.path() + "' && /usr/bin/python3 script.py > log 2>&1";
    return std::system(command.c_str()) == 0;
  }
  std::string file(const std::string& name) const { return test::contents(folder_.file(name)); }

 private:
  test::TemporaryFolder folder_;
};

TEST_F(FromPython, SaveAndSavez) {
  if (!run("m = numpy.array([[1, 2, 3], [0, 5, 6]], dtype='<f8')\n"
           "numpy.save('c.npy', m)\n"
           "numpy.save('f.npy', numpy.asfortranarray(m))\n"
           "numpy.save('big.npy', m.astype('>i2'))\n"
           "numpy.savez('plain.npz', X=m[:, 1:], y=m[:, 0].astype(int))\n"
           "numpy.savez_compressed('packed.npz', X=m[:, 1:], y=m[:, 0] > 0)\n"
           "numpy.savez('text.npz', X=m[:, 1:], y=numpy.array(['1', '0']))\n")) {
    GTEST_SKIP() << "needs /usr/bin/python3 with NumPy and SciPy";
  }
  for (const std::string name : {"c.npy", "f.npy", "big.npy"}) {
    EXPECT_EQ(plain_rows(read_npy_bytes(file(name))), two_rows) << name;
  }
  for (const std::string name : {"plain.npz", "packed.npz", "text.npz"}) {
    EXPECT_EQ(plain_rows(read_npz_bytes(file(name))), two_rows) << name;
  }
}

TEST_F(FromPython, SaveNpz) {
  if (!run("m = scipy.sparse.csr_matrix(numpy.array([[2, 0, 0, 0.5], [0, 0, 0, 0], [0, -1, 0, 0]]))\n"
           "scipy.sparse.save_npz('packed.npz', m)\n"
           "scipy.sparse.save_npz('stored.npz', m, compressed=False)\n"
           "scipy.sparse.save_npz('csc.npz', m.tocsc())\n")) {
    GTEST_SKIP() << "needs /usr/bin/python3 with NumPy and SciPy";
  }
  auto expected = csr_rows;
  for (auto& row : expected) row.label.clear();
  for (const std::string name : {"packed.npz", "stored.npz"}) {
    EXPECT_EQ(plain_rows(read_npz_bytes(file(name), npy_label_in("", false))), expected) << name;
  }
  EXPECT_THAT(npz_message(file("csc.npz"), npy_label_in("", false)),
              StartsWith("t.npz: a sparse matrix in 'csc' format"));
}

}  // namespace
}  // namespace smsvm

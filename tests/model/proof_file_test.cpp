#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cmath>
#include <random>

#include "model/samples.hpp"
#include "smsvm/error.hpp"
#include "smsvm/proof.hpp"
#include "util/temporary_folder.hpp"

namespace smsvm {
namespace {

using test::contents;
using test::put;
using test::same_bits;
using test::TemporaryFolder;
using testing::HasSubstr;

Proof sample(std::mt19937_64& random, std::int64_t rows, Precision precision) {
  Proof proof;
  proof.data_checksum = random();
  proof.rows = rows;
  proof.precision = precision;
  proof.penalty.l2 = 1.0 / 3;
  proof.penalty.l1 = 1e-7;
  proof.penalty.intercept = Intercept::penalized;
  proof.classes = {{Label::parse("+1"), 0.1, 0.1 - 1e-17, {}}};
  std::uniform_real_distribution<double> uniform(0, 1);
  for (std::int64_t i = 0; i < rows; ++i) {
    const double value = i % 3 == 0 ? 0.0 : i % 3 == 1 ? 1.0 : uniform(random);
    proof.classes[0].dual_point.push_back(value);
  }
  return proof;
}

void expect_same(const Proof& a, const Proof& b) {
  EXPECT_EQ(a.data_checksum, b.data_checksum);
  EXPECT_EQ(a.rows, b.rows);
  EXPECT_EQ(a.precision, b.precision);
  EXPECT_EQ(a.penalty.l2, b.penalty.l2);
  EXPECT_EQ(a.penalty.l1, b.penalty.l1);
  EXPECT_EQ(a.penalty.intercept, b.penalty.intercept);
  EXPECT_TRUE(same_bits(a.penalty.factor, b.penalty.factor));
  EXPECT_TRUE(same_bits(a.penalty.scale, b.penalty.scale));
  EXPECT_TRUE(same_bits(a.row_weight, b.row_weight));
  ASSERT_EQ(a.classes.size(), b.classes.size());
  for (std::size_t k = 0; k < a.classes.size(); ++k) {
    EXPECT_EQ(a.classes[k].positive.text, b.classes[k].positive.text);
    EXPECT_EQ(a.classes[k].positive, b.classes[k].positive);
    EXPECT_EQ(a.classes[k].primal, b.classes[k].primal);
    EXPECT_EQ(a.classes[k].dual, b.classes[k].dual);
    EXPECT_TRUE(same_bits(a.classes[k].dual_point, b.classes[k].dual_point));
  }
}

class ProofFile : public testing::Test {
 protected:
  TemporaryFolder folder_;
  std::string path_ = folder_.file("proof");
  std::mt19937_64 random_{5};
};

TEST_F(ProofFile, EverythingComesBackToTheLastBit) {
  for (const Precision precision : {Precision::float32, Precision::float64}) {
    for (const std::int64_t rows : {1, 2, 1000, 300'000}) {
      Proof proof = sample(random_, rows, precision);
      save_proof(proof, path_);
      expect_same(proof, load_proof(path_));
      proof.penalty.intercept = Intercept::none;
      proof.penalty.factor = {0, 1, 2.5, 1e-300};
      proof.row_weight.assign(static_cast<std::size_t>(rows), 0.1);
      proof.penalty.scale = {3, 1e-9, 1e9, 1};
      proof.classes[0].positive = Label::parse("any text\n");
      save_proof(proof, path_);
      expect_same(proof, load_proof(path_));
      proof.classes.push_back({Label::parse("2"), 0.3, 0.2, std::vector<double>(static_cast<std::size_t>(rows), 0.5)});
      proof.classes.push_back({Label::parse("3"), 0.2, 0.1, std::vector<double>(static_cast<std::size_t>(rows), 1.0)});
      save_proof(proof, path_);
      expect_same(proof, load_proof(path_));
    }
  }
}

TEST_F(ProofFile, IsCompact) {
  Proof proof = sample(random_, 1'000'000, Precision::float32);
  std::vector<double>& dual_point = proof.classes[0].dual_point;
  std::fill(dual_point.begin(), dual_point.end(), 1.0);
  save_proof(proof, path_);
  EXPECT_LT(contents(path_).size(), 10'000U) << "a constant dual point takes next to nothing";
  expect_same(proof, load_proof(path_));
  save_proof(sample(random_, 1'000'000, Precision::float32), path_);
  EXPECT_LT(contents(path_).size(), 4'000'000U) << "less than the numbers as they are";
}

TEST_F(ProofFile, DependsOnTheProofAlone) {
  const Proof proof = sample(random_, 1000, Precision::float64);
  save_proof(proof, path_);
  save_proof(proof, folder_.file("another"));
  EXPECT_EQ(contents(path_), contents(folder_.file("another")));
}

TEST_F(ProofFile, DamageIsTold) {
  save_proof(sample(random_, 10, Precision::float64), path_);
  std::string bytes = contents(path_);
  bytes[bytes.size() / 2] ^= 1;
  put(path_, bytes);
  try {
    load_proof(path_);
    FAIL();
  } catch (const DataError& error) {
    EXPECT_THAT(error.what(), HasSubstr("checksum does not match: the file was altered or damaged"));
  }
  put(path_, "something else");
  EXPECT_THROW(load_proof(path_), DataError);
}

TEST_F(ProofFile, RefusesToSaveWhatCouldNotBeLoaded) {
  for (const double bad : {-1e-9, 1.0000001, std::nan("")}) {
    Proof proof = sample(random_, 10, Precision::float64);
    proof.classes[0].dual_point[3] = bad;
    EXPECT_THROW(save_proof(proof, path_), std::invalid_argument);
  }
  Proof proof = sample(random_, 10, Precision::float64);
  proof.rows = 11;
  EXPECT_THROW(save_proof(proof, path_), std::invalid_argument);
  proof.rows = 10;
  proof.classes.clear();
  EXPECT_THROW(save_proof(proof, path_), std::invalid_argument);
  EXPECT_EQ(folder_.entries(), 0);
}

/// As `smsvm train` of version 2 of the format wrote it.
TEST_F(ProofFile, TheVersionOfOneClassIsStillRead) {
  constexpr std::string_view bytes(
      "\x8a\x53\x4d\x50\x52\x4f\x4f\x46\x02\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xd0\x3f\x00"
      "\x00\x00\x00\x00\x00\x00\x00\xcd\x65\x89\x7b\x7c\xb9\x0b\x4f\x04\x00\x00\x00\x00\x00\x00\x00\x4d"
      "\x8a\x91\xe8\x68\x52\xc5\x3f\x97\x8a\xd7\xa5\x27\x52\xc5\x3f\x02\x00\x00\x00\x00\x00\x00\x00\x2b"
      "\x31\x29\x00\x00\x00\x00\x00\x00\x00\x28\xb5\x2f\xfd\x20\x20\x01\x01\x00\x9a\xe1\x2d\x5a\x8a\xee"
      "\xef\x38\x38\x73\x68\x31\xd2\x38\xdc\x4f\xb4\x29\xd5\xcc\x73\x53\x51\x50\xf2\xd0\xe5\xda\x3e\x3f"
      "\x3f\x3f\x4e\x5f\x18\xa6\xb5\x4c\xb5\xb7",
      130);
  put(path_, std::string(bytes));
  const Proof proof = load_proof(path_);
  EXPECT_EQ(proof.rows, 4);
  EXPECT_EQ(proof.penalty.l2, 0.25);
  ASSERT_EQ(proof.classes.size(), 1U);
  EXPECT_EQ(proof.classes[0].positive.text, "+1");
  EXPECT_LE(proof.classes[0].dual, proof.classes[0].primal);
  EXPECT_EQ(proof.classes[0].dual_point.size(), 4U);
}

TEST_F(ProofFile, MissingIsNoInput) {
  try {
    load_proof(path_);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::no_input);
  }
}

}  // namespace
}  // namespace smsvm

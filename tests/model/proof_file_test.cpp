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
  proof.positive = Label::parse("+1");
  proof.primal = 0.1;
  proof.dual = 0.1 - 1e-17;
  std::uniform_real_distribution<double> uniform(0, 1);
  for (std::int64_t i = 0; i < rows; ++i) {
    const double value = i % 3 == 0 ? 0.0 : i % 3 == 1 ? 1.0 : uniform(random);
    proof.dual_point.push_back(value);
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
  EXPECT_EQ(a.positive.text, b.positive.text);
  EXPECT_EQ(a.positive, b.positive);
  EXPECT_TRUE(same_bits(a.row_weight, b.row_weight));
  EXPECT_EQ(a.primal, b.primal);
  EXPECT_EQ(a.dual, b.dual);
  EXPECT_TRUE(same_bits(a.dual_point, b.dual_point));
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
      proof.positive = Label::parse("any text\n");
      save_proof(proof, path_);
      expect_same(proof, load_proof(path_));
    }
  }
}

TEST_F(ProofFile, IsCompact) {
  Proof proof = sample(random_, 1'000'000, Precision::float32);
  std::fill(proof.dual_point.begin(), proof.dual_point.end(), 1.0);
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
    proof.dual_point[3] = bad;
    EXPECT_THROW(save_proof(proof, path_), std::invalid_argument);
  }
  Proof proof = sample(random_, 10, Precision::float64);
  proof.rows = 11;
  EXPECT_THROW(save_proof(proof, path_), std::invalid_argument);
  EXPECT_EQ(folder_.entries(), 0);
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

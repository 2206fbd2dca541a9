#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <random>

#include "evaluate/calibration.hpp"
#include "model/parse.hpp"
#include "model/samples.hpp"
#include "smsvm/error.hpp"
#include "smsvm/model.hpp"
#include "smsvm/proof.hpp"
#include "util/checksum.hpp"
#include "util/temporary_folder.hpp"

// Whatever a file says: a complaint about the data, or something valid. Never a crash, never another exception (which
// a failed allocation would be).

namespace smsvm {
namespace {

using test::contents;
using test::random_model;
using test::reseal_model;
using test::TemporaryFolder;

constexpr int mutants = 20'000;

std::string reseal_proof(std::string bytes) {
  if (bytes.size() < 8) return bytes;
  const std::uint64_t checksum = Checksum::of(std::string_view(bytes).substr(0, bytes.size() - 8));
  std::memcpy(bytes.data() + bytes.size() - 8, &checksum, 8);
  return bytes;
}

/// One to three of: a byte changed, removed, inserted; a piece removed or repeated; a number replaced by a huge one.
std::string mutate(std::string bytes, std::mt19937_64& random) {
  const auto somewhere = [&] { return bytes.empty() ? 0 : random() % bytes.size(); };
  for (auto changes = 1 + random() % 3; changes > 0; --changes) {
    const std::size_t at = somewhere();
    const std::size_t length = random() % 12;
    switch (random() % 6) {
      case 0:
        if (!bytes.empty()) bytes[at] = static_cast<char>(random());
        break;
      case 1:
        if (!bytes.empty()) bytes[at] = static_cast<char>(bytes[at] ^ (1 << random() % 8));
        break;
      case 2:
        bytes.erase(at, length);
        break;
      case 3:
        bytes.insert(at, bytes.substr(somewhere(), length));
        break;
      case 4:
        bytes.insert(at, 1, "0123456789-+.e \n\"\\"[random() % 18]);
        break;
      default:
        bytes.replace(at, std::min<std::size_t>(length, bytes.size() - at), "99999999999");
        break;
    }
  }
  return bytes;
}

class HostileFiles : public testing::Test {
 protected:
  std::string saved(const Model& model) const {
    save_model(model, path_);
    return contents(path_);
  }

  std::string saved(const Proof& proof) const {
    save_proof(proof, path_);
    return contents(path_);
  }

  TemporaryFolder folder_;
  std::string path_ = folder_.file("file");
  std::mt19937_64 random_{13};
};

void load_checked_model(const std::string& bytes) {
  const Model model = parse_model("model", bytes);
  EXPECT_FALSE(model.labels.empty());
  const std::size_t stored =
      model.feature_ids.empty() ? static_cast<std::size_t>(model.features) : model.feature_ids.size();
  EXPECT_EQ(model.weights.size(), stored * model.columns());
  EXPECT_EQ(model.intercept.size(), model.columns());
  for (const double weight : model.weights) EXPECT_TRUE(std::isfinite(weight));
  EXPECT_TRUE(model.calibration.empty() || model.calibration.size() == model.columns());
  for (const Calibration& calibration : model.calibration) EXPECT_TRUE(is_sound(calibration));
}

void load_checked_proof(const std::string& bytes) {
  const Proof proof = parse_proof("proof", bytes);
  EXPECT_FALSE(proof.classes.empty());
  for (const ClassProof& claim : proof.classes) {
    EXPECT_EQ(claim.dual_point.size(), static_cast<std::size_t>(proof.rows));
    for (const double value : claim.dual_point) EXPECT_TRUE(value >= 0 && value <= 1);
  }
}

/// Whether the bytes load; a complaint must be a DataError.
bool loads(const std::string& bytes, const std::function<void(const std::string&)>& load) {
  try {
    load(bytes);
    return true;
  } catch (const DataError&) {
    return false;
  }
}

std::vector<Model> sample_models(std::mt19937_64& random) {
  std::vector<Model> models = {random_model(random, {"+1", "-1"}, 5, true),
                               random_model(random, {"a \"quoted\" label", "b", "c"}, 3, false)};
  models.push_back(random_model(random, {"1", "2"}, 3, true));
  models.back().features = 9;
  models.back().feature_ids = {2, 5, 7};
  models.push_back(models.back());
  models.back().features = 1'000'000'000'000;  // sparse
  return models;
}

TEST_F(HostileFiles, AModelCutShortAnywhereIsRefused) {
  for (const Model& model : sample_models(random_)) {
    const std::string whole = saved(model);
    for (std::size_t size = 0; size + 1 < whole.size(); ++size) {  // without the last line end it is still whole
      EXPECT_FALSE(loads(whole.substr(0, size), load_checked_model)) << whole.substr(0, size);
    }
    EXPECT_TRUE(loads(whole.substr(0, whole.size() - 1), load_checked_model));
  }
}

TEST_F(HostileFiles, EveryChangedBitOfAModelIsTold) {
  const std::string whole = saved(sample_models(random_)[0]);
  for (std::size_t i = 0; i + 1 < whole.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string changed = whole;
      changed[i] = static_cast<char>(changed[i] ^ (1 << bit));
      EXPECT_FALSE(loads(changed, load_checked_model)) << changed;
    }
  }
}

TEST_F(HostileFiles, MutantsOfModelsDoNoHarm) {
  for (const Model& model : sample_models(random_)) {
    const std::string whole = saved(model);
    for (int i = 0; i < mutants; ++i) loads(mutate(whole, random_), load_checked_model);
    int loaded = 0;
    for (int i = 0; i < mutants; ++i) loaded += loads(reseal_model(mutate(whole, random_)), load_checked_model);
    EXPECT_GT(loaded, 0) << "resealed mutants must reach the parser";
  }
}

TEST_F(HostileFiles, MutantsOfLiblinearsModelsDoNoHarm) {
  const std::string whole =
      "solver_type MCSVM_CS\nnr_class 2\nlabel 4 2\nnr_feature 2\nbias 1\nw\n1 -1 \n2 -2 \n3 -3 \n";
  for (std::size_t size = 0; size < whole.size(); ++size) loads(whole.substr(0, size), load_checked_model);
  for (int i = 0; i < mutants; ++i) loads(mutate(whole, random_), load_checked_model);
}

Proof sample_proof(std::mt19937_64& random, Precision precision) {
  Proof proof;
  proof.rows = 50;
  proof.precision = precision;
  proof.penalty.l2 = 1;
  proof.penalty.factor = {1, 2, 3};
  proof.penalty.scale = {1, 0.5, 3};
  proof.row_weight.assign(50, 2.0);
  std::uniform_real_distribution<float> uniform(0, 1);
  for (const char* label : {"1", "two", "3.5"}) {
    ClassProof& claim = proof.classes.emplace_back();
    claim.positive = Label::parse(label);
    for (int i = 0; i < 50; ++i) claim.dual_point.push_back(uniform(random));
  }
  return proof;
}

TEST_F(HostileFiles, AProofCutShortAnywhereIsRefused) {
  for (const Precision precision : {Precision::float32, Precision::float64}) {
    const std::string whole = saved(sample_proof(random_, precision));
    for (std::size_t size = 0; size < whole.size(); ++size) {
      EXPECT_FALSE(loads(whole.substr(0, size), load_checked_proof));
      EXPECT_FALSE(loads(reseal_proof(whole.substr(0, size)), load_checked_proof));
    }
    EXPECT_FALSE(loads(whole + "x", load_checked_proof));
    EXPECT_FALSE(loads(reseal_proof(whole + "x"), load_checked_proof));
    EXPECT_TRUE(loads(whole, load_checked_proof));
  }
}

TEST_F(HostileFiles, EveryChangedBitOfAProofIsTold) {
  const std::string whole = saved(sample_proof(random_, Precision::float32));
  for (std::size_t i = 0; i < whole.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string changed = whole;
      changed[i] = static_cast<char>(changed[i] ^ (1 << bit));
      EXPECT_FALSE(loads(changed, load_checked_proof));
    }
  }
}

TEST_F(HostileFiles, MutantsOfProofsDoNoHarm) {
  for (const Precision precision : {Precision::float32, Precision::float64}) {
    const std::string whole = saved(sample_proof(random_, precision));
    int loaded = 0;
    for (int i = 0; i < mutants; ++i) loaded += loads(reseal_proof(mutate(whole, random_)), load_checked_proof);
    EXPECT_GT(loaded, 0);
  }
}

TEST_F(HostileFiles, AnnouncedRowsAreCheckedBeforeMemoryIsTaken) {
  Proof proof = sample_proof(random_, Precision::float32);
  proof.row_weight.clear();
  const std::string whole = saved(proof);
  std::int64_t rows = proof.rows;
  const std::size_t at = whole.find(std::string(reinterpret_cast<const char*>(&rows), sizeof rows));
  ASSERT_NE(at, std::string::npos);
  for (const std::int64_t announced : {std::int64_t{0}, std::int64_t{-1}, std::int64_t{51}, std::int64_t{1} << 40,
                                       std::int64_t{1} << 62, std::numeric_limits<std::int64_t>::max()}) {
    std::string changed = whole;
    std::memcpy(changed.data() + at, &announced, sizeof announced);
    EXPECT_FALSE(loads(reseal_proof(changed), load_checked_proof));
  }
}

TEST_F(HostileFiles, AnnouncedClassesTakeNoMemory) {
  const Proof proof = sample_proof(random_, Precision::float64);
  const std::string whole = saved(proof);
  const std::uint64_t classes = proof.classes.size();
  const std::size_t at = whole.find(std::string(reinterpret_cast<const char*>(&classes), sizeof classes), 60);
  ASSERT_NE(at, std::string::npos);
  for (const std::uint64_t announced : {std::uint64_t{0}, std::uint64_t{2}, std::uint64_t{4}, std::uint64_t{1} << 40,
                                        std::numeric_limits<std::uint64_t>::max()}) {
    std::string changed = whole;
    std::memcpy(changed.data() + at, &announced, sizeof announced);
    EXPECT_FALSE(loads(reseal_proof(changed), load_checked_proof)) << announced;
  }
}

}  // namespace
}  // namespace smsvm

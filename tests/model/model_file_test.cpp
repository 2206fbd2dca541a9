#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "model/samples.hpp"
#include "smsvm/error.hpp"
#include "smsvm/model.hpp"
#include "util/temporary_folder.hpp"

namespace smsvm {
namespace {

using test::contents;
using test::put;
using test::random_model;
using test::reseal_model;
using test::same_bits;
using test::TemporaryFolder;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class ModelFile : public testing::Test {
 protected:
  Model back_and_forth(const Model& model) const {
    save_model(model, path_);
    return load_model(path_);
  }

  Model load(std::string_view text) const {
    put(path_, text);
    return load_model(path_);
  }

  /// The message of the DataError that the text must give.
  std::string complaint(std::string_view text) const {
    put(path_, text);
    try {
      load_model(path_);
    } catch (const DataError& error) {
      std::string message = error.what();
      EXPECT_THAT(message, StartsWith(path_ + ":"));
      return message.substr(path_.size() + 1);
    }
    ADD_FAILURE() << "this was taken for a model:\n" << text;
    return {};
  }

  TemporaryFolder folder_;
  std::string path_ = folder_.file("model");
  std::mt19937_64 random_{7};
};

void expect_same_labels(const Model& a, const Model& b) {
  ASSERT_EQ(a.labels.size(), b.labels.size());
  for (std::size_t i = 0; i < a.labels.size(); ++i) {
    EXPECT_EQ(a.labels[i].text, b.labels[i].text);
    EXPECT_EQ(a.labels[i], b.labels[i]);
  }
}

void expect_same_facts(const TrainingFacts& a, const TrainingFacts& b) {
  EXPECT_EQ(a.status, b.status);
  EXPECT_EQ(a.l2, b.l2);
  EXPECT_EQ(a.l1, b.l1);
  EXPECT_EQ(a.c, b.c);
  EXPECT_EQ(a.l1_ratio, b.l1_ratio);
  EXPECT_EQ(a.intercept, b.intercept);
  EXPECT_EQ(a.precision, b.precision);
  EXPECT_EQ(a.tolerance, b.tolerance);
  EXPECT_EQ(a.primal, b.primal);
  EXPECT_EQ(a.dual, b.dual);
  EXPECT_EQ(a.rows, b.rows);
  EXPECT_EQ(a.passes, b.passes);
  EXPECT_EQ(a.data_checksum, b.data_checksum);
  EXPECT_EQ(a.total_weight, b.total_weight);
  EXPECT_EQ(a.scale, b.scale);
  EXPECT_TRUE(same_bits(a.feature_scale, b.feature_scale));
  ASSERT_EQ(a.classes.size(), b.classes.size());
  for (std::size_t k = 0; k < a.classes.size(); ++k) {
    EXPECT_EQ(a.classes[k].status, b.classes[k].status);
    EXPECT_EQ(a.classes[k].primal, b.classes[k].primal);
    EXPECT_EQ(a.classes[k].dual, b.classes[k].dual);
    EXPECT_EQ(a.classes[k].passes, b.classes[k].passes);
  }
  ASSERT_EQ(a.class_weights.size(), b.class_weights.size());
  for (std::size_t k = 0; k < a.class_weights.size(); ++k) {
    EXPECT_EQ(a.class_weights[k].label.text, b.class_weights[k].label.text);
    EXPECT_EQ(a.class_weights[k].weight, b.class_weights[k].weight);
  }
}

void expect_same(const Model& a, const Model& b) {
  expect_same_labels(a, b);
  EXPECT_EQ(a.label_kind, b.label_kind);
  EXPECT_EQ(a.features, b.features);
  EXPECT_EQ(a.feature_ids, b.feature_ids);
  EXPECT_EQ(a.feature_names, b.feature_names);
  EXPECT_TRUE(same_bits(a.weights, b.weights));
  EXPECT_TRUE(same_bits(a.intercept, b.intercept));
  EXPECT_EQ(a.has_intercept, b.has_intercept);
  EXPECT_EQ(a.calibration, b.calibration);
  ASSERT_EQ(a.facts.has_value(), b.facts.has_value());
  if (a.facts) expect_same_facts(*a.facts, *b.facts);
}

TEST_F(ModelFile, ReadsAsLiblinearsFormatWithATrailer) {
  Model model;
  model.labels = {Label::parse("+1"), Label::parse("-1")};
  model.features = 2;
  model.weights = {0.1, -2};
  model.intercept = {0.5};
  model.has_intercept = true;
  save_model(model, path_);
  EXPECT_THAT(contents(path_),
              StartsWith("solver_type L2R_L1LOSS_SVC_DUAL\nnr_class 2\nlabel 1 -1\nnr_feature 2\nbias 1\n"
                         "w \n0.1 \n-2 \n0.5 \nsmsvm_model 1\nlabels \"+1\" \"-1\"\nchecksum "));
}

TEST_F(ModelFile, EveryNumberComesBackToTheLastBit) {
  for (const auto& labels : std::vector<std::vector<std::string>>{
           {"+1", "-1"}, {"only"}, {"3", "1", "2"}, {"spam", "ham"}, {"1.5", "2.5", "x"}, {"2147483648", "-1"}}) {
    for (const bool has_intercept : {false, true}) {
      for (const std::int64_t features : {0, 1, 57}) {
        const Model model = random_model(random_, labels, features, has_intercept);
        expect_same(model, back_and_forth(model));
      }
    }
  }
}

TEST_F(ModelFile, ModelsOfBeforeSeveralClassesLoad) {
  save_model(random_model(random_, {"1", "2"}, 3, true), path_);
  std::string bytes = contents(path_);
  for (const std::string key : {"total_weight", "class_weights", "scale", "feature_scale"}) {
    const std::size_t line = bytes.find("\n" + key + " ") + 1;
    ASSERT_NE(line, 0U) << key;
    bytes.erase(line, bytes.find('\n', line) + 1 - line);
  }
  put(path_, reseal_model(bytes));
  const Model model = load_model(path_);
  EXPECT_EQ(model.facts->scale, "none");
  EXPECT_EQ(model.facts->total_weight, static_cast<double>(model.facts->rows));
}

TEST_F(ModelFile, KeepsExtremeNumbers) {
  using Limits = std::numeric_limits<double>;
  Model model = random_model(random_, {"1", "2"}, 7, false);
  model.weights = {0.0, -0.0, Limits::denorm_min(), Limits::max(), Limits::lowest(), Limits::min(), 0.1 + 0.2};
  model.facts->c = Limits::infinity();
  model.facts->dual.reset();
  expect_same(model, back_and_forth(model));
}

TEST_F(ModelFile, TextAndFractionalLabelsAreNumberedForLiblinear) {
  for (const auto& labels : std::vector<std::vector<std::string>>{{"b", "a"}, {"1.5", "1"}, {"1e10", "5"}}) {
    save_model(random_model(random_, labels, 1, false), path_);
    EXPECT_THAT(contents(path_), HasSubstr("\nlabel 1 2\n"));
  }
  save_model(random_model(random_, {"+7", "1e1", "-3.0"}, 1, false), path_);
  EXPECT_THAT(contents(path_), HasSubstr("\nlabel 7 10 -3\n"));
}

TEST_F(ModelFile, LabelsMayHoldAnyBytes) {
  EXPECT_TRUE(rc::check([this](const std::vector<std::string>& texts) {
    if (texts.empty()) return;
    const Model model = random_model(random_, texts, 1, true);
    const Model loaded = back_and_forth(model);
    for (std::size_t i = 0; i < texts.size(); ++i) RC_ASSERT(loaded.labels.at(i).text == texts[i]);
  }));
}

TEST_F(ModelFile, TheKindOfLabelsIsWrittenWhereItIsSaid) {
  Model model = random_model(random_, {"1", "2"}, 3, true);
  save_model(model, path_);
  EXPECT_THAT(contents(path_), Not(HasSubstr("label_kind")));
  model.label_kind = "text";
  expect_same(model, back_and_forth(model));
  EXPECT_THAT(contents(path_), HasSubstr("\nlabel_kind \"text\"\n"));
}

TEST_F(ModelFile, FeatureNumbersSurviveInADenseFile) {
  Model model = random_model(random_, {"a", "b", "c"}, 3, true);
  model.features = 100;
  model.feature_ids = {2, 50, 99};
  expect_same(model, back_and_forth(model));
  EXPECT_THAT(contents(path_), HasSubstr("\nnr_feature 100\n"));
}

/// A checksum that fits, whatever the text says.
std::string altered(const std::string& text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return reseal_model(std::string(text).replace(at, from.size(), to));
}

TEST_F(ModelFile, WeightsOfFeaturesThatAreNotListedAreRefused) {
  Model model;
  model.labels = {Label::parse("1"), Label::parse("-1")};
  model.features = 4;
  model.feature_ids = {1, 4};
  model.weights = {0.5, 2};
  model.intercept = {0};
  save_model(model, path_);
  const std::string hidden = altered(contents(path_), "\n0.5 \n0 \n", "\n0.5 \n7 \n");
  EXPECT_THAT(complaint(hidden), HasSubstr("feature 2 has a weight but is not listed"));
}

TEST_F(ModelFile, LabelsForLiblinearAreThoseAtTheEnd) {
  save_model(random_model(random_, {"1", "-1"}, 2, true), path_);
  EXPECT_THAT(complaint(altered(contents(path_), "\nlabel 1 -1\n", "\nlabel -1 1\n")),
              HasSubstr("the line 'label' above the weights says otherwise; the line 'label 1 -1' there"));
  save_model(random_model(random_, {"yes", "no"}, 2, true), path_);
  EXPECT_THAT(complaint(altered(contents(path_), "\nlabel 1 2\n", "\nlabel 2 1\n")),
              HasSubstr("the line 'label 1 2' there"));
}

TEST_F(ModelFile, ManyFeaturesMakeASparseFileThatLiblinearRefuses) {
  Model model = random_model(random_, {"1", "-1"}, 4, true);
  model.features = std::numeric_limits<std::int64_t>::max();
  model.feature_ids = {1, 50, 3'000'000'000, model.features};
  model.weights[1] = 0;
  const Model loaded = back_and_forth(model);
  EXPECT_THAT(contents(path_), StartsWith("smsvm_sparse_model 1\n"));
  EXPECT_EQ(loaded.features, model.features);
  EXPECT_EQ(loaded.feature_ids, (std::vector<std::int64_t>{1, 3'000'000'000, model.features}));
  EXPECT_TRUE(same_bits(loaded.weights, {model.weights[0], model.weights[2], model.weights[3]}));
  EXPECT_TRUE(same_bits(loaded.intercept, model.intercept));
  model.facts->feature_scale.resize(loaded.feature_ids.size());  // as the weights: only what is not zero is kept
  expect_same_facts(*loaded.facts, *model.facts);
}

TEST_F(ModelFile, ASparseFileWithoutWeightsIsAModelOfZeros) {
  Model model = random_model(random_, {"1", "-1"}, 1, true);
  model.features = 20'000'000;
  model.feature_ids = {5};
  model.weights = {0};
  const Model loaded = back_and_forth(model);
  EXPECT_EQ(loaded.features, model.features);
  EXPECT_EQ(loaded.weights, std::vector<double>(loaded.feature_ids.size(), 0.0));
}

TEST_F(ModelFile, TheLimitOfDenseFilesIsTenMillion) {
  Model model = random_model(random_, {"1", "-1"}, 1, false);
  model.feature_ids = {3};
  model.features = 10'000'001;
  save_model(model, path_);
  EXPECT_LT(contents(path_).size(), 1000U);
  model.features = 10'000'000;
  expect_same(model, back_and_forth(model));
  EXPECT_THAT(contents(path_).substr(0, 20), StartsWith("solver_type"));
}

TEST_F(ModelFile, DependsOnTheModelAlone) {
  const Model model = random_model(random_, {"x", "y"}, 20, true);
  save_model(model, path_);
  const std::string first = contents(path_);
  save_model(model, folder_.file("another"));
  EXPECT_EQ(contents(folder_.file("another")), first);
}

TEST_F(ModelFile, RefusesToSaveWhatCouldNotBeLoaded) {
  Model model = random_model(random_, {"1", "-1"}, 3, true);
  put(path_, "old");
  const auto refuses = [&](auto change) {
    Model broken = model;
    change(broken);
    EXPECT_THROW(save_model(broken, path_), std::invalid_argument);
  };
  refuses([](Model& m) { m.weights[1] = std::nan(""); });
  refuses([](Model& m) { m.intercept[0] = std::numeric_limits<double>::infinity(); });
  refuses([](Model& m) { m.weights.pop_back(); });
  refuses([](Model& m) { m.intercept.clear(); });
  refuses([](Model& m) { m.labels.clear(); });
  refuses([](Model& m) { m.has_intercept = false; });
  refuses([](Model& m) { m.feature_ids = {1, 1, 2}; });
  refuses([](Model& m) { m.feature_ids = {1, 2, 4}; });
  EXPECT_EQ(contents(path_), "old");
}

TEST_F(ModelFile, AMissingFileIsNoInput) {
  try {
    load_model(folder_.file("missing"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::no_input);
  }
  EXPECT_THROW(load_model(folder_.path()), Error);
}

TEST_F(ModelFile, DamageIsTold) {
  save_model(random_model(random_, {"1", "-1"}, 3, true), path_);
  std::string text = contents(path_);
  text[text.find("nr_feature 3")] = 'N';
  EXPECT_THAT(complaint(text), HasSubstr("checksum does not match: the file was altered or damaged"));
}

const std::string header = "solver_type L2R_L2LOSS_SVC_DUAL\nnr_class 2\nlabel 1 -1\nnr_feature 2\n";

TEST_F(ModelFile, LoadsLiblinearsModels) {
  const Model plain = load(header + "bias -1\nw\n0.5 \n-2e-3 \n");
  EXPECT_EQ(plain.features, 2);
  EXPECT_EQ(plain.weights, (std::vector<double>{0.5, -2e-3}));
  EXPECT_EQ(plain.intercept, std::vector<double>{0.0});
  EXPECT_FALSE(plain.has_intercept);
  EXPECT_FALSE(plain.facts);
  EXPECT_EQ(plain.labels[0].text, "1");

  const Model biased = load(header + "bias 2\nw\n0.5 \n-2 \n0.25");
  EXPECT_TRUE(biased.has_intercept);
  EXPECT_EQ(biased.intercept, std::vector<double>{0.5}) << "the intercept is the last weight times the bias";

  const Model any_order = load("bias -1 nr_feature 1 nr_class 3 label 3 1 2 solver_type L2R_LR w 1 2 3");
  EXPECT_EQ(any_order.weights, (std::vector<double>{1, 2, 3}));
}

TEST_F(ModelFile, TwoClassesOfCrammerAndSingerDecideByTheFirstColumn) {
  const Model model =
      load("solver_type MCSVM_CS\nnr_class 2\nlabel 4 2\nnr_feature 2\nbias 1\nw\n1 -1 \n2 -2 \n3 -3 \n");
  EXPECT_EQ(model.weights, (std::vector<double>{1, 2}));
  EXPECT_EQ(model.intercept, std::vector<double>{3});
}

TEST_F(ModelFile, EveryComplaintNamesItsPlace) {
  EXPECT_THAT(complaint(""), StartsWith("1:1: the file ends here"));
  EXPECT_THAT(complaint("hello"),
              StartsWith("1:1: 'hello' in the header of a model; expected a file written by train"));
  EXPECT_THAT(complaint(header + "bias -1\nw\n0.5 \n0.x \n"),
              StartsWith("8:1: found '0.x'; a finite weight\n  0.x \n  ^"));
  EXPECT_THAT(complaint(header + "bias -1\nw\n0.5 nan\n"), StartsWith("7:5: found 'nan'"));
  EXPECT_THAT(complaint(header + "bias -1\nw\n0.5 \n-inf\n"), StartsWith("8:1: found '-inf'"));
  EXPECT_THAT(complaint(header + "bias -1\nw\n0.5 \n1e400\n"), HasSubstr("'1e400' is beyond the range of a double"));
  EXPECT_THAT(complaint(header + "bias -1\nw\n0.5 \n"), StartsWith("8:1: the file ends here"));
  EXPECT_THAT(complaint(header + "bias 1\nw\n0.5 \n0.25 \n"), HasSubstr("the file ends here"));
  EXPECT_THAT(complaint(header + "bias -1\nw\n0.5 \n1 \n2\n"), StartsWith("9:1: text after the last weight"));
  EXPECT_THAT(complaint(header + "bias nan\nw\n0.5 \n1 \n"), StartsWith("5:6: found 'nan'"));
  EXPECT_THAT(complaint(header + "bias 1e308\nw\n0.5 \n1 \n1e308"), HasSubstr("infinite"));
  EXPECT_THAT(complaint("solver_type L2R_L2LOSS_SVR\n"), StartsWith("1:13: L2R_L2LOSS_SVR is no classifier"));
  EXPECT_THAT(complaint("solver_type ONECLASS_SVM\n"), HasSubstr("ONECLASS_SVM is no classifier"));
  EXPECT_THAT(complaint("solver_type SOMETHING\n"), HasSubstr("unknown solver 'SOMETHING'"));
  EXPECT_THAT(complaint("solver_type L2R_LR\nnr_class 0\n"), StartsWith("2:10: 0 classes"));
  EXPECT_THAT(complaint("solver_type L2R_LR\nlabel 1 2\n"), HasSubstr("label before nr_class"));
  EXPECT_THAT(complaint("solver_type L2R_LR\nnr_class 2\nlabel 1 1\n"), HasSubstr("label 1 stands here again"));
  EXPECT_THAT(complaint("solver_type L2R_LR\nnr_class 2\nlabel 1 0.5\n"), StartsWith("3:9: found '0.5'"));
  EXPECT_THAT(complaint("solver_type L2R_LR\nnr_class 2\nnr_feature 0\nw\n"), HasSubstr("no labels"));
  EXPECT_THAT(complaint("solver_type L2R_LR\nnr_class 2\nlabel 1 2\nw\n"), HasSubstr("no nr_feature"));
  EXPECT_THAT(complaint("nr_class 2\nlabel 1 2\nnr_feature 1\nw\n1"), HasSubstr("no solver_type"));
  EXPECT_THAT(complaint("solver_type L2R_LR\nnr_class 2\nlabel 1 2\nnr_class 1\nnr_feature 1\nw\n1"),
              HasSubstr("nr_class changed"));
}

TEST_F(ModelFile, AnnouncedSizesAreCheckedBeforeMemoryIsTaken) {
  const std::string two = "solver_type L2R_LR\nnr_class 2\nlabel 1 -1\nbias -1\n";
  EXPECT_THAT(complaint(two + "nr_feature 2000000000\nw\n1\n2\n3\n"),
              HasSubstr("2000000000 x 1 numbers are announced"));
  EXPECT_THAT(complaint(two + "nr_feature 9223372036854775807\nw\n1\n"), HasSubstr("are announced"));
  EXPECT_THAT(complaint(two + "nr_feature 9223372036854775808\nw\n1\n"), HasSubstr("found '9223372036854775808'"));
  EXPECT_THAT(complaint(two + "nr_feature -1\nw\n"), HasSubstr("-1 features"));
  EXPECT_THAT(complaint("solver_type L2R_LR\nnr_class 2000000000\nlabel 1 -1\nnr_feature 1\nw\n"),
              StartsWith("4:1: found 'nr_feature'"));
}

}  // namespace
}  // namespace smsvm

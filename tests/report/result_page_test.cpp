#include "cli/result/result_page.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "smsvm/error.hpp"

namespace smsvm::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

Json training() {
  return Json::parse(R"({"command": "train", "command_line": "smsvm train 'my data'", "data": "folder/my data",
    "labels": ["+1", "<b>-1</b>"], "class_rows": [{"label": "+1", "rows": 3}, {"label": "<b>-1</b>", "rows": 1}],
    "tolerance": 0.0001, "status": "converged", "primal": 0.3511416129, "dual": 0.3511292053,
    "relative_gap": 0.0000353, "passes": 12.1, "nonzero_weights": 2, "intercept": -0.5, "rows": 4, "features": 3,
    "nonzeros": 9, "seconds": {"load": 0.1, "train": 0.2, "total": 0.3}, "peak_memory_bytes": 1048576,
    "version": "0.1.0", "history": [
      {"passes": 1, "seconds": 0.1, "primal": 1, "dual": null, "epsilon": 1, "nonzero_weights": 2},
      {"passes": 2, "seconds": 0.2, "primal": 0.4, "dual": 0.3, "epsilon": 0.1, "nonzero_weights": 2}],
    "weights": [{"feature": 3, "name": "age", "weight": 0.123456789012345}, {"feature": 7, "name": null, "weight": -1}]})");
}

std::string error_about(const Json& facts) {
  try {
    result_page(facts, "facts.json");
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::bad_data);
    return error.what();
  }
  return "no error";
}

TEST(ResultPage, SaysWhatIsProved) {
  const std::string page = result_page(training(), "facts.json");
  EXPECT_THAT(page, HasSubstr("Converged; proved: at most 0.0036 % above the optimum."));
  EXPECT_THAT(page, HasSubstr("<dd title=\"0.3511416129\">0.35114161</dd>"));
  EXPECT_THAT(page, HasSubstr("age: 0.123456789012345"));
  EXPECT_THAT(page, HasSubstr("feature 7"));
  EXPECT_THAT(page, HasSubstr("Linear SVM trained on my data"));
  EXPECT_THAT(page, HasSubstr("smsvm train 'my data'"));
}

TEST(ResultPage, LeavesNoElementToOthers) { EXPECT_THAT(result_page(training(), ""), Not(HasSubstr("<b>-1"))); }

TEST(ResultPage, LeavesOutWhatIsNotThere) {
  Json facts = training();
  facts["history"] = Json::array();
  facts["weights"] = Json::array();
  facts["dual"] = facts["relative_gap"] = nullptr;
  const std::string page = result_page(facts, "facts.json");
  EXPECT_THAT(page, Not(HasSubstr("<svg")));
  EXPECT_THAT(page, HasSubstr("nothing is proved"));
}

TEST(ResultPage, NamesThePlaceOfWhatIsWrong) {
  Json facts = training();
  facts["history"][1]["epsilon"] = "small";
  EXPECT_EQ(error_about(facts), "facts.json: history[1].epsilon is string; expected a number");
  facts = training();
  facts.erase("primal");
  EXPECT_THAT(error_about(facts), HasSubstr("there is no 'primal'"));
  EXPECT_THAT(error_about(Json::array()), HasSubstr("expected a model, or what train, path, cv or predict --json"));
  EXPECT_THAT(error_about({{"command", "verify"}}), HasSubstr("expected a model, or what train, path, cv or predict"));
}

TEST(ResultPage, RefusesEveryBeginningOfAFile) {
  const std::string whole = training().dump();
  for (std::size_t length = 0; length < whole.size(); length += 7)
    EXPECT_THROW(result_page_of_text(whole.substr(0, length), "facts.json"), Error) << length;
}

/// Whatever a value is replaced by, the page is made or refused: nothing else may be thrown.
void replace_everything(const Json& whole, Json& part) {
  const Json kept = part;
  for (const Json& other : {Json(nullptr), Json("text"), Json(-1), Json(1e308), Json(18446744073709551615u),
                            Json::array(), Json::object(), Json(true)}) {
    part = other;
    try {
      result_page(whole, "facts.json");
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::bad_data);
    }
  }
  part = kept;
  if (!part.is_structured()) return;
  for (auto& child : part) replace_everything(whole, child);
}

TEST(ResultPage, SurvivesAnyValueAnywhere) {
  Json facts = training();
  for (auto& part : facts) replace_everything(facts, part);
}

std::size_t place_of(const std::string& page, const std::string& text) {
  const std::size_t at = page.find(text);
  EXPECT_NE(at, std::string::npos) << text;
  return at;
}

Json evaluation() {
  return Json::parse(R"({"accuracy": 0.75, "classes": [
    {"label": "+1", "rows": 3, "predicted": 2, "precision": 1, "recall": 0.667, "f1": 0.8, "auc": 0.9},
    {"label": "<b>-1</b>", "rows": 1, "predicted": 2, "precision": 0.5, "recall": 1, "f1": 0.667, "auc": 0.9}],
    "confusion": [[2, 1], [0, 1]], "roc": [{"false_positive_rate": 0, "true_positive_rate": 0.5},
    {"false_positive_rate": 1, "true_positive_rate": 1}], "calibration_curve": null})");
}

TEST(ResultPage, QualityComesFirstAndTheSolverLast) {
  Json facts = training();
  facts["test"] = evaluation();
  const std::string page = result_page(facts, "facts.json");
  EXPECT_LT(place_of(page, "<h2 id=\"quality\">"), place_of(page, "<h2 id=\"weights\">"));
  EXPECT_LT(place_of(page, "<h2 id=\"weights\">"), place_of(page, "<h2 id=\"data\">"));
  EXPECT_LT(place_of(page, "<h2 id=\"data\">"), place_of(page, "<h2 id=\"convergence\">"));
  EXPECT_THAT(page, HasSubstr("2<small>66.7 %</small>"));  // of the rows of its class
  EXPECT_THAT(page, HasSubstr("AUC 0.750"));               // of the curve that is drawn
  facts["test"]["auc"] = 0.7612;
  EXPECT_THAT(result_page(facts, "facts.json"), HasSubstr("AUC 0.761"));  // of all rows, which is known better
}

TEST(ResultPage, MeasuresHaveFourDecimals) {
  Json facts = training();
  facts["test"] = evaluation();
  facts["test"]["log_loss"] = 0.00012345;
  const std::string page = result_page(facts, "facts.json");
  EXPECT_THAT(page, HasSubstr(">0.7500<"));
  EXPECT_THAT(page, HasSubstr("<td title=\"0.8\">0.8000</td>"));
  EXPECT_THAT(page, HasSubstr(">0.00012<"));
}

TEST(ResultPage, DrawsNoConvergenceOfFewerThanThreePoints) {
  Json facts = training();
  EXPECT_THAT(result_page(facts, "facts.json"), Not(HasSubstr("Gap against passes")));
  Json step = facts["history"][1];
  for (const double gap : {0.39, 0.399}) {
    step["dual"] = gap;
    facts["history"].push_back(step);
  }
  EXPECT_THAT(result_page(facts, "facts.json"), HasSubstr("Gap against passes"));
}

TEST(ResultPage, WeightsAreInUnitsOfTheScale) {
  Json facts = training();
  facts["scale"] = "standard";
  facts["weights"][0]["scale"] = 10;
  const std::string page = result_page(facts, "facts.json");
  EXPECT_THAT(page, HasSubstr("age: 1.23456789012345"));
  EXPECT_THAT(page, HasSubstr("per standard deviation of the feature"));
}

TEST(ResultPage, ACalibrationCurveLeavesOutPointsOfFewRows) {
  const auto page_of = [](std::vector<double> rows) {
    Json facts = training();
    facts["test"] = evaluation();
    facts["test"]["calibration_curve"] = Json::array();
    for (const double each : rows)
      facts["test"]["calibration_curve"].push_back(
          {{"mean_probability", 0.5}, {"share_positive", 0.5}, {"rows", each}});
    return result_page(facts, "facts.json");
  };
  EXPECT_THAT(page_of({40, 1, 12}), HasSubstr("fewer than 10 rows are not drawn"));
  EXPECT_THAT(page_of({40, 12}), testing::Not(HasSubstr("are not drawn")));
  EXPECT_THAT(page_of({2, 3}), testing::Not(HasSubstr("are not drawn")));  // nothing else is known
}

/// With as many classes, each with a weight for one of three features, and rows that were left out.
Json training_of(int classes) {
  Json facts = training();
  Json one = facts;
  facts["labels"] = facts["class_rows"] = facts["classes"] = facts["weights"] = Json::array();
  Json held_out = {{"confusion", Json::array()}, {"classes", Json::array()}};
  for (int k = 0; k < classes; ++k) {
    const std::string label = fmt::format("c{}", k);
    facts["labels"].push_back(label);
    facts["class_rows"].push_back({{"label", label}, {"rows", 1}});
    one["label"] = label;
    one["weights"] = {{{"feature", k % 3 + 1}, {"name", nullptr}, {"weight", k + 1}}};
    facts["classes"].push_back(one);
    held_out["confusion"].push_back(std::vector<int>(static_cast<std::size_t>(classes), 1));
    held_out["classes"].push_back({{"label", label}, {"roc", evaluation()["roc"]}, {"calibration_curve", nullptr}});
  }
  facts["held_out"] = held_out;
  return facts;
}

TEST(ResultPage, FewClassesHaveAChartEachAndManyOneField) {
  const std::string few = result_page(training_of(7), "facts.json"), many = result_page(training_of(105), "facts.json");
  EXPECT_THAT(few, HasSubstr("Class c6"));
  EXPECT_THAT(few, HasSubstr("1<small>14.3 %</small>"));
  EXPECT_THAT(many, HasSubstr("Confusion matrix: 105 by 105 cells"));
  EXPECT_THAT(many, HasSubstr("The largest weights: 3 by 105 cells"));
  EXPECT_THAT(many, HasSubstr("In colour: the 3 of 105 classes"));
}

TEST(ResultPage, SurvivesAnyValueOfSeveralClasses) {
  Json facts = training_of(3);
  for (const char* key : {"labels", "class_rows", "classes", "held_out"}) replace_everything(facts, facts[key]);
  facts = training();
  facts["test"] = evaluation();
  replace_everything(facts, facts["test"]);
}

Json path_of(int points, int features) {
  Json facts = {{"command", "path"},
                {"labels", {"a", "b"}},
                {"tolerance", 1e-4},
                {"rows", 10},
                {"features", features},
                {"nonzeros", 10},
                {"passes", 3},
                {"peak_memory_bytes", 1},
                {"seconds", {{"path", 1}, {"total", 1}}},
                {"points", Json::array()}};
  for (int point = 0; point < points; ++point) {
    const double strength = std::pow(10.0, -4.0 * point / points);
    Json weights = Json::array();
    for (int feature = 0; feature < features; ++feature)
      weights.push_back({feature + 1, std::sin(feature + 0.1 * point) * point / points});
    facts["points"].push_back({{"strength", strength},
                               {"l1", strength},
                               {"l2", 1e-4},
                               {"status", "converged"},
                               {"primal", strength},
                               {"dual", strength},
                               {"relative_gap", 0.0},
                               {"loss", strength},
                               {"nonzero_weights", features},
                               {"intercept", 0.5},
                               {"passes", 1},
                               {"weights", weights}});
  }
  return facts;
}

TEST(ResultPage, StaysSmallForManyFeatures) {
  const std::string page = result_page(path_of(100, 2000), "path.json");
  EXPECT_LT(page.size(), 2'000'000u);
  EXPECT_THAT(page, HasSubstr("2,000 features have a weight somewhere on this path; the 10 strongest are in colour, "
                              "the next 20 in grey, the other 1,970 features are not drawn."));
}

TEST(ResultPage, APathOfAClassShowsTheFeaturesThatHaveAWeightInIt) {
  Json facts = path_of(3, 2), of_one = facts["points"], of_none = facts["points"];
  for (Json& point : of_one) point["weights"].erase(0);
  for (Json& point : of_none) point["weights"] = Json::array();
  facts["labels"] = {"a", "b", "c"};
  facts["classes"] = {{{"label", "a"}, {"points", facts["points"]}},
                      {{"label", "b"}, {"points", of_one}},
                      {{"label", "c"}, {"points", of_none}}};
  facts.erase("points");
  const std::string page = result_page(facts, "path.json");
  const std::size_t of_b = page.find("Weights along the path, class b");
  EXPECT_THAT(page.substr(0, of_b), HasSubstr("feature 1"));
  EXPECT_THAT(page.substr(of_b), Not(HasSubstr("feature 1")));
  EXPECT_THAT(page.substr(of_b), HasSubstr("feature 2"));
  EXPECT_THAT(page, Not(HasSubstr("Weights along the path, class c")));
  EXPECT_THAT(page, HasSubstr("All weights of class c are zero at every point of this path."));
}

TEST(ResultPage, SurvivesAnyValueInAPath) {
  Json facts = path_of(3, 2);
  for (auto& part : facts) replace_everything(facts, part);
}

}  // namespace
}  // namespace smsvm::cli

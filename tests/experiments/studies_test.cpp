#include "experiments/studies.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace smsvm::experiments {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

using RunList = std::vector<Run>;  // within a test, Run is the one of testing::Test

/// Small, and without real data.
Settings quick_settings() {
  Settings settings;
  settings.quick = true;
  settings.repeats = 1;
  settings.data_folder = "no such folder";
  return settings;
}

std::vector<std::string> series_names(const report::Plot& plot) {
  std::vector<std::string> names;
  for (const auto& series : plot.series) names.push_back(series.name);
  return names;
}

void expect_sensible(const Run& run) {
  EXPECT_FALSE(run.method.empty());
  EXPECT_FALSE(run.status.empty());
  EXPECT_GT(run.rows, 0);
  EXPECT_GT(run.features, 0);
  EXPECT_GT(run.weights.l2, 0);
  EXPECT_GT(run.passes, 0);
  ASSERT_TRUE(run.optimum);
  EXPECT_GT(*run.optimum, 0);
  EXPECT_GE(run.primal, *run.optimum) << run.method << " is below a proved bound";
}

TEST(MeanHinge, DrawsTheExactCurveAndTheSmoothedOnesAboveIt) {
  report::Document document("test");
  mean_hinge(quick_settings(), document);
  const auto plots = document.plots();
  ASSERT_EQ(plots.size(), 2U);
  EXPECT_EQ(plots[0].name, "mean-hinge");
  EXPECT_THAT(series_names(std::get<report::Plot>(plots[0].plot)),
              ElementsAre("exact", "smoothed, ε = 1", "smoothed, ε = 0.1"));
  const auto& exact = std::get<report::Plot>(plots[0].plot).series[0].points;
  ASSERT_THAT(exact, Not(IsEmpty()));
  for (const auto& smoothed : std::get<report::Plot>(plots[0].plot).series)
    for (std::size_t k = 0; k < exact.size(); ++k) EXPECT_GE(smoothed.points[k].y, exact[k].y);
  EXPECT_EQ(plots[1].name, "mean-hinge-curvature");
  EXPECT_EQ(std::get<report::Plot>(plots[1].plot).series.size(), 4U);
}

TEST(Convergence, ShowsEverySolverOnItsWayToTheOptimum) {
  report::Document document("test");
  RunList runs;
  convergence(quick_settings(), runs, document);
  const auto plots = document.plots();
  ASSERT_EQ(plots.size(), 2U);
  EXPECT_EQ(plots[0].name, "convergence-tall-l2");
  EXPECT_THAT(series_names(std::get<report::Plot>(plots[0].plot)),
              ElementsAre("primal-dual-ℓ2", "BFGS-ℓ2", "SmSVM-ℓ2", "LinearSVC-Hinge, above the optimum", "SGD ℓ2",
                          "SSGD ℓ2 mb", "CG-ℓ2"));
  EXPECT_EQ(plots[1].name, "convergence-tall-l1-l2");
  EXPECT_THAT(series_names(std::get<report::Plot>(plots[1].plot)),
              ElementsAre("primal-dual-ℓ1-ℓ2", "BFGS-ℓ1-ℓ2", "SmSVM-ℓ1-ℓ2"));
  for (const auto& named : plots)
    EXPECT_THAT(std::get<report::Plot>(named.plot).series, Each(Field(&report::Series::points, Not(IsEmpty()))));
  ASSERT_THAT(runs, Not(IsEmpty()));
  for (const auto& run : runs) {
    EXPECT_EQ(run.study, "convergence");
    EXPECT_FALSE(run.accuracy) << "on rows it was trained with";
    expect_sensible(run);
  }
  EXPECT_THAT(document.markdown("plots"), HasSubstr("Australian is left out"));
}

TEST(Robustness, ShowsEveryMethodAtEverySparsity) {
  report::Document document("test");
  RunList runs;
  robustness(quick_settings(), runs, document);
  std::vector<std::string> names;
  for (const auto& [name, drawing] : document.plots()) {
    const auto& plot = std::get<report::Plot>(drawing);
    names.push_back(name);
    EXPECT_THAT(series_names(plot),
                ElementsAre("primal-dual", "primal-dual-ℓ2", "primal-dual-ℓ1-ℓ2", "SmSVM", "SmSVM-ℓ2", "SmSVM-ℓ1-ℓ2",
                            "LinearSVC-Hinge", "SGD ℓ2", "SSGD ℓ2 mb", "CG", "CG-ℓ2"));
    EXPECT_THAT(plot.series, Each(Field(&report::Series::points, testing::SizeIs(3))));
  }
  EXPECT_THAT(names, ElementsAre("robustness-tall-accuracy", "robustness-tall-time", "robustness-wide-accuracy",
                                 "robustness-wide-time"));
  ASSERT_EQ(runs.size(), 2U * 3U * 11U);
  for (const auto& run : runs) {
    EXPECT_EQ(run.study, "robustness");
    EXPECT_TRUE(run.accuracy);
    if (run.weights.l2 > 0)
      expect_sensible(run);
    else
      EXPECT_FALSE(run.optimum) << run.method << ": nothing is proved without a penalty";
  }
  const std::string text = document.markdown("plots");
  EXPECT_THAT(text, HasSubstr("A single repetition says nothing about the order"));
  EXPECT_THAT(text, Not(HasSubstr("falls least")));
  EXPECT_THAT(text, Not(HasSubstr("highest mean")));
}

TEST(Scaling, MeasuresEveryMethodAtEverySize) {
  report::Document document("test");
  RunList runs;
  scaling(quick_settings(), runs, document);
  std::vector<std::string> names;
  for (const auto& [name, drawing] : document.plots()) {
    const auto& plot = std::get<report::Plot>(drawing);
    names.push_back(name);
    EXPECT_THAT(series_names(plot), ElementsAre("primal-dual-ℓ2", "primal-dual-ℓ1-ℓ2", "BFGS-ℓ1-ℓ2", "SmSVM-ℓ2",
                                                "SmSVM-ℓ1-ℓ2", "LinearSVC-Hinge", "SGD ℓ2", "SSGD ℓ2 mb", "CG-ℓ2"));
    EXPECT_THAT(plot.series, Each(Field(&report::Series::points, testing::SizeIs(2))));
  }
  EXPECT_THAT(names, ElementsAre("scaling-rows-time", "scaling-rows-passes", "scaling-features-time",
                                 "scaling-features-passes"));
  std::set<std::pair<std::int64_t, std::int64_t>> sizes;
  for (const auto& run : runs) {
    EXPECT_EQ(run.study, "scaling");
    EXPECT_GT(run.accuracy, 0.5);
    expect_sensible(run);
    sizes.emplace(run.rows, run.features);
  }
  EXPECT_THAT(sizes, ElementsAre(std::pair(1000, 50), std::pair(2000, 10), std::pair(2000, 100), std::pair(10000, 50)));
}

TEST(Studies, StopWhenAsked) {
  auto settings = quick_settings();
  settings.keep_going = [] { return false; };
  report::Document document("test");
  RunList runs;
  EXPECT_THROW(robustness(settings, runs, document), Interrupted);
  EXPECT_THROW(scaling(settings, runs, document), Interrupted);
  EXPECT_THROW(convergence(settings, runs, document), Interrupted);
}

/// Stops once a study has said `more` times what it does, and returns what it had measured by then.
RunList runs_until(int more, void (*study)(const Settings&, RunList&, report::Document&)) {
  auto settings = quick_settings();
  settings.tell = [&](const std::string&) { --more; };
  settings.keep_going = [&] { return more > 0; };
  report::Document document("test");
  RunList runs;
  EXPECT_THROW(study(settings, runs, document), Interrupted);
  return runs;
}

TEST(Studies, KeepWhatTheyMeasuredBeforeAnInterruption) {
  EXPECT_THAT(runs_until(4, scaling), testing::SizeIs(2));      // after drawing and two methods
  EXPECT_THAT(runs_until(4, convergence), testing::SizeIs(2));  // after the optimum and two methods
  EXPECT_THAT(runs_until(2, robustness), testing::SizeIs(11));  // all methods of the first sparsity
}

}  // namespace
}  // namespace smsvm::experiments

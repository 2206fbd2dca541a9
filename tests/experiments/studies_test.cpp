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
  EXPECT_EQ(run.data, "Synthetic tall");
  EXPECT_FALSE(run.method.empty());
  EXPECT_FALSE(run.status.empty());
  EXPECT_GT(run.rows, 0);
  EXPECT_GT(run.features, 0);
  EXPECT_GT(run.weights.l2, 0);
  EXPECT_GT(run.passes, 0);
  EXPECT_GT(run.accuracy, 0.5);
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
  EXPECT_THAT(series_names(plots[0].plot), ElementsAre("exact", "smoothed, ε = 1", "smoothed, ε = 0.1"));
  const auto& exact = plots[0].plot.series[0].points;
  ASSERT_THAT(exact, Not(IsEmpty()));
  for (const auto& smoothed : plots[0].plot.series)
    for (std::size_t k = 0; k < exact.size(); ++k) EXPECT_GE(smoothed.points[k].y, exact[k].y);
  EXPECT_EQ(plots[1].name, "mean-hinge-curvature");
  EXPECT_EQ(plots[1].plot.series.size(), 4U);
}

TEST(Convergence, ShowsEverySolverOnItsWayToTheOptimum) {
  report::Document document("test");
  RunList runs;
  convergence(quick_settings(), runs, document);
  const auto plots = document.plots();
  ASSERT_EQ(plots.size(), 2U);
  EXPECT_EQ(plots[0].name, "convergence-tall-l2");
  EXPECT_THAT(series_names(plots[0].plot),
              ElementsAre("primal-dual-ℓ2", "BFGS-ℓ2", "SmSVM-ℓ2", "LinearSVC-Hinge, above the optimum", "SGD ℓ2",
                          "SSGD ℓ2 mb", "CG-ℓ2"));
  EXPECT_EQ(plots[1].name, "convergence-tall-l1-l2");
  EXPECT_THAT(series_names(plots[1].plot), ElementsAre("primal-dual-ℓ1-ℓ2", "BFGS-ℓ1-ℓ2", "SmSVM-ℓ1-ℓ2"));
  for (const auto& named : plots) EXPECT_THAT(named.plot.series, Each(Field(&report::Series::points, Not(IsEmpty()))));
  ASSERT_THAT(runs, Not(IsEmpty()));
  for (const auto& run : runs) {
    EXPECT_EQ(run.study, "convergence");
    expect_sensible(run);
  }
  EXPECT_THAT(document.markdown("plots"), HasSubstr("Australian is left out"));
}

TEST(Scaling, MeasuresEveryMethodAtEverySize) {
  report::Document document("test");
  RunList runs;
  scaling(quick_settings(), runs, document);
  std::vector<std::string> names;
  for (const auto& [name, plot] : document.plots()) {
    names.push_back(name);
    EXPECT_EQ(plot.series.size(), 9U);
    EXPECT_THAT(plot.series, Each(Field(&report::Series::points, testing::SizeIs(2))));
  }
  EXPECT_THAT(names, ElementsAre("scaling-rows-time", "scaling-rows-passes", "scaling-features-time",
                                 "scaling-features-passes"));
  std::set<std::pair<std::int64_t, std::int64_t>> sizes;
  for (const auto& run : runs) {
    EXPECT_EQ(run.study, "scaling");
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

}  // namespace
}  // namespace smsvm::experiments

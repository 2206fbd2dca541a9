#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "data/random_stream.hpp"
#include "experiments/announce.hpp"
#include "experiments/studies.hpp"
#include "experiments/summary.hpp"
#include "rows/loss.hpp"

namespace smsvm::experiments {
namespace {

constexpr int points = 200;

/// y·x of each point. x lies in [0, 1] for y = +1 and in [−1, 0] for y = −1, so y·x is uniform in [0, 1] for both; the
/// loss sees nothing else.
std::vector<double> draw_margins(std::uint64_t seed) {
  RandomStream random(seed, 0);
  std::vector<double> margins;
  for (int i = 0; i < points; ++i) {
    const double y = (random.bits() >> 63) != 0 ? 1 : -1;
    const double x = y * static_cast<double>(random.bits() >> 11) * 0x1p-53;
    margins.push_back(y * x);
  }
  return margins;
}

/// ε = 0 is the hinge itself.
double mean_loss(const std::vector<double>& margins, double w, double epsilon) {
  double sum = 0;
  for (const double margin : margins) {
    const double slack = 1 - w * margin;
    sum += epsilon > 0 ? SmoothedHinge(slack, epsilon).value() : std::max(0.0, slack);
  }
  return sum / points;
}

double second_derivative(const std::vector<double>& margins, double w, double epsilon) {
  double sum = 0;
  for (const double margin : margins) {
    const SmoothedHinge hinge(1 - w * margin, epsilon);
    sum += margin * margin * hinge.curvature(hinge.q_smooth);
  }
  return sum / points;
}

/// The paper's h'': of h(w) = ∫₀¹ max(0, 1 − w t) dt, which is 1 − w/2 up to w = 1 and 1/(2w) from there on.
double limit_of_second_derivative(double w) { return w > 1 ? 1 / (w * w * w) : 0; }

template <class Function>
report::Series curve(std::string name, double from, double to, const Function& function) {
  constexpr int pieces = 660;
  report::Series series{std::move(name), {}, true, false};
  for (int k = 0; k <= pieces; ++k) {
    const double w = from + (to - from) * k / pieces;
    series.points.push_back({w, function(w)});
  }
  return series;
}

void show_values(const std::vector<double>& margins, report::Document& document) {
  constexpr double from = -2, to = 20;
  report::Plot plot{"Mean hinge loss of 200 random points", {"w"}, {"mean loss"}, {}};
  plot.series.push_back(curve("exact", from, to, [&](double w) { return mean_loss(margins, w, 0); }));
  std::vector<std::string> excess;
  for (const double epsilon : {1.0, 0.1}) {
    plot.series.push_back(curve(fmt::format("smoothed, ε = {}", epsilon), from, to,
                                [&](double w) { return mean_loss(margins, w, epsilon); }));
    double largest = 0;
    const auto& exact = plot.series.front().points;
    const auto& smoothed = plot.series.back().points;
    for (std::size_t k = 0; k < exact.size(); ++k) largest = std::max(largest, smoothed[k].y - exact[k].y);
    excess.push_back(fmt::format("{:.3f} for ε = {}", largest, epsilon));
  }
  document.plot("mean-hinge", std::move(plot));
  document.paragraph(
      fmt::format("The exact curve consists of straight pieces that meet in up to {} kinks, and yet looks smooth, as "
                  "the paper says. The smoothed mean lies above it by at most {}; ε/2 is the most it can be.",
                  points, list_text(excess)));
}

void show_curvature(const std::vector<double>& margins, report::Document& document) {
  constexpr double from = 0, to = 6;
  report::Plot plot{"Second derivative of the smoothed mean", {"w"}, {"second derivative"}, {}};
  plot.series.push_back(curve("limit for n → ∞, ε → 0", from, to, limit_of_second_derivative));
  std::vector<std::string> errors;
  for (const double epsilon : {0.5, 0.1, 0.02}) {
    plot.series.push_back(curve(fmt::format("ε = {}", epsilon), from, to,
                                [&](double w) { return second_derivative(margins, w, epsilon); }));
    const auto& limit = plot.series.front().points;
    const auto& smoothed = plot.series.back().points;
    double error = 0, all = 0;
    for (std::size_t k = 0; k < limit.size(); ++k) {
      error += std::abs(smoothed[k].y - limit[k].y);
      all += limit[k].y;
    }
    errors.push_back(fmt::format("{:.0f} % for ε = {}", 100 * error / all, epsilon));
  }
  document.plot("mean-hinge-curvature", std::move(plot));
  document.paragraph(fmt::format(
      "Newton’s method needs the second derivative, and this is where ε matters. Between w = {} and {} the smoothed "
      "one differs from the limit, in the mean and relative to the mean of the limit, by {}. A large ε blurs the "
      "curve; a small one leaves so few of the {} points near their kink that it shows those points instead of the "
      "curve. The paper’s rule is that n must grow like 1/ε.",
      from, to, list_text(errors), points));
}

}  // namespace

void mean_hinge(const Settings& settings, report::Document& document) {
  announce(settings, "mean hinge of 200 points");
  document.heading("The mean hinge loss is nearly smooth");
  document.paragraph(fmt::format(
      "The paper’s Figure 1.1: {} points on a line, x uniform in [0, 1] where y = +1 and in [−1, 0] where y = −1, and "
      "the mean of max(0, 1 − y w x) over them as a function of the single weight w.",
      points));
  const auto margins = draw_margins(settings.seed);
  show_values(margins, document);
  show_curvature(margins, document);
}

}  // namespace smsvm::experiments

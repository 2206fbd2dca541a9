#include "cli/training_summary.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/loading.hpp"
#include "cli/text.hpp"
#include "cli/training_report.hpp"

namespace smsvm::cli {
namespace {

constexpr std::size_t most_classes_shown = 30;

std::string asked_for(const TrainingRun& run, const std::optional<double>& gap) {
  if (!gap) return "";
  return fmt::format(" ({}relative gap {:.1e}, asked for {:g})", run.problem.several() ? "largest " : "", *gap,
                     run.problem.options.solver.tolerance);
}

/// What is proved, of several classes for the one with the largest gap.
std::string verdict(const TrainingRun& run, const Outcome& outcome) {
  const std::vector<Fit>& fits = run.result.fit;
  const auto at = std::ranges::find(fits, outcome.relative_gap, &Fit::relative_gap);
  const Fit& weakest = at == fits.end() ? fits.front() : *at;
  const std::string& label = run.problem.model_labels[static_cast<std::size_t>(&weakest - fits.data())].text;
  const std::string proof = run.problem.several() ? describe_proof_of_classes(label, weakest.primal, weakest.dual)
                                                  : describe_proof(weakest.primal, weakest.dual);
  const bool stalled_float = outcome.status == Status::stalled && run.problem.data->precision() == Precision::float32;
  return proof + asked_for(run, outcome.relative_gap) + (stalled_float ? "; try --precision double" : "");
}

std::string class_lines(const TrainingRun& run) {
  std::string text;
  const std::vector<Fit>& fits = run.result.fit;
  for (std::size_t k = 0; k < std::min(fits.size(), most_classes_shown); ++k) {
    const Fit& fit = fits[k];
    const auto gap = fit.relative_gap();
    text += fmt::format("class       {}: {}, objective {:.9g}, gap {}, {:.1f} passes, {} nonzero, intercept {:.6g}\n",
                        printable(run.problem.model_labels[k].text), how_it_ended(outcome_of(fit)), fit.primal,
                        gap ? fmt::format("{:.1e}", *gap) : "unknown", fit.passes, with_thousands(fit.nonzero_weights),
                        fit.intercept);
  }
  if (fits.size() > most_classes_shown)
    text += fmt::format("            … and {} more\n", fits.size() - most_classes_shown);
  return text;
}

std::string weights_line(const TrainingRun& run, const Outcome& outcome) {
  const auto stored = run.problem.data->features * std::ssize(run.result.fit);
  std::string text =
      fmt::format("weights     {} of {} nonzero", with_thousands(outcome.nonzero_weights), with_thousands(stored));
  if (!run.problem.several()) text += fmt::format(", intercept {:.6g}", run.result.fit.front().intercept);
  return text + "\n";
}

}  // namespace

std::string how_it_ended(const Outcome& outcome) {
  switch (outcome.status) {
    case Status::max_seconds:
      return fmt::format("stopped after {} by --max-seconds", duration(outcome.seconds));
    case Status::max_passes:
      return fmt::format("stopped after {:.1f} passes by --max-passes", outcome.passes);
    case Status::stalled:
      return fmt::format("stopped after {:.1f} passes, the last of which brought nothing", outcome.passes);
    case Status::interrupted:
      return fmt::format("interrupted after {}", duration(outcome.seconds));
    case Status::converged:
    case Status::stationary:
      break;
  }
  return std::string(name(outcome.status));
}

std::string training_summary(const TrainingRun& run, bool written, double total_seconds) {
  const Outcome outcome = outcome_of(run.result);
  const bool several = run.problem.several();
  const bool certified = !run.options.certificate.empty() && run.result.is_proved();
  std::string text = how_it_ended(outcome);
  const std::size_t first_word = std::min(text.find(' '), text.size());
  text = fmt::format("{:<11}{}{}{}\n", text.substr(0, first_word), text.substr(first_word),
                     first_word < text.size() ? ", " : " ", verdict(run, outcome));
  if (several) text += class_lines(run);
  text += fmt::format("objective   {:.9g}{} with {}\n", outcome.primal, several ? " in all" : "",
                      describe(run.problem.penalty, run.problem.total_weight));
  text += fmt::format("effort      {:.1f} passes{}, {}, {} training, {} in all\n", outcome.passes,
                      several ? " for all classes" : "", counted(outcome.iterations, "iteration"),
                      duration(outcome.seconds), duration(total_seconds));
  text += weights_line(run, outcome);
  text += calibration_summary(run);
  text += !written ? "model       not written"
                   : fmt::format("model       {}{}", output_name(run.options.model),
                                 certified ? ", proof in " + run.options.certificate : "");
  return text;
}

}  // namespace smsvm::cli

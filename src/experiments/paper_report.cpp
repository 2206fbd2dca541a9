#include "experiments/paper_report.hpp"

#include <fmt/format.h>

#include "experiments/studies.hpp"
#include "smsvm/version.hpp"

namespace smsvm::experiments {
namespace {

void introduce(report::Document& document, const Settings& settings, const std::string& command) {
  document.paragraph(
      "The experiments of Hajewski, Oliveira and Stewart, “Smoothed Hinge Loss and ℓ1 Support Vector Machines”, run "
      "again: what they published beside what was measured here, with the certified distance to the optimum for every "
      "method.");
  document.preformatted(command);
  document.paragraph(fmt::format(
      "smsvm {}, {}. Times are those of this machine, training alone; all other figures should be the same anywhere.",
      version, settings.quick ? "a quick look: few repetitions and small data" : "the full experiments"));
  document.list({
      "**Passes** counts rows read divided by rows: every sweep, inner ones included. For LIBLINEAR it is the number "
      "of "
      "outer iterations, which after shrinking read fewer rows.",
      "**Gap** is what a method proves by itself: (P − D)/P with a dual point of its own. LIBLINEAR's library returns "
      "no "
      "dual point, and without any penalty there is no bound to prove.",
      "**Above the optimum** is (P − D)/P with the bound D that `primal-dual` proved for the same problem to 1e-6: it "
      "holds for every method, however its weights came about.",
      "Test rows serve for the accuracy alone. λ and μ come from cross-validation on the training rows of each "
      "repetition, and are the same for all rows of a table that have that penalty.",
  });
}

}  // namespace

PaperReport paper_report(const std::set<Part>& parts, const Settings& settings, const std::string& command) {
  PaperReport report{report::Document("The paper’s experiments, again"), {}};
  introduce(report.document, settings, command);
  if (parts.contains(Part::results)) results(settings, report.runs, report.document);
  if (parts.contains(Part::convergence)) convergence(settings, report.runs, report.document);
  if (parts.contains(Part::robustness)) robustness(settings, report.runs, report.document);
  if (parts.contains(Part::scaling)) scaling(settings, report.runs, report.document);
  if (parts.contains(Part::mean_hinge)) mean_hinge(settings, report.document);
  return report;
}

}  // namespace smsvm::experiments

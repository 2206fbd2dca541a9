#include "experiments/paper_report.hpp"

#include <fmt/format.h>

#include "experiments/studies.hpp"
#include "smsvm/version.hpp"
#include "util/thread_pool.hpp"

namespace smsvm::experiments {
namespace {

std::string threads_text(int threads) {
  const int used = thread_count(threads);
  return used == 1 ? "one thread" : fmt::format("{} threads", used);
}

void introduce(report::Document& document, const Settings& settings, const std::string& command) {
  document.paragraph(
      "The experiments of Hajewski, Oliveira and Stewart, “Smoothed Hinge Loss and ℓ1 Support Vector Machines”, run "
      "again: what they published beside what was measured here, with the certified distance to the optimum for every "
      "method.");
  document.preformatted(command);
  document.paragraph(
      fmt::format("smsvm {}, {}. Times are of training alone, on this machine, with {}: our own methods use them all, "
                  "SGD and LIBLINEAR "
                  "one.",
                  version, settings.quick ? "a quick look: few repetitions and small data" : "the full experiments",
                  threads_text(settings.threads)));
  document.list({
      "**Passes** counts rows read divided by rows: every sweep, inner ones included. For LIBLINEAR it is the number "
      "of "
      "outer iterations, which after shrinking read fewer rows.",
      "**Gap** is what a method proves by itself: (P − D)/P with a dual point of its own. LIBLINEAR's library returns "
      "no "
      "dual point, and without any penalty there is no bound to prove.",
      "**Above the optimum** is (P − D)/P with a bound D that `primal-dual` proved for the same problem: it holds for "
      "every method, however its weights came about.",
      "A fit that ends by a limit on time would end elsewhere on another machine; its status says `max_seconds`.",
  });
}

}  // namespace

PaperReport begin_report(const Settings& settings, const std::string& command) {
  PaperReport report{report::Document("The paper’s experiments, again"), {}};
  introduce(report.document, settings, command);
  return report;
}

void run_parts(const std::set<Part>& parts, const Settings& settings, PaperReport& report) {
  if (parts.contains(Part::results)) results(settings, report.runs, report.document);
  if (parts.contains(Part::convergence)) convergence(settings, report.runs, report.document);
  if (parts.contains(Part::robustness)) robustness(settings, report.runs, report.document);
  if (parts.contains(Part::scaling)) scaling(settings, report.runs, report.document);
  if (parts.contains(Part::mean_hinge)) mean_hinge(settings, report.document);
}

}  // namespace smsvm::experiments

#include <algorithm>

#include "cli/commands.hpp"
#include "cli/liblinear_options.hpp"
#include "cli/prediction.hpp"
#include "cli/run_command.hpp"

namespace smsvm::cli {
namespace {

constexpr const char* liblinear_predict_examples =
    "smsvm liblinear-predict test.svm model labels.txt\n"
    "smsvm liblinear-predict -b 1 -q test.svm model probabilities.txt    of a model that has them; quiet";

int run_liblinear_predict(const LiblinearPrediction& asked, Log& log) {
  PredictOptions options;
  options.data = asked.data;
  options.model = asked.model;
  options.output = asked.output;
  options.probability = asked.probability;
  options.reading.text_format = TextFormat::libsvm;
  return run_predict(options, log);
}

}  // namespace

void add_liblinear_predict(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("liblinear-predict", "Predict with the options of LIBLINEAR's predict");
  command->group("Commands")->prefix_command()->footer(liblinear_predict_examples);
  command->callback([command, &action] {
    action = [words = command->remaining()] {
      ReportingOptions reporting;
      reporting.quiet = std::ranges::find(words, "-q") != words.end();
      return run_command(reporting, "liblinear-predict: ", [&](Log& log) {
        return run_liblinear_predict(parse_liblinear_prediction(words), log);
      });
    };
  });
}

}  // namespace smsvm::cli

#include "cli/calibration_options.hpp"

#include "cli/choices.hpp"

namespace smsvm::cli {

void CalibrationOptions::add_to(CLI::App& command) {
  const char* group = "Probabilities";
  CLI::Option* calibrate =
      add_choice(command, "--calibrate", method, calibrations, "Learn probabilities, for 'predict --probability'");
  calibrate->group(group);
  command.add_option("--calibration-folds", folds, "Learn them from scores of rows left out, one fold at a time")
      ->type_name("N")
      ->check(CLI::Range(2, 1000).description(""))
      ->default_str("5")
      ->needs(calibrate)
      ->group(group);
}

}  // namespace smsvm::cli

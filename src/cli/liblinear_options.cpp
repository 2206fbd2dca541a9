#include "cli/liblinear_options.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "smsvm/error.hpp"

namespace smsvm::cli {
namespace {

/// Goes through the options, each of which begins with a minus, up to the first word that does not.
class Words {
 public:
  explicit Words(const std::vector<std::string>& words) : words_(words) {}

  bool has_option() const { return at_ < words_.size() && words_[at_].size() > 1 && words_[at_].front() == '-'; }
  std::string option() { return words_[at_++]; }
  std::string value_of(const std::string& option) {
    if (at_ == words_.size()) throw OptionError(fmt::format("{}: a value is missing", option));
    return words_[at_++];
  }
  double number_of(const std::string& option) {
    const std::string text = value_of(option);
    double value = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failure != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
      throw OptionError(fmt::format("{} {}: this is not a number", option, text));
    return value;
  }
  int count_of(const std::string& option) {
    const double value = number_of(option);
    constexpr double most = 1e6;
    if (value != std::floor(value) || std::abs(value) > most)
      throw OptionError(fmt::format("{} {}: expected a whole number", option, value));
    return static_cast<int>(value);
  }
  /// What is left, which must be so many words.
  std::vector<std::string> files(std::size_t least, std::size_t most, const char* usage) const {
    const std::vector<std::string> rest(words_.begin() + static_cast<std::ptrdiff_t>(at_), words_.end());
    if (rest.size() < least || rest.size() > most) throw OptionError(fmt::format("usage: smsvm {}", usage));
    return rest;
  }

 private:
  const std::vector<std::string>& words_;
  std::size_t at_ = 0;
};

void check_solver(int type) {
  if (type == 3) return;
  if (type == 1 || type == 2)
    throw OptionError(
        fmt::format("-s {}: this is the squared hinge loss, which smsvm does not solve; -s 3 is the hinge "
                    "loss",
                    type));
  throw OptionError(fmt::format("-s {}: smsvm solves LIBLINEAR's -s 3 alone, the hinge loss with an ℓ2 penalty", type));
}

void check(const LiblinearTraining& training) {
  if (!(training.c > 0)) throw OptionError(fmt::format("-c {}: expected a number > 0", training.c));
  if (!(training.epsilon > 0)) throw OptionError(fmt::format("-e {}: expected a number > 0", training.epsilon));
  if (training.bias >= 0 && training.bias != 1)
    throw OptionError(fmt::format("-B {}: only 1 (a penalised intercept) and -1 (none) are understood", training.bias));
  if (training.free_bias && training.bias < 0) throw OptionError("-R: this needs -B 1");
}

}  // namespace

LiblinearTraining parse_liblinear_training(const std::vector<std::string>& given) {
  LiblinearTraining training;
  Words words(given);
  while (words.has_option()) {
    const std::string option = words.option();
    if (option == "-q") {
      training.quiet = true;
    } else if (option == "-R") {
      training.free_bias = true;
    } else if (option == "-s") {
      check_solver(words.count_of(option));
      training.names_solver = true;
    } else if (option == "-c") {
      training.c = words.number_of(option);
    } else if (option == "-B") {
      training.bias = words.number_of(option);
    } else if (option == "-e") {
      training.epsilon = words.number_of(option);
    } else if (option == "-v") {
      training.folds = words.count_of(option);
      if (training.folds < 2) throw OptionError("-v: n-fold cross validation: n must >= 2");
    } else if (option == "-m" || option == "-n") {
      training.threads = words.count_of(option);
    } else if (option.starts_with("-w") && option.size() > 2) {
      training.class_weight.push_back(fmt::format("{}={}", option.substr(2), words.value_of(option)));
    } else if (option == "-C") {
      throw OptionError("-C: the search for C is 'smsvm cv --over C' here");
    } else if (option == "-p") {
      throw OptionError("-p: this is for regression, which smsvm does not do");
    } else {
      throw OptionError(fmt::format("there is no option {}; there are: -s 3, -c, -B, -R, -e, -wi, -v, -m, -q", option));
    }
  }
  const auto files = words.files(1, 2, "liblinear-train [options] training_set_file [model_file]");
  training.data = files[0];
  if (files.size() > 1) training.model = files[1];
  check(training);
  return training;
}

LiblinearPrediction parse_liblinear_prediction(const std::vector<std::string>& given) {
  LiblinearPrediction prediction;
  Words words(given);
  while (words.has_option()) {
    const std::string option = words.option();
    if (option == "-q") {
      prediction.quiet = true;
    } else if (option == "-b") {
      prediction.probability = words.count_of(option) != 0;
    } else {
      throw OptionError(fmt::format("there is no option {}; there are: -b 0|1, -q", option));
    }
  }
  const auto files = words.files(3, 3, "liblinear-predict [options] test_file model_file output_file");
  prediction.data = files[0];
  prediction.model = files[1];
  prediction.output = files[2];
  return prediction;
}

}  // namespace smsvm::cli

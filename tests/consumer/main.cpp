// The whole way, through the public headers alone: data → fit → model and proof → files → predict, verify.
#include <smsvm/smsvm.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

namespace {

void require(bool fact, const char* what) {
  if (fact) return;
  std::fprintf(stderr, "consumer: not so: %s\n", what);
  std::exit(1);
}

void run(const std::string& folder) {
  const smsvm::Dataset data = smsvm::make_synthetic({.rows = 2000, .features = 20, .sparsity = 0.5, .separation = 2});

  int sweeps = 0;
  const smsvm::TrainingOptions options{.c = 1, .l1_ratio = 0.5, .solver = {.tolerance = 1e-4}};
  const smsvm::Estimate estimate = smsvm::fit(data, options, [&](std::size_t, const smsvm::Progress&) {
    ++sweeps;
    return true;
  });
  const smsvm::Outcome outcome = smsvm::outcome_of(estimate.training);
  require(outcome.status == smsvm::Status::converged, "training converged");
  require(outcome.relative_gap.value() <= 1e-4, "the gap is within the tolerance");
  require(sweeps > 0, "the observer was called");

  smsvm::save_model(estimate.model, folder + "/model");
  smsvm::save_proof(estimate.proof.value(), folder + "/proof");
  const smsvm::Model model = smsvm::load_model(folder + "/model");
  const smsvm::Verdict verdict = smsvm::verify(data, model, smsvm::load_proof(folder + "/proof"));
  require(verdict.holds, "the proof holds");

  const smsvm::Predictions predictions = smsvm::predict(model, data);
  std::int64_t right = 0;
  for (std::size_t i = 0; i < predictions.label.size(); ++i) {
    const auto said = static_cast<std::size_t>(predictions.label[i]);
    const auto is = static_cast<std::size_t>(data.labels.of_row[i]);
    right += model.labels[said] == data.labels.distinct[is];
  }
  require(right > data.rows * 9 / 10, "nine rows of ten are predicted right");

  bool caught = false;  // exceptions keep their type on the way out of the library
  try {
    smsvm::read(folder + "/no such file");
  } catch (const smsvm::Error& error) {
    caught = error.kind() == smsvm::ErrorKind::no_input;
  }
  require(caught, "a missing file is an Error of kind no_input");

  std::printf("smsvm %s: gap %.1e proved and verified, %lld of %lld rows right\n", smsvm::version, verdict.relative_gap,
              static_cast<long long>(right), static_cast<long long>(data.rows));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: consumer FOLDER\n");
    return 2;
  }
  try {
    run(argv[1]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "consumer: %s\n", error.what());
    return 1;
  }
  return 0;
}

#include "experiments/liblinear.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <linear.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>

#include "data/row_access.hpp"
#include "smsvm/error.hpp"

namespace smsvm::experiments {
namespace {

/// The library speaks through one function without a context; what it says is the only place the iterations appear.
std::string spoken;
void listen(const char* text) { spoken += text; }

/// LIBLINEAR, loaded on first use.
struct Library {
  decltype(&::train) train;
  decltype(&::free_and_destroy_model) free_and_destroy_model;
  decltype(&::set_print_string_function) set_print_string_function;

  static const Library& get() {
    static const Library library;
    return library;
  }

 private:
  Library() {
    void* const handle = dlopen(SMSVM_LIBLINEAR, RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) throw Error(ErrorKind::no_input, fmt::format("LIBLINEAR cannot be loaded: {}", dlerror()));
    find(handle, "train", train);
    find(handle, "free_and_destroy_model", free_and_destroy_model);
    find(handle, "set_print_string_function", set_print_string_function);
  }

  template <class Function>
  static void find(void* handle, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(handle, name));
    if (function == nullptr) throw Error(ErrorKind::no_input, fmt::format("LIBLINEAR has no {}: {}", name, dlerror()));
  }
};

/// From "optimization finished, #iter = 35".
double iterations() {
  const std::string key = "#iter = ";
  const auto at = spoken.find(key);
  return at == std::string::npos ? 0 : std::stod(spoken.substr(at + key.size()));
}

/// The rows in LIBLINEAR's own form.
class Nodes {
 public:
  explicit Nodes(const LabelledRows& rows) {
    const auto bias = static_cast<int>(rows.data.features) + 1;
    std::vector<std::size_t> start;
    for (std::int64_t i = 0; i < rows.size(); ++i) {
      start.push_back(nodes_.size());
      for_each_value(rows.data, i, [&](std::size_t j, double x) {
        if (x != 0) nodes_.push_back({static_cast<int>(j) + 1, x});
      });
      nodes_.push_back({bias, 1.0});
      nodes_.push_back({-1, 0.0});
      label_.push_back(rows.target.sign[static_cast<std::size_t>(i)]);
    }
    for (const auto at : start) row_.push_back(nodes_.data() + at);
  }

  ::problem problem(const LabelledRows& rows) {
    ::problem given{};
    given.l = static_cast<int>(rows.size());
    given.n = static_cast<int>(rows.data.features) + 1;
    given.y = label_.data();
    given.x = row_.data();
    given.bias = 1;
    return given;
  }

 private:
  std::vector<feature_node> nodes_;
  std::vector<feature_node*> row_;
  std::vector<double> label_;
};

double objective(const LabelledRows& rows, const Penalty& penalty, const Fit& fit) {
  const double rows_count = static_cast<double>(rows.size());
  const Objective objective(penalty, rows.data.features, rows_count);
  std::vector<double> point = fit.weights;
  point.push_back(fit.intercept);
  double hinge = 0;
  for (std::int64_t i = 0; i < rows.size(); ++i) {
    double score = fit.intercept;
    for_each_value(rows.data, i, [&](std::size_t j, double x) { score += fit.weights[j] * x; });
    hinge += std::max(0.0, 1 - rows.target.sign[static_cast<std::size_t>(i)] * score);
  }
  return objective.penalty(point) + hinge / rows_count;
}

}  // namespace

Fit liblinear(const LabelledRows& rows, const Penalty& penalty, double tolerance) {
  Nodes nodes(rows);
  const ::problem given = nodes.problem(rows);
  ::parameter parameter{};
  parameter.solver_type = L2R_L1LOSS_SVC_DUAL;
  parameter.C = penalty.c(static_cast<double>(rows.size()));
  parameter.eps = tolerance;
  std::srand(1);  // it draws from the C library's generator, where the last call left it
  spoken.clear();
  const Library& library = Library::get();
  library.set_print_string_function(&listen);

  const auto start = std::chrono::steady_clock::now();
  ::model* trained = library.train(&given, &parameter);
  Fit fit;
  fit.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const std::unique_ptr<::model, void (*)(::model*)> owner(
      trained, [](::model* model) { Library::get().free_and_destroy_model(&model); });

  fit.passes = iterations();
  fit.status =
      spoken.find("reaching max number of iterations") == std::string::npos ? Status::stationary : Status::max_passes;
  // Its weights are for the label of its first row.
  const double sign = trained->label[0];
  for (std::int64_t j = 0; j < rows.data.features; ++j) fit.weights.push_back(sign * trained->w[j]);
  fit.intercept = sign * trained->w[rows.data.features];
  fit.nonzero_weights = std::ssize(fit.weights) - std::count(fit.weights.begin(), fit.weights.end(), 0.0);
  fit.primal = objective(rows, penalty, fit);
  return fit;
}

}  // namespace smsvm::experiments

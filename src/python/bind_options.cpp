#include <nanobind/stl/map.h>

#include <map>

#include "python/bindings.hpp"
#include "python/words.hpp"
#include "smsvm/estimate.hpp"
#include "util/option_list.hpp"

namespace smsvm::python {
namespace {

/// An attribute for an option of the list, which is a word in Python where it is one on the command line.
void bind_option(nb::class_<TrainingOptions>& training, const ListedOption& option) {
  const std::string name = option.identifier();
  const auto bind = [&](auto member) {
    using Value = std::remove_cvref_t<decltype(value_at(std::declval<TrainingOptions&>(), member))>;
    if constexpr (requires(const Value& value) { choices_of(value); }) {
      training.def_prop_rw(
          name.c_str(), [&option](const TrainingOptions& self) { return text_of(self, option); },
          [member, &option](TrainingOptions& self, const std::string& word) {
            Value& value = value_at(self, member);
            value = cli::value_of(word, choices_of(value), option.name);
          });
    } else {
      training.def_prop_rw(
          name.c_str(), [member](const TrainingOptions& self) { return value_at(self, member); },
          [member](TrainingOptions& self, const Value& given) { value_at(self, member) = given; },
          nb::for_setter(nb::arg("value").none()));
    }
  };
  std::visit(bind, option.member);
}

/// The words that a parameter may be.
std::vector<std::string> words_of(const ListedOption& option) {
  std::vector<std::string> words;
  const auto collect = [&](auto member) {
    TrainingOptions options;
    const auto& value = value_at(options, member);
    if constexpr (requires { choices_of(value); })
      for (const auto& choice : choices_of(value)) words.emplace_back(choice.word);
  };
  std::visit(collect, option.member);
  return words;
}

/// What Python knows of the options of the list: their names, and the words of those that are words.
void bind_list(nb::module_& module) {
  std::vector<std::tuple<std::string, std::string, std::string>> names;
  std::map<std::string, std::vector<std::string>> words;
  for (const ListedOption& option : option_list) {
    const std::string parameter = option.parameter == nullptr ? "" : option.parameter;
    names.emplace_back(option.name, option.identifier(), parameter);
    if (auto its_own = words_of(option); !its_own.empty()) words.emplace(parameter, std::move(its_own));
  }
  module.attr("option_names") = names;  // on the command line, as an attribute, of the parameter or empty
  module.attr("option_words") = words;
}

}  // namespace

void bind_options(nb::module_& module) {
  nb::class_<Penalty>(module, "Penalty")
      .def(
          "__init__",
          [](Penalty* self, double l2, double l1, const std::string& word) {
            new (self) Penalty{.l2 = l2, .l1 = l1, .intercept = intercept(word), .factor = {}, .scale = {}};
          },
          "l2"_a, "l1"_a, "intercept"_a)
      .def_rw("l2", &Penalty::l2)
      .def_rw("l1", &Penalty::l1)
      .def_prop_rw(
          "factor", [](const Penalty& self) { return to_array(self.factor); },
          [](Penalty& self, const Numbers<double>& factor) { self.factor = to_vector(factor); }, nb::for_getter(own))
      .def_prop_rw(
          "scale", [](const Penalty& self) { return to_array(self.scale); },
          [](Penalty& self, const Numbers<double>& scale) { self.scale = to_vector(scale); }, nb::for_getter(own));
  module.def("relative_gap", &relative_gap, "primal"_a, "dual"_a.none());
  nb::class_<TrainingOptions> training(module, "TrainingOptions");
  for (const ListedOption& option : option_list) bind_option(training, option);
  training.def(nb::init<>())
      .def("set_penalty_factor",
           [](TrainingOptions& self, const Numbers<double>& factor) { self.penalty_factor = to_vector(factor); })
      .def("set_row_weight",
           [](TrainingOptions& self, const Numbers<double>& weight) { self.row_weight = to_vector(weight); })
      .def("set_class_weight", [](TrainingOptions& self, const ClassWeights& w) { self.class_weight = from_pairs(w); })
      .def("set_class_order",
           [](TrainingOptions& self, const std::vector<std::string>& texts) { self.class_order = to_labels(texts); })
      .def_rw("most_classes", &TrainingOptions::most_classes)
      .def_rw("balanced_classes", &TrainingOptions::balanced_classes)
      .def_rw("source", &TrainingOptions::source)
      .def("check", &TrainingOptions::check);
  bind_list(module);
}

}  // namespace smsvm::python

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "data/table_text.hpp"
#include "data/text_cursor.hpp"
#include "model/calibration_text.hpp"
#include "model/model_format.hpp"
#include "model/model_shape.hpp"

namespace smsvm {
namespace {

constexpr std::string_view no_bound = "none", table_key = "table";

void write_facts(std::back_insert_iterator<std::string> to, const TrainingFacts& facts) {
  fmt::format_to(to, "status {}\n", quote(facts.status));
  fmt::format_to(to, "l2 {}\nl1 {}\nC {}\nl1_ratio {}\n", facts.l2, facts.l1, facts.c, facts.l1_ratio);
  fmt::format_to(to, "intercept {}\nprecision {}\n", quote(facts.intercept), quote(facts.precision));
  fmt::format_to(to, "tolerance {}\nprimal {}\n", facts.tolerance, facts.primal);
  if (facts.dual) fmt::format_to(to, "dual {}\n", *facts.dual);
  fmt::format_to(to, "rows {}\ntotal_weight {}\npasses {}\n", facts.rows, facts.total_weight, facts.passes);
  fmt::format_to(to, "data_checksum {:016x}\n", facts.data_checksum);
  if (!facts.classes.empty()) {
    fmt::format_to(to, "classes");
    for (const ClassFacts& of_class : facts.classes) {
      fmt::format_to(to, " {} {} {} {}", quote(of_class.status), of_class.primal,
                     of_class.dual ? fmt::format("{}", *of_class.dual) : std::string(no_bound), of_class.passes);
    }
    fmt::format_to(to, "\n");
  }
  if (!facts.class_weights.empty()) {
    fmt::format_to(to, "class_weights {}", facts.class_weights.size());
    for (const ClassWeight& each : facts.class_weights)
      fmt::format_to(to, " {} {}", quote(each.label.text), each.weight);
    fmt::format_to(to, "\n");
  }
  fmt::format_to(to, "scale {}\n", quote(facts.scale));
}

/// What there is for each stored feature; a sparse model has only those whose weights are not all zero.
template <class Items>
std::vector<typename Items::value_type> of_kept_features(const Items& items, const Model& model, bool sparse) {
  std::vector<typename Items::value_type> kept;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!sparse || !is_zero(model, i)) kept.push_back(items[i]);
  }
  return kept;
}

void write_feature_scale(std::back_insert_iterator<std::string> to, const Model& model, bool sparse) {
  const std::vector<double> kept = of_kept_features(model.facts->feature_scale, model, sparse);
  if (!kept.empty()) fmt::format_to(to, "feature_scale {} {}\n", kept.size(), fmt::join(kept, " "));
}

void write_feature_names(std::back_insert_iterator<std::string> to, const Model& model, bool sparse) {
  const std::vector<std::string> kept = of_kept_features(model.feature_names, model, sparse);
  if (kept.empty()) return;
  fmt::format_to(to, "feature_names {}", kept.size());
  for (const std::string& name : kept) fmt::format_to(to, " {}", quote(name));
  fmt::format_to(to, "\n");
}

std::vector<std::string> read_feature_names(TextCursor& text) {
  const std::int64_t count = text.integer("the number of features with names");
  std::vector<std::string> names;
  for (std::int64_t i = 0; i < count; ++i) names.push_back(text.quoted("the name of a feature"));
  return names;
}

std::vector<ClassFacts> read_classes(TextCursor& text, std::size_t count) {
  std::vector<ClassFacts> classes;
  for (std::size_t k = 0; k < count; ++k) {
    ClassFacts& of_class = classes.emplace_back();
    of_class.status = text.quoted("a status for each class");
    of_class.primal = text.number("a number");
    if (!text.skip(no_bound)) of_class.dual = text.number("a number");
    of_class.passes = text.number("a number");
  }
  return classes;
}

std::vector<ClassWeight> read_class_weights(TextCursor& text) {
  const std::int64_t count = text.integer("the number of class weights");
  std::vector<ClassWeight> weights;
  for (std::int64_t k = 0; k < count; ++k) {
    Label label = Label::parse(text.quoted("a label"));
    weights.push_back({std::move(label), text.number("a weight")});
  }
  return weights;
}

std::vector<double> read_feature_scale(TextCursor& text) {
  const std::int64_t count = text.integer("the number of features scaled");
  std::vector<double> scale;
  for (std::int64_t i = 0; i < count; ++i) scale.push_back(text.finite("the scale of a feature"));
  return scale;
}

/// Keys that need not be there: where there is nothing to say, and in models of earlier versions.
constexpr std::array<std::string_view, 6> optional_keys = {"dual",          "total_weight", "classes",
                                                           "class_weights", "scale",        "feature_scale"};

/// What to do at each key of the facts; every key that is not optional must be there if "status" is.
std::map<std::string_view, std::function<void(TextCursor&)>> readers(TrainingFacts& facts, std::size_t classes) {
  const auto text = [](std::string& to) { return [&to](TextCursor& from) { to = from.quoted("a quoted word"); }; };
  const auto number = [](double& to) { return [&to](TextCursor& from) { to = from.number("a number"); }; };
  return {
      {"status", text(facts.status)},
      {"l2", number(facts.l2)},
      {"l1", number(facts.l1)},
      {"C", number(facts.c)},
      {"l1_ratio", number(facts.l1_ratio)},
      {"intercept", text(facts.intercept)},
      {"precision", text(facts.precision)},
      {"tolerance", number(facts.tolerance)},
      {"primal", number(facts.primal)},
      {"dual", [&facts](TextCursor& from) { facts.dual = from.number("a number"); }},
      {"rows", [&facts](TextCursor& from) { facts.rows = from.integer("a number of rows"); }},
      {"total_weight", number(facts.total_weight)},
      {"passes", number(facts.passes)},
      {"data_checksum", [&facts](TextCursor& from) { facts.data_checksum = from.hexadecimal("a hexadecimal number"); }},
      {"classes", [&facts, classes](TextCursor& from) { facts.classes = read_classes(from, classes); }},
      {"class_weights", [&facts](TextCursor& from) { facts.class_weights = read_class_weights(from); }},
      {"scale", text(facts.scale)},
      {"feature_scale", [&facts](TextCursor& from) { facts.feature_scale = read_feature_scale(from); }},
  };
}

void read_labels(TextCursor& text, Model& model) {
  std::vector<Label> labels;
  for (std::size_t i = 0; i < model.labels.size(); ++i)
    labels.push_back(Label::parse(text.quoted("one label per class")));
  const std::vector<int> expected = labels_for_liblinear(labels);
  const auto is_said_above = [](int wanted, const Label& above) { return above.number == wanted; };
  if (!std::equal(expected.begin(), expected.end(), model.labels.begin(), model.labels.end(), is_said_above))
    text.fail("the line 'label' above the weights says otherwise",
              fmt::format("the line 'label {}' there", fmt::join(expected, " ")));
  model.labels = std::move(labels);
}

/// Weights of features that are not listed would be used by LIBLINEAR and by nobody else.
void check_hidden_weights(const TextCursor& text, const Model& model) {
  std::size_t listed = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(model.features); ++i) {
    if (listed < model.feature_ids.size() && model.feature_ids[listed] == static_cast<std::int64_t>(i) + 1) {
      ++listed;
    } else if (!is_zero(model, i)) {
      text.fail(fmt::format("feature {} has a weight but is not listed", i + 1), "all features that have weights");
    }
  }
}

/// Keeps the weights of the features listed; the others were written as zeros, for LIBLINEAR's sake.
void read_feature_ids(TextCursor& text, Model& model) {
  const std::size_t columns = model.columns();
  const std::int64_t count = text.integer("the number of features stored");
  if (count < 1 || count > model.features)
    text.fail(fmt::format("{} features stored", count), "no more than nr_feature");
  std::vector<double> kept;
  std::int64_t before = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t id = text.integer("a feature number");
    if (id <= before || id > model.features) {
      text.fail(fmt::format("feature {} after {}", id, before), "numbers must increase, up to nr_feature");
    }
    const auto first = model.weights.begin() + (id - 1) * static_cast<std::int64_t>(columns);
    kept.insert(kept.end(), first, first + static_cast<std::int64_t>(columns));
    model.feature_ids.push_back(id);
    before = id;
  }
  check_hidden_weights(text, model);
  model.weights = std::move(kept);
}

}  // namespace

std::string trailer_text(const Model& model, bool sparse) {
  std::string text;
  const auto to = std::back_inserter(text);
  fmt::format_to(to, "{} {}\n", trailer_key, model_format_version);
  if (model.facts) {
    write_facts(to, *model.facts);
    write_feature_scale(to, model, sparse);
  }
  text += "labels";
  for (const Label& label : model.labels) text += ' ' + quote(label.text);
  text += '\n';
  if (!model.label_kind.empty()) fmt::format_to(to, "label_kind {}\n", quote(model.label_kind));
  if (!sparse && !model.feature_ids.empty()) {
    fmt::format_to(to, "feature_ids {}", model.feature_ids.size());
    for (const std::int64_t id : model.feature_ids) fmt::format_to(to, " {}", id);
    text += '\n';
  }
  write_feature_names(to, model, sparse);
  if (model.table) fmt::format_to(to, "{} {}\n", table_key, table_text(*model.table));
  return text + calibration_text(model.calibration);
}

void read_trailer(TextCursor& text, Model& model) {
  if (text.token("the trailer") != trailer_key) text.fail("text after the last weight", "the end of the file");
  const std::int64_t version = text.integer("the version of the format");
  if (version != model_format_version) {
    text.fail(fmt::format("version {} of the format", version), fmt::format("version {}", model_format_version));
  }

  TrainingFacts facts;
  const auto read_fact = readers(facts, model.labels.size());
  std::set<std::string_view> seen;
  for (;;) {
    const std::string_view key = text.token("the checksum");
    if (key == checksum_key) break;
    if (!seen.insert(key).second) text.fail(fmt::format("'{}' stands here again", readable(key)), "each key once");
    bool known = true;
    if (key == "labels") {
      read_labels(text, model);
    } else if (key == "label_kind") {
      model.label_kind = text.quoted("a type of labels");
    } else if (key == "feature_ids" && model.feature_ids.empty()) {
      read_feature_ids(text, model);
    } else if (key == "feature_names") {
      model.feature_names = read_feature_names(text);
    } else if (key == table_key) {
      model.table = std::make_shared<const TableSchema>(read_table_text(text, model.features));
    } else if (key == calibration_key) {
      model.calibration = read_calibration(text, model.columns());
    } else if (const auto reader = read_fact.find(key); reader != read_fact.end()) {
      reader->second(text);
    } else {
      known = false;  // a later version's: it may add keys
    }
    if (const auto rest = text.rest_of_line(); known && !rest.empty()) {
      text.fail(fmt::format("'{}' after the value", readable(rest)), "the end of the line");
    }
  }
  if (!model.feature_names.empty() && model.feature_names.size() != stored_features(model)) {
    text.fail(fmt::format("{} names for {} features", model.feature_names.size(), stored_features(model)),
              "one name for each feature");
  }
  if (!seen.contains("labels")) text.fail("no labels in the trailer", "the original labels");
  if (!seen.contains("status")) return;
  for (const auto& [key, reader] : read_fact) {
    const bool optional = std::ranges::find(optional_keys, key) != optional_keys.end();
    if (!optional && !seen.contains(key)) text.fail(fmt::format("no '{}' in the trailer", key), "all of the facts");
  }
  if (!facts.feature_scale.empty() && facts.feature_scale.size() != stored_features(model)) {
    text.fail(fmt::format("{} scales for {} features", facts.feature_scale.size(), stored_features(model)),
              "one scale for each feature");
  }
  if (!seen.contains("total_weight")) facts.total_weight = static_cast<double>(facts.rows);
  model.facts = std::move(facts);
}

}  // namespace smsvm

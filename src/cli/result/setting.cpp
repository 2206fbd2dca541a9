#include <fmt/format.h>

#include <array>

#include "cli/result/fact_text.hpp"
#include "cli/result/parts.hpp"
#include "cli/text.hpp"

namespace smsvm::cli {
namespace {

constexpr std::size_t most_classes_listed = 300, most_classes_open = most_classes_apart;

report::Cell density_cell(const FactView& facts) {
  const double cells = facts.at("rows").number() * facts.at("features").number();
  if (!(cells > 0)) return no_value;
  return {fmt::format("{:.4g} %", 100 * facts.at("nonzeros").number() / cells)};
}

}  // namespace

void add_data(report::Document& document, const FactView& facts) {
  document.heading("Data");
  report::Table table{{"property", "value"}, {}, "What was read"};
  table.rows.push_back({"file", report::Cell::literal(facts.text_or("data", no_value))});
  table.rows.push_back({"rows", count_cell(facts.at("rows"))});
  table.rows.push_back({"features", count_cell(facts.at("features"))});
  table.rows.push_back({"nonzeros", count_cell(facts.at("nonzeros"))});
  table.rows.push_back({"density", density_cell(facts)});
  if (const auto weight = facts.find("total_weight"); weight && weight->number() != facts.at("rows").number())
    table.rows.push_back({"weight of the rows", number_cell(weight)});
  document.table(std::move(table));

  const auto classes = facts.find("class_rows");
  if (!classes) return;
  const std::vector<FactView> all = classes->list();
  report::Table of_class{{"class", "rows", "share"}, {}, "Rows of each class"};
  for (const FactView& each : all) {
    if (of_class.rows.size() == most_classes_listed) break;
    const double rows = facts.at("rows").number();
    const double share = rows > 0 ? each.at("rows").number() / rows : 0;
    of_class.rows.push_back({report::Cell::literal(each.at("label").text()), count_cell(each.at("rows")),
                             fmt::format("{:.2f} %", 100 * share)});
  }
  if (all.size() > most_classes_listed)
    of_class.caption = fmt::format("Rows of the first {} classes", most_classes_listed);
  of_class.folded = all.size() > most_classes_open;
  document.table(std::move(of_class));
}

namespace {

struct Setting {
  const char* key;
  const char* name;
};
constexpr std::array settings = {Setting{"solver", "solver"},
                                 Setting{"tolerance", "relative gap asked for"},
                                 Setting{"l2", "λ, weight of ℓ2"},
                                 Setting{"l1", "μ, weight of ℓ1"},
                                 Setting{"C", "C"},
                                 Setting{"l1_ratio", "ρ, share of ℓ1"},
                                 Setting{"intercept_mode", "intercept"},
                                 Setting{"scale", "features scaled for the penalty"},
                                 Setting{"penalty_factor", "penalty factors"},
                                 Setting{"sample_weight", "weights of rows"},
                                 Setting{"rule", "rule for the model"},
                                 Setting{"precision", "precision of the values"},
                                 Setting{"device", "device"},
                                 Setting{"threads", "threads"},
                                 Setting{"version", "version of smsvm"}};

report::Cell setting_cell(const FactView& value) {
  const std::string written = value.as_written();
  if (value.is_number()) return number_cell(value);
  if (written == "true" || written == "false") return value.truth() ? "yes" : "no";
  return report::Cell::literal(value.text());
}

}  // namespace

void add_setting(report::Document& document, const FactView& facts) {
  document.heading("How it was made");
  report::Table table{{"option", "value"}, {}, "Options, given or by default"};
  for (const auto& [key, name] : settings) {
    if (const auto value = facts.find(key)) table.rows.push_back({name, setting_cell(*value)});
  }
  document.table(std::move(table));
  if (const auto command = facts.find("command_line")) document.preformatted(command->text() + "\n");
}

std::vector<std::string> texts(const FactView& list) {
  std::vector<std::string> all;
  for (const FactView& each : list.list()) all.push_back(each.text());
  return all;
}

}  // namespace smsvm::cli

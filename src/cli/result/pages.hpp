#pragma once

#include "cli/result/fact_view.hpp"
#include "report/document.hpp"

/// A page for each kind of result.
namespace smsvm::cli {

report::Document training_page(const FactView& facts);
report::Document path_page(const FactView& facts);
report::Document cross_validation_page(const FactView& facts);
report::Document prediction_page(const FactView& facts);
report::Document model_page(const FactView& facts);

}  // namespace smsvm::cli

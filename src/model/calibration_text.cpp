#include "model/calibration_text.hpp"

#include <fmt/format.h>

#include <variant>

#include "data/text_cursor.hpp"
#include "evaluate/calibration.hpp"

namespace smsvm {
namespace {

constexpr std::string_view platt_word = "platt", isotonic_word = "isotonic";

std::string words(const PlattCalibration& platt) {
  return fmt::format(" {} {} {}", platt_word, platt.slope, platt.offset);
}

std::string words(const IsotonicCalibration& isotonic) {
  std::string text = fmt::format(" {} {}", isotonic_word, isotonic.score.size());
  for (std::size_t k = 0; k < isotonic.score.size(); ++k)
    text += fmt::format(" {} {}", isotonic.score[k], isotonic.probability[k]);
  return text;
}

PlattCalibration read_platt(TextCursor& text) {
  const double slope = text.finite("a finite slope");
  return {slope, text.finite("a finite offset")};
}

/// Memory follows what is there, not what is announced.
IsotonicCalibration read_isotonic(TextCursor& text) {
  IsotonicCalibration isotonic;
  const std::int64_t knots = text.integer("the number of knots");
  for (std::int64_t k = 0; k < knots; ++k) {
    isotonic.score.push_back(text.finite("a finite score"));
    isotonic.probability.push_back(text.finite("a probability"));
  }
  if (!is_sound(isotonic)) text.fail("unordered knots above", "knots with increasing scores and probabilities");
  return isotonic;
}

}  // namespace

std::string calibration_text(const std::vector<Calibration>& calibration) {
  if (calibration.empty()) return "";
  std::string text(calibration_key);
  for (const Calibration& each : calibration) text += std::visit([](const auto& kind) { return words(kind); }, each);
  return text + "\n";
}

std::vector<Calibration> read_calibration(TextCursor& text, std::size_t columns) {
  std::vector<Calibration> calibration;
  for (std::size_t k = 0; k < columns; ++k) {
    const std::string_view kind = text.token("a calibration for each column of weights");
    if (kind == platt_word) {
      calibration.emplace_back(read_platt(text));
    } else if (kind == isotonic_word) {
      calibration.emplace_back(read_isotonic(text));
    } else {
      text.fail(fmt::format("calibration '{}'", readable(kind)), fmt::format("{} or {}", platt_word, isotonic_word));
    }
  }
  return calibration;
}

}  // namespace smsvm

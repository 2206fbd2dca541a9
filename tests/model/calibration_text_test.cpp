#include "model/calibration_text.hpp"

#include <gtest/gtest.h>

#include "data/text_cursor.hpp"
#include "smsvm/error.hpp"

namespace smsvm {
namespace {

const std::vector<Calibration> some{PlattCalibration{1.5, -0.25}, IsotonicCalibration{{-1, 0.5, 2}, {0, 0.4, 1}}};

TEST(CalibrationText, SaysEachColumnInTurn) {
  EXPECT_EQ(calibration_text(some), "calibration platt 1.5 -0.25 isotonic 3 -1 0 0.5 0.4 2 1\n");
  EXPECT_EQ(calibration_text({}), "");
}

TEST(CalibrationText, ComesBack) {
  TextCursor text("file", "platt 1.5 -0.25 isotonic 3 -1 0 0.5 0.4 2 1\n");
  EXPECT_EQ(read_calibration(text, 2), some);
}

TEST(CalibrationText, RefusesWhatGivesNoProbability) {
  for (const char* bad : {"", "beta 1 2", "platt 1", "platt nan 0", "platt inf 0", "isotonic", "isotonic 0",
                          "isotonic -1", "isotonic 2 1 0", "isotonic 1 0 1.5", "isotonic 2 1 0 1 1",
                          "isotonic 2 1 1 2 0", "isotonic 9223372036854775807 1 0"}) {
    TextCursor text("file", bad);
    EXPECT_THROW(read_calibration(text, 1), DataError) << bad;
  }
}

}  // namespace
}  // namespace smsvm

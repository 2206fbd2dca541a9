#pragma once

#include <cstddef>
#include <vector>

#include "judge/random.hpp"

namespace smsvm::judge {

/// How numbers are written.
struct Spelling {
  enum class Kind {
    significant,  ///< so many significant digits
    fixed,        ///< so many digits after the point
    long_tail,    ///< 17 significant digits, and so many more that no double can hold
  };
  Kind kind = Kind::significant;
  int digits = 6;
};

/// A problem's numbers before they are written.
struct Draft {
  std::vector<std::vector<double>> row;
  std::vector<std::size_t> label;
  std::size_t labels = 2;
  Spelling spelling;
  bool writes_zeros = false;
  std::vector<double> weight;  ///< of each row; empty: all 1
  std::vector<double> factor;  ///< of each feature; empty: all 1
  bool can_overflow_floats = false;

  std::size_t features() const { return row.front().size(); }
};

/// Standard normal numbers, and labels by a random direction with some noise.
Draft gaussian(Random& random, std::size_t rows, std::size_t features, double noise = 0.7);
Draft gaussian(Random& random);  ///< of a size that most families have

}  // namespace smsvm::judge

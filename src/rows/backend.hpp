#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "rows/request.hpp"
#include "smsvm/dataset.hpp"
#include "smsvm/solver.hpp"

namespace smsvm {

/// Rows, and the state kept for each: a place where they lie, several such places as one, or something that lets
/// requests through and does its own with them. See request.hpp for what may be asked, and in which order.
///
/// Certificates allow for the rounding of sums over rows (rounding.hpp): no term may go through more additions, one
/// after the other, than 1024 and one for each block of the data; a value in a list through as many more as its chunk
/// has rows. Whoever adds in small groups, and these in a tree, is far below.
class Backend {
 public:
  Backend() = default;
  virtual ~Backend() = default;
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;

  /// For one caller at a time. `answer` may be one that was used before: its memory is used again.
  virtual void ask(const Request& request, Answer& answer) = 0;
};

/// A chunk of which the rows before lie in one backend and those that follow in the next.
struct SharedChunks {
  std::function<std::string()> take_over;         ///< what the backend before has made of it; empty: it was cancelled
  std::function<void(std::string)> hand_on = {};  ///< to the next one
};

/// What a backend needs to know beside its rows.
struct BackendOptions {
  std::vector<Target> problems;  ///< of the rows here, as they are stored
  bool has_intercept = false;
  std::uint64_t seed = 1;
  int threads = 1;
  std::int64_t first_row = 0;                   ///< the position of the first row here among those of all backends
  const RowOrder* order = nullptr;              ///< of the rows here, counted from the first one; null: the source's
  std::function<bool()> keep_going = {};        ///< asked now and then during a sweep, from one thread at a time
  const SharedChunks* shared_chunks = nullptr;  ///< if there are other backends
};

}  // namespace smsvm

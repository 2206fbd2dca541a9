#pragma once

#include <map>
#include <string>

#include "smsvm/dataset.hpp"

namespace smsvm::judge {

/// What `--precision` calls them; with the automatic choice where the library has one.
template <class Kind>
std::map<std::string, Kind> all_precisions() {
  std::map<std::string, Kind> all = {{"float", Kind::float32}, {"double", Kind::float64}};
  if constexpr (requires { Kind::automatic; }) all.emplace("auto", Kind::automatic);
  return all;
}

inline std::map<std::string, Precision> precisions() { return all_precisions<Precision>(); }

}  // namespace smsvm::judge

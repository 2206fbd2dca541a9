#pragma once

#include "smsvm/read.hpp"
#include "smsvm/store.hpp"
#include "util/temporary_folder.hpp"

namespace smsvm::test {

/// The same rows as a store has them: in another order, if there are 4,096 or more.
inline Dataset through_a_store(const Dataset& data) {
  const TemporaryFolder folder;
  save_store(data, folder.file("store"));
  ReadOptions options;
  options.labels_required = false;
  return read(folder.file("store"), options);
}

}  // namespace smsvm::test

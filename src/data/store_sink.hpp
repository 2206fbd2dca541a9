#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "data/block_sink.hpp"
#include "data/store_writer.hpp"

namespace smsvm {

/// Writes blocks to a store as they come. Where they have to be changed once all are known, they are written again, to
/// a second file: for that time there is room on the disk for two stores.
template <class Value>
class StoreSink : public BlockSink<Value> {
 public:
  using typename BlockSink<Value>::Dictionary;
  using typename BlockSink<Value>::Visit;
  using typename BlockSink<Value>::Change;

  explicit StoreSink(std::string path);

  void put(const BlockDraft<Value>& block, const Dictionary& dictionary) override;
  void visit(const Visit& look) override;
  void change(const Change& change) override;
  void note_groups(std::vector<std::int64_t> group_rows) override { writer_->note_groups(std::move(group_rows)); }

  StoreWriter<Value>& writer() { return *writer_; }

 private:
  Dictionary dictionary_of(std::int64_t k);

  std::string path_;
  std::unique_ptr<StoreWriter<Value>> writer_;
  std::vector<Extent> dictionary_;  ///< of each block; empty where there is none
};

extern template class StoreSink<float>;
extern template class StoreSink<double>;

}  // namespace smsvm

#include "data/store_sink.hpp"

#include <utility>

namespace smsvm {

template <class Value>
StoreSink<Value>::StoreSink(std::string path)
    : path_(std::move(path)), writer_(std::make_unique<StoreWriter<Value>>(path_)) {}

template <class Value>
void StoreSink<Value>::put(const BlockDraft<Value>& block, const Dictionary& dictionary) {
  writer_->put(borrowed(block));
  dictionary_.push_back(dictionary.empty() ? Extent{} : writer_->put_aside(dictionary));
}

template <class Value>
typename StoreSink<Value>::Dictionary StoreSink<Value>::dictionary_of(std::int64_t k) {
  return writer_->read_back(dictionary_[static_cast<std::size_t>(k)]);
}

template <class Value>
void StoreSink<Value>::visit(const Visit& look) {
  for (std::int64_t k = 0; k < writer_->blocks(); ++k) look(writer_->read_back(k), dictionary_of(k));
}

template <class Value>
void StoreSink<Value>::change(const Change& change) {
  auto changed = std::make_unique<StoreWriter<Value>>(path_);
  for (std::int64_t k = 0; k < writer_->blocks(); ++k) {
    BlockDraft<Value> block = writer_->read_back(k);
    change(block, dictionary_of(k));
    changed->put(borrowed(block));
  }
  writer_ = std::move(changed);
  dictionary_.assign(dictionary_.size(), {});
}

template class StoreSink<float>;
template class StoreSink<double>;

}  // namespace smsvm

#include "checkpoint/checkpoint_writer.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "util/byte_stream.hpp"

namespace smsvm {

CheckpointWriter::CheckpointWriter(std::string path, const SavedRun* before, const std::vector<NamedValue>& given)
    : path_(std::move(path)) {
  ByteWriter options;
  write_values(options, given);
  given_ = options.bytes();
  if (before != nullptr) {
    before_ = before->beginning();
    kept_ = before_.size();
    checksum_ = before->checksum_of_beginning();
    return;
  }
  ByteWriter head;
  head.raw(checkpoint_magic);
  head.number(checkpoint_version);
  head.number<std::uint32_t>(0);
  pending_ = head.bytes();
  checksum_.add(pending_);
}

void CheckpointWriter::append(RecordKind kind, std::size_t problem, const SavedAnswer& said) {
  ByteWriter head;
  head.number(static_cast<std::uint8_t>(kind));
  head.number(static_cast<std::uint32_t>(problem));
  head.number(said.question);
  head.number(said.rows);
  head.number(said.seconds);
  head.number<std::uint64_t>(said.answer.size());
  for (const std::string_view part : {std::string_view(head.bytes()), said.answer}) {
    pending_ += part;
    checksum_.add(part);
  }
}

void CheckpointWriter::copy_beginning(AtomicFile& to) const {
  if (!before_.empty()) return to.write(before_);
  std::vector<char> buffer(std::size_t{1} << 20);
  for (std::uint64_t at = 0; at < kept_; at += buffer.size()) {
    const std::span part(buffer.data(), std::min<std::uint64_t>(buffer.size(), kept_ - at));
    last_.read(path_, at, part);
    to.write({part.data(), part.size()});
  }
}

void CheckpointWriter::write(const std::function<void(const NumberSink& put)>& state) {
  AtomicFile file(path_);
  copy_beginning(file);
  file.write(pending_);
  Checksum checksum = checksum_;
  std::uint64_t state_bytes = 0;
  state([&](std::span<const double> numbers) {
    const std::string_view bytes(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
    checksum.add(bytes);
    file.write(bytes);
    state_bytes += bytes.size();
  });
  checksum.add(given_);
  file.write(given_);
  const std::uint64_t beginning = kept_ + pending_.size();
  ByteWriter tail;
  tail.number(beginning - checkpoint_head_bytes);
  tail.number(state_bytes);
  tail.number<std::uint64_t>(given_.size());
  checksum.add(tail.bytes());
  tail.number(checksum.value());
  tail.raw(checkpoint_magic);
  file.write(tail.bytes());
  FileDescriptor written = file.share();
  file.commit();
  last_ = std::move(written);
  before_ = {};
  kept_ = beginning;
  pending_.clear();
  pending_.shrink_to_fit();
}

}  // namespace smsvm

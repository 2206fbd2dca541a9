#pragma once

#include <xxhash.h>

#include <cstdint>
#include <memory>
#include <new>
#include <string_view>

namespace smsvm {

/// XXH3 over bytes that arrive in pieces: tells damage, not malice.
class Checksum {
 public:
  Checksum() : state_(XXH3_createState(), XXH3_freeState) {
    if (!state_) throw std::bad_alloc();
    XXH3_64bits_reset(state_.get());
  }
  Checksum(const Checksum& other) : Checksum() { *this = other; }
  Checksum& operator=(const Checksum& other) {
    if (this != &other) XXH3_copyState(state_.get(), other.state_.get());
    return *this;
  }
  void add(std::string_view bytes) { XXH3_64bits_update(state_.get(), bytes.data(), bytes.size()); }
  std::uint64_t value() const { return XXH3_64bits_digest(state_.get()); }

  static std::uint64_t of(std::string_view bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

 private:
  std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> state_;
};

}  // namespace smsvm

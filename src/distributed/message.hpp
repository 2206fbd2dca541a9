#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace smsvm {

// Messages between ranks: numbers, texts and arrays, one after the other, as they lie in memory. All ranks run the same
// program on the same kind of machine, and the network is trusted (SECURITY.md).

template <class Number>
concept PlainNumber = std::is_arithmetic_v<Number> || std::is_enum_v<Number>;
/// Also structures of such.
template <class Value>
concept Plain = std::is_trivially_copyable_v<Value> && !std::is_pointer_v<Value>;

class Message {
 public:
  template <PlainNumber Number>
  Message& add(Number value) {
    return add_bytes(&value, sizeof value);
  }
  Message& add(std::string_view text) {
    add(text.size());
    return add_bytes(text.data(), text.size());
  }
  /// With their number.
  template <class Numbers>
  Message& add_all(const Numbers& numbers) {
    add(numbers.size());
    return add_plain(numbers.data(), numbers.size());
  }
  /// Of which the reader knows how many they are.
  template <Plain Number>
  Message& add_plain(const Number* numbers, std::size_t count) {
    return add_bytes(numbers, count * sizeof(Number));
  }
  void reserve(std::size_t bytes) { bytes_.reserve(bytes_.size() + bytes); }

  const std::string& bytes() const { return bytes_; }
  std::string take() { return std::move(bytes_); }

 private:
  Message& add_bytes(const void* from, std::size_t count) {
    if (count > 0) bytes_.append(static_cast<const char*>(from), count);
    return *this;
  }
  std::string bytes_;
};

class MessageReader {
 public:
  explicit MessageReader(std::string_view bytes) : rest_(bytes) {}

  template <PlainNumber Number>
  Number take() {
    Number value;
    take_bytes(&value, sizeof value);
    return value;
  }
  std::string text() {
    std::string text(take_count(1), '\0');
    take_bytes(text.data(), text.size());
    return text;
  }
  template <Plain Number>
  std::vector<Number> take_all() {
    std::vector<Number> numbers(take_count(sizeof(Number)));
    take_plain(numbers.data(), numbers.size());
    return numbers;
  }
  /// How many of something follow, each of at least so many bytes: never more than there is room for.
  std::size_t take_count(std::size_t bytes_of_each) {
    const auto count = take<std::size_t>();
    if (count > rest_.size() / bytes_of_each) throw std::logic_error(too_short);
    return count;
  }
  void expect_bytes(std::size_t count) const {
    if (count > rest_.size()) throw std::logic_error(too_short);
  }
  template <Plain Number>
  void take_plain(Number* to, std::size_t count) {
    take_bytes(to, count * sizeof(Number));
  }
  bool at_end() const { return rest_.empty(); }

 private:
  void take_bytes(void* to, std::size_t count) {
    expect_bytes(count);
    if (count > 0) std::memcpy(to, rest_.data(), count);
    rest_.remove_prefix(count);
  }
  static constexpr const char* too_short = "a message is shorter than its content";
  std::string_view rest_;
};

}  // namespace smsvm

#pragma once

#include <string>
#include <vector>

#include "data/libsvm_text.hpp"
#include "data/npy_reader.hpp"
#include "data/source.hpp"
#include "smsvm/error.hpp"

namespace smsvm::test {

inline ReadOptions npy_label_in(const std::string& column, bool required = true) {
  ReadOptions options;
  options.label_column = column;
  options.labels_required = required;
  return options;
}

inline Dataset read_npy_bytes(const std::string& bytes, const ReadOptions& options = npy_label_in("1")) {
  return read_npy(Source::from_bytes(bytes, "t.npy"), options);
}

template <class Read>
std::string npy_message_of(Read read, const std::string& bytes, const ReadOptions& options = {}) {
  try {
    read(bytes, options);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

inline std::vector<std::string> npy_labels_of(const Dataset& data) {
  std::vector<std::string> labels;
  for (const auto number : data.labels.of_row) labels.push_back(data.labels.distinct.at(number).text);
  return labels;
}

inline const std::vector<PlainRow> two_rows = {{"1", {{1, 2}, {2, 3}}}, {"0", {{1, 5}, {2, 6}}}};

/// Each such file is read or refused, and nothing worse.
template <class Read>
void change_every_byte(const std::string& whole, Read read) {
  const ReadOptions options;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    for (const int flip : {1, 0x80, 0xff}) {
      std::string changed = whole;
      changed[i] = static_cast<char>(changed[i] ^ flip);
      try {
        read(changed, options);
      } catch (const DataError&) {
      }
    }
  }
}

}  // namespace smsvm::test

#include "cli/progress_bar.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

namespace smsvm::cli {
namespace {

constexpr double interval = 0.1;
constexpr int widest_bar = 30, narrowest_bar = 5;

int terminal_columns() {
  struct winsize size {};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

bool begins_character(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) != 0x80; }  // UTF-8

int columns_of(const std::string& text) { return static_cast<int>(std::ranges::count_if(text, begins_character)); }

std::string cut(const std::string& text, int columns) {
  int seen = 0;
  const auto end = std::ranges::find_if(text, [&](char byte) { return begins_character(byte) && ++seen > columns; });
  return {text.begin(), end};
}

std::string draw(double share, int width) {
  const int done = static_cast<int>(std::clamp(share, 0.0, 1.0) * width);
  return fmt::format("[{}{}]", std::string(done, '='), std::string(width - done, ' '));
}

}  // namespace

void ProgressBar::show(double share, const std::string& text) {
  if (!log_.interactive() || watch_.seconds() < next_) return;
  next_ = watch_.seconds() + interval;
  const int columns = terminal_columns() - 1;  // a full line would wrap
  const int room = std::min(columns - columns_of(text) - 3, widest_bar);
  log_.show_transient(room < narrowest_bar ? cut(text, columns) : draw(share, room) + " " + text);
}

}  // namespace smsvm::cli

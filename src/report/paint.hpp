#pragma once

#include <string>
#include <string_view>

namespace smsvm::report {

/// A colour that the page around a drawing may choose. It is written twice: as a custom property, and as a plain
/// attribute for programs that know SVG but no such properties.
struct Paint {
  std::string_view variable;
  std::string_view colour;  ///< where no page has chosen another: on white paper
};

inline constexpr Paint paper{"--plot-paper", "#ffffff"};
inline constexpr Paint ink{"--plot-ink", "#1f2328"};
inline constexpr Paint muted{"--plot-muted", "#59636e"};
inline constexpr Paint grid{"--plot-grid", "#e3e6ea"};

// As attributes of an element.
std::string fill(const Paint& inside);
std::string stroke(const Paint& outline);
std::string fill_and_stroke(const Paint& inside, const Paint& outline);

}  // namespace smsvm::report

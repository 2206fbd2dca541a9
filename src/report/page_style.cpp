#include <fmt/format.h>

#include "report/pages.hpp"
#include "report/series_style.hpp"

namespace smsvm::report {
namespace {

constexpr std::string_view light_colours = R"(  color-scheme: light;
  --paper: #ffffff; --ink: #1f2328; --muted: #59636e; --rule: #d1d5da; --shade: #f5f7f9; --accent: #0b62a8;
  --contrary: #d55e00;
  --shadow: rgb(31 35 40 / 25%);
  --plot-paper: #ffffff; --plot-ink: #1f2328; --plot-muted: #59636e; --plot-grid: #e6e8ec;
)";

constexpr std::string_view dark_colours = R"(  color-scheme: dark;
  --paper: #14171c; --ink: #e4e8ed; --muted: #9da7b3; --rule: #353c46; --shade: #1d2229; --accent: #74b3f2;
  --contrary: #f0803c;
  --shadow: rgb(0 0 0 / 75%);
  --plot-paper: #1a1e24; --plot-ink: #dde2e8; --plot-muted: #9da7b3; --plot-grid: #2e353e;
)";

constexpr std::string_view rules = R"(* { box-sizing: border-box; }
html { font: 100%/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  text-size-adjust: 100%; -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; max-width: 72rem; padding: 2.5rem clamp(0.75rem, 4vw, 2.5rem) 4rem;
  background: var(--paper); color: var(--ink); overflow-wrap: break-word; }
h1, h2, h3 { line-height: 1.25; text-wrap: balance; }
h1 { margin: 0 0 1rem; font-size: clamp(1.6rem, 1.2rem + 2vw, 2.3rem); letter-spacing: -0.015em; }
h2 { margin: 3rem 0 0.75rem; padding-bottom: 0.35rem; border-bottom: 1px solid var(--rule); font-size: 1.4rem;
  scroll-margin-top: 1rem; }
h3 { margin: 2rem 0 0.5rem; font-size: 1.1rem; }
p, ul { max-width: 46rem; margin: 0.75rem 0; }
ul { padding-left: 1.3rem; }
li + li { margin-top: 0.25rem; }
a { color: var(--accent); text-underline-offset: 0.15em; }
code { padding: 0.1em 0.3em; border-radius: 4px; background: var(--shade);
  font: 0.9em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
pre { margin: 1rem 0; padding: 0.9rem 1rem; border: 1px solid var(--rule); border-radius: 8px; background: var(--shade);
  overflow-x: auto; line-height: 1.45; }
pre code { padding: 0; background: none; font-size: 0.85rem; }
nav ol { display: flex; flex-wrap: wrap; gap: 0.4rem; margin: 0; padding: 0; list-style: none; }
nav li { margin: 0; }
nav a { display: block; padding: 0.2rem 0.7rem; border: 1px solid var(--rule); border-radius: 999px; font-size: 0.9rem;
  text-decoration: none; }
nav a:hover { background: var(--shade); }
figure { margin: 1.25rem 0; }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 26rem), 1fr)); gap: 1.25rem;
  margin: 1.25rem 0; align-items: start; }
.grid .table { margin: 0; min-width: 0; }
.plot { max-width: 40rem; margin: 0; border: 1px solid var(--rule); border-radius: 8px;
  background: var(--plot-paper); overflow: hidden; }
.plot svg { display: block; width: 100%; height: auto; }
.table figcaption { margin-bottom: 0.5rem; color: var(--muted); font-size: 0.9rem; }
.figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 11.5rem), 1fr)); gap: 0.75rem;
  margin: 1.25rem 0; }
.figures div { padding: 0.6rem 0.9rem; border: 1px solid var(--rule); border-radius: 8px; background: var(--shade); }
.figures dt { color: var(--muted); font-size: 0.85rem; }
.figures dd { margin: 0; font-size: 1.1rem; font-weight: 600; font-variant-numeric: tabular-nums; }
details { margin: 1.25rem 0; }
summary { color: var(--accent); font-size: 0.9rem; cursor: pointer; }
.scroll { max-width: max-content; min-width: min(100%, 24rem); overflow-x: auto; border: 1px solid var(--rule);
  border-radius: 8px;
  /* A shadow at the right edge while there is more to the right: its cover scrolls along. */
  background: linear-gradient(to left, var(--paper) 50%, transparent) right / 3rem 100% no-repeat local,
    linear-gradient(to left, var(--shadow), transparent) right / 1.25rem 100% no-repeat scroll, var(--paper); }
.scroll:focus-visible, pre:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
table { width: 100%; border-collapse: separate; border-spacing: 0; font-size: 0.9rem;
  font-variant-numeric: tabular-nums; }
th, td { padding: 0.4rem 0.9rem; border-bottom: 1px solid var(--rule); text-align: right; white-space: nowrap;
  font-weight: 400; }
thead th { border-bottom: 2px solid var(--rule); font-weight: 600; line-height: 1.3; vertical-align: bottom;
  white-space: normal; }
th:first-child { position: sticky; left: 0; text-align: left; background: var(--paper); }
tbody tr:last-child > * { border-bottom: 0; }
td small { display: block; color: var(--muted); font-size: 0.8em; line-height: 1.2; }
td[style] small { color: inherit; }
tbody tr:hover > * { background: var(--shade); }
@media (max-width: 40rem) {
  body { padding-top: 1.5rem; }
  th, td { padding: 0.4rem 0.6rem; }
  .figures { grid-template-columns: 1fr 1fr; gap: 0.5rem; }
  .figures dd { font-size: 1rem; }
  th:first-child { max-width: 42vw; white-space: normal; border-right: 1px solid var(--rule); }
}
@media print {
  html { font-size: 10pt; }
  body { max-width: none; padding: 0; }
  nav, details:not([open]) { display: none; }
  h2, h3, figcaption { break-after: avoid; }
  .grid { grid-template-columns: 1fr 1fr; gap: 0.75rem; }
  .plot, .figures div, tr, li, pre { break-inside: avoid; }
  .scroll { overflow: visible; border-width: 1px 0; border-radius: 0; background: none; }
  table { font-size: 8pt; }
  th, td { padding: 0.2rem 0.4rem; }
  th { white-space: normal; }
  th:first-child { position: static; min-width: 7rem; max-width: none; border-right: 0; }
  pre { white-space: pre-wrap; }
}
)";

std::string dark_series() {
  std::string properties;
  for (std::size_t index = 0; index < series_paints.size(); ++index) {
    properties += fmt::format("  {}: {};\n", series_paints.at(index).variable, dark_series_colours.at(index));
  }
  return properties;
}

}  // namespace

std::string page_style() {
  // Only screens are dark: paper is white whatever the reader's screen is.
  return fmt::format(":root {{\n{}}}\n@media screen and (prefers-color-scheme: dark) {{\n:root {{\n{}{}}}\n}}\n{}",
                     light_colours, dark_colours, dark_series(), rules);
}

}  // namespace smsvm::report

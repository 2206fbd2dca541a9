#pragma once

#include <CLI/App.hpp>
#include <functional>

namespace smsvm::cli {

/// What to do once the whole command line is known to be well formed; returns the exit code.
using Action = std::function<int()>;

// Each adds its sub-command to `app`, and sets `action` when that sub-command is the one given.
void add_train(CLI::App& app, Action& action);
void add_path(CLI::App& app, Action& action);
void add_cv(CLI::App& app, Action& action);
void add_predict(CLI::App& app, Action& action);
void add_verify(CLI::App& app, Action& action);
void add_check(CLI::App& app, Action& action);
void add_convert(CLI::App& app, Action& action);
void add_inspect(CLI::App& app, Action& action);
void add_report(CLI::App& app, Action& action);
void add_generate(CLI::App& app, Action& action);
void add_paper(CLI::App& app, Action& action);
void add_version(CLI::App& app, Action& action);
void add_export(CLI::App& app, Action& action);
void add_liblinear_train(CLI::App& app, Action& action);
void add_liblinear_predict(CLI::App& app, Action& action);
void add_help(CLI::App& app, Action& action);
// They speak of all the commands that were added before the action runs.
void add_completion(CLI::App& app, Action& action);
void add_manual(CLI::App& app, Action& action);

}  // namespace smsvm::cli

#include "cli/checkpointing.hpp"

#include <fmt/format.h>

#include <utility>

#include "cli/text.hpp"
#include "smsvm/error.hpp"

namespace smsvm::cli {

void CheckpointingOptions::add_to(CLI::App& command) {
  const char* group = "Checkpoints";
  command.add_option("--checkpoint", file, "Keep the run in this file, to go on from there whatever ends it")
      ->type_name("FILE")
      ->group(group);
  command.add_option("--checkpoint-every", every, "Write it after so many passes")
      ->type_name("NUMBER")
      ->default_str("a minute")
      ->group(group);
  command.add_option("--resume", resume, "Go on from this checkpoint, and keep the run there; needs no other option")
      ->type_name("FILE")
      ->each([&command](const std::string&) { command.get_option("DATA")->required(false); })
      ->group(group);
}

void CheckpointingOptions::complete(CLI::App& command) {
  if (file.empty()) file = resume;
  if (every && file.empty()) throw OptionError("--checkpoint-every: name the file with --checkpoint");
  CheckpointOptions{.file = file, .resume = resume, .every_passes = every, .warn = {}, .written = {}}.check();
  options = resume.empty() ? KeptOptions::of(command) : KeptOptions::resume(resume, command);
}

Checkpointing::Checkpointing(const CheckpointingOptions& options, Log& log)
    : file_(options.file), command_(options.options.command) {
  if (file_.empty()) return;
  const auto count = [this] {
    ++written_;
    note_checkpoint();
  };
  const auto warn = [this](const std::string& message) {
    const std::lock_guard lock(mutex_);
    warning_ = message;
  };
  checkpoint_ = std::make_unique<Checkpoint>(CheckpointOptions{.file = file_,
                                                               .resume = options.resume,
                                                               .every_passes = options.every,
                                                               .warn = warn,
                                                               .written = count,
                                                               .given = options.options.given});
  if (options.resume.empty()) return;
  note_checkpoint();
  const double seconds = checkpoint_->saved_seconds();
  log.event(Verbosity::normal, "resume",
            fmt::format("resume from {}, made after {} of training{}", options.resume, duration(seconds),
                        options.options.describe()),
            {{"file", options.resume},
             {"seconds", seconds},
             {"taken", in_words(options.options.taken)},
             {"not_taken", in_words(options.options.not_taken)}});
}

void Checkpointing::say_news(Log& log) {
  if (const int now = written_; now != std::exchange(announced_, now)) {
    const Verbosity level = log.format() == LogFormat::json ? Verbosity::normal : Verbosity::debug;
    log.event(level, "checkpoint", fmt::format("checkpoint {} written to {}", now, file_),
              {{"file", file_}, {"number", now}});
  }
  std::string warning;
  {
    const std::lock_guard lock(mutex_);
    warning = std::exchange(warning_, {});
  }
  if (!warning.empty()) log.warning("--checkpoint: " + warning);
}

void Checkpointing::say_how_to_go_on(Log& log) const {
  if (!checkpoint_ || !checkpoint_->exists()) return;
  log.event(Verbosity::normal, "checkpoint",
            fmt::format("checkpoint  {}; go on with smsvm {} --resume {}", file_, command_, file_), {{"file", file_}});
}

int Checkpointing::exit_code(int signal) const {
  return checkpoint_ && checkpoint_->exists() ? static_cast<int>(ErrorKind::interrupted) : exit_code_of_signal(signal);
}

}  // namespace smsvm::cli

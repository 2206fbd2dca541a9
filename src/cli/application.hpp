#pragma once

namespace smsvm::cli {

/// The whole program: parses the command line, runs the command, returns the exit code (docs/cli.md, section 4).
int run(int argc, char** argv);

}  // namespace smsvm::cli

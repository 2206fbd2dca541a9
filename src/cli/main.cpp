#include "cli/application.hpp"

int main(int argc, char** argv) { return smsvm::cli::run(argc, argv); }

#include "distributed/job.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "distributed/mpi/module.hpp"
#include "smsvm/error.hpp"

namespace smsvm {
namespace {

/// What a launcher tells its processes.
struct Launcher {
  const char* module;    ///< libsmsvm_<module>.so
  const char* name;      ///< for people
  const char* size;      ///< the variable with the number of ranks
  const char* packages;  ///< in Debian
};
constexpr Launcher launchers[] = {
    {"openmpi", "Open MPI", "OMPI_COMM_WORLD_SIZE", "libopenmpi-dev"},
    {"mpich", "MPICH", "PMI_SIZE", "libmpich-dev"},
};

int number_in(const char* variable) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? 0 : std::atoi(text);
}

std::vector<std::filesystem::path> places() {
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return {};
  const auto folder = program.parent_path();
  return {folder, folder / SMSVM_MODULE_FOLDER};
}

std::unique_ptr<Communicator> load(const Launcher& launcher) {
  std::string reason = "this build of smsvm has no module for it (Python wheels have none)";
  for (const auto& place : places()) {
    const auto file = place / fmt::format("libsmsvm_{}.so", launcher.module);
    if (!std::filesystem::exists(file)) continue;
    void* const module = ::dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL);  // global: MPI loads modules of its own
    if (module == nullptr) {
      reason = ::dlerror();
      continue;
    }
    const auto join = reinterpret_cast<decltype(&smsvm_join_mpi)>(::dlsym(module, smsvm_join_mpi_name));
    if (join != nullptr) return std::unique_ptr<Communicator>(join());
    reason = file.string() + " is not of this version";
  }
  throw Error(ErrorKind::unavailable,
              fmt::format("started by {} as one of {} ranks, but {}; install {} and build smsvm again", launcher.name,
                          number_in(launcher.size), reason, launcher.packages));
}

}  // namespace

bool is_in_job() {
  return std::ranges::any_of(launchers, [](const Launcher& launcher) { return number_in(launcher.size) > 1; });
}

std::unique_ptr<Communicator> join_job() {
  for (const Launcher& launcher : launchers)
    if (number_in(launcher.size) > 1) return load(launcher);
  return nullptr;
}

}  // namespace smsvm

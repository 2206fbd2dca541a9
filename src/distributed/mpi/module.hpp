#pragma once

#include "distributed/communicator.hpp"

/// What a module offers: called once in a process; the caller owns the result.
extern "C" smsvm::Communicator* smsvm_join_mpi();
inline constexpr const char* smsvm_join_mpi_name = "smsvm_join_mpi";

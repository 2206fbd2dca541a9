#pragma once

#include <memory>
#include <string>

#include "rows/backend.hpp"
#include "rows/instance.hpp"

namespace smsvm::test {

/// Where rows may lie, and who adds them up.
enum class Where { here, three_ranks, reference, three_references };

std::string name_of(Where where);

/// As `instance.data()`, in many small blocks, as if the rows were far more.
Dataset many_blocks(const Instance& instance, Storage storage, std::size_t rows_of_block);

/// What is asked about rows of which three ranks, threads of this process, have some each, as they lie.
std::unique_ptr<Backend> make_rows_at(Where where, const Dataset& data, BackendOptions options);

}  // namespace smsvm::test

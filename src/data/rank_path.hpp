#pragma once

#include <string>

namespace smsvm {

// Each rank may have a file of its own: in the name that is given for all of them, {rank} stands for the rank's number,
// from 0, and {rank:05} for the same with zeros in front, as those who write parts of data number them.

bool names_a_file_for_each_rank(const std::string& path);
/// The path itself if it has no such place.
std::string path_for_rank(const std::string& path, int rank);

}  // namespace smsvm

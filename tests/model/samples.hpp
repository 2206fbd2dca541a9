#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "smsvm/dataset.hpp"
#include "smsvm/model.hpp"

namespace smsvm::test {

/// Rows as plain vectors; zeros are the features a sparse row leaves out.
using Table = std::vector<std::vector<double>>;

Dataset sparse_data(const Table& rows, const std::vector<std::string>& labels,
                    Precision precision = Precision::float64);
Dataset dense_data(const Table& rows, const std::vector<std::string>& labels, Precision precision = Precision::float64);

/// About a third of the values are zero.
Table random_table(std::mt19937_64& random, std::size_t rows, std::size_t features);

/// What a libsvm file of these rows says, values with all their digits.
std::string libsvm_text(const Table& rows, const std::vector<std::string>& labels);

/// Any finite double, of any magnitude.
double any_double(std::mt19937_64& random);

/// With facts, and weights of all magnitudes.
Model random_model(std::mt19937_64& random, std::vector<std::string> labels, std::int64_t features, bool has_intercept);

TrainingFacts sample_facts();

/// A text model with its checksum made right again, so that the parser below it meets what was changed.
std::string reseal_model(std::string text);

/// Equal to the last bit.
bool same_bits(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace smsvm::test

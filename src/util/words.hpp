#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "smsvm/estimate.hpp"
#include "smsvm/read.hpp"

namespace smsvm {

/// A word of the command line and the value it stands for. Each list is spelled once: parsing, help, models and JSON
/// all walk it.
template <class Value>
struct Choice {
  const char* word;
  Value value;
};

inline constexpr std::array intercepts = {Choice{"free", Intercept::free}, Choice{"penalized", Intercept::penalized},
                                          Choice{"none", Intercept::none}};
inline constexpr std::array scales = {Choice{"none", Scale::none}, Choice{"minmax", Scale::minmax},
                                      Choice{"standard", Scale::standard}};
inline constexpr std::array precisions = {Choice{"auto", Precision::automatic}, Choice{"float", Precision::float32},
                                          Choice{"double", Precision::float64}};
inline constexpr std::array solvers = {Choice{"primal-dual", Solver::primal_dual},
                                       Choice{"newton", Solver::newton},
                                       Choice{"bfgs", Solver::bfgs},
                                       Choice{"sgd", Solver::sgd},
                                       Choice{"minibatch-sgd", Solver::minibatch_sgd},
                                       Choice{"cg", Solver::cg}};

inline constexpr std::array index_bases = {Choice{"1", IndexBase::one}, Choice{"0", IndexBase::zero},
                                           Choice{"auto", IndexBase::automatic}};
inline constexpr std::array text_formats = {Choice{"auto", TextFormat::automatic}, Choice{"libsvm", TextFormat::libsvm},
                                            Choice{"csv", TextFormat::csv}};
inline constexpr std::array headers = {Choice{"auto", Header::automatic}, Choice{"yes", Header::yes},
                                       Choice{"no", Header::no}};
inline constexpr std::array missing_treatments = {Choice{"error", Missing::error}, Choice{"mean", Missing::mean},
                                                  Choice{"indicator", Missing::indicator}};
inline constexpr std::array devices = {Choice{"auto", Device::automatic}, Choice{"cpu", Device::cpu},
                                       Choice{"cuda", Device::cuda}};
inline constexpr std::array calibrations = {
    Choice<std::optional<CalibrationMethod>>{"none", std::nullopt},
    Choice<std::optional<CalibrationMethod>>{"platt", CalibrationMethod::platt},
    Choice<std::optional<CalibrationMethod>>{"isotonic", CalibrationMethod::isotonic}};

constexpr const auto& choices_of(Intercept) { return intercepts; }
constexpr const auto& choices_of(Scale) { return scales; }
constexpr const auto& choices_of(Precision) { return precisions; }
constexpr const auto& choices_of(Solver) { return solvers; }
constexpr const auto& choices_of(Device) { return devices; }
constexpr const auto& choices_of(std::optional<CalibrationMethod>) { return calibrations; }

template <class Choices, class Value>
std::string word_for(const Choices& choices, Value value) {
  return std::ranges::find(choices, value, [](const auto& choice) { return choice.value; })->word;
}

}  // namespace smsvm

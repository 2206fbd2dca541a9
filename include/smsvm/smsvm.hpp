#pragma once

// All that a user of the library needs: file or array → Dataset → train → Fit → Model → predict.

#include "smsvm/arrays.hpp"
#include "smsvm/calibration.hpp"
#include "smsvm/checkpoint.hpp"
#include "smsvm/cross_validation.hpp"
#include "smsvm/dataset.hpp"
#include "smsvm/error.hpp"
#include "smsvm/evaluate.hpp"
#include "smsvm/model.hpp"
#include "smsvm/objective.hpp"
#include "smsvm/path.hpp"
#include "smsvm/proof.hpp"
#include "smsvm/read.hpp"
#include "smsvm/row_order.hpp"
#include "smsvm/row_weights.hpp"
#include "smsvm/scale.hpp"
#include "smsvm/solver.hpp"
#include "smsvm/store.hpp"
#include "smsvm/synthetic.hpp"
#include "smsvm/table.hpp"
#include "smsvm/version.hpp"

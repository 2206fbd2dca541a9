// What the Python package sees of the library: names and types, no decisions.

#include "cli/application.hpp"
#include "cli/report_file.hpp"
#include "cli/resources.hpp"
#include "cli/result/result_page.hpp"
#include "python/bindings.hpp"
#include "python/errors.hpp"
#include "python/interruptible.hpp"
#include "python/words.hpp"
#include "select/choose_points.hpp"
#include "select/held_out_scores.hpp"
#include "smsvm/smsvm.hpp"

namespace smsvm::python {
namespace {

void bind_problem(nb::module_& module) {
  nb::class_<NativeProblem>(module, "TrainingProblem", "Rows, classes, weights and penalty, as the library decides.")
      .def_prop_ro(
          "rows", [](const NativeProblem& self) { return self.rows(); }, "Those trained on.")
      .def_prop_ro("rows_given", [](const NativeProblem& self) { return self->rows_given; })
      .def_prop_ro("checksum", [](const NativeProblem& self) { return self->checksum; })
      .def_prop_ro("classes", [](const NativeProblem& self) { return texts_of(self->labels().distinct); })
      .def_prop_ro(
          "class_of_row", [](const NativeProblem& self) { return to_array(self->labels().of_row); }, own)
      .def_prop_ro("columns", [](const NativeProblem& self) { return self->problems(); })
      .def_prop_ro(
          "kept", [](const NativeProblem& self) { return to_array(self->kept); }, own)
      .def_prop_ro(
          "weight_given", [](const NativeProblem& self) { return to_array(self->weight_given); }, own)
      .def_prop_ro(
          "sample_weight", [](const NativeProblem& self) { return to_array(self->sample_weight()); }, own)
      .def_prop_ro(
          "sample_weight_given", [](const NativeProblem& self) { return to_array(self->sample_weight_given); }, own)
      .def_prop_ro("penalty", [](const NativeProblem& self) { return self->penalty; })
      .def("solve_to", [](NativeProblem& self, double gap) { self->options.solve_to = gap; })
      .def("move_to", [](NativeProblem& self, const PathPoint& point) { self->move_to(point); })
      .def("for_rows_given", [](const NativeProblem& self, const Numbers<double>& of_kept) {
        return to_array(self->for_rows_given(to_vector(of_kept)));
      });
  module.def("prepare", [](const NativeData& data, const TrainingOptions& options) {
    NativeProblem prepared{std::make_shared<TrainingProblem>(), data.owner};
    const nb::gil_scoped_release others_may_run;
    *prepared.problem = prepare(data.data, options);
    return prepared;
  });
}

void bind_training(nb::module_& module) {
  nb::class_<Fit>(module, "Fit")
      .def_prop_ro("status", [](const Fit& self) { return std::string(name(self.status)); })
      .def_prop_ro(
          "weights", [](Fit& self) { return view_of(self.weights, self); }, own)
      .def_prop_ro(
          "dual_point", [](Fit& self) { return view_of(self.dual_point, self); }, own)
      .def_prop_ro("history", &history_of, own)
      .def_prop_ro("relative_gap", &Fit::relative_gap)
      .def_ro("intercept", &Fit::intercept)
      .def_ro("primal", &Fit::primal)
      .def_ro("dual", &Fit::dual)
      .def_ro("passes", &Fit::passes)
      .def_ro("hessian_rows", &Fit::hessian_rows)
      .def_ro("iterations", &Fit::iterations)
      .def_ro("nonzero_weights", &Fit::nonzero_weights)
      .def_ro("seconds", &Fit::seconds);
  nb::class_<Outcome>(module, "Outcome", "Of all classes together.")
      .def_prop_ro("status", [](const Outcome& self) { return std::string(name(self.status)); })
      .def_ro("primal", &Outcome::primal)
      .def_ro("dual", &Outcome::dual)
      .def_ro("relative_gap", &Outcome::relative_gap)
      .def_ro("passes", &Outcome::passes)
      .def_ro("hessian_rows", &Outcome::hessian_rows);
  nb::class_<Training>(module, "Training")
      .def_prop_ro("outcome", [](const Training& self) { return outcome_of(self); })
      .def_prop_ro("fit", [](const Training& self) { return self.fit; })
      .def_prop_ro("passes", [](const Training& self) { return self.passes; })
      .def_prop_ro("seconds", [](const Training& self) { return self.seconds; })
      .def_prop_ro("is_proved", &Training::is_proved)
      .def_ro("calibration", &Training::calibration);
  module.def(
      "train",
      [](const NativeProblem& problem, nb::object listener) {
        return run_interruptibly<Training>(std::move(listener), problem.owner, [problem = problem.problem](Job& job) {
          return train(*problem, [&](std::size_t k, const Progress& now) { return job.tell({k, 0, now}); });
        });
      },
      "problem"_a, "listener"_a.none());
  module.def(
      "facts_of",
      [](const NativeProblem& problem, const Training& training) {
        return model_of(*problem.problem, training).facts.value();
      },
      "What the model file says about the training.");
}

void bind_paths(nb::module_& module) {
  nb::class_<PathPoint>(module, "PathPoint")
      .def_prop_ro("status", [](const PathPoint& self) { return std::string(name(self.status)); })
      .def_prop_ro(
          "feature", [](const PathPoint& self) { return to_array(self.weights.feature); }, own)
      .def_prop_ro(
          "value", [](const PathPoint& self) { return to_array(self.weights.value); }, own)
      .def_prop_ro("relative_gap", &PathPoint::relative_gap)
      .def_ro("strength", &PathPoint::strength)
      .def_ro("l1", &PathPoint::l1)
      .def_ro("l2", &PathPoint::l2)
      .def_ro("intercept", &PathPoint::intercept)
      .def_ro("primal", &PathPoint::primal)
      .def_ro("dual", &PathPoint::dual)
      .def_ro("loss", &PathPoint::loss)
      .def_ro("passes", &PathPoint::passes);
  nb::class_<PathOptions>(module, "PathOptions")
      .def(nb::init<>())
      .def_rw("points", &PathOptions::points)
      .def_rw("min_ratio", &PathOptions::min_ratio)
      .def_rw("l1_ratio", &PathOptions::l1_ratio)
      .def_rw("strengths", &PathOptions::strengths)
      .def_rw("stop_early", &PathOptions::stop_early)
      .def("check", &PathOptions::check);
  nb::class_<GroupPaths>(module, "GroupPaths")
      .def_ro("path", &GroupPaths::path)
      .def_prop_ro("largest", [](const GroupPaths& self) { return std::pair(self.largest.lower, self.largest.upper); });
  module.def(
      "fit_paths",
      [](const NativeProblem& problem, const std::vector<PathOptions>& paths, const std::vector<Numbers<double>>& parts,
         nb::object listener) {
        std::vector<std::vector<double>> of_rows;
        for (const auto& part : parts) of_rows.push_back(to_vector(part));
        return run_interruptibly<std::vector<GroupPaths>>(
            std::move(listener), problem.owner, [=, of_rows = std::move(of_rows), problem = problem.problem](Job& job) {
              const auto observe = [&](std::size_t k, int point, const Progress& now) {
                return job.tell({k, point, now});
              };
              return fit_paths(*problem, paths, of_rows, observe).group;
            });
      },
      "problem"_a, "paths"_a, "parts"_a, "listener"_a.none());
}

void bind_scores(nb::module_& module) {
  module.def("keep_rows", [](const NativeData& data, const Numbers<std::int64_t>& rows) {
    const std::vector<std::int64_t> kept = to_vector(rows);
    auto chosen = std::make_shared<Dataset>();
    {
      const nb::gil_scoped_release others_may_run;
      *chosen = keep_rows(*data.data, kept);
    }
    return NativeData{std::move(chosen), data.owner};
  });
  nb::class_<LinearModel>(module, "LinearModel", "Weights of which most may be zero, and the intercept.")
      .def("__init__",
           [](LinearModel* self, const Numbers<std::int32_t>& feature, const Numbers<double>& value, double intercept) {
             new (self) LinearModel{{to_vector(feature), to_vector(value)}, intercept};
           });
  module.def("held_out_scores", [](const NativeData& data, const Numbers<std::int32_t>& fold_of_row,
                                   const std::vector<std::vector<LinearModel>>& models_of_fold, int threads) {
    const auto rows = static_cast<std::size_t>(data.data->rows);
    std::vector<double> scores = [&] {
      const nb::gil_scoped_release others_may_run;
      return held_out_scores(*data.data, {fold_of_row.data(), fold_of_row.size()}, models_of_fold, threads);
    }();
    const std::size_t columns = scores.size() / std::max<std::size_t>(1, rows);
    return to_array(std::move(scores), {rows, columns});
  });

  module.def(
      "summarise",
      [](const Table<double>& scores, const std::vector<double>& fold_weight) {
        MetricCurve curve;
        const std::size_t points = scores.shape(0), folds = scores.shape(1);
        for (std::size_t p = 0; p < points; ++p)
          curve.of_fold.emplace_back(scores.data() + p * folds, scores.data() + (p + 1) * folds);
        summarise(curve, fold_weight);
        return std::pair(to_array(std::move(curve.mean)), to_array(std::move(curve.standard_error)));
      },
      "Mean and standard error of each point.");
  module.def(
      "choose_points",
      [](const std::vector<std::pair<std::vector<double>, std::vector<double>>>& summaries) {
        std::vector<MetricCurve> curves;
        for (const auto& [mean, error] : summaries) curves.push_back({Metric::accuracy, {}, mean, error});
        std::vector<const MetricCurve*> of_path;
        for (const MetricCurve& curve : curves) of_path.push_back(&curve);
        const auto [best, one_se] = choose_points(of_path);
        return std::tuple(best.path, best.point, one_se.point);
      },
      "The path, its best point, and the strongest within a standard error; the larger a mean, the better.");
}

void bind_calibrations(nb::module_& module) {
  nb::class_<PlattCalibration>(module, "PlattCalibration")
      .def("__init__",
           [](PlattCalibration* self, double slope, double offset) {
             new (self) PlattCalibration{slope, offset};
           })
      .def_ro("slope", &PlattCalibration::slope)
      .def_ro("offset", &PlattCalibration::offset);
  nb::class_<IsotonicCalibration>(module, "IsotonicCalibration")
      .def("__init__",
           [](IsotonicCalibration* self, std::vector<double> score, std::vector<double> probability) {
             new (self) IsotonicCalibration{std::move(score), std::move(probability)};
           })
      .def_ro("score", &IsotonicCalibration::score)
      .def_ro("probability", &IsotonicCalibration::probability);
  module.def("class_probabilities", [](const std::vector<Calibration>& calibrations, const Table<double>& scores) {
    const std::size_t rows = scores.shape(0), columns = scores.shape(1), classes = columns == 1 ? 2 : columns;
    std::vector<double> probabilities(rows * classes);
    for (std::size_t i = 0; i < rows; ++i)
      class_probabilities(calibrations, {scores.data() + i * columns, columns}, {&probabilities[i * classes], classes});
    return to_array(std::move(probabilities), {rows, classes});
  });
}

void bind_facts(nb::module_& module) {
  nb::class_<ClassFacts>(module, "ClassFacts")
      .def(nb::init<std::string, double, std::optional<double>, double>())
      .def_ro("status", &ClassFacts::status)
      .def_ro("primal", &ClassFacts::primal)
      .def_ro("dual", &ClassFacts::dual)
      .def_ro("passes", &ClassFacts::passes);
  nb::class_<TrainingFacts>(module, "TrainingFacts")
      .def(nb::init<>())
      .def_rw("status", &TrainingFacts::status)
      .def_rw("l2", &TrainingFacts::l2)
      .def_rw("l1", &TrainingFacts::l1)
      .def_rw("c", &TrainingFacts::c)
      .def_rw("l1_ratio", &TrainingFacts::l1_ratio)
      .def_rw("intercept", &TrainingFacts::intercept)
      .def_rw("precision", &TrainingFacts::precision)
      .def_rw("tolerance", &TrainingFacts::tolerance)
      .def_rw("primal", &TrainingFacts::primal)
      .def_rw("dual", &TrainingFacts::dual)
      .def_rw("rows", &TrainingFacts::rows)
      .def_rw("total_weight", &TrainingFacts::total_weight)
      .def_rw("passes", &TrainingFacts::passes)
      .def_rw("data_checksum", &TrainingFacts::data_checksum)
      .def_rw("classes", &TrainingFacts::classes)
      .def_rw("scale", &TrainingFacts::scale)
      .def_rw("feature_scale", &TrainingFacts::feature_scale)
      .def_prop_rw(
          "class_weights", [](const TrainingFacts& self) { return to_pairs(self.class_weights); },
          [](TrainingFacts& self, const ClassWeights& weights) { self.class_weights = from_pairs(weights); });
}

void bind_models(nb::module_& module) {
  nb::class_<Model>(module, "Model")
      .def(nb::init<>())
      .def_prop_rw(
          "labels", [](const Model& self) { return texts_of(self.labels); },
          [](Model& self, const std::vector<std::string>& texts) { self.labels = to_labels(texts); })
      .def_prop_rw(
          "weights", [](const Model& self) { return to_array(self.weights); },
          [](Model& self, const Numbers<double>& weights) { self.weights = to_vector(weights); }, nb::for_getter(own))
      .def_prop_rw(
          "feature_ids", [](const Model& self) { return to_array(self.feature_ids); },
          [](Model& self, const Numbers<std::int64_t>& ids) { self.feature_ids = to_vector(ids); }, nb::for_getter(own))
      .def_rw("label_kind", &Model::label_kind)
      .def_prop_ro("table", [](const Model& self) { return text_of_table(self.table.get()); })
      .def("set_table", [](Model& self, const std::string& text) { self.table = table_from_text(text, self.features); })
      .def_rw("feature_names", &Model::feature_names)
      .def_rw("features", &Model::features)
      .def_rw("intercept", &Model::intercept)
      .def_rw("has_intercept", &Model::has_intercept)
      .def_rw("calibration", &Model::calibration)
      .def_rw("facts", &Model::facts);
  module.def("save_model", &save_model, nb::call_guard<nb::gil_scoped_release>());
  module.def("load_model", &load_model, nb::call_guard<nb::gil_scoped_release>());
  module.def("scores", [](const Model& model, const NativeData& data, int threads) {
    Predictions predictions = [&] {
      const nb::gil_scoped_release others_may_run;
      return predict(model, *data.data, threads);
    }();
    return std::pair(
        to_array(std::move(predictions.scores), {static_cast<std::size_t>(data.data->rows), model.columns()}),
        std::move(predictions.warnings));
  });
}

void bind_proofs(nb::module_& module) {
  nb::class_<ClassProof>(module, "ClassProof")
      .def("__init__", [](ClassProof* self, const std::string& positive, double primal, double dual,
                          const Numbers<double>& dual_point) {
        new (self) ClassProof{Label::parse(positive), primal, dual, to_vector(dual_point)};
      });
  nb::class_<Proof>(module, "Proof")
      .def("__init__", [](Proof* self, std::uint64_t data_checksum, std::int64_t rows, const std::string& word,
                          const Penalty& penalty, const Numbers<double>& row_weight, std::vector<ClassProof> classes) {
        new (self) Proof{data_checksum, rows, precision(word), penalty, to_vector(row_weight), std::move(classes)};
      });
  module.def("save_proof", &save_proof, nb::call_guard<nb::gil_scoped_release>());
  nb::class_<ClassVerdict>(module, "ClassVerdict")
      .def_ro("primal", &ClassVerdict::primal)
      .def_ro("dual", &ClassVerdict::dual)
      .def_ro("relative_gap", &ClassVerdict::relative_gap);
  nb::class_<Verdict>(module, "Verdict")
      .def_ro("classes", &Verdict::classes)
      .def_ro("primal", &Verdict::primal)
      .def_ro("dual", &Verdict::dual)
      .def_ro("relative_gap", &Verdict::relative_gap)
      .def_ro("holds", &Verdict::holds)
      .def_ro("reason", &Verdict::reason);
  module.def("verify", [](const NativeData& data, const Model& model, const Proof& proof) {
    const nb::gil_scoped_release others_may_run;
    return verify(*data.data, model, proof);
  });
}

void bind_command(nb::module_& module) {
  module.def("main", [](std::vector<std::string> arguments) {
    std::vector<char*> words;
    for (std::string& argument : arguments) words.push_back(argument.data());
    words.push_back(nullptr);
    const nb::gil_scoped_release others_may_run;
    return cli::run(static_cast<int>(arguments.size()), words.data());
  });
  module.def("result_page", &cli::result_page_of_text, "json"_a, "source"_a, "The page `smsvm report` makes of this.");
  module.def("model_page", &cli::report_on_model, "model"_a, "name"_a,
             "The page `smsvm report` makes of a model's file.");
  module.def("wait_for_jobs_left_behind", &wait_for_jobs_left_behind);
  nb::module_::import_("atexit").attr("register")(module.attr("wait_for_jobs_left_behind"));
  module.def("peak_memory_bytes", &cli::peak_memory_bytes);
}

NB_MODULE(_core, module) {
  module.doc() = "smsvm's library and command.";
  module.attr("__version__") = std::string(version);
  translate_errors();
  bind_data(module);
  bind_reading(module);
  bind_options(module);
  bind_problem(module);
  bind_training(module);
  bind_paths(module);
  bind_scores(module);
  bind_calibrations(module);
  bind_facts(module);
  bind_models(module);
  bind_proofs(module);
  bind_command(module);
}

}  // namespace
}  // namespace smsvm::python

"""Forged data, models and proofs: what a skilful forger would hand in, all checksums made to fit.

A forgery is a changed copy of a true case. Where a change could leave the claims true (a weight may be changed for the
better) only those copies are kept whose claims are false, by more than the 1e-9th part, in plain exact arithmetic.
"""

import random

import forged_models as models
import forged_proofs as proofs
from forgery_cases import claims_are_false


def with_false_claims(candidates, most):
    """At most so many of those whose claims are clearly false."""
    found = 0
    for what, case in candidates:
        if found < most and claims_are_false(case):
            found += 1
            yield what, case


FREE_TO_CHANGE = {  # how many to keep of those whose claims are false
    models.altered_values: 12, models.altered_labels: 8, models.dropped_rows: 6, models.duplicated_rows: 6,
    models.exchanged_rows: 8, models.exchanged_columns: 6, models.altered_weights: 16, proofs.altered_duals: 12,
    proofs.altered_penalties: 12}
ALWAYS_FALSE = [
    models.row_counts, models.altered_intercepts, models.weights_of_strange_features,
    models.weights_that_are_no_numbers, models.hidden_weights, models.altered_model_labels, models.labels_for_liblinear,
    models.altered_proof_labels, models.sets_of_classes, models.altered_names, proofs.duals_outside,
    proofs.penalties_that_differ, proofs.intercept_kinds, proofs.precisions, proofs.altered_scales,
    proofs.kinds_of_scale, proofs.altered_factors, proofs.altered_row_weights, proofs.classes_of_weight_zero,
    proofs.weights_left_out, proofs.class_weights, proofs.claims_beyond_truth, proofs.trailer_numbers,
    proofs.trailer_statements]
KINDS = sorted(kind.__name__ for kind in [*FREE_TO_CHANGE, *ALWAYS_FALSE, proofs.damaged_proofs])


def forgeries(cases, hash_of, seed=1):
    """{kind: [(what was altered, the forged case)]}"""
    draw, kinds, seen = random.Random(seed), {}, set()
    for name, case in cases.items():
        made = {kind: with_false_claims(kind(case, draw), most) for kind, most in FREE_TO_CHANGE.items()}
        made.update({kind: kind(case, draw) for kind in ALWAYS_FALSE})
        made[proofs.damaged_proofs] = proofs.damaged_proofs(case, draw, hash_of)
        for kind, found in made.items():
            for what, forged in found:
                content = (name, forged.data_text(), forged.model_bytes(hash_of), forged.proof_content(hash_of))
                if content not in seen:
                    kinds.setdefault(kind.__name__, []).append((f"{name}: {what}", forged))
                seen.add(content)
    return kinds

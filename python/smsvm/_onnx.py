"""Models as ONNX graphs. Needs the package ``onnx``."""

import numpy as np

from ._native_model import dense


def to_onnx(estimator, dtype="float32"):
    """A graph with the input ``X`` and the outputs ``label`` and ``scores`` (one column per class)."""
    if dtype not in ("float32", "float64"):
        raise ValueError(f"dtype: there is no {dtype!r}; choose from: float32, float64")
    try:
        from onnx import TensorProto, checker, helper, numpy_helper
    except ImportError as error:
        raise ImportError("to_onnx needs the package onnx: pip install onnx") from error

    coef, intercept = dense(estimator.coef_), estimator.intercept_
    if len(coef) == 1:  # one score for two classes: its negative is the other's
        coef, intercept = np.vstack([-coef, coef]), np.concatenate([-intercept, intercept])
    labels = _labels(estimator.classes_)
    is_text = labels.dtype == object
    number = TensorProto.FLOAT if dtype == "float32" else TensorProto.DOUBLE
    if dtype == "float32":
        words = {"classlabels_strings": labels.tolist()} if is_text else {"classlabels_ints": labels.tolist()}
        nodes = [
            helper.make_node(
                "LinearClassifier",
                ["X"],
                ["label", "scores"],
                domain="ai.onnx.ml",
                coefficients=coef.astype(np.float32).ravel().tolist(),
                intercepts=intercept.astype(np.float32).tolist(),
                multi_class=0,
                post_transform="NONE",
                **words,
            )
        ]
        constants = []
    else:  # LinearClassifier computes in float32, whatever its input
        constants = [
            numpy_helper.from_array(np.ascontiguousarray(coef.T, dtype=np.float64), "weights"),
            numpy_helper.from_array(np.asarray(intercept, dtype=np.float64), "intercept"),
            numpy_helper.from_array(labels, "labels"),
        ]
        nodes = [
            helper.make_node("MatMul", ["X", "weights"], ["products"]),
            helper.make_node("Add", ["products", "intercept"], ["scores"]),
            helper.make_node("ArgMax", ["scores"], ["best"], axis=1, keepdims=0),
            helper.make_node("Gather", ["labels", "best"], ["label"]),
        ]
    graph = helper.make_graph(
        nodes,
        "smsvm",
        [helper.make_tensor_value_info("X", number, [None, estimator.coef_.shape[1]])],
        [
            helper.make_tensor_value_info("label", TensorProto.STRING if is_text else TensorProto.INT64, [None]),
            helper.make_tensor_value_info("scores", number, [None, len(labels)]),
        ],
        constants,
    )
    # Old enough for runtimes in use, new enough for doubles.
    opsets = [helper.make_opsetid("", 13), helper.make_opsetid("ai.onnx.ml", 1)]
    model = helper.make_model(graph, opset_imports=opsets, producer_name="smsvm", ir_version=7)
    checker.check_model(model)
    return model


def _labels(classes):
    """ONNX knows whole numbers and text."""
    if classes.dtype.kind in "iub":
        return classes.astype(np.int64)
    if classes.dtype.kind == "f" and (classes == np.floor(classes)).all():
        return classes.astype(np.int64)
    return np.array([str(label) for label in classes.tolist()], dtype=object)

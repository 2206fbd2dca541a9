"""Parquet and Arrow files, read by pyarrow, as the text of a table: one rule says what is made of their columns."""

import io

# What the files begin with; an Arrow stream is told by its name alone.
_PARQUET, _ARROW, _FEATHER, _STREAM = b"PAR1", b"ARROW1", b"FEA1", b"\xff\xff\xff\xff"


def is_columnar(path):
    if path == "-":
        return False
    with open(path, "rb") as file:
        start = file.read(8)
    by_name = path.lower().endswith((".arrow", ".arrows", ".ipc"))
    return start.startswith((_PARQUET, _ARROW, _FEATHER)) or (by_name and start.startswith(_STREAM))


def csv_of_columnar(path):
    """The table as CSV with a header, in which numbers have all their digits and nulls are empty."""
    try:
        import pyarrow
        import pyarrow.csv
    except ImportError:
        raise ImportError(f"{path} is a Parquet or Arrow file, which needs pyarrow: pip install pyarrow") from None
    table = _read(pyarrow, path)
    for number, column in enumerate(table.schema):
        if pyarrow.types.is_dictionary(column.type):
            values = table.column(number).cast(column.type.value_type)
            table = table.set_column(number, column.name, values)
        elif pyarrow.types.is_nested(column.type) or pyarrow.types.is_binary(column.type):
            raise ValueError(f"{path}: column {column.name!r} holds {column.type}; expected numbers or text: leave it out")
    text = io.BytesIO()
    pyarrow.csv.write_csv(table, text)
    return text.getvalue()


def _read(pyarrow, path):
    with open(path, "rb") as file:
        start = file.read(8)
    if start.startswith(_PARQUET):
        import pyarrow.parquet

        return pyarrow.parquet.read_table(path)
    if start.startswith(_STREAM):
        return pyarrow.ipc.open_stream(path).read_all()
    import pyarrow.feather

    return pyarrow.feather.read_table(path)


def as_csv(options):
    """The options for such a text, whatever the file is called."""
    options.text_format = "csv"
    options.header = "yes"
    options.delimiter = ","
    return options

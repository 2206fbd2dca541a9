"""Raw lines: kept as they come, and found again."""

from suite import records


def test_lines_are_on_disk_at_once(tmp_path):
    recorder = records.Recorder(tmp_path / "new", "part")
    recorder.write("machine", cores=2)
    recorder.write("run", seconds=1.5)
    assert records.load(records.path_of(tmp_path / "new", "part")) == recorder.lines


def test_without_a_measurement_the_old_figures_stay(tmp_path):
    (tmp_path / "part.jsonl").write_text("old")
    recorder = records.Recorder(tmp_path, "part")
    recorder.write("machine", cores=2)
    recorder.close()
    assert (tmp_path / "part.jsonl").read_text() == "old"


def test_an_interrupted_round_is_left_out():
    lines = [{"round": number, "program": program, "data": "d"} for number in (0, 1) for program in ("a", "b")]
    assert records.whole_rounds(lines[:-1], "program", "data") == lines[:2]
    assert records.whole_rounds(lines, "program", "data") == lines
    assert records.whole_rounds([], "program") == []


def test_lines_are_found_by_kind_and_fields():
    lines = [{"kind": "run", "a": 1}, {"kind": "run", "a": 2}, {"kind": "end"}]
    assert records.of_kind(lines, "run", a=2) == [lines[1]]
    assert list(records.groups(lines[:2], "a")) == [(1,), (2,)]

"""What the tree of sources promises: who may include whom."""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = {".hpp", ".cpp", ".inl"}


def folders_in_order():
    return re.findall(r"add_subdirectory\((\w+)\)", (ROOT / "src" / "CMakeLists.txt").read_text())


def included_folders(file):
    return re.findall(r'^#include "([\w]+)/', file.read_text(), re.M)


def test_every_folder_of_sources_has_a_place():
    assert sorted(folder.name for folder in (ROOT / "src").iterdir() if folder.is_dir()) == sorted(folders_in_order())


def test_a_folder_includes_only_those_above_it():
    order = folders_in_order()
    wrong = []
    for file in sorted((ROOT / "src").rglob("*")):
        if file.suffix not in SOURCES:
            continue
        place = order.index(file.relative_to(ROOT / "src").parts[0])
        for folder in included_folders(file):
            if folder != "smsvm" and folder in order and order.index(folder) > place:
                wrong.append(f"{file.relative_to(ROOT)} includes {folder}/")
    assert not wrong, wrong


def test_public_headers_include_only_each_other():
    for file in (ROOT / "include").rglob("*.hpp"):
        assert set(included_folders(file)) <= {"smsvm"}, file


def test_public_headers_name_no_type_of_the_library_alone():
    texts = [file.read_text() for file in sorted((ROOT / "include").rglob("*.hpp"))]
    defined = {name for text in texts for name in re.findall(r"^(?:class|struct) (?:SMSVM_API )?(\w+) .*\{", text, re.M)}
    declared = {name for text in texts for name in re.findall(r"^(?:class|struct) (\w+);", text, re.M)}
    assert declared <= defined, declared - defined


def test_a_solver_knows_rows_by_what_it_asks_of_them():
    for file in sorted((ROOT / "src" / "solver").rglob("*.?pp")):
        assert "data" not in included_folders(file) and not re.search(r"\bDataset\b", file.read_text()), file


def test_interfaces_are_narrow():
    for file in sorted(path for path in (ROOT / "src").rglob("*") if path.suffix in SOURCES):
        for name, body in re.findall(r"^(?:class|struct) (\w+)[^;{]*\{(.*?)^\};", file.read_text(), re.M | re.S):
            assert len(re.findall(r"\bvirtual\b.*= 0;", body)) <= 8, (file, name)


def test_prefetches_take_addresses():
    """A pointer past the end of an array is undefined, used or not."""
    users = {file.name for file in (ROOT / "src").rglob("*") if file.suffix in SOURCES and "__builtin_prefetch" in file.read_text()}
    assert users == {"fetch.hpp"}, users

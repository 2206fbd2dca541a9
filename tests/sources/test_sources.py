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

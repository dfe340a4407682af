"""Rulebooks come from strangers: bounded files, none outside the folder, and nothing that blocks."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from ruleslawyer.rulebook import files
from ruleslawyer.rulebook.diagnostics import MAX_SHOWN, Diagnostic, RulebookError
from ruleslawyer.rulebook.reader import read_leniently, read_rulebook
from ruleslawyer.rulebook.yaml_reader import MAX_BYTES

Write = Callable[..., Path]


def only_fault(folder: Path) -> Diagnostic:
    (fault,) = read_leniently(folder)[1]
    return fault


def test_a_link_out_of_the_folder(write: Write, tmp_path: Path) -> None:
    (tmp_path / "secret.yaml").write_text("types:\n  A: [b]\n", encoding="utf-8")
    folder = write()
    (folder / "link.yaml").symlink_to(tmp_path / "secret.yaml")
    fault = only_fault(folder)
    assert (fault.code, str(fault.span)) == ("link-out", "pebbles/link.yaml:1:1")


def test_a_table_that_is_a_link_out_of_the_folder(write: Write, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("colour,weight\nred,1\n", encoding="utf-8")
    folder = write(more="cards:\n- kind: Pebble\n  csv: stones.csv\n")
    (folder / "stones.csv").symlink_to(tmp_path / "secret")
    assert only_fault(folder).code == "link-out"


def test_a_link_within_the_folder(write: Write) -> None:
    folder = write(more="types:\n  A: [b]\n")
    (folder / "link.yaml").symlink_to(folder / "more.yaml")
    assert only_fault(folder).code == "declared-twice"


def test_a_link_to_nowhere_or_to_itself(write: Write) -> None:
    folder = write()
    (folder / "a.yaml").symlink_to(folder / "none.yaml")
    (folder / "b.yaml").symlink_to(folder / "b.yaml")
    assert [fault.code for fault in read_leniently(folder)[1]] == ["unreadable", "unreadable"]


def test_a_linked_folder(write: Write, tmp_path: Path) -> None:
    folder = write()
    (folder / "sub").symlink_to(tmp_path)
    assert only_fault(folder).code == "linked-folder"


def test_a_pipe_does_not_block(write: Write) -> None:
    folder = write()
    os.mkfifo(folder / "pipe.yaml")
    assert only_fault(folder).code == "not-a-file"


def test_a_folder_called_like_a_file(write: Write) -> None:
    folder = write()
    (folder / "sub.yaml").mkdir()
    assert read_leniently(folder)[1] == []


def test_bytes_that_are_not_text(write: Write) -> None:
    folder = write()
    (folder / "more.yaml").write_bytes("says: 抽".encode() + b"\nx: \xff\n")
    fault = only_fault(folder)
    assert (fault.code, str(fault.span)) == ("not-utf-8", "pebbles/more.yaml:2:4")
    assert "0xff" in fault.message


def test_a_file_over_the_limit(write: Write) -> None:
    fault = only_fault(write(more="says: " + "x" * MAX_BYTES))
    assert (fault.code, fault.hint) == ("file-too-large", "split it into several files")


def test_a_table_over_the_limit(write: Write) -> None:
    folder = write(more="cards:\n- kind: Pebble\n  csv: stones.csv\n")
    (folder / "stones.csv").write_text("colour,weight\n" + "red,1\n" * (MAX_BYTES // 6), encoding="utf-8")
    assert only_fault(folder).code == "file-too-large"


def test_too_many_files(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write(**{f"more{number}": "says: x\n" for number in range(files.MAX_FILES)})
    assert read_leniently(folder)[1][0].code == "too-many-files"
    (folder / "more0.yaml").unlink()
    assert read_leniently(folder)[1] == []
    monkeypatch.setattr(files, "MAX_ENTRIES", 50)
    assert read_leniently(folder)[1][0].code == "too-many-files"


def test_all_files_share_the_budget_of_nodes(write: Write) -> None:
    many = "events:\n  NAME:\n    policy: one\n    measure:\n" + "    - x\n" * 90_000
    fault = only_fault(write(**{name: many.replace("NAME", name) for name in ("huge1", "huge2", "huge3")}))
    assert (fault.code, fault.span and fault.span.file) == ("too-many-nodes", "pebbles/huge3.yaml")


def test_a_flood_of_faults_is_cut_short(write: Write) -> None:
    folder = write(more="".join(f"zone{number}: x\n" for number in range(60_000)))
    with pytest.raises(RulebookError) as caught:
        read_rulebook(folder)
    assert {fault.code for fault in caught.value.diagnostics} == {"unknown-key"}
    assert len(caught.value.diagnostics) == 2 * MAX_SHOWN
    assert str(caught.value).endswith("\n\nand 100 more faults")


def test_other_endings(write: Write) -> None:
    folder = write()
    (folder / "old.yml").write_text("types:\n  A: [b]\n", encoding="utf-8")
    (folder / "notes.md").write_text("not read", encoding="utf-8")
    (folder / ".hidden.yaml").write_text("not: [read", encoding="utf-8")
    fault = only_fault(folder)
    assert (fault.code, fault.hint) == ("wrong-suffix", "rename it to `old.yaml`")


def test_an_empty_folder(tmp_path: Path) -> None:
    fault = only_fault(tmp_path)
    assert fault.code == "no-files"

"""The page of a report, read in a real browser: what stands on it, where its links lead, and that nothing runs."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from ruleslawyer.conformance.campaign import Plan, Report, conform
from ruleslawyer.conformance.implementation import InProcess
from ruleslawyer.language import Law
from ruleslawyer.report.conformance_html import html_page
from ruleslawyer.scenario.model import Reading, Scenario

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
HINT = "install a browser: apt-get install chromium (or set RULESLAWYER_BROWSER to the path of one)"
HOSTILE = "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>\"'&"


def _browser_path() -> str | None:
    given = os.environ.get("RULESLAWYER_BROWSER")
    return given or next((found for name in BROWSERS if (found := shutil.which(name))), None)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = _browser_path()
    if path is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(HINT)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def reports(law: Law, suite: tuple[Scenario, ...], faulty: ModuleType) -> list[Report]:
    class Hostile(faulty.Adapter):  # type: ignore[misc, name-defined]
        make = faulty.AnchorSavesItself

        def introduction(self) -> dict[str, object]:
            return {**super().introduction(), "name": HOSTILE}

    plan = Plan("dead-mans-draw", law.profiles["boxed"], Reading(profile="boxed"), suite, games=10)
    return [
        conform(law, lambda: InProcess(faulty.adapter_of(faulty.NoTieBreak).handle), plan),
        conform(law, lambda: InProcess(Hostile().handle), plan),
    ]


@pytest.fixture
def page(browser: Browser, reports: list[Report], tmp_path: Path) -> Iterator[Page]:
    file = tmp_path / "report.html"
    file.write_text(html_page(reports), encoding="utf-8")
    opened = browser.new_page()
    opened.requests = []  # type: ignore[attr-defined]
    opened.on("request", lambda request: opened.requests.append(request.url))  # type: ignore[attr-defined]
    opened.goto(file.as_uri())
    yield opened
    opened.close()


def test_the_matrix_has_a_row_for_each_clause_and_a_column_for_each_implementation(page: Page, law: Law) -> None:
    clauses = [clause for clause in law.clauses.values() if not clause.helper]
    assert page.locator("table.matrix tbody tr").count() == len(clauses)
    assert page.locator("table.matrix thead th").count() == 3
    row = page.locator("table.matrix tbody tr", has=page.get_by_text("TIE-1", exact=True))
    assert row.locator("td").nth(0).inner_text().startswith("✗")
    assert row.locator("td").nth(1).inner_text() == "✓"


def test_a_cell_leads_to_the_shortest_case_as_a_table_of_zones(page: Page) -> None:
    row = page.locator("table.matrix tbody tr", has=page.get_by_text("ANC-3", exact=True))
    row.locator("td").nth(1).locator("a").click()
    case = page.locator(":target")
    assert "ANC-3" in case.locator("h3").inner_text()
    table = case.locator("table.steps")
    heads = table.locator("thead th").all_inner_texts()
    assert {"deck", "discard", "table", "bank[p1]", "active"} <= set(heads)
    theirs = table.locator("tr.theirs")
    assert theirs.count() == 1
    wrong = theirs.locator("td.wrong")
    assert any("should not have anchor" in text for text in wrong.all_inner_texts())
    assert table.locator("tbody tr").count() >= 2
    assert table.is_visible()


def test_hostile_names_are_text_and_nothing_is_fetched(page: Page) -> None:
    page.wait_for_timeout(100)
    assert "owned" not in page.title()
    assert page.locator("img, script").count() == 0
    assert page.get_by_text("<img src=x", exact=False).count() >= 1
    assert len(page.requests) == 1  # type: ignore[attr-defined]


def test_what_is_wrong_stands_out(page: Page) -> None:
    color: Callable[[str], str] = lambda selector: page.locator(selector).first.evaluate(  # noqa: E731
        "element => getComputedStyle(element).backgroundColor"
    )
    assert color("td.wrong") != color(".steps tbody tr:first-child td")

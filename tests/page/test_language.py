"""The language: the browser's, or the one that the player chooses."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.page.table import Table, watched
from tests.site import Site, Visit, ready, until
from web.building.site import WEB

WORDS = {
    "en": ("FreeCell and Baker's Game", "New game", "Free cells", "Undo"),
    "fr": ("FreeCell et Jeu du Boulanger", "Nouvelle partie", "Cellules libres", "Annuler"),
    "hu": ("FreeCell és Pék játék", "Új játszma", "Szabad mezők", "Visszavonás"),
}


def check(page: Page, language: str) -> None:
    """The whole page speaks a language, and says so to the browser."""
    title, new, cells, undo = WORDS[language]
    until(page, f"document.documentElement.lang === '{language}'")
    until(page, "document.getElementById('undo').ariaLabel")
    assert page.title() == title
    assert page.locator("#undo").get_attribute("aria-label") == undo
    assert page.locator("#new").get_attribute("title") == new
    assert page.locator("#new-dialog legend").nth(1).text_content() == cells
    assert page.evaluate("document.querySelectorAll('[data-text]:empty').length") == 0


@pytest.mark.parametrize(
    ("locale", "language"), [("hu-HU", "hu"), ("hu", "hu"), ("fr-CH", "fr"), ("de", "en")]
)
def test_the_browser_s_language_is_spoken_where_it_is_known(
    visit: Visit, site: Site, locale: str, language: str
) -> None:
    site.hang("pyodide-*")  # it is not needed for this
    check(visit(locale=locale), language)


def test_another_language_is_chosen_and_kept(visit: Visit) -> None:
    context = watched(visit.context(locale="en-US"))
    table = Table(ready(visit("#FC1-C4-AAAAAAE", context=context)))
    page = table.page
    check(page, "en")
    page.locator("#settings").click()
    page.locator("#language").select_option("hu")
    check(page, "hu")
    page.locator("#letters").select_option("own")
    page.get_by_role("button", name="Bezárás").click()
    table.drag("JD", "column-0")
    table.until_said("Eggyel kisebbnek kell lennie")  # refusals too, the cards in Hungarian
    assert "B♦" in page.locator("#toast").inner_text()
    page.reload()
    check(page, "hu")
    page.locator("#settings").click()
    page.locator("#language").select_option("")
    check(page, "en")


def test_the_new_game_dialog_speaks_the_language_chosen_meanwhile(mouse: Table) -> None:
    page = mouse.page
    for language, game in (("hu", "Pék játék"), ("en", "Baker's Game")):
        page.locator("#settings").click()
        page.locator("#language").select_option(language)
        check(page, language)
        page.keyboard.press("Escape")
        page.keyboard.press("n")
        page.locator("#new-dialog").get_by_text(game).wait_for()
        page.keyboard.press("Escape")


FORMS = {"en": ["1 move ", "2 moves "], "fr": ["1 coup ", "2 coups "], "hu": ["1 lépés", "2 lépés"]}


#: The modules as they are written: what goes out has no name for them.
WORDS_PAGE = """<!doctype html><title>Words</title><link rel="icon" href="data:,">"""


def test_words_take_the_form_of_their_number(visit: Visit, site: Site) -> None:
    for path in (WEB / "i18n.js", WEB / "files.js", *WEB.glob("lang/*.json")):
        site.add(f"modules/{path.relative_to(WEB).as_posix()}", path.read_bytes())
    said = visit(site.add("words.html", WORDS_PAGE)).evaluate(
        """async (languages) => {
      const i18n = await import("/modules/i18n.js");
      const said = {};
      for (const language of languages) {
        await i18n.useLanguage(language);
        said[language] = [1, 2].map((moves) => i18n.t("open.text", { moves }));
      }
      return said;
    }""",
        list(FORMS),
    )
    for language, forms in FORMS.items():
        for text, form in zip(said[language], forms, strict=True):
            assert form in text


def symbols(page: Page) -> str:
    """What is drawn for A, K, Q and J."""
    return "".join(
        page.evaluate(f"document.getElementById('rank-{rank}').innerHTML") for rank in "AKQJ"
    )


def test_cards_bear_the_letters_of_the_language_where_that_is_wished(visit: Visit) -> None:
    table = Table(ready(visit("#FC1-C4-AAAAAAE", context=watched(visit.context(locale="fr")))))
    page = table.page
    english = symbols(page)
    table.drag("JD", "column-0")
    table.until_said("J♦")
    page.locator("#settings").click()
    page.locator("#letters").select_option("own")
    until(page, "window['rank-K'].innerHTML === window['letter-R'].innerHTML")
    assert symbols(page) != english
    page.keyboard.press("Escape")
    table.drag("JD", "column-0")
    table.until_said("V♦")
    page.locator("#help").click()
    page.get_by_role("link", name="Exemples").first.click()
    page.locator("#help-ten .name", has_text="D♠").first.wait_for()
    page.keyboard.press("Escape")
    page.locator("#settings").click()
    page.locator("#letters").select_option("english")
    until(page, "window['rank-K'].innerHTML !== window['letter-R'].innerHTML")
    assert symbols(page) == english

"""People at the page: a browser, used as a person uses it.

    def test_a_story(server: Server, person: Callable[..., Person]) -> None:
        ann = person()                            # a browser of her own: cookies, settings, window
        table = ann.make("cursed-earth", seed=4, setup={"mode": "solo"})
        ann.open(f"/t/{table}")
        ann.decides()                             # wait until it is her decision
        ann.press("card:26")                      # a thing on the table, by its ref
        ann.take(0)                               # the first button of the prompt
        assert "row" in ann.prompt
        ann.play_on()                             # the first option, again and again, to the end

`person(phone=True)` is a telephone; `person(moving=True)` sees motion, others ask for none;
`person(confirm="first")` presses one-way steps twice, as newcomers do; others press once. `scheme`
and `contrast` are what the system asks for. Every person's console errors, errors of scripts,
failed requests and violations of the content security policy are collected; a test fails at its end
if there is one that was not announced with `expect_trouble`.

Waits are for conditions: give up after `PATIENCE`, and never sleep.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, Request, expect

ROOT: Final = Path(__file__).parents[2]
AXE: Final = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
STANDARDS: Final = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
# What stands on a thing of the table is its drawing; the label, its title, is in its name.
LABELS: Final = {"id": "label-content-name-mismatch", "selector": ":not([data-ref])"}
PATIENCE: Final = 30_000  # milliseconds; a loaded machine is slow, and a failure is rare
MOST_MOVES: Final = 500
BROKEN_OFF: Final = "net::ERR_ABORTED"  # by leaving the page
OFFERS: Final = "[data-option]:enabled, [data-group]:enabled"
TELL_VIOLATIONS: Final = """addEventListener('securitypolicyviolation', (event) =>
    console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));"""

expect.set_options(timeout=PATIENCE)


class Person:
    """Somebody with a browser window."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.context = context
        self.url = url
        self.troubles: list[str] = []
        self.requests: list[Request] = []
        self._expected: list[re.Pattern[str]] = []
        context.add_init_script(TELL_VIOLATIONS)
        context.set_default_timeout(PATIENCE)
        self.page: Page = context.new_page()
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.troubles.append(f"{error}\n{error.stack}"))
        self.page.on("requestfailed", self._failed)
        self.page.on("requestfinished", lambda request: self.requests.append(request))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.troubles.append(f"console: {message.text} {message.location.get('url', '')}")

    def _failed(self, request: Request) -> None:
        if request.failure != BROKEN_OFF:
            self.troubles.append(f"request: {request.url} {request.failure}")

    def expect_trouble(self, pattern: str) -> None:
        """What would otherwise fail the test at its end."""
        self._expected.append(re.compile(pattern))

    def surprises(self) -> list[str]:
        """Troubles that nobody expected."""
        return [
            trouble
            for trouble in self.troubles
            if not any(pattern.search(trouble) for pattern in self._expected)
        ]

    # Getting there

    def open(self, path: str = "/") -> None:
        """Go to an address of the page."""
        self.page.goto(self.url + path)

    def reload(self) -> None:
        """As with F5."""
        self.page.reload()

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Something of the server's, as this person but without the page."""
        answer = self.context.request.fetch(
            f"{self.url}/api/{path}", method=method, data=body, fail_on_status_code=True
        )
        return answer.json()

    def make(self, game: str, *seats: str, **settings: Any) -> str:
        """The id of a new table: "me", "open", "link", or a bot's name for each seat.

        Without seats it is for this person alone. Bots move at once.
        """
        self.ask("POST", "guest")
        humans = ("me", "open", "link")
        taken = [{"who": who} if who in humans else {"who": "bot", "bot": who} for who in seats]
        wish = {"game": game, "seats": taken or [{"who": "me"}], "pace": 0} | settings
        return str(self.ask("POST", "tables", wish)["id"])

    # Seeing

    @property
    def decision(self) -> Locator:
        """The prompt."""
        return self.page.get_by_role("region", name="Decision")

    @property
    def prompt(self) -> str:
        """What the prompt says, as it is read."""
        return self.decision.inner_text()

    @property
    def offers(self) -> Locator:
        """The buttons of the prompt that can be pressed."""
        return self.decision.locator(OFFERS)

    @property
    def texts(self) -> list[str]:
        """The options that the prompt offers, in the notation of moves; things for groups."""
        found = "all => all.map((one) => one.dataset.option ?? one.dataset.group)"
        return [str(text) for text in self.offers.evaluate_all(found)]

    def thing(self, ref: str) -> Locator:
        """A thing on the table."""
        return self.page.locator(f'[data-ref="{ref}"]').first

    def things(self, glow: str) -> list[str]:
        """The refs of the things that glow so: "legal", "chosen" or "idle"."""
        found = "all => all.map((one) => one.dataset.ref)"
        located = self.page.locator(f'[data-ref][data-glow="{glow}"]')
        return [str(ref) for ref in located.evaluate_all(found)]

    @property
    def log(self) -> Locator:
        """The lines of the log."""
        return self.page.locator("[data-event]")

    @property
    def version(self) -> int:
        """The version of the position that the prompt is about."""
        return int(self.decision.get_attribute("data-version") or 0)

    def decides(self) -> None:
        """Wait until it is this person's decision."""
        expect(self.offers.first).to_be_visible()

    @property
    def over(self) -> bool:
        """Whether the prompt tells how the match ended."""
        return self.decision.locator("h2").count() > 0

    # Doing

    def press(self, ref: str) -> None:
        """Press a thing on the table, whatever comes of it."""
        found = self.thing(ref)
        # What cannot be used now says so to screen readers, and still answers a press.
        found.click(force=found.get_attribute("aria-disabled") == "true")

    def take(self, number: int) -> None:
        """Press a button of the prompt: 0 is the first."""
        self.offers.nth(number).click()

    def moved(self, since: int) -> None:
        """Wait until something has happened since a version."""
        expect(self.decision).not_to_have_attribute("data-version", str(since))

    def choose_first(self) -> None:
        """Settle this decision with the first button: through groups, and twice if it is asked."""
        at = self.version
        while self.offers.first.get_attribute("data-group") is not None:
            self.take(0)
        self.take(0)
        later = self.page.locator(f'[data-region="prompt"]:not([data-version="{at}"])')
        expect(self.decision.locator("[data-armed]").or_(later)).to_be_visible()
        if self.version == at:
            self.take(0)
            self.moved(at)

    def play_on(self, choose: Callable[[Person], None] | None = None) -> int:
        """To the end of the match, in one way or another; how many decisions that took."""
        choose = choose or Person.choose_first
        for count in range(MOST_MOVES):
            expect(self.offers.first.or_(self.decision.locator("h2"))).to_be_visible()
            if self.over:
                return count
            choose(self)
        raise AssertionError(f"no end after {MOST_MOVES} decisions")

    def keys(self, *names: str) -> None:
        """Press keys, one after the other."""
        for name in names:
            self.page.keyboard.press(name)

    @property
    def focused(self) -> str:
        """The ref, option or group that has the focus; its text if it is something else."""
        return str(
            self.page.evaluate(
                """() => {
                    const one = document.activeElement;
                    const { ref, option, group } = one?.dataset ?? {};
                    return ref ?? option ?? group ?? one?.textContent ?? '';
                }"""
            )
        )

    # Looking closely

    def picture(self, path: Path) -> None:
        """A picture of the window, for whoever looks into a failure."""
        self.page.screenshot(path=path)

    def faults(self, *rules: str) -> list[str]:
        """What axe finds against WCAG 2.2 AA, or some of its rules, in the window as it is."""
        if not self.page.evaluate("() => 'axe' in window"):
            self.page.evaluate(AXE.read_text("utf-8"))
            self.page.evaluate("(labels) => axe.configure({ rules: [labels] })", LABELS)
        found = self.page.evaluate(
            "(only) => axe.run(document, { runOnly: only, resultTypes: ['violations'] })",
            list(rules) or STANDARDS,
        )
        return [
            f"{fault['id']}: {node['target']} {node['failureSummary']}"
            for fault in found["violations"]
            for node in fault["nodes"]
        ]

    def weight(self) -> int:
        """The bytes of all answers so far, heads and bodies, as they came over the wire."""
        self.page.wait_for_load_state("networkidle")
        sizes = [request.sizes() for request in self.requests]
        return sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes)

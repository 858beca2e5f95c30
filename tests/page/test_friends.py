"""Two friends and somebody who watches: Helter Skelter from the set-up to the rematch."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import Locator, Route, WebSocketRoute, expect

from adjudge.bots import Budget, find_bot
from adjudge.match import SeatView, find_game
from adjudge.packs import default_pack
from tests.page.conftest import Newcomer
from tests.page.people import Person

SEED = 338  # with these teams, who plays carefully soon has five points against who does nothing
INTERRUPTS = 6  # whoever has the first seat may interrupt in the first window
TEAMS = {"Seat 1": "judges", "Seat 2": "slaine"}
LEAST_WINDOW = 2  # seconds, as the set-up has it
BLINK = 0.25
LONG_WINDOW = 5
PACK = default_pack(find_game("helter-skelter"))
IDLE = ("take-damage", "give-up", "end", "deploy")
LAMPS = """() => {
    const probe = document.createElement('i');
    probe.style.color = 'var(--lamp)';
    document.body.append(probe);
    const lamp = getComputedStyle(probe).color;
    probe.remove();
    return [...document.querySelectorAll('.table *')].filter((one) => {
        const style = getComputedStyle(one);
        const sides = ['top', 'right', 'bottom', 'left'];
        return !one.closest('.home')
            && ((style.color === lamp && one.textContent.trim() !== '')
            || style.backgroundColor === lamp
            || (style.outlineColor === lamp && style.outlineStyle !== 'none')
            || (one instanceof SVGElement && (style.stroke === lamp || style.fill === lamp))
            || sides.some((side) => style[`border-${side}-color`] === lamp
                && style[`border-${side}-width`] !== '0px'));
    }).map((one) => `${one.tagName} ${one.getAttribute('class')}`);
}"""


# Sitting down


def hurry(route: Route) -> None:
    """A new table, with windows that are open for a moment only: nobody interrupts here."""
    if route.request.method != "POST":
        route.continue_()
        return
    wish = json.loads(route.request.post_data or "{}")
    assert wish["window"] == LEAST_WINDOW
    route.continue_(post_data=json.dumps(wish | {"window": BLINK}))


def set_up(ann: Person) -> str:
    """Ann makes a table with a seat for whoever has her link; the link."""
    page = ann.page
    page.route("**/api/tables", hurry)
    ann.open("/new/helter-skelter")
    page.get_by_label("Who sits on seat 2").select_option("link")
    for seat, team in TEAMS.items():
        page.get_by_label(f"Team, {seat}").select_option(team)
    page.get_by_role("slider").fill(str(LEAST_WINDOW))
    page.get_by_text("Pack and seed").click()
    page.get_by_label("Seed", exact=True).fill(str(SEED))
    expect(page.get_by_label("Summary")).to_contain_text("one person with your link")
    page.get_by_role("button", name="Open the table").click()
    page.unroute("**/api/tables")
    return page.get_by_role("textbox", name="Link for seat 2").input_value()


# Playing


def in_a_window(somebody: Person) -> Locator:
    """What runs down while everybody may interrupt."""
    return somebody.decision.get_by_role("timer")


def asked(ann: Person, bob: Person, table: str) -> tuple[Person, Any] | None:
    """Whose decision it is and what they see, once no window is open; None when it is over."""
    while (position := seen_by(ann, table, 0))["people"]["status"] != "finished":
        if position["window"] is None and position["asked"]:
            seat = position["asked"][0]
            for each in (ann, bob):
                expect(each.decision).to_have_attribute("data-version", str(position["version"]))
            return (ann, bob)[seat], seen_by((ann, bob)[seat], table, seat)
        expect(in_a_window(ann)).to_have_count(0)
    return None


def careful(position: Any) -> str:
    """What a careful player does who sees this."""
    view = SeatView.load(position["view"], PACK)
    return find_bot("careful").choose(view, view.options, Random(1), Budget()).text


def idle(position: Any) -> str:
    """What lets the turn pass."""
    texts = [str(option["text"]) for option in position["options"]]
    wanted = [text for verb in IDLE for text in texts if text.split()[0] == verb]
    return [*wanted, *texts][0]


def settle(somebody: Person, position: Any, text: str) -> None:
    """Press the option, through the groups that it is in."""
    refs = next(option["refs"] for option in position["options"] if option["text"] == text)
    at, option = somebody.version, somebody.decision.locator(f'[data-option="{text}"]')
    while option.count() == 0:
        group = next(ref for ref in somebody.texts if ref in refs)
        somebody.decision.locator(f'[data-group="{group}"]').click()
    option.click()
    somebody.moved(at)


def seen_by(somebody: Person, table: str, seat: int) -> Any:
    """What the server shows to this seat."""
    return somebody.ask("GET", f"tables/{table}/position?seat={seat}")


# Seeing


def hand(somebody: Person) -> set[str]:
    """What the cards of the hand say."""
    cards = somebody.page.locator('[data-region="hand"] [data-ref^="card:"]')
    return set(cards.evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))"))


def words(somebody: Person) -> str:
    """Everything on the page that can be read or heard."""
    return str(somebody.page.locator("body").evaluate("body => body.outerHTML"))


def lamps(somebody: Person) -> list[str]:
    """What has the colour that means: you can act on this now."""
    return list(somebody.page.evaluate(LAMPS))


def check_secrets_and_lamps(decides: Person, waits: Person, watches: Person) -> None:
    """Who decides is told so; each sees their own hand alone, and who watches sees none."""
    expect(watches.decision).to_have_attribute("data-version", str(decides.version))
    name = decides.page.get_by_label("Players").locator("li", has_text="You").locator("b")
    assert "You:" in decides.prompt
    for other in (waits, watches):
        assert f"{name.inner_text()}:" in other.prompt
        assert not other.offers.count()
        assert lamps(other) == []
    assert lamps(decides)
    for one, another in ((decides, waits), (waits, decides)):
        assert hand(one)
        for card in hand(one):
            assert card not in words(another)
            assert card not in words(watches)


def test_two_friends_play_and_one_watches(person: Newcomer) -> None:
    ann, bob, cy = person(), person(), person()
    link = set_up(ann)
    bob.open(link.removeprefix(bob.url))
    ann.decides()
    table = ann.page.url.rpartition("/")[2]
    cy.open(f"/t/{table}")
    expect(ann.page.get_by_text("1 watching")).to_be_visible()
    turns = 0
    while found := asked(ann, bob, table):
        who, position = found
        ends = who.decision.locator('[data-option="end"]').count() > 0
        if ends and turns < 2:
            check_secrets_and_lamps(who, bob if who is ann else ann, cy)
        turns += ends
        settle(who, position, careful(position) if who is ann else idle(position))
    expect(ann.decision).to_contain_text("You won")
    winner = ann.page.get_by_label("Players").locator("b").first.inner_text()
    for other in (bob, cy):
        expect(other.decision).to_contain_text(f"{winner} won")
        expect(other.decision).to_contain_text("Five points")
    expect(cy.decision.get_by_role("button", name="Rematch")).to_have_count(0)
    ann.decision.get_by_role("button", name="Rematch").click()
    bob.decision.get_by_role("button", name="To the rematch").click()
    ann.decides()
    expect(bob.decision).to_contain_text(f"{winner}:")
    assert ann.page.url == bob.page.url
    assert table not in bob.page.url


def sit_down(ann: Person, bob: Person, **settings: Any) -> str:
    """A table where both sit, at its first decision, which is Ann's; the table's id."""
    setup = {"team_0": "judges", "team_1": "slaine"}
    table = ann.make("helter-skelter", "me", "open", setup=setup, seed=INTERRUPTS, **settings)
    bob.ask("POST", "guest")
    bob.ask("POST", f"tables/{table}/seats/1", {})
    for somebody in (ann, bob):
        somebody.open(f"/t/{table}")
        expect(somebody.decision).to_be_visible()
    return table


def test_a_used_link_says_when_and_lets_watch(person: Newcomer) -> None:
    ann, bob, cy = person(), person(), person()
    cy.expect_trouble("409")
    table = ann.make("helter-skelter", "me", "link", private=True)
    invite = ann.ask("GET", f"tables/{table}")["seats"][1]["invite"]
    link = f"/t/{table}?seat=1&invite={invite}"
    bob.open(link)
    expect(bob.decision).to_be_visible()
    cy.open(link)
    used = cy.page.get_by_role("heading", level=1)
    expect(used).to_have_text(
        re.compile(r"seats one person\. It was used at \d\d:\d\d( [AP]M)?\.$")
    )
    cy.page.get_by_role("button", name="Watch instead").click()
    expect(cy.decision).to_be_visible()
    assert not cy.offers.count()
    ann.open(f"/t/{table}")
    ann.page.get_by_role("button", name="1 watching").click()
    name = cy.ask("POST", "guest")["name"]
    expect(ann.page.get_by_role("list", name="1 watching")).to_have_text(name)


def test_a_draw_is_offered_and_declined_where_everybody_looks(person: Newcomer) -> None:
    ann, bob = person(), person()
    sit_down(ann, bob)
    ann.page.get_by_role("button", name="Table menu").click()
    ann.page.get_by_role("button", name="Offer a draw").click()
    offer = bob.page.get_by_role("status").filter(has_text="offers a draw")
    offer.get_by_role("button", name="Play on").click()
    expect(offer).to_have_count(0)
    expect(ann.page.get_by_text("offers a draw")).to_have_count(0)


def test_a_press_that_comes_too_late_says_what_changed(person: Newcomer) -> None:
    ann, bob = person(), person()
    held: list[Callable[[], None]] = []
    holding = False

    def listen(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(server.send)

        def tell(message: str | bytes) -> None:
            if holding and '"type":"position"' in str(message):
                held.append(lambda: socket.send(message))
            else:
                socket.send(message)

        server.on_message(tell)

    ann.page.route_web_socket("**/socket", listen)
    table = sit_down(ann, bob)
    ann.decides()
    holding = True
    play(ann, table, 0, lambda position: position["options"][-1]["text"])
    ann.take(0)
    for tell in held:
        tell()
    expect(ann.decision.get_by_role("alert")).to_contain_text("The table had moved on before that.")
    ann.decides()


def say(somebody: Person, text: str) -> None:
    """In the chat."""
    somebody.page.get_by_role("tab", name="Chat").click()
    somebody.page.get_by_label("Say something").fill(text)
    somebody.keys("Enter")
    expect(chat(somebody).get_by_text(text)).to_be_visible()


def chat(somebody: Person) -> Locator:
    """What was said."""
    return somebody.page.get_by_role("tabpanel", name="Chat")


def test_those_who_watch_do_not_talk_into_the_game(person: Newcomer) -> None:
    ann, bob, cy = person(), person(), person()
    table = sit_down(ann, bob)
    cy.open(f"/t/{table}")
    say(cy, "Dredd is on the roof")
    say(ann, "Good luck")
    expect(bob.page.get_by_role("tab", name="Chat · 1")).to_be_visible()
    bob.page.get_by_role("tab", name="Chat").click()
    expect(chat(bob).get_by_text("Good luck")).to_be_visible()
    say(bob, "And to you")
    expect(chat(ann).get_by_text("And to you")).to_be_visible()
    for player in (ann, bob):
        assert "on the roof" not in words(player)


def play(somebody: Person, table: str, seat: int, choose: Callable[[Any], str]) -> Any:
    """A move without the page; what is seen then."""
    position = seen_by(somebody, table, seat)
    move = {"seat": seat, "version": position["version"], "move": choose(position)}
    somebody.ask("POST", f"tables/{table}/moves", move)
    return seen_by(somebody, table, seat)


def test_an_interrupt_shows_to_nobody_until_the_window_closes(person: Newcomer) -> None:
    ann, bob = person(), person()
    table = sit_down(ann, bob, window=LONG_WINDOW)
    position = seen_by(ann, table, 0)
    while position["window"] is None:
        seat = position["asked"][0]
        play((ann, bob)[seat], table, seat, careful)
        position = seen_by(ann, table, 0)
    expect(in_a_window(bob)).to_be_visible()
    ann.decision.locator('[data-option^="interrupt"]').click()
    expect(ann.decision).to_contain_text("Your answer is in")
    assert in_a_window(bob).is_visible()
    assert bob.version == position["version"]
    assert "nterrupts" not in words(bob)
    bob.moved(position["version"])
    expect(bob.log.filter(has_text="interrupts").first).to_be_visible()
    ann.decides()


def test_a_lost_connection_loses_nothing(person: Newcomer) -> None:
    ann, bob = person(), person()
    ann.expect_trouble("WebSocket connection to .*ERR_INTERNET_DISCONNECTED")
    sit_down(ann, bob)
    ann.choose_first()
    at, texts = ann.version, ann.texts
    ann.context.set_offline(True)
    expect(ann.page.get_by_text("Your last move, number 1, is safe.")).to_be_visible()
    expect(ann.decision.locator("[data-option]")).to_have_count(len(texts))
    expect(ann.offers).to_have_count(0)
    ann.context.set_offline(False)
    ann.decides()
    expect(ann.page.get_by_text("Connection lost")).to_have_count(0)
    assert (ann.version, ann.texts) == (at, texts)
    while ann.offers.count():
        ann.choose_first()
    ann.context.set_offline(True)
    expect(ann.page.get_by_text("Connection lost")).to_be_visible()
    bob.decides()
    bob.choose_first()
    bob.choose_first()
    ann.context.set_offline(False)
    away = ann.page.get_by_role("status").filter(has_text="happened while you were away")
    expect(away).to_contain_text("2 things")
    expect(ann.decision).to_have_attribute("data-version", str(bob.version))
    away.get_by_role("button", name="Show me").click()
    expect(away).to_have_count(0)


def test_whoever_comes_back_is_told_what_is_new(person: Newcomer) -> None:
    ann, bob = person(), person()
    sit_down(ann, bob)
    while ann.offers.count():
        ann.choose_first()
    ann.open()
    bob.decides()
    bob.choose_first()
    bob.choose_first()
    ann.page.go_back()
    away = ann.page.get_by_role("status").filter(has_text="2 things happened while you were away")
    away.get_by_role("button", name="Skip").click()
    expect(away).to_have_count(0)
    expect(ann.page.locator("[data-event].missed")).to_have_count(2)
    ann.reload()
    expect(ann.decision).to_be_visible()
    expect(away).to_have_count(0)

"""A report for people: one HTML file that needs nothing else, or tables in Markdown."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Any

import vl_convert

from adjudge.lab.findings import COURSE, LENGTH, OWN, WINS, Chart, Findings, Line, Thing, in_order
from adjudge.lab.plots import (
    SMALL,
    chart_spec,
    extremes_chart,
    extremes_spec,
    map_spec,
    spread_spec,
    sure_edge,
    told_apart,
)

PAGE = Path(__file__).parents[1] / "page"
TEMPLATE = Path(__file__).with_name("report.html")
FONTS = {
    "Barlow Condensed": ("barlow-condensed-latin-600", 600),
    "Atkinson Hyperlegible": ("atkinson-hyperlegible-latin-400", 400),
    "IBM Plex Mono": ("ibm-plex-mono-latin-500", 500),
}
COLUMNS = (
    ("thing", "what", ""),
    ("label", "printed", ""),
    ("use", "played", "of the games that it was drawn in: for what is printed on it"),
    ("edge", "difference", "won if played, less if not; beyond its 95 % interval in a colour"),
    ("won_played", "won if played", "its holder's win rate"),
    ("won_unplayed", "if not", "its holder's win rate in games without playing it"),
    ("games", "games", "in which somebody drew it"),
    ("drawn", "drawn", "how often it came to somebody"),
    ("paid", "paid", "how often it was a mere payment"),
    ("discarded", "lost", "how often it was discarded or passed over without any use"),
    ("held", "left", "games in which it was still held at the end"),
    ("kept", "kept", "turns that it was held at most, on average"),
    ("party", "whose", ""),
    ("how", "how", ""),
)


class Plots:
    """The pictures of a page, each with a place of its own."""

    def __init__(self) -> None:
        self.specs: list[Any] = []

    def place(self, spec: Any, words: str) -> str:
        """Where a picture will be drawn; the words are for those who cannot see it."""
        self.specs.append(spec)
        name = f"plot-{len(self.specs) - 1}"
        return f'<div class="plot" id="{name}" role="img" aria-label="{escape(words)}"></div>'


def html(found: Findings) -> str:
    """The whole report."""
    plots = Plots()
    body = [head(found), *(section(found, name, plots) for name in (WINS, LENGTH, COURSE, OWN))]
    kinds = in_order(one.kind for one in found.things)
    body += [things_section(found, kind, plots) for kind in kinds]
    text = TEMPLATE.read_text(encoding="utf-8")
    for mark, content in (
        ("FONTS", fonts()),
        ("TITLE", escape(f"{found.plan} · {found.title}")),
        ("BODY", "\n".join(body)),
        ("VEGA", vl_convert.javascript_bundle().replace("</script", "<\\/script")),
        ("SPECS", json.dumps(plots.specs, ensure_ascii=False).replace("<", "\\u003c")),
    ):
        text = text.replace(f"<!--{mark}-->", content)
    return text


def fonts() -> str:
    """The page's own fonts, if the page is built; without them the reader's will do."""
    rules = []
    for family, (name, weight) in FONTS.items():
        for file in sorted(PAGE.rglob(f"{name}-normal*.woff2"))[:1]:
            data = base64.b64encode(file.read_bytes()).decode()
            rules.append(
                f"@font-face{{font-family:'{family}';font-weight:{weight};"
                f"src:url(data:font/woff2;base64,{data}) format('woff2')}}"
            )
    return "\n".join(rules)


def head(found: Findings) -> str:
    """What was played, and with what it can be played again."""
    setups = "".join(f"<li>{escape(setup_words(setup))}</li>" for setup in found.setups)
    kinds = in_order(one.kind for one in found.things)
    anchors = [WINS, LENGTH, COURSE, OWN, *(f"Every {kind}" for kind in kinds)]
    links = "".join(f'<a href="#{anchor(name)}">{escape(name)}</a>' for name in anchors)
    unfinished = found.games - found.ended
    ending = f", {unfinished} of them without an end" if unfinished else ""
    return (
        f"<header><p class='game'>{escape(found.title)}</p><h1>{escape(found.plan)}</h1>"
        f"<p class='lead'><b>{found.games:,}</b> games{ending} · pack "
        f"<code>{escape(found.pack['name'])} {escape(found.pack['version'])}</code> "
        f"<code class='hash'>{escape(found.pack['hash'][:19])}</code></p>"
        f"<ul class='setups'>{setups}</ul><nav>{links}</nav></header>"
    )


def setup_words(setup: dict[str, Any]) -> str:
    """A set-up in a line."""
    options = ", ".join(
        f"{name} {' or '.join(map(str, value)) if isinstance(value, list) else value}"
        for name, value in setup["options"].items()
    )
    paired = ", every order of seats" if setup["paired"] else ""
    bots = " against ".join(in_order(setup["bots"]))
    return (
        f"{setup['name']}: {bots}, {setup['games']} games of each from seed {setup['seed']}{paired}"
        + (f"; {options}" if options else "")
    )


def anchor(name: str) -> str:
    """Where a section is."""
    return "".join(c if c.isalnum() else "-" for c in name.lower())


def section(found: Findings, name: str, plots: Plots) -> str:
    """The charts of a section."""
    charts = [chart for chart in found.charts if chart.section == name and chart.lines]
    parts = [chart_box(chart, plots, found.parties) for chart in charts]
    if name == LENGTH:
        for spread in found.spreads:
            words = f"How often games took so many {spread.title.lower()}"
            drawn = plots.place(spread_spec(spread), words)
            parts.append(f"<figure><figcaption>{escape(words)}</figcaption>{drawn}</figure>")
    if not parts:
        return ""
    charts_drawn = f"<div class='charts'>{''.join(parts)}</div>"
    return f"<section id='{anchor(name)}'><h2>{escape(name)}</h2>{charts_drawn}</section>"


def chart_box(chart: Chart, plots: Plots, parties: Sequence[str]) -> str:
    """A chart, with its figures for who cannot see it."""
    words = f"{chart.title}: " + "; ".join(line_words(line, chart.of) for line in chart.lines)
    note = f"<p class='note'>{escape(chart.note)}</p>" if chart.note else ""
    drawn = plots.place(chart_spec(chart, parties), words)
    return f"<figure><figcaption>{escape(chart.title)}</figcaption>{note}{drawn}</figure>"


def line_words(line: Line, of: str) -> str:
    """A figure with its interval."""
    return (
        f"{line.name} {number(line.value, of)} ({number(line.low, of)} to {number(line.high, of)})"
    )


def number(value: float, of: str) -> str:
    """A share, a difference of shares, or a mean."""
    if of == "share":
        return f"{value:.1%}"
    if of == "edge":
        return f"{value * 100:+.1f}"
    return f"{value:,.2f}" if abs(value) < SMALL else f"{value:,.1f}"


def things_section(found: Findings, kind: str, plots: Plots) -> str:
    """Everything of a kind: the ends first, all by use and worth, then the table."""
    own = [one for one in found.things if one.kind == kind]
    title = f"Every {kind}"
    ends = extremes_chart(kind, own)
    parts = []
    if ends.lines:
        words = "; ".join(line_words(line, "edge") for line in ends.lines)
        caption = "What goes with losing, and what with winning"
        drawn = plots.place(extremes_spec(ends), words)
        parts.append(f"<figure><figcaption>{caption}</figcaption>{drawn}</figure>")
        caption = f"Every {kind} by how often it is played and what goes with it"
        drawn = plots.place(map_spec(own, found.parties), caption)
        parts.append(f"<figure><figcaption>{caption}</figcaption>{drawn}</figure>")
    return (
        f"<section id='{anchor(title)}'><h2>{escape(title)}</h2><div class='charts'>"
        f"{''.join(parts)}</div>{marked(own)}{table(own)}</section>"
    )


def marked(things: Sequence[Thing]) -> str:
    """What is never played, and what always."""
    parts = []
    for mark in ("never played", "always played"):
        names = [told_apart(things)[id(one)] for one in things if one.mark == mark]
        if names:
            chips = " ".join(f"<code>{escape(name)}</code>" for name in names)
            parts.append(f"<p class='marked'><b>{mark.capitalize()}</b> {chips}</p>")
    return "".join(parts)


def table(things: Sequence[Thing]) -> str:
    """Sorted by a click on a column; what goes with losing most comes first."""
    used = [column for column in COLUMNS if any(cell(one, column[0])[0] for one in things)]
    heads = "".join(
        f"<th><button title='{escape(help)}'>{escape(title)}</button></th>"
        for name, title, help in used
    )
    first = sorted(things, key=lambda one: (one.edge is None, sure_edge(one)))
    rows = "".join(table_row(one, [name for name, title, help in used]) for one in first)
    return (
        "<div class='scroll' tabindex='0'><table><thead><tr>"
        f"{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def table_row(one: Thing, columns: Iterable[str]) -> str:
    """One thing."""
    cells = []
    for name in columns:
        text, key, style = cell(one, name)
        mark = f" class='{style}'" if style else ""
        cells.append(f"<td data-v='{escape(str(key))}'{mark}>{text}</td>")
    return f"<tr>{''.join(cells)}</tr>"


def cell(one: Thing, name: str) -> tuple[str, Any, str]:
    """What stands in a column, what it is sorted by, and how it looks."""
    if name in ("thing", "label", "party"):
        text = escape(getattr(one, name))
        chip = f" <em>{one.mark}</em>" if name == "thing" and one.mark else ""
        return text + chip, getattr(one, name), f"text {name}"
    if name == "how":
        return escape(", ".join(f"{way} {n:,}" for way, n in one.how.items())), "", "text how"
    if name == "edge":
        return edge_cell(one.edge)
    if name in ("use", "won_played", "won_unplayed"):
        line: Line | None = getattr(one, name)
        if line is None:
            return "", -1, ""
        bar = f"<span class='bar' style='--v:{line.value:.3f}'></span>" if name == "use" else ""
        between = f"<small>{line.low:.0%}-{line.high:.0%}</small>"
        return f"{bar}{line.value:.1%} {between}", line.value, ""
    value = getattr(one, name)
    return (
        (f"{value:,.1f}" if isinstance(value, float) else f"{value:,}") if value else "",
        value,
        "",
    )


def edge_cell(line: Line | None) -> tuple[str, Any, str]:
    """A difference in points, in a colour if its interval does not hold 0."""
    if line is None:
        return "", -9, ""
    style = "good" if line.low > 0 else "bad" if line.high < 0 else ""
    between = f"<small>{line.low * 100:+.0f} to {line.high * 100:+.0f}</small>"
    return f"{line.value * 100:+.1f} {between}", line.value, style


# Markdown


def markdown(found: Findings) -> str:
    """Every chart and every kind of thing as a table."""
    lines = [f"# {found.plan}", "", f"{found.title}, {found.games:,} games.", ""]
    lines += [f"- {setup_words(setup)}" for setup in found.setups]
    for name in (WINS, LENGTH, COURSE, OWN):
        charts = [chart for chart in found.charts if chart.section == name and chart.lines]
        lines += ["", f"## {name}"] if charts else []
        for chart in charts:
            lines += chart_table(chart)
    for kind in in_order(one.kind for one in found.things):
        lines += ["", f"## Every {kind}", "", *things_table(found.things, kind)]
    return "\n".join(lines) + "\n"


def chart_table(chart: Chart) -> list[str]:
    """A chart as a table."""
    lines = ["", f"{chart.title}. {chart.note}".rstrip(), ""]
    lines += [f"|  | {chart.of} | n | 95 % interval |", "| --- | ---: | ---: | --- |"]
    for line in chart.lines:
        low, high = number(line.low, chart.of), number(line.high, chart.of)
        lines.append(
            f"| {line.name} | {number(line.value, chart.of)} | {line.n:,} | {low} to {high} |"
        )
    return lines


def things_table(things: Iterable[Thing], kind: str) -> list[str]:
    """Everything of a kind, in its own order."""
    lines = [
        f"| {kind} | printed | games | drawn | played | paid | lost | left "
        "| won if played | won if not | difference | |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- | --- |",
    ]
    for one in things:
        if one.kind == kind:
            won = [f"{w.value:.1%}" if w else "" for w in (one.won_played, one.won_unplayed)]
            edge = one.edge
            words = line_words(edge, "edge").removeprefix("edge ") if edge else ""
            lines.append(
                f"| {one.thing} | {one.label} | {one.games:,} | {one.drawn:,} "
                f"| {one.use.value:.1%} | {one.paid:,} | {one.discarded:,} | {one.held:,} "
                f"| {won[0]} | {won[1]} | {words} | {one.mark} |"
            )
    return lines

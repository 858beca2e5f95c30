"""The pictures of a report, as Vega-Lite specifications in the colours of the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from adjudge.lab.findings import Chart, Line, Spread, Thing

# As in web/src/theme.css: ink for the interface, paper for what could be held in a hand.
GROUND, PANEL, RAISED, HAIRLINE = "#0b1019", "#182235", "#212e45", "#33435f"
TEXT, MUTED, LAMP, SKY, RUST, LEAF = (
    "#eef2f8",
    "#a8b6ca",
    "#ffc24b",
    "#7fd4ec",
    "#ff8373",
    "#74d9a3",
)
TEAMS = ("#ff8a66", "#5cb0ff", "#97d265", "#cf9bff")
ROW = 24  # pixels for a line of a chart
SHOWN = 10  # things at each end
BINS = 40
SMALL = 10  # means below it have two digits behind the point

Spec = dict[str, Any]

FITTED = {"type": "fit-x", "contains": "padding"}
NAME: Spec = {
    "field": "name",
    "type": "nominal",
    "sort": None,
    "axis": {"title": None, "domain": False},
}
COLOUR: Spec = {"field": "colour", "type": "nominal", "scale": None}

CONFIG: Spec = {
    "background": "transparent",
    "padding": {"left": 0, "right": 16, "top": 5, "bottom": 0},
    "font": "Atkinson Hyperlegible, system-ui, sans-serif",
    "view": {"stroke": None},
    "axis": {
        "labelColor": MUTED,
        "titleColor": MUTED,
        "gridColor": HAIRLINE,
        "domainColor": HAIRLINE,
        "tickColor": HAIRLINE,
        "labelFontSize": 13,
        "titleFontSize": 13,
        "titleFontWeight": "normal",
        "labelLimit": 360,
    },
    "legend": {"labelColor": TEXT, "labelFontSize": 13, "orient": "top", "symbolOpacity": 1},
}


def colour_of(name: str, parties: Sequence[str]) -> str:
    """A party has its own; everything else is sky."""
    party = name.split(",")[0].split(" : ")[0]
    return TEAMS[parties.index(party) % 4] if party in parties and len(parties) > 1 else SKY


def spec(height: int, layers: list[Spec], values: Any = None, **more: Any) -> Spec:
    """Layers over the same values, as wide as there is room."""
    data = {} if values is None else {"data": {"values": values}}
    sizes = {"width": "container", "height": height, "autosize": FITTED}
    return {"config": CONFIG, **sizes, **data, "layer": layers, **more}


def rows(chart: Chart, colour: Callable[[Line], str]) -> list[Spec]:
    """The lines of a chart, each with its colour."""
    return [
        {
            "name": line.name,
            "value": line.value,
            "low": line.low,
            "high": line.high,
            "n": line.n,
            "colour": colour(line),
        }
        for line in chart.lines
    ]


def intervals(x: Spec, told: list[Spec]) -> list[Spec]:
    """A bar from the least to the most, and a point for what was found."""
    drawn = {"y": NAME, "color": COLOUR, "tooltip": told}
    return [
        {
            "mark": {"type": "rule", "strokeWidth": 5, "opacity": 0.45, "strokeCap": "round"},
            "encoding": {"x": {**x, "field": "low"}, "x2": {"field": "high"}, **drawn},
        },
        {
            "mark": {"type": "point", "filled": True, "size": 90, "opacity": 1},
            "encoding": {"x": x, **drawn},
        },
    ]


def tip(field: str, title: str, form: str | None = None) -> Spec:
    """A line of what is told of a point."""
    return {"field": field, **({"format": form} if form else {}), "title": title}


def bounds(form: str) -> list[Spec]:
    """How far its interval goes."""
    return [tip("low", "at least", form), tip("high", "at most", form)]


def dashes(channel: str, value: float, axis: Spec, **more: Any) -> Spec:
    """A line where everything would be if nothing mattered."""
    mark = {"type": "rule", "color": LAMP, "strokeDash": [4, 4], **more}
    return {"mark": mark, "encoding": {channel: at(value, axis)}}


def chart_spec(chart: Chart, parties: Sequence[str]) -> Spec:
    """A dot with its interval for every line, and where all would be if nothing mattered."""
    values = rows(chart, lambda line: colour_of(line.name, parties))
    top = max(line.high for line in chart.lines)
    number = ".1%" if chart.of == "share" else ",.2f" if top < SMALL else ",.1f"
    bottom = min(line.low for line in chart.lines)
    scale: Spec = {"zero": chart.of == "mean" and bottom < top / 3}
    if chart.of == "share":
        scale = {"domain": share_domain(bottom, top, chart.even)}
    x = {
        "field": "value",
        "type": "quantitative",
        "scale": scale,
        "axis": number_axis(".0%" if chart.of == "share" else ",~f"),
    }
    told = [
        tip("name", chart.title),
        tip("value", "measured", number),
        *bounds(number),
        tip("n", "of", ","),
    ]
    layers: list[Spec] = [
        *intervals(x, told),
        {
            "mark": {"type": "text", "align": "left", "dx": 9, "dy": -8, "color": TEXT},
            "encoding": {"x": x, "y": NAME, "text": {"field": "value", "format": number}},
        },
    ]
    if chart.even is not None:
        layers.insert(0, dashes("x", chart.even, x, tooltip="even"))
    return spec(max(ROW + 10, ROW * len(values)), layers, values)


def number_axis(form: str, title: str | None = None) -> Spec:
    """An axis with a grid, though a mere line is drawn on it first."""
    return {"format": form, "title": title, "tickCount": 6, "grid": True}


def at(value: float, channel: Spec) -> Spec:
    """A place on the axis of a channel."""
    return {"datum": value, **{key: part for key, part in channel.items() if key != "field"}}


def share_domain(low: float, high: float, even: float | None) -> list[float]:
    """As much of 0 to 1 as is needed, with even chances in it."""
    ends = [low, high] if even is None else [low, high, even]
    return [max(0.0, min(ends) - 0.04), min(1.0, max(ends) + 0.08)]


def spread_spec(spread: Spread) -> Spec:
    """A histogram, a row for each set-up."""
    values = [
        {"setup": setup, "value": value, "games": n}
        for setup, counts in spread.counts.items()
        for value, n in counts.items()
    ]
    bars: Spec = {
        "mark": {"type": "bar", "color": SKY, "tooltip": True},
        "encoding": {
            "x": {
                "field": "value",
                "type": "quantitative",
                "bin": {"maxbins": BINS, "minstep": 1},
                "axis": {"title": spread.title.lower(), "grid": False, "format": "d"},
            },
            "y": {
                "aggregate": "sum",
                "field": "games",
                "type": "quantitative",
                "axis": {"title": "games", "tickCount": 3},
            },
        },
    }
    sizes = {"width": "container", "height": 110, "autosize": FITTED}
    if len(spread.counts) == 1:
        return {"config": CONFIG, **sizes, "data": {"values": values}, **bars}
    encoding = {**bars["encoding"], "color": setup_colour(list(spread.counts))}
    return {"config": CONFIG, **sizes, "data": {"values": values}, **bars, "encoding": encoding}


def setup_colour(setups: list[str]) -> Spec:
    """Set-ups stacked, told apart by colour."""
    return {
        "field": "setup",
        "type": "nominal",
        "scale": {"domain": setups, "range": [SKY, LAMP, LEAF, RUST, *TEAMS]},
        "legend": {"title": None},
    }


def map_spec(things: Sequence[Thing], parties: Sequence[str]) -> Spec:
    """Every thing by how often it is used and what it seems to be worth."""
    values = [
        {
            "thing": one.thing,
            "label": one.label,
            "party": one.party,
            "use": one.use.value,
            "edge": one.edge.value,
            "low": one.edge.low,
            "high": one.edge.high,
            "games": one.games,
        }
        for one in things
        if one.edge is not None
    ]
    shown = [name for name in parties if any(v["party"] == name for v in values)]
    colour: Spec = {"value": SKY}
    if len(shown) > 1:
        colour = {
            "field": "party",
            "type": "nominal",
            "scale": {"domain": shown, "range": [colour_of(name, parties) for name in shown]},
            "legend": {"title": None},
        }
    x = {
        "field": "use",
        "type": "quantitative",
        "scale": {"domain": [0, 1]},
        "axis": number_axis(".0%", "played, of the games that it was drawn in"),
    }
    y = {
        "field": "edge",
        "type": "quantitative",
        "axis": number_axis("+.0%", "win rate if played, less if not"),
    }
    told = [
        tip("thing", "what"),
        tip("label", "printed"),
        tip("use", "played", ".1%"),
        tip("edge", "difference", "+.1%"),
        *bounds("+.1%"),
        tip("games", "games", ","),
    ]
    layers: list[Spec] = [
        dashes("y", 0, y),
        {
            "mark": {"type": "rule", "opacity": 0.25},
            "encoding": {
                "x": x,
                "y": {**y, "field": "low"},
                "y2": {"field": "high"},
                "color": colour,
            },
        },
        {
            "mark": {"type": "point", "filled": True, "size": 80, "opacity": 0.9},
            "encoding": {"x": x, "y": y, "color": colour, "tooltip": told},
        },
    ]
    return spec(340, layers, values)


def extremes_chart(kind: str, things: Sequence[Thing]) -> Chart:
    """The things that go with losing most, then those that go with winning most."""
    known = sorted((one for one in things if one.edge is not None), key=sure_edge)
    ends = known if len(known) <= 2 * SHOWN else known[:SHOWN] + known[-SHOWN:]
    names = told_apart(things)
    lines = [
        Line(f"{names[id(one)]} {short(one.label)}", edge.value, edge.low, edge.high, one.games)
        for one in ends
        for edge in [one.edge]
        if edge is not None
    ]
    return Chart("", f"Win rate if played, less if not: {kind}", "edge", lines, 0.0)


def told_apart(things: Sequence[Thing]) -> dict[int, str]:
    """What to call each thing; whose it is belongs to it if several parties have it."""
    counts = Counter(one.thing for one in things)
    return {
        id(one): one.thing if counts[one.thing] == 1 else f"{one.thing} ({one.party})"
        for one in things
    }


def sure_edge(one: Thing) -> float:
    """The difference as far as it is sure: the end of the interval that is nearer to nothing."""
    if one.edge is None:
        return 0.0
    if one.edge.low > 0:
        return one.edge.low
    return one.edge.high if one.edge.high < 0 else one.edge.value / 1000


def short(label: str) -> str:
    """Not too long for an axis."""
    return label if len(label) <= 34 else f"{label[:33].rstrip()}…"


def edge_colour(line: Line) -> str:
    """Green for what is surely above nothing, red for what is surely below."""
    return LEAF if line.low > 0 else RUST if line.high < 0 else MUTED


def extremes_spec(chart: Chart) -> Spec:
    """Differences with their intervals, red to the left and green to the right of nothing."""
    values = rows(chart, edge_colour)
    axis = number_axis("+.0%") | {"tickCount": 4}
    x = {"field": "value", "type": "quantitative", "axis": axis}
    told = [
        tip("name", "what"),
        tip("value", "difference", "+.1%"),
        *bounds("+.1%"),
        tip("n", "games", ","),
    ]
    layers = [dashes("x", 0, x), *intervals(x, told)]
    return spec(ROW * max(2, len(values)), layers, values)

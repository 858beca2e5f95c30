// The map as it is drawn: outlines and discs from the pack; borders, prices and sight from the server.

import type { Content } from '../../lib/api';

export type Point = [number, number];
export type Line = [Point, Point];

export interface Space {
  number: number;
  at: Point;
  outline: Point[];
  floor: string;
  cover?: boolean;
  high?: boolean;
}

export interface Plan {
  title: string;
  size: Point;
  space: Space[];
  wall?: { line: Line }[];
  fall?: { outline: Point[] }[];
}

/** What stands between two spaces, where, and the rule that says so. */
export interface Blocked {
  reason: string;
  rules: string[];
  at: Point;
  space: number | null;
}

/** A border between two heights, and the way that is up. */
export interface HighEdge {
  line: Line;
  towards: Point;
  wall: boolean;
}

/** What the rules make of a map: by space, the ways to others with their prices, distances, and sight. */
export interface Survey {
  high_edges: HighEdge[];
  neighbours: Record<string, [to: number, how: 'move' | 'climb', price: number][]>;
  distance: Record<string, Record<string, number>>;
  sight: Record<string, Record<string, Blocked | null>>;
}

export const planOf = (content: Content, id: string): Plan => content[id] as Plan;

const MOST_STRETCH = 1.3;

/** How much wider or higher than in the book the map is drawn, so as to fill a window, within reason. */
export function stretchTo([width, height]: Point, [across, down]: Point): Point {
  const wider = (width * down) / (height * across) || 1;
  return [Math.min(MOST_STRETCH, Math.max(1, wider)), Math.min(MOST_STRETCH, Math.max(1, 1 / wider))];
}

const moved = ([x, y]: Point, [across, down]: Point): Point => [x * across, y * down];

/** The map so drawn: what was a straight line still is, so whatever is seen is still seen. */
export function stretched(plan: Plan, by: Point): Plan {
  const all = <Several extends Point[]>(several: Several) => several.map((point) => moved(point, by)) as Several;
  return {
    ...plan,
    size: moved(plan.size, by),
    space: plan.space.map((space) => ({ ...space, at: moved(space.at, by), outline: all(space.outline) })),
    wall: plan.wall?.map(({ line }) => ({ line: all(line) })) ?? [],
    fall: plan.fall?.map(({ outline }) => ({ outline: all(outline) })) ?? [],
  };
}

/** What the rules make of it, with every point where it is drawn. */
export function stretchedSurvey(survey: Survey, by: Point): Survey {
  const blocked = (one: Blocked | null) => one && { ...one, at: moved(one.at, by) };
  const seen = Object.entries(survey.sight).map(([from, to]) =>
    [from, Object.fromEntries(Object.entries(to).map(([there, one]) => [there, blocked(one)]))] as const);
  return {
    ...survey,
    high_edges: survey.high_edges.map(({ line: [a, b], towards, wall }) => {
      const line: Line = [moved(a, by), moved(b, by)];
      return { line, towards: across(line, towards), wall };
    }),
    sight: Object.fromEntries(seen),
  };
}

/** The way straight across a line, on the side that a direction points to. */
function across([a, b]: Line, [x, y]: Point): Point {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const [right, down] = [(a[1] - b[1]) / length, (b[0] - a[0]) / length];
  return right * x + down * y > 0 ? [right, down] : [-right, -down];
}

export const points = (outline: Point[]): string => outline.map((point) => point.join(',')).join(' ');

/** How far a point lies from a side. */
function distance([x, y]: Point, [[ax, ay], [bx, by]]: Line): number {
  const [dx, dy] = [bx - ax, by - ay];
  const part = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(ax + part * dx - x, ay + part * dy - y);
}

const sides = (outline: Point[]): Line[] => outline.map((point, i) => [outline.at(i - 1)!, point]);

/** Whether a point lies inside an outline, by counting the sides to its right. */
function inside([x, y]: Point, outline: Point[]): boolean {
  return sides(outline).filter(([[ax, ay], [bx, by]]) =>
    ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax).length % 2 === 1;
}

/** How much room there is around a point of a space; negative outside. */
export function room(point: Point, space: Space): number {
  const nearest = Math.min(...sides(space.outline).map((side) => distance(point, side)));
  return inside(point, space.outline) ? nearest : -nearest;
}

interface Stone { x: number; y: number; long: number; wide: number; turn: number }

/** Broken stones around a cover space's disc: thrown, but always the same for the same space. */
export function rubble(space: Space): Stone[] {
  const found: Stone[] = [];
  for (let i = 0; i < 14; i++) {
    const turn = (2 * Math.PI * (i + space.number * 0.37)) / 14;
    const far = 38 + ((space.number * 13 + i * 29) % 24);
    const [x, y] = [space.at[0] + far * Math.cos(turn), space.at[1] + far * 0.82 * Math.sin(turn)];
    const shape = space.number + i;
    if (room([x, y], space) < 13) continue;
    found.push({ x, y, long: 11 + ((shape * 5) % 8), wide: 9 + ((shape * 3) % 5), turn: (shape * 47) % 90 });
  }
  return found;
}

const FAN = 70;

/** Where several figures stand on one space, beside each other along its longer way. */
export function stands(space: Space, many: number): { at: Point; scale: number }[] {
  if (many <= 1) return [{ at: space.at, scale: 1 }];
  const scale = many === 2 ? 0.86 : many <= 4 ? 0.74 : 0.6;
  const step = FAN * scale;
  const around = many === 2 ? pair(space, step) : ring(many, step);
  return around.map(([dx, dy]) => ({ at: [space.at[0] + dx, space.at[1] + dy], scale }));
}

/** Two abreast, in the direction that leaves both the most room. */
function pair(space: Space, step: number): Point[] {
  const ways: Point[] = [[1, 0], [0, 1], [0.7, 0.7], [0.7, -0.7]];
  const free = ([x, y]: Point) => Math.min(...[-1, 1].map((sign) =>
    room([space.at[0] + (sign * x * step) / 2, space.at[1] + (sign * y * step) / 2], space)));
  const [x, y] = ways.reduce((best, way) => (free(way) > free(best) + 3 ? way : best));
  return [[(-x * step) / 2, (-y * step) / 2], [(x * step) / 2, (y * step) / 2]];
}

function ring(many: number, step: number): Point[] {
  const radius = step / (2 * Math.sin(Math.PI / many));
  return Array.from({ length: many }, (_, i): Point => {
    const turn = (2 * Math.PI * i) / many - Math.PI / 2;
    return [radius * Math.cos(turn), radius * Math.sin(turn)];
  });
}

/** Corners of a space where fragments lie, clear of its disc, the roomiest first. */
export function corners(space: Space): Point[] {
  const around = [0.15, 0.35, 0.65, 0.85, 0.5, 0].flatMap((turn) => [46, 56].map((far): Point => [
    space.at[0] + far * Math.cos(2 * Math.PI * turn), space.at[1] + far * 0.9 * Math.sin(2 * Math.PI * turn),
  ]));
  const ranked = around.toSorted((one, other) => Math.min(22, room(other, space)) - Math.min(22, room(one, space)));
  const chosen: Point[] = [];
  for (const point of ranked) {
    if (chosen.every((other) => Math.hypot(point[0] - other[0], point[1] - other[1]) > 24)) chosen.push(point);
  }
  return chosen;
}

/** Arrow heads along a high edge, pointing up. A wall has none: nobody climbs there. */
export function arrows({ line: [a, b], towards: [ahead, down], wall }: HighEdge): Point[][] {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = Math.hypot(dx, dy);
  if (wall || length < 24) return [];
  const many = Math.max(1, Math.round(length / 60));
  return Array.from({ length: many }, (_, i): Point[] => {
    const part = (i + 0.5) / many;
    const [x, y] = [a[0] + part * dx, a[1] + part * dy];
    return [
      [x + 16 * ahead, y + 16 * down],
      [x + 4 * ahead - 7 * down, y + 4 * down + 7 * ahead],
      [x + 4 * ahead + 7 * down, y + 4 * down - 7 * ahead],
    ];
  });
}

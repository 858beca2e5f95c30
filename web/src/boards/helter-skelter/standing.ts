// Where everything stands on the map.

import type { Figure, TableView } from './data';
import { corners, stands, type Plan, type Point, type Space } from './map';

interface Stand { at: Point; scale: number }

export const byNumber = (plan: Plan): Map<number, Space> => new Map(plan.space.map((space) => [space.number, space]));

/** A place on the map for each figure that is on it; several on one space stand side by side. */
export function placed(plan: Plan, figures: Figure[]): Map<string, Stand> {
  const found = new Map<string, Stand>();
  for (const space of plan.space) {
    const here = figures.filter((figure) => figure.space === space.number);
    stands(space, here.length).forEach((stand, i) => here[i] && found.set(here[i].id, stand));
  }
  return found;
}

interface Badge { number: number; at: Point; cover: boolean }

/** The numbers of spaces whose discs are hidden under figures, at the upper left of those. */
export function badges(spaces: Map<number, Space>, figures: Figure[], standing: Map<string, Stand>): Badge[] {
  const taken = new Set(figures.flatMap((figure) => (figure.space === null ? figure.secret : [figure.space])));
  return [...taken].map((number) => {
    const space = spaces.get(number)!;
    const here = figures.filter((figure) => figure.space === number).map(({ id }) => standing.get(id)!);
    const first = here.toSorted((one, other) => one.at[0] + one.at[1] - other.at[0] - other.at[1])[0];
    const [x, y] = first?.at ?? space.at;
    const away = 27 * (first?.scale ?? 1);
    return { number, at: [x - away, y - away], cover: space.cover ?? false };
  });
}

interface Lying { seat: number; number: number; at: Point }

/** Fragments in the corners of their spaces. */
export function fragments(spaces: Map<number, Space>, table: TableView): Lying[] {
  const used = new Map<number, number>();
  return table.players.flatMap((player, seat) => player.fragments.map((number) => {
    const nth = used.get(number) ?? 0;
    used.set(number, nth + 1);
    const space = spaces.get(number)!;
    return { seat, number, at: corners(space)[nth] ?? space.at };
  }));
}

// Chances of winning, for people: whole games of a hundred.

/** A share as a whole number of a hundred. */
export const percent = (share: number): number => Math.round(100 * share);

/** A change with its sign; the minus is a real one. */
export function signed(share: number): string {
  const n = percent(share);
  return n === 0 ? '0' : n > 0 ? `+${n}` : `\u2212${-n}`;
}

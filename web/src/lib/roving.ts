// Arrow keys within a region: the focus goes to the nearest thing in that direction.

import type { Attachment } from 'svelte/attachments';

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

const middle = (box: DOMRect): [number, number] => [box.x + box.width / 2, box.y + box.height / 2];

/** Whether one box reaches beside the other, seen that way: in a row of words they stand in one line. */
const inLine = (from: DOMRect, to: DOMRect, dx: number): boolean =>
  dx ? from.top < to.bottom && to.top < from.bottom : from.left < to.right && to.left < from.right;

/** How far a box lies that way; sideways counts double, out of line six times; infinite if it does not lie that way. */
function far(from: DOMRect, to: DOMRect, [dx, dy]: [number, number]): number {
  const [ax, ay] = middle(from);
  const [bx, by] = middle(to);
  const ahead = (bx - ax) * dx + (by - ay) * dy;
  const aside = Math.abs((bx - ax) * dy) + Math.abs((by - ay) * dx);
  return ahead <= 1 ? Infinity : ahead + (inLine(from, to, dx) ? 2 : 6) * aside;
}

/** One tab stop for what is selected in a region; arrows go about in it. */
export const rovingOver = (selected: string): Attachment<HTMLElement> => (region) => {
  const things = () => [...region.querySelectorAll<HTMLElement | SVGElement>(selected)];

  const settle = (chosen?: Element) => {
    const all = things();
    const stop = chosen ?? all.find((thing) => thing.getAttribute('tabindex') === '0') ??
      all.find((thing) => thing.dataset['glow'] === 'legal') ?? all[0];
    for (const thing of all) thing.setAttribute('tabindex', thing === stop ? '0' : '-1');
  };

  const keys = (event: KeyboardEvent) => {
    const way = ARROWS[event.key];
    const from = (event.target as Element).closest(selected);
    if (!way || !from) return;
    const here = from.getBoundingClientRect();
    const reached = things()
      .map((thing) => ({ thing, length: far(here, thing.getBoundingClientRect(), way) }))
      .filter(({ thing, length }) => thing !== from && length < Infinity)
      .sort((one, other) => one.length - other.length)[0];
    if (!reached) return;
    event.preventDefault();
    reached.thing.focus();
  };

  const focused = (event: FocusEvent) => {
    const thing = (event.target as Element).closest(selected);
    if (thing) settle(thing);
  };

  const watcher = new MutationObserver(() => settle());
  watcher.observe(region, { childList: true, subtree: true });
  region.addEventListener('keydown', keys);
  region.addEventListener('focusin', focused);
  settle();
  return () => {
    watcher.disconnect();
    region.removeEventListener('keydown', keys);
    region.removeEventListener('focusin', focused);
  };
};

/** The things of a region of the table. */
export const roving = rovingOver('[data-ref]');

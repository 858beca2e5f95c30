// A finger that stays where it is looks closely, as the key does for those who have one.

import type { Attachment } from 'svelte/attachments';

const LONG = 500;
/** How far a finger may stray, in pixels. */
const STRAY = 8;

/** Tells what a finger is held on. The press that it would have been is none then. */
export function held(look: (on: Element) => void): Attachment<HTMLElement> {
  return (element) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let from = { x: 0, y: 0 };
    const swallow = (event: Event) => event.stopPropagation();

    function down(event: PointerEvent): void {
      removeEventListener('click', swallow, true);
      clearTimeout(timer);
      if (event.pointerType !== 'touch' || !event.isPrimary) return;
      from = event;
      timer = setTimeout(() => {
        addEventListener('click', swallow, { capture: true, once: true });
        look(event.target as Element);
      }, LONG);
    }
    function move(event: PointerEvent): void {
      if (Math.hypot(event.x - from.x, event.y - from.y) > STRAY) clearTimeout(timer);
    }
    const up = () => clearTimeout(timer);

    element.addEventListener('pointerdown', down, true);
    element.addEventListener('pointermove', move, true);
    for (const end of ['pointerup', 'pointercancel']) element.addEventListener(end, up, true);
    return () => {
      up();
      removeEventListener('click', swallow, true);
      element.removeEventListener('pointerdown', down, true);
      element.removeEventListener('pointermove', move, true);
      for (const end of ['pointerup', 'pointercancel']) element.removeEventListener(end, up, true);
    };
  };
}

// The name of a symbol beside it: on hover, focus and tap alike.

import type { Attachment } from 'svelte/attachments';

const LINGER = 2500;

class Tips {
  now = $state.raw<{ text: string; box: DOMRect } | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  show(text: string, element: Element): void {
    clearTimeout(this.#timer);
    this.now = { text, box: element.getBoundingClientRect() };
  }

  /** After a tap it stays long enough to be read. */
  hide(after = 0): void {
    clearTimeout(this.#timer);
    if (after) this.#timer = setTimeout(() => (this.now = null), after);
    else this.now = null;
  }
}

export const tips = new Tips();

/** Named when pointed at. */
export const tipped = (text: string): Attachment<HTMLElement> => (element) => {
  const enter = () => tips.show(text, element);
  const leave = (event: PointerEvent) => tips.hide(event.pointerType === 'touch' ? LINGER : 0);
  element.addEventListener('pointerenter', enter);
  element.addEventListener('pointerleave', leave);
  return () => {
    element.removeEventListener('pointerenter', enter);
    element.removeEventListener('pointerleave', leave);
    tips.hide();
  };
};

/** Named when the keyboard comes to it. */
export const tippedByFocus = (text: string): Attachment<HTMLElement> => (element) => {
  const enter = () => {
    if (element.matches(':focus-visible')) tips.show(text, element);
  };
  // Later: what is taken away while it has the focus loses it in the midst of an update.
  const leave = () => queueMicrotask(() => tips.hide());
  element.addEventListener('focus', enter);
  element.addEventListener('blur', leave);
  return () => {
    element.removeEventListener('focus', enter);
    element.removeEventListener('blur', leave);
  };
};

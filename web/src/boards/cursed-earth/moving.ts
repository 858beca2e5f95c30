// How long things on this board travel.

import type { AnimationConfig } from 'svelte/animate';
import { cubicOut } from 'svelte/easing';
import { crossfade } from 'svelte/transition';
import { motionless, settings } from '../../lib/settings.svelte';

const CARD = 450;
const PAWN = 320;

const travel = (usual: number): number => (motionless() ? 0 : usual / settings.speed);

/** A card goes from where it was to where it is; its size changes at once, so that it stays readable. */
export function glide(_: Element, { from, to }: { from: DOMRect; to: DOMRect }): AnimationConfig {
  const [dx, dy] = [from.left - to.left, from.top - to.top];
  return { duration: travel(CARD), easing: cubicOut, css: (_at, left) => `translate: ${dx * left}px ${dy * left}px` };
}

export const pawnTravel = (key: string) => ({ key, duration: travel(PAWN), easing: cubicOut });

/** A pawn leaves one location and arrives at another. */
export const [leave, arrive] = crossfade({ duration: PAWN });

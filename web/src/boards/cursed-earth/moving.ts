// How long things on this board travel.

import { cubicOut } from 'svelte/easing';
import { crossfade } from 'svelte/transition';
import { motionless, settings } from '../../lib/settings.svelte';

const CARD = 450;
const PAWN = 320;

const travel = (usual: number): number => (motionless() ? 0 : usual / settings.speed);

export const cardTravel = () => ({ duration: travel(CARD), easing: cubicOut });
export const pawnTravel = (key: string) => ({ key, duration: travel(PAWN), easing: cubicOut });

/** A pawn leaves one location and arrives at another. */
export const [leave, arrive] = crossfade({ duration: PAWN });

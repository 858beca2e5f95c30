// Which part of the map is in view: fit, closer, panned. All in the map's own units but `scale`.

import type { Attachment } from 'svelte/attachments';
import { stretchTo, type Point } from './map';

const MARGIN = 8;
const CLOSEST = 4;
const STEP = 1.5;
const SLIP = 6;

export class Camera {
  width = $state(0);
  height = $state(0);
  #times = $state(1);
  /** The centre of the view, as parts of the map's width and height. */
  #centre = $state.raw<Point>([0.5, 0.5]);
  /** Whether a finger has hold of it, so that it follows at once. */
  held = $state(false);

  /** What lies over the window, in pixels at its right and at its top: what is needed is shown beside it. */
  covered = $state.raw<Point>([0, 0]);

  constructor(readonly printed: Point) {}

  /** How much wider and higher than printed the map is drawn. */
  get stretch(): Point {
    return stretchTo([this.width, this.height], this.printed);
  }

  get size(): Point {
    return [this.printed[0] * this.stretch[0], this.printed[1] * this.stretch[1]];
  }

  /** Pixels for a unit when the whole map is in view. */
  get fitting(): number {
    return Math.min(this.width / (this.size[0] + 2 * MARGIN), this.height / (this.size[1] + 2 * MARGIN)) || 1;
  }

  get scale(): number {
    return this.fitting * this.#times;
  }

  get closest(): boolean {
    return this.#times >= CLOSEST;
  }

  get fits(): boolean {
    return this.#times <= 1;
  }

  /** Where the map's corner lies in the window, in pixels. */
  get corner(): Point {
    const [x, y] = this.#middle;
    return [this.width / 2 - x * this.scale, this.height / 2 - y * this.scale];
  }

  get #middle(): Point {
    return this.#kept([this.#centre[0] * this.size[0], this.#centre[1] * this.size[1]]);
  }

  set #middle(point: Point) {
    const [x, y] = this.#kept(point);
    this.#centre = [x / this.size[0], y / this.size[1]];
  }

  /** A centre from which no more than a margin lies beyond the map, or what is needed to see all of it. */
  #kept([x, y]: Point): Point {
    const axis = (at: number, whole: number, seen: number, before: number, after: number) => {
      const half = seen / this.scale / 2;
      const [low, top] = [half - MARGIN - before / this.scale, whole + MARGIN + after / this.scale - half];
      return low > top ? whole / 2 : Math.min(top, Math.max(low, at));
    };
    const [right, above] = this.covered;
    return [axis(x, this.size[0], this.width, 0, right), axis(y, this.size[1], this.height, above, 0)];
  }

  /** A point of the map in pixels of the window. */
  shown([x, y]: Point): Point {
    return [this.corner[0] + x * this.scale, this.corner[1] + y * this.scale];
  }

  fit(): void {
    this.#times = 1;
    this.#centre = [0.5, 0.5];
  }

  /** Closer or farther, with one point of the window staying where it is. */
  zoom(by: number, px = this.width / 2, py = this.height / 2): void {
    const [x, y] = [(px - this.corner[0]) / this.scale, (py - this.corner[1]) / this.scale];
    this.#times = Math.min(CLOSEST, Math.max(1, this.#times * by));
    this.#middle = [x - (px - this.width / 2) / this.scale, y - (py - this.height / 2) / this.scale];
  }

  closer(): void {
    this.zoom(STEP);
  }

  farther(): void {
    this.zoom(1 / STEP);
  }

  pan(dx: number, dy: number): void {
    const [x, y] = this.#middle;
    this.#middle = [x - dx / this.scale, y - dy / this.scale];
  }

  /** Bring some points into view, no closer than `most` pixels a unit. */
  show(points: Point[], around: number, most: number): void {
    if (points.length === 0) return;
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    const [left, top] = [Math.min(...xs) - around, Math.min(...ys) - around];
    const [right, bottom] = [Math.max(...xs) + around, Math.max(...ys) + around];
    const [beside, above] = this.covered;
    const wanted = Math.min(most, (this.width - beside) / (right - left), (this.height - above) / (bottom - top));
    this.#times = Math.min(CLOSEST, Math.max(1, wanted / this.fitting));
    if (this.fits) this.fit();
    else this.#middle = [(left + right + beside / this.scale) / 2, (top + bottom - above / this.scale) / 2];
  }

  /** Drag to pan, pinch or wheel to zoom, double-tap for closer and back. A drag is no press. */
  readonly gestures: Attachment<HTMLElement> = (element) => {
    const down = new Map<number, Point>();
    let moved = 0;
    let touch = false;
    const here = (event: PointerEvent | MouseEvent): Point => {
      const box = element.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    const spread = ([a, b]: Point[]) => (a && b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 0);

    const press = (event: PointerEvent) => {
      if (down.size === 0) moved = 0;
      touch = event.pointerType === 'touch';
      down.set(event.pointerId, here(event));
    };
    const move = (event: PointerEvent) => {
      const before = down.get(event.pointerId);
      if (!before) return;
      const now = here(event);
      const apart = spread([...down.values()]);
      moved += Math.hypot(now[0] - before[0], now[1] - before[1]);
      down.set(event.pointerId, now);
      if (moved < SLIP) return;
      if (!this.held) element.setPointerCapture(event.pointerId);
      this.held = true;
      if (down.size > 1) this.zoom(spread([...down.values()]) / (apart || 1), now[0], now[1]);
      else this.pan(now[0] - before[0], now[1] - before[1]);
    };
    const release = (event: PointerEvent) => {
      down.delete(event.pointerId);
      if (down.size === 0) this.held = false;
    };
    const click = (event: MouseEvent) => {
      if (moved >= SLIP) event.stopPropagation();
    };
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 400), ...here(event));
    };
    const twice = (event: MouseEvent) => {
      if (!touch) return;
      if (this.fits) this.zoom(2.2, ...here(event));
      else this.fit();
    };
    element.addEventListener('pointerdown', press);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', release);
    element.addEventListener('pointercancel', release);
    element.addEventListener('click', click, true);
    element.addEventListener('wheel', wheel, { passive: false });
    element.addEventListener('dblclick', twice);
    return () => {
      element.removeEventListener('pointerdown', press);
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', release);
      element.removeEventListener('pointercancel', release);
      element.removeEventListener('click', click, true);
      element.removeEventListener('wheel', wheel);
      element.removeEventListener('dblclick', twice);
    };
  };
}

import { box, disc, fill, line, oval, put } from '../../marks';
import { BOLT, GLOW, INK, LIGHT, MID, cloud, puff, type Drawer } from './parts';

/** Weather, and what fills the air. */
export const sky = {
  twister: () => [
    fill('M52 10c18-7 54-6 60 1-5 11-17 16-23 27-5 9-2 16-7 25-3 6-1 12 2 19-9-3-14-10-13-18 1-10-1-15-5-24C61 30 50 24 52 10z', INK, 0.88),
    line('M58 16q24 8 48-2M64 27q18 6 32-2M71 39q10 4 18-1M73 51q7 3 12 0M73 63q5 2 8 0', 2, LIGHT, 0.75),
    ...puff(64, 80, 7),
    ...puff(92, 81, 8),
    fill(box(112, 48, 5, 3) + box(44, 52, 4, 4) + box(120, 30, 3, 5), INK),
  ],
  rain: (roll) => [
    ...cloud(42, 16, 1.15, INK),
    ...cloud(112, 14, 1.35, INK),
    line(Array.from({ length: 20 }, (_, i) => `M${12 + i * 7.5} ${roll(26, 60)}l-4 ${roll(9, 14)}`).join(''), 2, LIGHT, 0.85),
    fill(oval(44, 82, 16, 2.6) + oval(106, 84, 20, 3), GLOW, 0.85),
  ],
  storm: () => [
    ...[0, 2, 4].map((i) => line(`M${14 + i * 5} ${18 + i * 12}q33-12 66 0t${56 - i * 8} 2`, 6 - i * 0.6, LIGHT, 0.85)),
    ...[1, 3].map((i) => line(`M${14 + i * 5} ${18 + i * 12}q33-12 66 0t${56 - i * 8} 2`, 6 - i * 0.6, INK, 0.75)),
  ],
  thunder: () => [...cloud(44, 16, 1.25, INK), ...cloud(116, 15, 1.3, INK), ...put([fill(BOLT, LIGHT)], 34, 22, 1, 6), ...put([fill(BOLT, LIGHT)], 122, 21, 1.1, -4)],
  trefoil: () =>
    put(
      [
        fill('M-3.4-5.9-13.5-23.5a27 27 0 0 1 27 0L3.4-5.9a6.8 6.8 0 0 0-6.8 0zM6.8 0h20.3A27 27 0 0 1 13.6 23.4L3.4 5.9A6.8 6.8 0 0 0 6.8 0zM-3.4 5.9l-10.2 17.5A27 27 0 0 1-27.1 0h20.3a6.8 6.8 0 0 0 3.4 5.9z', GLOW, 0.75),
        fill(disc(0, 0, 4.4), GLOW, 0.75),
      ],
      80,
      46,
    ),
  psyche: () => [
    line(oval(80, 42, 62, 38), 1.8, LIGHT, 0.35),
    line(oval(80, 42, 50, 29), 2, LIGHT, 0.5),
    fill('M38 42C50 24 64 16 80 16s30 8 42 26C110 60 96 68 80 68S50 60 38 42z', INK),
    fill(disc(80, 42, 16), LIGHT),
    fill(disc(80, 42, 8.5), INK),
    fill(disc(76, 38, 2.6), LIGHT),
    line('M80 8V2M50 14l-4-6M110 14l4-6M30 26l-6-4M130 26l6-4', 2.6, LIGHT),
  ],
  stars: (roll) => [fill(Array.from({ length: 14 }, () => disc(roll(4, 156), roll(4, 40), roll(4, 9) / 8)).join(''), LIGHT, 0.85)],
  fog: () => [line('M6 58q16-6 32 0t32 0 32 0 32 0 20 0M-4 68q18-6 36 0t36 0 36 0 36 0 24 0M10 78q16-5 32 0t32 0 32 0 32 0', 5, LIGHT, 0.4)],
  flood: () => [
    fill('M-2 62C18 28 52 18 66 40c-12-6-22 2-20 14 14-16 40-24 56-4-10-2-16 4-14 12 14-14 44-18 74 0v30H-2z', MID),
    fill('M-2 74c20-20 42-26 52-12-8-1-13 4-11 10 16-14 38-12 46 0 14-12 48-14 77 4v16H-2z', INK),
    line('M4 66c14-22 36-32 52-28M58 52c12-10 28-14 38-8M12 80c14-10 26-14 34-12M104 66c14-6 34-6 52 2', 2.2, LIGHT),
    fill(disc(72, 30, 2.4) + disc(78, 38, 1.8) + disc(108, 40, 2) + disc(64, 24, 1.6), LIGHT),
  ],
  explosion: () => [
    ...put([fill('M0-34 8-14 28-22 18-4 38 4 17 10 22 30 0 18-22 30-17 10-38 4-18-4-28-22-8-14z', LIGHT)], 80, 50, 1),
    ...put([fill('M0-34 8-14 28-22 18-4 38 4 17 10 22 30 0 18-22 30-17 10-38 4-18-4-28-22-8-14z', GLOW)], 80, 52, 0.6, 12),
    ...puff(52, 74, 10, INK, 0.8),
    ...puff(106, 76, 11, INK, 0.8),
    fill(box(30, 34, 5, 4) + box(124, 30, 4, 5) + box(112, 16, 4, 4) + box(44, 18, 4, 3), INK),
  ],
} satisfies Record<string, Drawer>;

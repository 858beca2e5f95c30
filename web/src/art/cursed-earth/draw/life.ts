import { box, dashes, disc, fill, line, oval, put } from '../../marks';
import { BEAST, GLOW, INK, LIGHT, NEAR, bat, deadTree, figure, flame, puff, vulture, type Drawer } from './parts';

/** Who and what lives out there. */
export const life = {
  walkers: () => [
    dashes('M14 89C30 84 44 86 58 80', '3 4', 2, LIGHT),
    ...figure(62, 80, 0.95, 'M5-20l7 10'),
    ...figure(86, 78, 0.85),
    ...figure(108, 77, 0.75, 'M5-20l8 8'),
  ],
  mutants: () => [
    ...figure(36, 80, 0.9, 'M-4-22l-10-14M4-22l9-15M4-18l14-2'),
    ...figure(60, 82, 1.15, 'M-5-22l-9-13M5-22l8-14M-5-36l-4-6M5-36l4-6'),
    ...put([fill(`${disc(-5, -33, 4.6)}${disc(6, -35, 4.6)}M-10 0l2-24c3-5 13-5 16 0l2 24z`, INK), line('M7-20 18-34', 3, INK)], 90, 82, 1.05),
    ...figure(114, 80, 0.8, 'M-4-22l-9-12M4-22l9-12M-5-14l-10-3M5-14l10-3'),
    ...figure(132, 82, 0.95, 'M-4-22l-10-10M4-22c6-8 14-4 12-16'),
  ],
  keepers: () => [...figure(62, 20, 0.44, 'M-4-22l-8-12M4-22l8-12'), ...figure(100, 20, 0.44, 'M-4-22l-9-8M5-20l9-8M4-16l10 2')],
  birds: (roll) => [
    ...deadTree(roll(54, 70), 82, 1.35),
    ...put(vulture, 74, 30, 0.9),
    ...put(vulture, 46, 38, 0.75),
    line('M104 22q7-8 13 0 6-8 13 0M122 36q5-6 9 0 4-6 9 0M92 38q4-5 7 0 3-5 7 0', 2.4, INK),
  ],
  flock: (roll) => [line(`M${roll(96, 120)} ${roll(14, 24)}q5-6 9 0 4-6 9 0m6 9q3-4 6 0 3-4 6 0`, 1.8, INK)],
  spider: (roll) => {
    const legs = [0, 1, 2, 3].flatMap((i) =>
      [-1, 1].map((side) => `M80 45Q${80 + side * (20 + i * 8)} ${11 + i * 6} ${80 + side * (33 + i * 11)} ${70 + i * 2}`),
    );
    return put([line(legs.join(''), 3.4, INK), fill(oval(80, 47, 20, 12) + disc(80, 32, 7), INK), fill(disc(76.8, 31, 1.8) + disc(83.5, 31, 1.8), LIGHT)], roll(-4, 4), 4);
  },
  diviner: () => [
    ...figure(64, 80, 1.35, 'M5-21l12 5'),
    line('M84 56l8 2M92 58l12-7M92 58l10 8', 2.2, INK),
    fill('M118 60c5 7 7 10 7 13a7 7 0 0 1-14 0c0-3 2-6 7-13zM100 74c3 4 4 6 4 8a4 4 0 0 1-8 0c0-2 1-4 4-8z', LIGHT),
    line('M110 84h16', 2, LIGHT),
  ],
  beasts: (roll) =>
    [
      [16, 54, 1.05],
      [84, 46, 0.8],
      [roll(60, 70), 72, 1.25],
    ].flatMap(([x = 0, y = 0, size]) => put([fill(BEAST, INK), fill(disc(47, -9, 1.7), LIGHT)], x, y, size)),
  preacher: () => [
    line('M80 8v8M54 14l4 7M106 14l-4 7M36 30l7 5M124 30l-7 5', 2.8, LIGHT),
    ...figure(80, 82, 1.5, 'M-5-22l-11-13M5-22l11-13'),
    line('M104 28v54', 2.8, INK),
    line('M97 36h14', 2.8, INK),
  ],
  hunters: () => [
    ...figure(58, 82, 1.4, 'M5-21l14 7'),
    ...figure(104, 82, 1.25, 'M-5-21l-13 8'),
    line('M66 64 92 40M96 66 76 46', 3, INK),
    fill(`${oval(58, 33, 13, 2.6)}M51 33c0-7 3-9 7-9s7 2 7 9zM104 41c-6 0-12-1-12-2.5s6-2.5 12-2.5 12 1 12 2.5-6 2.5-12 2.5zM98 38c0-6 2-8 6-8s6 2 6 8z`, INK),
  ],
  flies: () =>
    [
      [78, 44, 1.9],
      [34, 28, 1],
      [124, 26, 1.05],
      [42, 62, 0.9],
      [118, 60, 1.15],
      [98, 18, 0.6],
      [58, 20, 0.6],
    ].flatMap(([x = 0, y = 0, size]) =>
      put(
        [
          fill('M0-2c-8-10-17-9-18-4s8 9 18 7zM0-2c8-10 17-9 18-4s-8 9-18 7z', LIGHT, 0.85),
          fill(oval(0, 3, 4, 8) + disc(0, -7, 3.4), INK),
          line('M-3 5l-6 5M3 5l6 5M-2-10l-3-4M2-10l3-4', 1.2, INK),
        ],
        x,
        y,
        size,
      ),
    ),
  hooded: () => [
    line(disc(80, 36, 26), 2.4, LIGHT, 0.8),
    line(disc(80, 36, 32), 1.4, LIGHT, 0.5),
    fill('M46 88c2-22 8-34 18-42 0-16 6-26 16-26s16 10 16 26c10 8 16 20 18 42z', INK),
    fill('M80 27c-6 0-9 6-9 13s4 12 9 12 9-5 9-12-3-13-9-13z', NEAR),
    fill(disc(76, 39, 1.9) + disc(84, 39, 1.9), GLOW),
  ],
  herd: (roll) => [
    ...puff(20, 74, 9),
    ...puff(58, 78, 8),
    ...[
      [12, 58, 0.9],
      [66, 50, 0.75],
      [roll(74, 82), 72, 1.25],
    ].flatMap(([x = 0, y = 0, size]) =>
      put(
        [
          fill('M0 2c0-10 8-16 18-14 8-6 18-4 22 0l10 2 4 8-5 4-8-2-4 4 5 14h-4l-7-11-13-1-9 12h-4l3-14z', INK),
          line('M46-10q1-8 9-9', 2.4, INK),
          line('M0 0q-6 4-5 10', 1.6, INK),
        ],
        x,
        y,
        size,
      ),
    ),
  ],
  oracle: () => [
    fill(`${disc(68, 32, 10)}${disc(93, 31, 10)}M44 88c0-26 10-44 22-46l14 4 15-5c13 3 21 22 21 47z`, INK),
    fill(oval(65, 32, 2.4, 1.5) + oval(71.5, 32, 2.4, 1.5), LIGHT),
    line('M88 31q2 1.5 4.5 0M94.5 31q2 1.5 4.5 0', 1.6, LIGHT),
    line('M46 12q8-10 20-8M114 12q-8-10-20-8M80 12V4', 2.2, LIGHT),
    fill(disc(80, 66, 8), LIGHT, 0.9),
    fill(disc(80, 66, 3.4), INK),
  ],
  mob: (roll) => [
    ...[
      [26, 82, 0.95],
      [50, 80, 0.8],
      [74, 84, 1.15],
      [102, 80, 0.85],
      [128, 83, 1.05],
    ].flatMap(([x = 0, y = 0, size = 1]) => [
      ...figure(x, y, size, 'M5-21l8-14v-10'),
      ...flame(x + 12 * size, y - 45 * size, size * 0.55),
    ]),
    line(`M${roll(14, 18)} 50v32M11 50l5-8 5 8`, 2, INK),
  ],
  bats: () => [
    fill(disc(80, 40, 26), LIGHT, 0.9),
    ...put(bat, 80, 38, 1.35),
    ...put(bat, 32, 26, 0.8, -10),
    ...put(bat, 130, 30, 0.9, 12),
    ...put(bat, 46, 62, 0.6, 8),
    ...put(bat, 118, 62, 0.65, -6),
  ],
  eyes: (roll) => [
    fill('M-2 90V58c12-14 26-8 32 4 6-22 34-28 44-2 8-14 26-12 30 4 8-18 30-16 34-2 8-8 18-6 24 2v26z', INK),
    fill(
      [
        [22, 66, 3],
        [52, 54, 4.5],
        [90, 62, 3.4],
        [120, 58, 4],
        [144, 70, 2.6],
        [70, 78, 2.6],
        [36, 80, 2.4],
        [106, 78, 3],
      ]
        .map(([x = 0, y = 0, r = 0]) => oval(x - r * 1.3, y, r, r * 0.7) + oval(x + r * 1.3, y, r, r * 0.7))
        .join(''),
      GLOW,
    ),
    line(`M${roll(60, 66)} 26q6-7 11 0 5-7 11 0`, 1.8, INK),
  ],
  rats: () =>
    [
      [28, 58, 0.85],
      [102, 60, 0.95],
      [56, 81, 1.3],
    ].flatMap(([x = 0, y = 0, size]) =>
      put(
        [
          fill(oval(12, -5, 26, 13), GLOW, 0.28),
          line('M-6-2q-10 4-16-2t-10 2', 1.8, INK),
          fill(`M-8 0c0-12 14-16 26-11l10 3 8 6-4 4H-4z${disc(20, -12, 4.5)}`, INK),
          fill(disc(27, -6, 1.7), GLOW),
        ],
        x,
        y,
        size,
      ),
    ),
  serpent: () => [
    line('M14 80c10-22 26-22 34-4s24 16 30-6 10-38 30-36', 10, INK),
    fill('M100 24l22-4 16 12-14 8-20 2z', INK),
    fill(disc(122, 29, 2.2), LIGHT),
    line('M138 32l10-2M138 32l9 4', 1.6, INK),
  ],
  drone: () => [
    fill('M72 46 50 84h60L88 46z', LIGHT, 0.3),
    line('M66 36H52M94 36h14M80 22v-9', 2.6, INK),
    fill(box(26, 27, 26, 17) + box(108, 27, 26, 17), INK),
    line('M35 28v15M43 28v15M27 35.5h24M117 28v15M125 28v15M109 35.5h24', 1.2, LIGHT, 0.7),
    fill(disc(80, 36, 15) + disc(80, 12, 2.6), INK),
    fill(disc(80, 37, 7.5), LIGHT),
    fill(disc(80, 38, 3.4), INK),
  ],
  campfire: () => [
    fill(oval(80, 80, 40, 12), GLOW, 0.25),
    ...flame(74, 82, 1.25),
    ...flame(86, 82, 0.9),
    line('M62 84l36-5M62 79l36 5', 3.4, INK),
    ...figure(40, 84, 0.85, 'M4-20l10 4'),
    ...figure(122, 84, 0.85, 'M-4-20l-10 4'),
  ],
} satisfies Record<string, Drawer>;

import { cut, dashes, disc, fill, line, oval, put } from '../../marks';
import { BUSH, GLOW, INK, LIGHT, MID, NEAR, SKULL, cactus, cattleSkull, deadTree, figure, palm, pool, reeds, type Drawer } from './parts';

/** Ground, plants and bones. */
export const land = {
  bones: (roll) => [
    ...put(cattleSkull, roll(72, 88), 72, 1.2, roll(-8, 8)),
    line('M36 82l24-5M104 80l26 3M112 84l14-8', 3.2, LIGHT),
  ],
  trail: () => [dashes('M18 88C44 70 60 92 84 80S128 78 140 64', '4 4', 2.4, LIGHT), line('M137 56l9 8M146 56l-9 8', 2.6, LIGHT)],
  glowpool: () => [...pool(GLOW), fill(disc(66, 58, 4) + disc(88, 48, 3) + disc(78, 38, 2), GLOW)],
  riverbed: () => [
    fill('M30 92C66 80 34 74 62 66S102 60 92 52h8c16 6-4 12-12 18s24 8 34 22z', LIGHT, 0.55),
    line('M52 88l14-4 8 4M66 84l4-7M88 84l10 3M76 74l8 3M84 66l6 2', 1.5, INK, 0.8),
    fill('M112 76q8-8 16 0zM28 72q6-7 13 0z', INK),
  ],
  stones: (roll) => [
    fill('M28 82l3-34 8-5 9 6 2 33zM64 82l-2-48 10-8 9 7 3 49zM104 82l3-38 9-4 8 7v35z', INK),
    fill('M39 43l9 6 2 33h-8zM72 26l9 7 3 49h-8zM116 40l8 7v35h-6z', MID, 0.45),
    line(`M88 30q6 7 0 14M94 25q10 12 0 24M54 44q-5 6 0 12M130 ${roll(44, 48)}q6 7 0 14M136 42q9 12 0 24`, 2, LIGHT),
  ],
  deadtrees: (roll) => [
    ...deadTree(36, 80, 1.1),
    ...deadTree(roll(76, 84), 83, 1.5),
    ...deadTree(122, 80, 1.2),
    ...deadTree(roll(100, 104), 76, 0.7),
  ],
  logs: () => [
    fill('M24 76l52-7v11l-50 7z', INK),
    ...[disc(77, 75, 6)].map((d) => fill(d, MID)),
    line(disc(77, 75, 3.5), 1.4, INK),
    fill('M104 84l3-20h18l3 20z', INK),
    fill(oval(116, 64, 9, 3), MID),
    line(oval(116, 64, 5, 1.6), 1.2, INK),
  ],
  quicksand: () => [
    fill(oval(80, 74, 58, 12), MID, 0.9),
    line(oval(80, 74, 46, 9), 2, INK, 0.7),
    line(oval(80, 74, 33, 6), 2, INK, 0.7),
    fill(oval(80, 75, 20, 4), INK),
    fill('M73 76l-1-20-8-10 3-3 7 7-3-15 4-1 4 14V32h4l1 16 5-13 4 1-3 17 6-6 3 3-8 13-3 13z', INK),
  ],
  ribs: () => [
    line('M10 58Q70 20 128 52', 4.5, LIGHT),
    line([28, 42, 56, 70, 84, 98, 112].map((x, i) => `M${x} ${[47, 41, 38, 37, 38, 41, 45][i]}q-12 20-3 ${[32, 40, 44, 46, 44, 40, 34][i]}`).join(''), 3.4, LIGHT),
    fill('M120 44l24-4 14 12 2 12-10 3-4-5-4 6-6-5-5 4-12-8z', LIGHT),
    fill(disc(140, 50, 3.2), INK),
  ],
  fungus: () => [
    fill('M36 82c2-12 0-20 2-28h10c2 8 0 16 3 28zM84 84c2-20 0-30 2-40h12c2 10 1 20 4 40zM120 82c1-8 0-14 1-18h7c1 4 0 10 2 18zM66 84c1-6 0-9 1-12h5c1 3 0 6 2 12z', LIGHT, 0.85),
    fill('M18 56c2-18 14-26 25-26s23 8 25 26c-14 5-36 5-50 0zM62 46c2-22 16-32 30-32s28 10 30 32c-16 6-44 6-60 0zM108 66c1-11 8-16 16-16s15 5 16 16c-9 4-23 4-32 0zM58 74c1-8 6-11 11-11s11 3 12 11c-7 3-16 3-23 0z', INK),
    fill(disc(36, 44, 3.6) + disc(50, 42, 2.6) + disc(84, 32, 4.2) + disc(102, 28, 3) + disc(98, 40, 2.4) + disc(122, 58, 2.4), GLOW),
  ],
  buttes: (roll) => [
    fill(`M8 84l9-18 4-${roll(34, 40)}h36l5 38 10 18zM88 84l8-18 5-${roll(24, 30)}h38l4 28 11 18z`, INK),
    line('M20 46h38M20 56h40M100 52h40M98 62h44', 1.6, MID, 0.7),
    fill('M50 30h7l5 36 10 18H56zM132 40h7l4 26 11 18h-16z', NEAR, 0.6),
  ],
  mesa: () => [
    fill('M22 84l14-22 5-22h78l5 22 14 22z', INK),
    line('M42 50h76M40 60h80', 1.6, MID, 0.7),
    fill('M108 40h11l5 22 14 22h-20z', NEAR, 0.6),
    line('M80 40V24', 2.6, INK),
    fill(disc(80, 22, 3), INK),
    line('M70 28a12 12 0 0 1 0-12M90 28a12 12 0 0 0 0-12M62 33a20 20 0 0 1 0-22M98 33a20 20 0 0 0 0-22', 2.2, LIGHT),
    line('M34 12l6 9-7 2 6 10M126 12l-6 9 7 2-6 10', 2.4, LIGHT),
  ],
  mirage: () => [
    ...put(palm, 62, 58, 1.05),
    ...put(palm, 92, 58, 0.8),
    fill(oval(80, 60, 56, 4), LIGHT, 0.9),
    ...put([...palm], 62, 62, 1).map((mark) => ({ ...mark, at: 'translate(62 62) scale(1.05 -.6)', opacity: 0.4 })),
    ...put([...palm], 92, 62, 1).map((mark) => ({ ...mark, at: 'translate(92 62) scale(.8 -.5)', opacity: 0.4 })),
    line('M26 68q9-4 18 0t18 0 18 0 18 0 18 0 18 0M36 76q8-4 16 0t16 0 16 0 16 0 16 0', 1.8, LIGHT, 0.8),
  ],
  swamp: () => [
    fill('M-2 68h164v24H-2z', NEAR),
    line('M4 72h40M62 71h46M124 73h34M20 79h52M92 80h50M2 86h36M64 86h60', 2, LIGHT, 0.5),
    ...deadTree(30, 74, 1.15),
    ...reeds(64, 82, 0.9),
    ...reeds(122, 84, 1.1),
    ...reeds(12, 86, 0.8),
  ],
  sinkhole: () => [
    fill(oval(80, 72, 62, 15), MID),
    fill('M20 72c4-10 34-13 60-13s56 3 60 13c-8 10-34 14-60 14s-52-4-60-14z', INK),
    line('M30 71c12-7 30-9 50-9s40 2 50 9', 1.8, LIGHT, 0.7),
    ...put([line('M0 0v-26M18 2v-26M-8-18h34M-8-9h34', 2.6, INK)], 116, 58, 0.9, 22),
    line('M14 64l-8-6M146 64l8-4M60 58l-4-7M104 58l5-6', 1.8, INK),
  ],
  tar: () => [
    fill(oval(56, 76, 46, 10) + oval(124, 82, 34, 7), INK),
    line('M28 74q14-5 30-4M112 80q10-3 18-2', 2, MID),
    fill(disc(44, 70, 5) + disc(76, 76, 3.6) + disc(122, 79, 4), INK),
    line('M40 68q2-2 4-2M119 77q2-2 3-2', 1.4, LIGHT),
    line('M62 74q-8-16 2-30M72 74q-4-18 6-32M82 75q2-18 12-30', 3.4, LIGHT),
    ...put(cattleSkull, 112, 68, 0.7, 16),
  ],
  canyon: () => [
    fill('M-2 14h24l8 14-5 12 9 18-4 32H-2zM162 10h-26l-6 16 5 14-10 18 6 32h31z', INK),
    line('M4 28h20M4 44h24M4 60h24M140 26h18M138 44h20M134 62h24', 1.6, MID, 0.7),
    ...put([line(SKULL, 3, INK), fill(SKULL, LIGHT), fill(`${disc(-11, -20, 7)}${disc(11, -20, 7)}M0-14l-4 7h8z`, INK)], 80, 74, 0.92),
  ],
  waterhole: () => [
    ...pool(LIGHT),
    line('M52 74q8-3 16 0t16 0M84 78q7-3 14 0t14 0', 1.6, MID),
    ...reeds(30, 78, 1.1),
    ...reeds(126, 80, 1.25),
    ...reeds(138, 78, 0.8),
  ],
  cliff: () => [
    fill('M-2 8h70l10 14-6 16 12 14-6 18 10 22H-2z', INK),
    line('M12 22h18M36 22h8M10 32h8M24 32h24M54 34h8M14 44h14M34 44h10M12 56h22M40 56h16M16 68h8M30 68h18', 2.4, LIGHT, 0.85),
    line('M66 22h12M62 52h20M60 70h20', 2.4, MID),
    ...figure(118, 80, 0.8),
  ],
  spikes: (roll) =>
    [8, 27, 52, 72, 98, 121, 140].flatMap((x, i) => {
      const h = [36, 56, 40, 68, 45, 60, 34][i] ?? 40;
      const lean = roll(-3, 3);
      return [
        fill(`M${x} 86l${8 + lean}-${h} ${8 - lean} ${h}z`, LIGHT, 0.88),
        fill(`M${x + 8 + lean} ${86 - h}l${8 - lean} ${h}h-8z`, INK, 0.5),
      ];
    }),
  springs: () => [
    ...pool(LIGHT),
    line('M74 70C72 50 62 40 54 44M80 70V34M86 70c2-20 12-30 20-26M80 34q-6-4-8 2M80 34q6-4 8 2', 2.8, LIGHT),
    fill('M56 76l8-12 12-3 10 2 10 4 8 9z', INK),
    ...reeds(28, 80, 1),
    ...put(palm, 132, 80, 1.1),
  ],
  cactuses: (roll) => [...cactus(roll(40, 56), 82, 1.2), ...cactus(roll(96, 112), 80, 0.85), line('M74 84l-5-7M74 84v-9M74 84l5-7', 1.8, INK)],
  crater: () => [
    fill('M22 76c6-12 24-14 34-13 8-4 40-4 48 0 10-1 28 1 34 13-10 10-34 12-58 12s-48-2-58-12z', INK),
    fill(oval(80, 74, 40, 7), NEAR),
    fill(oval(80, 76, 24, 4), GLOW, 0.7),
    line('M76 66q-6-10 0-18t-2-18M88 68q-5-9 0-16t-1-14', 3, LIGHT, 0.5),
  ],
  cave: () => [
    fill('M16 90c2-30 14-44 30-52 8-14 38-20 54-6 22 4 38 24 44 58z', INK),
    cut(`M58 90c0-26 8-38 22-38s24 12 24 38z`, NEAR),
    fill(oval(72, 70, 4, 2.6) + oval(88, 70, 4, 2.6), GLOW),
  ],
  bush: (roll) => put([line(BUSH, 1.8, INK)], roll(14, 146), 84, 0.9),
} satisfies Record<string, Drawer>;

import { box, cut, dashes, disc, fill, line, oval, put, type Mark } from '../marks';

/** A whole number from least to most, from the scene's own seed. */
export type Roll = (least: number, most: number) => number;

/** Draws a motif on a field of 160 by 90 whose ground lies at about 80. */
export type Drawer = (roll: Roll) => Mark[];

/** Tones of a scene's palette, from the sky to the nearest thing. */
const SKY = 0;
const LIGHT = 1;
const FAR = 2;
const MID = 3;
const NEAR = 4;
const INK = 5;
const GLOW = 6;

const BEAST = 'M0 0l6-12 8 4 20-2 8-8 10 2 6 6-10 3-4 9-4 3-1 14h-4l-2-12H17l-4 12H9V5z';
const FLAME = 'M0 0c-7-2-8-9-3-14 1 3 2 3 3 1-2-5 0-9 4-12 0 5 6 8 5 16-1 5-4 8-9 9z';
const BOLT = 'M6 0-6 20h8L-4 42 14 16H5L14 0z';
const BUSH = 'M0 0l-6-9M0 0l-2-12M0 0l3-12M0 0l7-8';
const SKULL =
  'M0-46c-18 0-28 12-28 25 0 9 4 15 11 18v9h8v-6h5v6h8v-6h5v6h8v-9c7-3 11-9 11-18 0-13-10-25-28-25z';

/** A cloaked figure whose feet are at x, y; limbs are lines from its shoulders. */
function figure(x: number, y: number, size: number, limbs = '', tone = INK): Mark[] {
  const body = [fill(disc(0, -32, 5.2) + 'M-8 0l2.5-24c2-5 9-5 11 0L8 0z', tone)];
  return put(limbs ? [...body, line(limbs, 3, tone)] : body, x, y, size);
}

function wheel(x: number, y: number, r: number, ground = INK, spokes = FAR): Mark[] {
  return [fill(disc(x, y, r), ground), line(disc(x, y, r * 0.68), 1.2, spokes), fill(disc(x, y, r * 0.2), spokes)];
}

function flame(x: number, y: number, size: number): Mark[] {
  return put([fill(FLAME, GLOW), { ...fill(FLAME, LIGHT), at: 'translate(.5 -1) scale(.5)' }], x, y, size);
}

function deadTree(x: number, y: number, size: number): Mark[] {
  return put(
    [
      line('M0 0C-1-14 2-24-1-42', 4.5, INK),
      line('M0-20l-13-13M0-27l13-15M-8-28l-1-10M7-35l10-1M-1-36l-8-10', 2.4, INK),
    ],
    x,
    y,
    size,
  );
}

function tent(x: number, y: number, size: number): Mark[] {
  return put([fill('M-20 0 0-30 20 0z', INK), fill('M-5 0 0-16 5 0z', LIGHT, 0.7), line('M-2-33 0-30l2-3', 1.6, INK)], x, y, size);
}

function puff(x: number, y: number, r: number, tone = LIGHT, opacity = 0.45): Mark[] {
  return [fill(disc(x, y, r) + disc(x + r, y + r * 0.3, r * 0.7) + disc(x - r, y + r * 0.35, r * 0.65), tone, opacity)];
}

function cloud(x: number, y: number, size: number, tone: number): Mark[] {
  return put([fill('M-34 6c-6-10 6-16 12-12 2-12 20-14 26-4 8-8 20-2 18 6 10-2 16 8 8 12z', tone)], x, y, size);
}

function cactus(x: number, y: number, size: number): Mark[] {
  return put([line('M0 0v-34', 7, INK), line('M0-12h-9q-3 0-3-3v-8M0-18h9q3 0 3-3v-9', 5, INK)], x, y, size);
}

function reeds(x: number, y: number, size: number): Mark[] {
  return put(
    [line('M0 0C0-10-2-16-6-22M2 0c0-12 1-20 2-28M4 0c1-9 4-14 8-18', 1.8, INK), fill(oval(-6, -24, 1.8, 4) + oval(4, -30, 1.8, 4.5), INK)],
    x,
    y,
    size,
  );
}

function pool(tone: number): Mark[] {
  return [fill(oval(80, 74, 56, 11), INK), fill(oval(80, 75, 48, 8), tone, 0.9)];
}

function windows(x: number, y: number, columns: number, rows: number, w: number, h: number): string {
  let d = '';
  for (let i = 0; i < columns; i++)
    for (let j = 0; j < rows; j++) d += box(x + i * w * 2, y + j * h * 2, w, h);
  return d;
}

const palm: Mark[] = [
  line('M0 0C2-14 1-24-3-36', 3.5, INK),
  line('M-3-36c-8-6-15-4-19 3M-3-36c-5-9-12-11-18-8M-3-36c3-9 10-12 16-9M-3-36c8-5 15-2 18 5M-3-36c4 2 6 7 6 12', 2.6, INK),
];

const vulture: Mark[] = [fill('M0 0c-6-4-8-13-2-18l-3-3 4-4 5 2-1 4c6 4 7 13 1 19z', INK)];

const bat: Mark[] = [
  fill('M0 4c-3 0-4 3-6 6-2-3-5-4-8-2 0-3-3-5-7-4 3-5 3-9 0-13 8-1 13 2 16 7l1-4 2 2h4l2-2 1 4c3-5 8-8 16-7-3 4-3 8 0 13-4-1-7 1-7 4-3-2-6-1-8 2-2-3-3-6-6-6z', INK),
];

const cattleSkull: Mark[] = [
  fill('M-8-18c-12-1-22-8-24-20 9 8 17 10 24 10H8c7 0 15-2 24-10-2 12-12 19-24 20L5 6h-10z', LIGHT),
  fill(oval(-5, -16, 2.6, 3.4) + oval(5, -16, 2.6, 3.4), INK),
];

const drawers = {
  walkers: () => [
    dashes('M14 89C30 84 44 86 58 80', '3 4', 2, LIGHT),
    ...figure(62, 80, 0.95, 'M5-20l7 10'),
    ...figure(86, 78, 0.85),
    ...figure(108, 77, 0.75, 'M5-20l8 8'),
  ],
  ruts: () => [
    line('M34 92C58 80 74 72 88 63', 4, INK),
    line('M76 92C84 80 90 72 94 63', 3, INK),
    dashes('M34 92C58 80 74 72 88 63M76 92C84 80 90 72 94 63', '2 5', 1.5, MID),
  ],
  wagon: (roll) =>
    put(
      [
        fill('M-25-38h50c8 4 8 18 2 25h-54c-6-7-6-21 2-25z', LIGHT),
        line('M-12-13c-3-9-3-18 0-25M2-13v-25M15-13c3-9 3-18 0-25', 1.4, MID),
        fill('M-29-14h58l-5 10h-48z', INK),
        ...wheel(-16, -4, 8.5),
        ...wheel(17, -3, 9.5),
        line('M28-9 44-4', 2.5, INK),
      ],
      roll(70, 86),
      80,
      1.05,
      roll(-4, 4),
    ),
  mutants: () => [
    ...figure(36, 80, 0.9, 'M-4-22l-10-14M4-22l9-15M4-18l14-2'),
    ...figure(60, 82, 1.15, 'M-5-22l-9-13M5-22l8-14M-5-36l-4-6M5-36l4-6'),
    ...put([fill(`${disc(-5, -33, 4.6)}${disc(6, -35, 4.6)}M-10 0l2-24c3-5 13-5 16 0l2 24z`, INK), line('M7-20 18-34', 3, INK)], 90, 82, 1.05),
    ...figure(114, 80, 0.8, 'M-4-22l-9-12M4-22l9-12M-5-14l-10-3M5-14l10-3'),
    ...figure(132, 82, 0.95, 'M-4-22l-10-10M4-22c6-8 14-4 12-16'),
  ],
  twister: () => [
    fill('M52 10c18-7 54-6 60 1-5 11-17 16-23 27-5 9-2 16-7 25-3 6-1 12 2 19-9-3-14-10-13-18 1-10-1-15-5-24C61 30 50 24 52 10z', INK, 0.88),
    line('M58 16q24 8 48-2M64 27q18 6 32-2M71 39q10 4 18-1M73 51q7 3 12 0M73 63q5 2 8 0', 2, LIGHT, 0.75),
    ...puff(64, 80, 7),
    ...puff(92, 81, 8),
    fill(box(112, 48, 5, 3) + box(44, 52, 4, 4) + box(120, 30, 3, 5), INK),
  ],
  crawler: () => [
    line('M96 50 120 28l16 6M136 34v10', 3.2, INK),
    fill('M28 64l7-20h38l7 9h42l8 11z', INK),
    fill('M39 48h12v9H37zM55 48h12v9H55z', LIGHT, 0.8),
    fill('M30 63h100a10 10 0 0 1 0 20H30a10 10 0 0 1 0-20z', INK),
    line('M30 66h100a7 7 0 0 1 0 14H30a7 7 0 0 1 0-14z', 1.4, MID),
    fill([36, 58, 80, 102, 124].map((x) => disc(x, 73, 4.5)).join(''), MID),
    fill('M132 44h8l-2 6h-4z', INK),
  ],
  birds: (roll) => [
    ...deadTree(roll(54, 70), 82, 1.35),
    ...put(vulture, 74, 30, 0.9),
    ...put(vulture, 46, 38, 0.75),
    line('M104 22q7-8 13 0 6-8 13 0M122 36q5-6 9 0 4-6 9 0M92 38q4-5 7 0 3-5 7 0', 2.4, INK),
  ],
  flock: (roll) => [line(`M${roll(96, 120)} ${roll(14, 24)}q5-6 9 0 4-6 9 0m6 9q3-4 6 0 3-4 6 0`, 1.8, INK)],
  bones: (roll) => [
    ...put(cattleSkull, roll(72, 88), 72, 1.2, roll(-8, 8)),
    line('M36 82l24-5M104 80l26 3M112 84l14-8', 3.2, LIGHT),
  ],
  trail: () => [dashes('M18 88C44 70 60 92 84 80S128 78 140 64', '4 4', 2.4, LIGHT), line('M137 56l9 8M146 56l-9 8', 2.6, LIGHT)],
  rain: (roll) => [
    ...cloud(42, 16, 1.15, INK),
    ...cloud(112, 14, 1.35, INK),
    line(Array.from({ length: 20 }, (_, i) => `M${12 + i * 7.5} ${roll(26, 60)}l-4 ${roll(9, 14)}`).join(''), 2, GLOW, 0.9),
    fill(oval(44, 82, 16, 2.6) + oval(106, 84, 20, 3), GLOW, 0.85),
  ],
  glowpool: () => [...pool(GLOW), fill(disc(66, 58, 4) + disc(88, 48, 3) + disc(78, 38, 2), GLOW)],
  tollgate: () => [
    fill('M30 82V28h19v54zM111 82V28h19v54zM20 28h120v-9H20z', INK),
    fill(box(34, 36, 4, 7) + box(41, 36, 4, 7) + box(115, 36, 4, 7) + box(122, 36, 4, 7), LIGHT, 0.7),
    dashes('M52 37h56M52 48h56', '6 4', 3, INK),
    line('M49 62h62', 6, INK),
    dashes('M52 62h58', '7 7', 3, LIGHT),
  ],
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
  spider: (roll) => {
    const legs = [0, 1, 2, 3].flatMap((i) =>
      [-1, 1].map((side) => `M80 45Q${80 + side * (20 + i * 8)} ${11 + i * 6} ${80 + side * (33 + i * 11)} ${70 + i * 2}`),
    );
    return put([line(legs.join(''), 3.4, INK), fill(oval(80, 47, 20, 12) + disc(80, 32, 7), INK), fill(disc(76.8, 31, 1.8) + disc(83.5, 31, 1.8), LIGHT)], roll(-4, 4), 4);
  },
  drone: () => [
    fill('M72 46 50 84h60L88 46z', LIGHT, 0.3),
    line('M66 36H52M94 36h14M80 22v-9', 2.6, INK),
    fill(box(26, 27, 26, 17) + box(108, 27, 26, 17), INK),
    line('M35 28v15M43 28v15M27 35.5h24M117 28v15M125 28v15M109 35.5h24', 1.2, LIGHT, 0.7),
    fill(disc(80, 36, 15) + disc(80, 12, 2.6), INK),
    fill(disc(80, 37, 7.5), LIGHT),
    fill(disc(80, 38, 3.4), INK),
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
  diviner: () => [
    ...figure(64, 80, 1.35, 'M5-21l12 5'),
    line('M84 56l8 2M92 58l12-7M92 58l10 8', 2.2, INK),
    fill('M118 60c5 7 7 10 7 13a7 7 0 0 1-14 0c0-3 2-6 7-13zM100 74c3 4 4 6 4 8a4 4 0 0 1-8 0c0-2 1-4 4-8z', LIGHT),
    line('M110 84h16', 2, LIGHT),
  ],
  lightning: (roll) => [...put([fill(BOLT, LIGHT)], roll(34, 46), 6, 0.95, 6), ...put([fill(BOLT, LIGHT)], roll(112, 124), 4, 1.15, -4)],
  storm: () => [
    ...[0, 2, 4].map((i) => line(`M${14 + i * 5} ${18 + i * 12}q33-12 66 0t${56 - i * 8} 2`, 6 - i * 0.6, LIGHT, 0.85)),
    ...[1, 3].map((i) => line(`M${14 + i * 5} ${18 + i * 12}q33-12 66 0t${56 - i * 8} 2`, 6 - i * 0.6, INK, 0.75)),
  ],
  trefoil: () =>
    put(
      [
        fill('M-3.4-5.9-13.5-23.5a27 27 0 0 1 27 0L3.4-5.9a6.8 6.8 0 0 0-6.8 0zM6.8 0h20.3A27 27 0 0 1 13.6 23.4L3.4 5.9A6.8 6.8 0 0 0 6.8 0zM-3.4 5.9l-10.2 17.5A27 27 0 0 1-27.1 0h20.3a6.8 6.8 0 0 0 3.4 5.9z', GLOW, 0.75),
        fill(disc(0, 0, 4.4), GLOW, 0.75),
      ],
      80,
      38,
    ),
  flyover: () => [
    fill('M-2 34h60l-7 5 5 6-6 4H-2zM106 32l7 5-5 5 7 5h47V32z', INK),
    fill('M14 48h11l2 36H12zM126 46h11l2 38h-15z', INK),
    line('M56 39l9 3M54 45l8 5M108 37l-9 4M110 44l-7 6', 1.5, INK),
    fill('M66 78l8-5 9 4 2 6H64zM88 82l6-6 9 2 1 6zM78 58l5 2-3 5-5-3zM92 62l4 1-1 4-4-1z', INK),
    line('M2 30h52M112 28h46', 1.6, INK),
  ],
  cart: () => [
    fill('M58 56h62l-6 16H64z', INK),
    fill('M62 56l4-14 10 2 3-12 12 4-2 10 9-8 10 8-3 10z', INK),
    fill('M80 40l8 3-2 8-8-2zM96 44l6 4-3 6h-6z', LIGHT, 0.7),
    line('M60 60 40 52', 3, INK),
    ...wheel(90, 73, 11),
    ...figure(34, 81, 1.05, 'M4-22l8 10'),
  ],
  beasts: (roll) =>
    [
      [16, 54, 1.05],
      [84, 46, 0.8],
      [roll(60, 70), 72, 1.25],
    ].flatMap(([x = 0, y = 0, size]) => put([fill(BEAST, INK), fill(disc(47, -9, 1.7), LIGHT)], x, y, size)),
  psyche: () => [
    line(oval(80, 42, 62, 38), 1.8, LIGHT, 0.35),
    line(oval(80, 42, 50, 29), 2, LIGHT, 0.5),
    fill('M38 42C50 24 64 16 80 16s30 8 42 26C110 60 96 68 80 68S50 60 38 42z', INK),
    fill(disc(80, 42, 16), LIGHT),
    fill(disc(80, 42, 8.5), INK),
    fill(disc(76, 38, 2.6), LIGHT),
    line('M80 8V2M50 14l-4-6M110 14l4-6M30 26l-6-4M130 26l6-4', 2.6, LIGHT),
  ],
  quicksand: () => [
    fill(oval(80, 74, 58, 12), MID, 0.9),
    line(oval(80, 74, 46, 9), 2, INK, 0.7),
    line(oval(80, 74, 33, 6), 2, INK, 0.7),
    fill(oval(80, 75, 20, 4), INK),
    fill('M73 76l-1-20-8-10 3-3 7 7-3-15 4-1 4 14V32h4l1 16 5-13 4 1-3 17 6-6 3 3-8 13-3 13z', INK),
  ],
  preacher: () => [
    line('M80 8v8M54 14l4 7M106 14l-4 7M36 30l7 5M124 30l-7 5', 2.8, LIGHT),
    ...figure(80, 82, 1.5, 'M-5-22l-11-13M5-22l11-13'),
    line('M104 28v54', 2.8, INK),
    line('M97 36h14', 2.8, INK),
  ],
  fair: () => [
    line(disc(116, 46, 24), 2.6, INK),
    line('M116 22v48M92 46h48M99 29l34 34M133 29 99 63M116 46l-12 38M116 46l12 38', 1.8, INK),
    fill([0, 45, 90, 135, 180, 225, 270, 315].map((a) => disc(+(116 + 24 * Math.cos((a * Math.PI) / 180)).toFixed(1), +(46 + 24 * Math.sin((a * Math.PI) / 180)).toFixed(1), 3.5)).join(''), LIGHT),
    fill('M18 56 46 30l28 26-4 4v22H22V60z', INK),
    fill('M46 31 36 58v24h-6V58zM46 31l10 27v24h6V58z', LIGHT, 0.75),
    line('M46 30V18', 2, INK),
    fill('M47 18h13l-4 4 4 4H47z', LIGHT),
  ],
  ropebridge: () => [
    fill('M-2 40h38l-5 12 6 10-7 30H-2zM162 36h-36l6 13-7 12 8 31h29z', INK),
    line('M34 42Q80 70 128 38', 1.6, INK),
    line('M34 52Q80 86 128 49', 2, INK),
    dashes('M34 53Q80 87 128 50', '5 2.6', 4, INK),
    line('M48 50v10M62 56v11M78 57v13M94 54v13M110 47v13', 1.3, INK),
    line('M36 40v14M126 36v14', 3, INK),
  ],
  machine: () => [
    fill('M34 82V50h16V28h11v22h10V36h9v14h46v32z', INK),
    ...puff(58, 18, 7),
    ...puff(78, 26, 5),
    line(disc(70, 64, 9), 5, LIGHT, 0.85),
    dashes(disc(70, 64, 13), '4 4.17', 4, LIGHT),
    fill(disc(70, 64, 3), LIGHT),
    line('M70 64l36-4', 3.5, MID),
    fill(box(100, 54, 20, 12), MID),
    line('M126 60h16M142 50v22', 4, INK),
    fill(box(40, 56, 8, 5) + box(40, 66, 8, 5), GLOW),
  ],
  ribs: () => [
    line('M10 58Q70 20 128 52', 4.5, LIGHT),
    line([28, 42, 56, 70, 84, 98, 112].map((x, i) => `M${x} ${[47, 41, 38, 37, 38, 41, 45][i]}q-12 20-3 ${[32, 40, 44, 46, 44, 40, 34][i]}`).join(''), 3.4, LIGHT),
    fill('M120 44l24-4 14 12 2 12-10 3-4-5-4 6-6-5-5 4-12-8z', LIGHT),
    fill(disc(140, 50, 3.2), INK),
  ],
  camp: (roll) => [
    ...tent(38, 82, 1.1),
    ...tent(roll(66, 72), 78, 0.8),
    ...flame(98, 82, 0.9),
    line('M90 84l16-3M90 81l16 3', 2.6, INK),
  ],
  cage: () => [
    line('M114 84V48h34v36M114 58h34M121 50v34M128 50v34M135 50v34M142 50v34', 2.2, INK),
    fill('M110 44h42v6h-42z', INK),
    line('M6 84V64M20 84V62M6 70h16M6 77h16', 2, INK),
  ],
  town: (roll) => [
    fill('M8 82V48h6V38h22v10h5v34zM46 82V34l14-9 14 9v48zM80 82V46h26l-4 7 6 5v24zM114 82V30h20v12h10v40z', INK),
    fill(windows(17, 54, 2, 2, 6, 7) + windows(119, 38, 1, 3, 6, 7) + windows(52, 42, 2, 1, 6, 9) + box(56, 64, 9, 18) + box(86, 60, 7, 8), LIGHT, 0.75),
    line(`M${roll(122, 126)} 30V16M122 20h-8`, 1.8, INK),
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
  hunters: () => [
    ...figure(58, 82, 1.4, 'M5-21l14 7'),
    ...figure(104, 82, 1.25, 'M-5-21l-13 8'),
    line('M66 64 92 40M96 66 76 46', 3, INK),
    fill(`${oval(58, 33, 13, 2.6)}M51 33c0-7 3-9 7-9s7 2 7 9zM104 41c-6 0-12-1-12-2.5s6-2.5 12-2.5 12 1 12 2.5-6 2.5-12 2.5zM98 38c0-6 2-8 6-8s6 2 6 8z`, INK),
  ],
  mirage: () => [
    ...put(palm, 62, 58, 1.05),
    ...put(palm, 92, 58, 0.8),
    fill(oval(80, 60, 56, 4), LIGHT, 0.9),
    ...put([...palm], 62, 62, 1).map((mark) => ({ ...mark, at: 'translate(62 62) scale(1.05 -.6)', opacity: 0.4 })),
    ...put([...palm], 92, 62, 1).map((mark) => ({ ...mark, at: 'translate(92 62) scale(.8 -.5)', opacity: 0.4 })),
    line('M26 68q9-4 18 0t18 0 18 0 18 0 18 0 18 0M36 76q8-4 16 0t16 0 16 0 16 0 16 0', 1.8, LIGHT, 0.8),
  ],
  railcart: () => [
    fill('M48 42h64l-7 26H55z', INK),
    line('M46 42h68', 4, INK),
    line('M80 40V24M62 28l36-8', 3.2, INK),
    line('M62 58h36M60 50h40', 1.6, MID),
    ...wheel(62, 72, 8),
    ...wheel(98, 72, 8),
    line('M0 81h160', 2.6, INK),
    dashes('M0 84.5h160', '7 7', 4, INK),
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
  well: () => [
    fill('M56 60 44 8h72l-12 52z', GLOW, 0.4),
    line('M58 62V30M102 62V30', 4, INK),
    fill('M46 34 80 14l34 20z', INK),
    line('M80 32v14', 2, INK),
    fill('M74 45h12l-2 10h-8z', INK),
    fill('M50 62h60v6H50zM54 69h52v14H54z', INK),
    line('M64 70v6M78 70v6M92 70v6M58 77h44M71 78v5M85 78v5', 1.3, MID),
    fill(oval(80, 62, 26, 2.6), GLOW),
  ],
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
  road: () => [
    fill('M36 92C70 82 112 84 104 76 96 70 58 72 66 64c5-5 24-4 28-9h4c4 6-14 7-16 10-3 4 38 4 42 12 3 6-18 10-30 15z', LIGHT, 0.7),
    line('M30 84v-10M128 78v-9M54 66v-6M104 58v-5', 2.4, INK),
  ],
  straight: () => [
    fill('M20 92 78 52h4l58 40z', INK),
    dashes('M80 90V54', '8 5', 2.4, LIGHT),
    line('M28 84V30M18 36h20M56 66V42M51 45h10M68 58V47M65.5 49h5', 2.4, INK),
    line('M20 36Q40 44 52 45Q60 48 66 49M36 36Q50 44 60 45', 1, INK),
  ],
  cauldron: () => [
    line('M72 40q-5-7 0-13t0-13M86 42q-5-7 0-13t0-13', 2.4, LIGHT, 0.8),
    ...flame(64, 84, 0.8),
    ...flame(80, 86, 1),
    ...flame(96, 84, 0.8),
    fill('M56 46h48v5h-3c3 14-4 24-21 24s-24-10-21-24h-3z', INK),
    line('M62 72l-6 12M98 72l6 12', 3, INK),
    fill('M18 76h18c0 5-4 7-9 7s-9-2-9-7zM122 76h18c0 5-4 7-9 7s-9-2-9-7z', INK),
    line('M46 46q34-22 68 0', 2, INK),
  ],
  mines: () => [
    line('M92 84V48', 3.2, INK),
    fill('M92 22 114 58H70z', INK),
    fill('M92 28 108.5 55h-33z', LIGHT),
    ...put([fill(SKULL, INK), fill(disc(-10, -20, 6) + disc(10, -20, 6), LIGHT)], 92, 53, 0.28),
    fill('M20 82c0-9 7-13 15-13s15 4 15 13zM118 84c0-8 6-12 13-12s13 4 13 12z', INK),
    line('M35 69v-6M26 71l-4-5M44 71l4-5M131 72v-6M123 74l-4-4M139 74l4-4', 2.4, INK),
    fill(disc(35, 75, 2.2) + disc(131, 77, 2), GLOW),
  ],
  barricade: () => [
    line('M22 84 52 44M52 84 22 44M37 84V46M112 84l28-38M140 84l-28-38M126 84V48', 4.2, INK),
    fill('M54 82q-6-10 6-10h14q8 0 4 10zM78 82q-6-10 6-10h14q8 0 4 10zM66 72q-6-10 6-10h14q8 0 4 10z', INK),
    line('M61 76h12M85 76h12M73 66h12', 1.4, MID),
    line('M92 72V18', 2.6, INK),
    fill('M93 19c8-4 14 4 26 0v17c-12 4-18-4-26 0z', LIGHT),
    line('M99 20v15M106 21v15', 3, INK),
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
  swamp: () => [
    fill('M-2 68h164v24H-2z', NEAR),
    line('M4 72h40M62 71h46M124 73h34M20 79h52M92 80h50M2 86h36M64 86h60', 2, LIGHT, 0.5),
    ...deadTree(30, 74, 1.15),
    ...reeds(64, 82, 0.9),
    ...reeds(122, 84, 1.1),
    ...reeds(12, 86, 0.8),
  ],
  hut: () => [
    line('M84 78V60M92 80V60M112 80V60M120 78V60M80 62h44M86 78l6-16M120 78l-8-16', 3, INK),
    fill('M84 60V40h36v20z', INK),
    fill('M74 44 98 16l6 8 4-5 20 26z', INK),
    fill(box(96, 46, 9, 9), GLOW),
    line('M104 20q4-6 0-12', 2.2, LIGHT, 0.6),
  ],
  blocks: () => [
    fill('M10 84V30h26V20h10v64zM114 84V16h14v10h24v58zM52 84V52h14v32zM94 84V48h12v36z', INK),
    fill(windows(15, 36, 3, 5, 5, 4) + windows(120, 32, 3, 6, 5, 4) + windows(55, 58, 1, 3, 7, 4), GLOW, 0.85),
    ...put([fill('M0-20 5-8 16-12 9-2 20 4 8 6 10 17 0 10-10 17-8 6-20 4-9-2-16-12-5-8z', LIGHT)], 78, 34, 0.9),
    line('M48 46 68 38M112 40 90 36', 2, LIGHT),
    ...flame(28, 21, 0.6),
    ...flame(140, 26, 0.7),
  ],
  rats: () =>
    [
      [30, 60, 0.95],
      [96, 58, 0.85],
      [52, 80, 1.35],
      [118, 82, 0.9],
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
  sinkhole: () => [
    fill(oval(80, 72, 62, 15), MID),
    fill('M20 72c4-10 34-13 60-13s56 3 60 13c-8 10-34 14-60 14s-52-4-60-14z', INK),
    line('M30 71c12-7 30-9 50-9s40 2 50 9', 1.8, LIGHT, 0.7),
    ...put([line('M0 0v-26M18 2v-26M-8-18h34M-8-9h34', 2.6, INK)], 116, 58, 0.9, 22),
    line('M14 64l-8-6M146 64l8-4M60 58l-4-7M104 58l5-6', 1.8, INK),
  ],
  vault: () => [
    fill('M20 90l8-46 24-24 32-8 30 10 20 22 8 46z', INK),
    fill(disc(80, 54, 29), MID),
    line(disc(80, 54, 23), 2.6, INK),
    line('M80 36v36M62 54h36M67 41l26 26M93 41 67 67', 3.4, LIGHT),
    line(disc(80, 54, 11), 3, LIGHT),
    fill(disc(80, 54, 4.5), INK),
    fill([0, 60, 120, 180, 240, 300].map((a) => disc(+(80 + 26 * Math.cos((a * Math.PI) / 180)).toFixed(1), +(54 + 26 * Math.sin((a * Math.PI) / 180)).toFixed(1), 1.8)).join(''), INK),
  ],
  convoy: () =>
    [
      [12, 56, 0.85],
      [54, 64, 1.1],
      [104, 76, 1.4],
    ].flatMap(([x = 0, y = 0, size]) =>
      put([fill('M0 0v-16q14-12 30 0V0z', INK), ...wheel(7, 2, 5.5), ...wheel(23, 2, 5.5), fill(disc(34, -11, 3.5), LIGHT), line('M6-6h18', 1.5, FAR)], x, y, size),
    ),
  oracle: () => [
    fill(`${disc(68, 30, 10)}${disc(93, 28, 10)}M44 88c0-26 10-44 22-46l14 4 15-5c13 3 21 22 21 47z`, INK),
    fill(oval(65, 30, 2.4, 1.5) + oval(71.5, 30, 2.4, 1.5), LIGHT),
    line('M88 28q2 1.5 4.5 0M94.5 28q2 1.5 4.5 0', 1.6, LIGHT),
    line('M46 12q8-10 20-8M114 12q-8-10-20-8M80 12V4', 2.2, LIGHT),
    fill(disc(80, 66, 8), LIGHT, 0.9),
    fill(disc(80, 66, 3.4), INK),
  ],
  flood: () => [
    fill('M-2 62C18 28 52 18 66 40c-12-6-22 2-20 14 14-16 40-24 56-4-10-2-16 4-14 12 14-14 44-18 74 0v30H-2z', MID),
    fill('M-2 74c20-20 42-26 52-12-8-1-13 4-11 10 16-14 38-12 46 0 14-12 48-14 77 4v16H-2z', INK),
    line('M4 66c14-22 36-32 52-28M58 52c12-10 28-14 38-8M12 80c14-10 26-14 34-12M104 66c14-6 34-6 52 2', 2.2, LIGHT),
    fill(disc(72, 30, 2.4) + disc(78, 38, 1.8) + disc(108, 40, 2) + disc(64, 24, 1.6), LIGHT),
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
    ...put([fill(SKULL, LIGHT), fill(`${disc(-11, -20, 7)}${disc(11, -20, 7)}M0-14l-4 7h8z`, INK)], 80, 74, 0.92),
  ],
  bats: () => [
    fill(disc(80, 40, 26), LIGHT, 0.9),
    ...put(bat, 80, 38, 1.35),
    ...put(bat, 32, 26, 0.8, -10),
    ...put(bat, 130, 30, 0.9, 12),
    ...put(bat, 46, 62, 0.6, 8),
    ...put(bat, 118, 62, 0.65, -6),
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
  signpost: () => [
    line('M120 84V30', 4, INK),
    fill('M98 34h34l8 6-8 6H98zM142 50h-30l-8 6 8 6h30z', INK),
    line('M103 40h24M116 56h20', 1.6, LIGHT),
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
  hideout: () => [
    fill('M14 90c0-36 22-62 62-66 44-2 68 28 70 66z', INK),
    line('M34 60q8-20 24-28M118 44q10 8 14 20', 1.8, MID),
    fill('M62 84V52a18 18 0 0 1 36 0v32z', LIGHT),
    fill('M65 84V52a15 15 0 0 1 30 0v32z', NEAR),
    fill(disc(90, 66, 2.8), GLOW),
    line('M80 38v46', 1.4, INK),
    fill('M56 84h48v4H56z', LIGHT, 0.8),
    ...flame(112, 56, 0.5),
    line('M112 58v8', 2, MID),
  ],
  arch: () => [fill('M40 84C44-2 116-2 120 84h-7C110 14 50 14 47 84z', INK, 0.9)],
  crate: (roll) =>
    put([fill(box(-17, -26, 34, 30), INK), line('M-14-23h28v24h-28zM-14-23 14 1M14-23-14 1', 2.2, LIGHT, 0.85)], roll(112, 122), 82, 0.85, -10),
  ship: () =>
    put(
      [
        fill('M-58-14h96l26-12-14 34h-88c-10 0-16-8-20-22z', INK),
        line('M-20-14v-46M14-14v-36', 3.4, INK),
        line('M-38-46h34M0-40h26M-20-60-48-16M-20-60l34 10', 1.6, INK),
        fill('M-36-44h14v20c-6 3-10 3-14 1z', LIGHT, 0.8),
        fill([-40, -24, -8, 8, 24].map((x) => disc(x, -4, 2.4)).join(''), MID),
      ],
      80,
      74,
      1,
      -7,
    ),
  bunker: () => [
    fill('M14 66c0-22 14-32 34-32s34 10 34 32zM88 66c0-16 10-24 26-24s26 8 26 24z', INK),
    fill(box(34, 50, 28, 5) + box(104, 54, 20, 4), LIGHT, 0.8),
    fill('M-2 64h164v28H-2z', MID),
    line('M6 70h34M56 69h44M118 71h34M20 77h46M88 78h50M4 84h40M66 85h60', 2, LIGHT, 0.6),
    ...put([fill(box(-9, -7, 18, 13), INK), line('M-9-1H9', 1.4, LIGHT)], 66, 70, 1, 12),
    ...put([fill(box(-8, -6, 16, 12), INK), line('M-8 0H8', 1.4, LIGHT)], 128, 80, 1, -14),
    fill('M26 82l3-9 3 9zM94 84l3-9 3 9z', INK),
  ],
  springs: () => [
    ...pool(LIGHT),
    line('M74 70C72 50 62 40 54 44M80 70V34M86 70c2-20 12-30 20-26M80 34q-6-4-8 2M80 34q6-4 8 2', 2.8, LIGHT),
    fill('M56 76l8-12 12-3 10 2 10 4 8 9z', INK),
    ...reeds(28, 80, 1),
    ...put(palm, 132, 80, 1.1),
  ],
  mast: () => [
    line('M68 84 79 26h3l12 58M72 62h18M75 46h12M70 74l19-12M91 74 73 62', 3.2, INK),
    line('M59 14a23 23 0 0 1 43 0M68 20a13 13 0 0 1 25 0', 2.6, INK),
    fill(disc(80.5, 24, 3.4), INK),
  ],
  bus: (roll) =>
    put(
      [
        fill('M7 0h76q7 0 7 7v20H0V7Q0 0 7 0z', INK),
        fill([6, 22, 38, 54, 70].map((x) => box(x, 6, 12, 8)).join(''), LIGHT, 0.75),
        ...wheel(19, 27, 6.5, INK, MID),
        ...wheel(69, 27, 6.5, INK, MID),
      ],
      35,
      44,
      1,
      roll(-11, -5),
    ),
  cactuses: (roll) => [...cactus(roll(40, 56), 82, 1.2), ...cactus(roll(96, 112), 80, 0.85), line('M74 84l-5-7M74 84v-9M74 84l5-7', 1.8, INK)],
  campfire: () => [
    fill(oval(80, 80, 40, 12), GLOW, 0.25),
    ...flame(74, 82, 1.25),
    ...flame(86, 82, 0.9),
    line('M62 84l36-5M62 79l36 5', 3.4, INK),
    ...figure(40, 84, 0.85, 'M4-20l10 4'),
    ...figure(122, 84, 0.85, 'M-4-20l-10 4'),
  ],
  statue: () => [
    fill('M56 84V72h48v12zM62 72v-6h36v6z', INK),
    fill(`${disc(80, 24, 7)}M68 66l2-32c4-4 16-4 20 0l2 32z`, INK),
    line('M70 36l-8 12 3 8M90 36l9-6', 5, INK),
    fill('M112 84l2-7 8-2 5 5 1 4z', INK),
  ],
  crater: () => [
    fill('M22 76c6-12 24-14 34-13 8-4 40-4 48 0 10-1 28 1 34 13-10 10-34 12-58 12s-48-2-58-12z', INK),
    fill(oval(80, 74, 40, 7), NEAR),
    fill(oval(80, 76, 24, 4), GLOW, 0.7),
    line('M76 66q-6-10 0-18t-2-18M88 68q-5-9 0-16t-1-14', 3, LIGHT, 0.5),
  ],
  explosion: () => [
    ...put([fill('M0-34 8-14 28-22 18-4 38 4 17 10 22 30 0 18-22 30-17 10-38 4-18-4-28-22-8-14z', LIGHT)], 80, 50, 1),
    ...put([fill('M0-34 8-14 28-22 18-4 38 4 17 10 22 30 0 18-22 30-17 10-38 4-18-4-28-22-8-14z', GLOW)], 80, 52, 0.6, 12),
    ...puff(52, 74, 10, INK, 0.8),
    ...puff(106, 76, 11, INK, 0.8),
    fill(box(30, 34, 5, 4) + box(124, 30, 4, 5) + box(112, 16, 4, 4) + box(44, 18, 4, 3), INK),
  ],
  train: () => [
    fill('M20 48h44v24H20zM68 40h46v32H68zM114 54h26l6 18h-32zM124 54V42h10v12z', INK),
    fill(windows(25, 54, 3, 1, 8, 8) + box(74, 46, 12, 9), LIGHT, 0.8),
    ...wheel(32, 75, 5.5),
    ...wheel(52, 75, 5.5),
    ...wheel(80, 75, 6.5),
    ...wheel(102, 75, 6.5),
    ...wheel(128, 76, 5),
    ...puff(122, 30, 6),
    ...puff(106, 20, 8),
    line('M0 82h160', 2.2, INK),
    dashes('M0 85h160', '7 7', 3.6, INK),
  ],
  flag: (roll) => [line('M118 82V24', 3, INK), fill(`M119 25c8-4 14 4 26 0l-6 9 6 ${roll(8, 10)}c-12 4-18-4-26 0z`, LIGHT)],
  cave: () => [
    fill('M16 90c2-30 14-44 30-52 8-14 38-20 54-6 22 4 38 24 44 58z', INK),
    cut(`M58 90c0-26 8-38 22-38s24 12 24 38z`, NEAR),
    fill(oval(72, 70, 4, 2.6) + oval(88, 70, 4, 2.6), GLOW),
  ],
  tower: () => [
    fill('M62 84l6-44h24l6 44zM60 40V24h6v5h6v-5h6v5h6v-5h6v5h6v-5h6v16z', INK),
    fill(box(77, 48, 6, 10) + box(75, 70, 10, 14), LIGHT, 0.8),
  ],
  serpent: () => [
    line('M14 80c10-22 26-22 34-4s24 16 30-6 10-38 30-36', 10, INK),
    fill('M100 24l22-4 16 12-14 8-20 2z', INK),
    fill(disc(122, 29, 2.2), LIGHT),
    line('M138 32l10-2M138 32l9 4', 1.6, INK),
  ],
  fog: () => [line('M6 58q16-6 32 0t32 0 32 0 32 0 20 0M-4 68q18-6 36 0t36 0 36 0 36 0 24 0M10 78q16-5 32 0t32 0 32 0 32 0', 5, LIGHT, 0.4)],
  stars: (roll) => [fill(Array.from({ length: 14 }, () => disc(roll(4, 156), roll(4, 40), roll(4, 9) / 8)).join(''), LIGHT, 0.85)],
  bush: (roll) => put([line(BUSH, 1.8, INK)], roll(14, 146), 84, 0.9),
} satisfies Record<string, Drawer>;

export type MotifName = keyof typeof drawers;

/** These stand behind the nearest ridge; all others stand on it. */
const behind = new Set<MotifName>(['flock', 'lightning', 'trefoil', 'arch', 'buttes', 'stars', 'bats', 'psyche']);

export function isBehind(motif: MotifName): boolean {
  return behind.has(motif);
}

export function draw(motif: MotifName, roll: Roll): Mark[] {
  return drawers[motif](roll);
}

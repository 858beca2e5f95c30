import { cut, dashes, disc, fill, line, type Mark } from '../marks';

const HEART = 'M12 20.6C4.6 14.8 2.6 11.7 2.6 8.4A4.9 4.9 0 0 1 12 6.5 4.9 4.9 0 0 1 21.4 8.4C21.4 11.7 19.4 14.8 12 20.6Z';
const TREFOIL =
  'M10.3 9.66L6.9 3.77A10.2 10.2 0 0 1 17.1 3.77L13.7 9.66A3.4 3.4 0 0 0 10.3 9.66ZM15.4 12.6H22.2A10.2 10.2 0 0 1 17.1 21.43L13.7 15.54A3.4 3.4 0 0 0 15.4 12.6ZM10.3 15.54L6.9 21.43A10.2 10.2 0 0 1 1.8 12.6H8.6A3.4 3.4 0 0 0 10.3 15.54Z';
const CARTRIDGE = 'c0-3.6 1.2-6.4 2.6-8.2 1.4 1.8 2.6 4.6 2.6 8.2V15h-5.2zm0 4.4h5.2V21h-5.2z';
const BURST =
  'M12 1L13.99 7.2 19.78 4.22 16.8 10.01 23 12 16.8 13.99 19.78 19.78 13.99 16.8 12 23 10.01 16.8 4.22 19.78 7.2 13.99 1 12 7.2 10.01 4.22 4.22 10.01 7.2Z';
const SKULL =
  'M12 2.5c-5.2 0-9 3.6-9 8.4 0 3 1.5 5 3.5 6.3v3.3h3v-2h1.5v2h2v-2h1.5v2h3v-3.3c2-1.3 3.5-3.3 3.5-6.3 0-4.8-3.8-8.4-9-8.4z';
const PSI_LID = 'M2.2 12.5C5 8 8.4 6 12 6s7 2 9.8 6.5C19 17 15.6 19 12 19S5 17 2.2 12.5Z';

export const survival = [fill('M10.7 2.6h2.6V5l8.5 15.4h-7.3L12 15.2l-2.5 5.2H2.2L10.7 5z')];
export const diplomacy = [
  fill('M2.5 4.5h12v8.6H8.6L5 16.6v-3.5H2.5z'),
  fill('M16.2 8.2h5.3v8.6H19v3.4l-3.5-3.4H9.4v-2.1h6.8z'),
];
export const psi = [
  line(PSI_LID),
  fill(disc(12, 12.5, 3.6)),
  line('M12 1.2v2.3M5.2 2.9l1.3 2M18.8 2.9l-1.3 2'),
];
export const heart = [fill(HEART)];
export const trefoil = [fill(TREFOIL), fill(disc(12, 12.6, 2.2))];
export const ammo = [fill(`M3.2 12.2${CARTRIDGE}M9.4 12.2${CARTRIDGE}M15.6 12.2${CARTRIDGE}`)];
export const skull = [cut(`${SKULL}${disc(8.3, 11.2, 2.3)}${disc(15.7, 11.2, 2.3)}M12 13.5l-1.4 2.6h2.8z`)];

/** Faces of the tokens on a field of 24 by 24. Tone 0 is the drawing, tone 1 the token under it. */
export const faces = {
  heal: [...heart, line('M12 8.2v7M8.5 11.7h7', 2.3, 1)],
  wound: [...heart, line('M13.6 5.5 9.8 11l4.2 1.6-3.2 6', 2.1, 1)],
  radiation: trefoil,
  rations: [
    fill('M5 6c0-1.7 3.1-3 7-3s7 1.3 7 3v12c0 1.7-3.1 3-7 3s-7-1.3-7-3z'),
    line('M5 6.2c0 1.6 3.1 2.9 7 2.9s7-1.3 7-2.9M5 13.5c0 1.6 3.1 2.9 7 2.9s7-1.3 7-2.9', 1.6, 1),
  ],
  eat: [
    line('M7 3v5.5a2.4 2.4 0 0 0 4.8 0V3M9.4 3v18M16.6 21v-7.4c-1.7-.6-2.4-2.4-2.4-4.6 0-3.4 1.4-5.6 3.4-6z', 2.1),
  ],
  ammo,
  violence: [cut(BURST + disc(12, 12, 2.6))],
  survival,
  diplomacy,
  psi,
  skip: [
    dashes('M8.2 9.5h7.6v11.5H8.2z', '3 2.1', 2),
    line('M3.5 13C4 7 8 3.8 12 3.8c3.6 0 6.5 2.3 7.7 6', 2.2),
    fill('M22.4 7.6 20.3 13l-4.8-3.3z'),
  ],
  swap: [line('M3 8.3h13.5M21 15.7H7.5', 2.5), fill('M15.3 3.8 22 8.3l-6.7 4.5zM8.7 11.2 2 15.7l6.7 4.5z')],
  remove: [
    fill('M1 5.5h5v13H1z'),
    line('M11.2 5h8.6v14h-8.6z', 1.8),
    line('M8.5 3.5 22.5 20.5M22.5 3.5 8.5 20.5', 2.3),
  ],
  advance: [fill('M3 4.5h6.5L16 12l-6.5 7.5H3L9.5 12z'), fill('M13 4.5h3.5L23 12l-6.5 7.5H13L19.5 12z')],
  'enemy-advance': [
    line('M2.6 5h5.7l6.3 7-6.3 7H2.6l6.2-7z'),
    fill('M15.5 3.5 23 12l-7.5 8.5 2-5.2-2.7.4L17 12l-2.2-3.7 2.7.4z'),
  ],
  death: skull,
} satisfies Record<string, Mark[]>;

/** Bare glyphs for lines of text, in one colour, so that what is cut out shows the ground. */
export const glyphs = {
  heart,
  trefoil,
  ration: [
    fill('M12 2.6c3.9 0 7 1.2 7 2.7S15.9 8 12 8 5 6.8 5 5.3s3.1-2.7 7-2.7z'),
    fill('M5 7.7c1.5 1.2 4.1 1.9 7 1.9s5.5-.7 7-1.9v4.7c0 1.5-3.1 2.7-7 2.7s-7-1.2-7-2.7z'),
    fill('M5 14.8c1.5 1.2 4.1 1.9 7 1.9s5.5-.7 7-1.9v3.9c0 1.5-3.1 2.7-7 2.7s-7-1.2-7-2.7z'),
  ],
  ammo,
  survival,
  diplomacy,
  psi,
  dawn: [fill('M5.5 15a6.5 6.5 0 0 1 13 0z'), line('M2 18.5h20M12 2.5v3.2M4.2 6.2l2 2M19.8 6.2l-2 2')],
  dusk: [fill('M19.5 15.2A8.6 8.6 0 0 1 9.2 3.6a8.8 8.8 0 1 0 10.3 11.6z'), line('M17 4.2v4M15 6.2h4', 1.7)],
  'judge-pawn': [
    cut('M12 1.5 20.5 4.3v5.5c0 4.4-3.3 7.2-8.5 9.2-5.2-2-8.5-4.8-8.5-9.2V4.3zM12 5.3l-1.5 3.2H7.1l2.7 2.2-1 3.5 3.2-2 3.2 2-1-3.5 2.7-2.2h-3.4z'),
    fill('M8.5 20.3h7l1.5 2.9H7z'),
  ],
  'perp-pawn': [
    cut('M2.5 1.5c2.2 1 3.5 2.1 4.3 3.6 3-1.5 7.4-1.5 10.4 0 .8-1.5 2.1-2.6 4.3-3.6.7 4.3.4 7.2-1.1 9.5-1.1 5-4.3 7.7-8.4 9-4.1-1.3-7.3-4-8.4-9-1.5-2.3-1.8-5.2-1.1-9.5zM6.5 9.5l.8 3.2 3.7-1.3zM17.5 9.5l-.8 3.2-3.7-1.3z'),
    fill('M8.5 20.9h7l1.2 2.3H7.3z'),
  ],
  skull,
  hunt: [fill('M2 4h7l7 8-7 8H2l7-8z'), fill('M13 4h3l7 8-7 8h-3l7-8z')],
} satisfies Record<string, Mark[]>;

export type GlyphName = keyof typeof glyphs;

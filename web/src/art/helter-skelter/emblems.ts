import { cut, disc, fill, line, type Mark } from '../marks';

/** Bold silhouettes on a field of 24 by 24. Tone 0 is the emblem, tone 1 the shape under it. */
export const emblems = {
  tower: [fill('M5 3h3v2.5h2.5V3h3v2.5H16V3h3v7l-2 2v9H7v-9l-2-2z')],
  eye: [
    cut(`M12 4.5c5 0 8.5 3.5 10.5 7.5-2 4-5.5 7.5-10.5 7.5S3.5 16 1.5 12C3.5 8 7 4.5 12 4.5z${disc(12, 12, 4)}`),
    fill(disc(12, 12, 1.8)),
  ],
  crown: [fill('m2.5 6 5 4.5L12 3l4.5 7.5 5-4.5-2 13h-15z')],
  star: [fill('M12 1.5 14.7 8.78 22.46 9.1 16.37 13.92 18.47 21.4 12 17.1 5.53 21.4 7.63 13.92 1.54 9.1 9.3 8.78Z')],
  bull: [fill('M2 3c1 4.5 3 5.5 5.5 5.5h9C19 8.5 21 7.5 22 3c1.5 5.5-.5 9-4 9.5L15 21H9l-3-8.5C2.5 12 .5 8.5 2 3z')],
  wolf: [fill('M4 2.5 9.5 7h5L20 2.5l1 9L16.5 17 12 22l-4.5-5L3 11.5z'), line('m7.8 11 2.7 1.5M16.2 11l-2.7 1.5', 1.8, 1)],
  snow: [line('M12 2v20M3.3 7l17.4 10M20.7 7 3.3 17M9 3.5l3 3 3-3M9 20.5l3-3 3 3M3.2 11.5l4-1.1-1.1-4M20.8 12.5l-4 1.1 1.1 4M20.8 11.5l-4-1.1 1.1-4M3.2 12.5l4 1.1-1.1 4', 2.1)],
  key: [line(disc(7.5, 8, 4.8), 3.2), line('m11 11.5 9.5 9.5M15.5 16l3-3M18.5 19l2.5-2.5', 3)],
  sabre: [line('M20.5 3C20 11 14 16.5 6.5 19.5', 3.6), line('M4 13.5c.5 3.5 2.5 6 6.5 7M2.5 21.5l4-3.5', 2.6)],
  moth: [
    fill('M12 8C10 3.5 5 2 1.5 4c-.5 5 2 8.5 6.5 9-2.5 1.5-3 4.5-1.5 7 3 0 4.8-2 5.5-5 .7 3 2.5 5 5.5 5 1.5-2.5 1-5.5-1.5-7 4.5-.5 7-4 6.5-9C19 2 14 3.5 12 8z'),
  ],
  purse: [fill('M8.5 6.5 6.5 2.5l3 1.2L12 2l2.5 1.7 3-1.2-2 4z'), fill('M8 8.5h8c4 3.5 6 7 5.5 10-.4 2.3-2.5 3-5 3h-9c-2.5 0-4.6-.7-5-3C2 15.5 4 12 8 8.5z'), line('M9 15.2h6', 2.4, 1)],
  axe: [line('M9.5 3.5v18', 2.8), fill('M11.5 4c3.5 1.5 6 1 9.5-2 1.8 4.5 1.8 8.5 0 13-3.5-3-6-3.5-9.5-2z'), fill('M7.5 6 3.5 4v9l4-2z')],
  leaf: [fill('M20.5 3C9 3 3.5 7.5 3.5 14c0 1.8.4 3.3 1.2 4.6C15.5 19.5 20.5 13 20.5 3z'), line('M3 21.5C6 16 10 12.5 15 9.5', 1.8, 1), line('M3 21.5l2.5-4', 2.4)],
  stag: [fill('M9 13.5h6l1.5 3L12 22.5l-4.5-6z'), line('M9.5 13C6.5 12 4 9.5 3.5 3M6.5 10.8 2 9M5 7.5 8.5 4.5M14.5 13c3-1 5.5-3.5 6-10M17.5 10.8 22 9M19 7.5l-3.5-3', 2.2)],
  spiral: [line('M12 12c0-1.7 3-1.4 3 1 0 2.9-3.5 4-5.7 2.7C6 13.9 6.3 8.4 10.5 7c5-1.6 9.3 2 8.8 6.8-.5 5-5.6 7.7-10.3 6.7C3.5 19.2 1.5 13.5 3.5 8.5', 2.7)],
  thistle: [fill('M12 1.5l1.7 2.5 2.7-1.6.2 3.2 3-.5L17.5 9.5h-11L4.4 5.1l3 .5.2-3.2L10.3 4z'), fill('M6.5 10.8h11c0 3-2.3 4.9-5.5 4.9s-5.5-1.9-5.5-4.9z'), line('M12 15v7M12 21c-4 0-6.5-1.2-7.5-4M12 21c4 0 6.5-1.2 7.5-4', 2.2)],
  bat: [fill('M9.8 4.5 11 7h2l1.2-2.5 1 4c2.5.3 5-.5 7.8-3.5-.3 7-2 10-4 12-1-1.5-2.3-2-3.5-1.5-1.5.6-2.5 2.3-3.5 5-1-2.7-2-4.4-3.5-5-1.2-.5-2.5 0-3.5 1.5-2-2-3.7-5-4-12 2.8 3 5.3 3.8 7.8 3.5z')],
  hourglass: [fill('M4.5 1.5h15v3h-15zM4.5 19.5h15v3h-15z'), cut('M6 5.5h12c0 3.5-2 5-4.2 6.5C16 13.5 18 15 18 18.5H6c0-3.5 2-5 4.2-6.5C8 10.5 6 9 6 5.5zM9 8h6l-3 3zM12 13.5l-3.5 4h7z')],
  hammer: [line('M12 9.5v12', 3.4), fill('M2.5 3h16.5c1.8 1.3 2.7 3 3 5.5H2.5z')],
  spanner: [fill('M15.2 1.7a6.3 6.3 0 0 0-6.6 8.4L2 16.7a3.8 3.8 0 0 0 5.3 5.3l6.6-6.6a6.3 6.3 0 0 0 8.4-6.6l-3.9 3.9-4.2-1.1-1.1-4.2z')],
  flame: [fill('M13 1.5c1 5-5.5 7-6.5 12.5C6 18.5 8.5 22 12 22s6.5-3 6-7.5c-.3-2.5-1.5-4-1.5-6-1.5 1-2 2.5-2 4-2-3 .5-7-1.5-11z')],
  claw: [fill('M4 21C3 13 5 6 9.5 2.5 8.5 9 8.5 15 9 21zM10.5 21c-.5-7 .5-13 4-17-.7 6-.7 11.5 0 17zM16 21c0-5.5.5-9.5 4-13-.5 4.5-.3 8.8.5 13z')],
  wheel: [line(disc(12, 12, 8.8), 2.8), line('M12 4v16M4 12h16M6.3 6.3l11.4 11.4M17.7 6.3 6.3 17.7', 1.8), fill(disc(12, 12, 3))],
  anchor: [line(disc(12, 4.5, 2.3), 2.3), line('M12 7v14M7.5 10.5h9M3.5 13.5c0 5 3.5 7.5 8.5 7.5s8.5-2.5 8.5-7.5', 2.7)],
  sun: [fill(disc(12, 12, 5)), line('M12 1.8v3M12 19.2v3M1.8 12h3M19.2 12h3M4.8 4.8l2.1 2.1M17.1 17.1l2.1 2.1M19.2 4.8l-2.1 2.1M6.9 17.1l-2.1 2.1', 2.5)],
  tree: [fill('M12 1.5 18 9h-3l4.5 5h-3.3l4.3 5H3.5l4.3-5H4.5L9 9H6z'), line('M12 18v4.5', 3)],
  fish: [cut(`M1.5 12c3-5 7-6.5 11-5.5 2 .5 3.7 1.7 5 3.3L22.5 6c-.8 4-.8 8 0 12l-5-3.8c-1.3 1.6-3 2.8-5 3.3-4 1-8-.5-11-5.5z${disc(7.5, 11, 1.4)}`)],
  horn: [fill('M2 8.5C9 11 15 8.5 20 2l2.5 2.5C22 14 15 20.5 6 18.5c-1.5-2-3.3-5.8-4-10z'), line('M7.5 10.8 9 17.5M12.5 10l2.5 5.8', 1.7, 1)],
} satisfies Record<string, Mark[]>;

type EmblemName = keyof typeof emblems;

const byCharacter: Record<string, EmblemName> = {
  giant: 'tower',
  anderson: 'eye',
  hershey: 'crown',
  dredd: 'star',
  'mean-machine': 'bull',
  viktor: 'wolf',
  jena: 'snow',
  nikolai: 'key',
  elena: 'sabre',
  lulu: 'moth',
  ukko: 'purse',
  slaine: 'axe',
  niamh: 'leaf',
  kai: 'stag',
  'warp-slaine': 'spiral',
  middenface: 'thistle',
  'durham-red': 'bat',
  'johnny-alpha': 'hourglass',
  wulf: 'hammer',
  gronk: 'spanner',
};

const spare: [EmblemName, ...EmblemName[]] = ['flame', 'claw', 'wheel', 'anchor', 'sun', 'tree', 'fish', 'horn'];

function hash(text: string): number {
  let h = 7;
  for (const letter of text) h = (h * 31 + (letter.codePointAt(0) ?? 0)) % 65521;
  return h;
}

/** The emblem of a character; one of another pack gets one of the spare emblems, always the same. */
export function emblemOf(character: string): Mark[] {
  return emblems[byCharacter[character] ?? spare[hash(character) % spare.length] ?? spare[0]];
}

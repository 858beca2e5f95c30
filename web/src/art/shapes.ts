import { disc } from './marks';

/** A team's shape around 0, 0 with a radius of about 20, and where a glyph of 24 by 24 stands on it. */
interface TeamShape {
  d: string;
  glyph: string;
  /** How far down the shape reaches, for what stands below it. */
  foot: number;
}

/** Circle, square, triangle, hexagon: a team is never told by its colour alone. */
const shapes: [TeamShape, TeamShape, TeamShape, TeamShape] = [
  { d: disc(0, 0, 19), glyph: 'translate(-12.5 -12.5) scale(1.04)', foot: 19 },
  {
    d: 'M-11-18h22a7 7 0 0 1 7 7v22a7 7 0 0 1-7 7h-22a7 7 0 0 1-7-7v-22a7 7 0 0 1 7-7z',
    glyph: 'translate(-12.5 -12.5) scale(1.04)',
    foot: 18,
  },
  {
    d: 'M-3.3-19.4a3.8 3.8 0 0 1 6.6 0L21 11.5a3.8 3.8 0 0 1-3.3 5.7h-35.4a3.8 3.8 0 0 1-3.3-5.7z',
    glyph: 'translate(-9.6 -6) scale(.8)',
    foot: 17,
  },
  {
    d: 'M-10.5-18.2h21L21 0 10.5 18.2h-21L-21 0z',
    glyph: 'translate(-12 -12)',
    foot: 18,
  },
];

function place(seat: number): 0 | 1 | 2 | 3 {
  return (((seat % 4) + 4) % 4) as 0 | 1 | 2 | 3;
}

export function teamShape(seat: number): TeamShape {
  return shapes[place(seat)];
}

const COLOURS = ['#FF8A66', '#5CB0FF', '#97D265', '#CF9BFF'];

/** The team's colour as a CSS value; the theme decides, these are what it is without a theme. */
export function teamColour(seat: number): string {
  const i = place(seat);
  return `var(--team-${i}, ${COLOURS[i]})`;
}

export const TEAM_INK = 'var(--team-ink, #141B28)';

import { disc, type Mark } from '../marks';
import { faces } from './glyphs';

/** The family of a symbol is its shape: where the face stands on it, and how large. */
export const shapes = {
  resource: { d: disc(20, 20, 18), face: 'translate(8.24 8.24) scale(.98)' },
  expertise: {
    d: 'M20 1.5 37 7v13c0 9-7 15-17 18.5C10 35 3 29 3 20V7z',
    face: 'translate(8.24 7.44) scale(.98)',
  },
  row: {
    d: 'M8.5 2.5h23a6 6 0 0 1 6 6v23a6 6 0 0 1-6 6h-23a6 6 0 0 1-6-6v-23a6 6 0 0 1 6-6z',
    face: 'translate(8.24 8.24) scale(.98)',
  },
  hunt: { d: 'M1 5h28l10 15-10 15H1l8-15z', face: 'translate(11.9 10.4) scale(.8)' },
  death: { d: 'M20 0 40 20 20 40 0 20z', face: 'translate(9.68 9.68) scale(.86)' },
};

export interface SymbolLook {
  shape: keyof typeof shapes;
  face: Mark[];
  /** Paper: you gain. Ink: you pay. Grey: it depends. */
  fill: 'paper' | 'ink' | 'grey';
  badge?: 'plus' | 'minus';
  /** A plus that hurts is red. */
  hurts?: boolean;
}

export const symbols = {
  heal: { shape: 'resource', face: faces.heal, fill: 'paper', badge: 'plus' },
  wound: { shape: 'resource', face: faces.wound, fill: 'ink', badge: 'minus' },
  radiation: { shape: 'resource', face: faces.radiation, fill: 'ink', badge: 'plus', hurts: true },
  rations: { shape: 'resource', face: faces.rations, fill: 'paper', badge: 'plus' },
  eat: { shape: 'resource', face: faces.eat, fill: 'ink', badge: 'minus' },
  ammo: { shape: 'resource', face: faces.ammo, fill: 'paper', badge: 'plus' },
  violence: { shape: 'resource', face: faces.violence, fill: 'ink', badge: 'minus' },
  'gain-survival': { shape: 'expertise', face: faces.survival, fill: 'paper', badge: 'plus' },
  'spend-survival': { shape: 'expertise', face: faces.survival, fill: 'ink', badge: 'minus' },
  'gain-diplomacy': { shape: 'expertise', face: faces.diplomacy, fill: 'paper', badge: 'plus' },
  'spend-diplomacy': { shape: 'expertise', face: faces.diplomacy, fill: 'ink', badge: 'minus' },
  psi: { shape: 'expertise', face: faces.psi, fill: 'grey' },
  skip: { shape: 'row', face: faces.skip, fill: 'grey' },
  swap: { shape: 'row', face: faces.swap, fill: 'grey' },
  remove: { shape: 'row', face: faces.remove, fill: 'grey' },
  advance: { shape: 'hunt', face: faces.advance, fill: 'paper' },
  'enemy-advance': { shape: 'hunt', face: faces['enemy-advance'], fill: 'ink' },
  death: { shape: 'death', face: faces.death, fill: 'ink' },
} satisfies Record<string, SymbolLook>;

export type SymbolName = keyof typeof symbols;

// The four games as the lobby presents them. What can be chosen before a game comes from the server.

import type { NewTable } from '../protocol';
import type { WordKey } from '../words';
import { GUIDE_SEED } from './guide-seed';

export interface GameCard {
  id: string;
  blurb: WordKey;
  people: string;
  minutes: number;
  /** How much there is to learn, of five. */
  weight: number;
  /** The table of "Play now", and what it is in words. */
  quick: NewTable | null;
  quickly: WordKey | null;
}

/** The quickest way to a first move. */
export const QUICK: NewTable = { game: 'cursed-earth', seats: [{ who: 'me' }], setup: { mode: 'solo', difficulty: 'cadet' } };

export const GAMES: GameCard[] = [
  {
    id: 'cursed-earth', blurb: 'lobby.blurbCursedEarth', people: '1 to 4', minutes: 30, weight: 2, quick: QUICK,
    quickly: 'lobby.quickCursedEarth',
  },
  {
    id: 'helter-skelter', blurb: 'lobby.blurbHelterSkelter', people: '2 to 4', minutes: 40, weight: 3,
    quick: {
      game: 'helter-skelter', seats: [{ who: 'me' }, { who: 'bot' }], setup: { map: 'city-blocks' },
    },
    quickly: 'lobby.quickHelterSkelter',
  },
  { id: 'dredd-card-game', blurb: 'lobby.blurbDredd', people: '2 to 4', minutes: 60, weight: 4, quick: null, quickly: null },
  { id: 'judgement', blurb: 'lobby.blurbJudgement', people: '2', minutes: 75, weight: 4, quick: null, quickly: null },
];

/** The table of the guided day. */
export const GUIDED: NewTable = { ...QUICK, seed: GUIDE_SEED };

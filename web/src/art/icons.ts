import { dashes, disc, fill, line, type Mark } from './marks';

const head = fill(disc(12, 8, 4.5));
const shoulders = fill('M3 21.5c.5-5 4-8 9-8s8.5 3 9 8z');
const ring = line(disc(12, 12, 9));
const triangle = 'M6 3.5 20 12 6 20.5z';

/** Interface icons on a field of 24 by 24. */
export const icons = {
  eye: [
    line('M1.5 12C4 7.5 7.5 5.5 12 5.5s8 2 10.5 6.5c-2.5 4.5-6 6.5-10.5 6.5S4 16.5 1.5 12z'),
    fill(disc(12, 12, 3)),
  ],
  book: [
    line('M3 4.5c3.5-1 6.5-.5 9 1.5 2.5-2 5.5-2.5 9-1.5v14c-3.5-1-6.5-.5-9 1.5-2.5-2-5.5-2.5-9-1.5zM12 6v14'),
  ],
  gear: [
    line(disc(12, 12, 3.3)),
    line('M12 2v4M12 18v4M2 12h4M18 12h4M5 5l2.8 2.8M16.2 16.2 19 19M19 5l-2.8 2.8M7.8 16.2 5 19'),
  ],
  undo: [line('M8 4 3 9l5 5M3.5 9H14a6 6 0 0 1 0 12H9', 2.2)],
  bulb: [line('M9 21h6M9.5 17.5h5c0-3 3.5-4.5 3.5-8.5a6 6 0 0 0-12 0c0 4 3.5 5.5 3.5 8.5z')],
  link: [
    line(
      'M10 14a4 4 0 0 0 6 .4l3.5-3.5a4 4 0 0 0-5.7-5.7l-1.5 1.5M14 10a4 4 0 0 0-6-.4l-3.5 3.5a4 4 0 0 0 5.7 5.7l1.5-1.5',
      2.2,
    ),
  ],
  play: [fill(triangle)],
  pause: [fill('M5.5 4h4.5v16H5.5zM14 4h4.5v16H14z')],
  person: [head, shoulders],
  people: [
    fill(disc(8.5, 8.5, 4)),
    fill('M1 20.5c.4-4.6 3.3-7 7.5-7s7.1 2.4 7.5 7z'),
    fill('M14.5 12.2a4 4 0 1 0-.8-7.3 6 6 0 0 1 .8 7.3zM16.3 13.7c1.6 1.6 2.4 3.9 2.6 6.8H23c-.4-4-2.7-6.6-6.7-6.8z'),
  ],
  clock: [ring, line('M12 6.5V12l3.5 2.5')],
  hand: [
    line('m5.2 6.3 6.2-1.6M5.2 6.3a1.9 1.9 0 0 0-1.5 2.3l1.9 9.3'),
    line('M10.5 5.2 18.5 4.3a2 2 0 0 1 2.2 1.8l1.3 11.4a2 2 0 0 1-1.8 2.2l-6.5.8a2 2 0 0 1-2.2-1.8L10 7.5z'),
  ],
  team: [
    fill(disc(12, 7, 3.6)),
    fill('M5.5 20c.3-5 2.7-7.6 6.5-7.6s6.2 2.6 6.5 7.6z'),
    fill(disc(4.6, 9.5, 2.6)),
    fill(disc(19.4, 9.5, 2.6)),
    fill('M.6 19c0-3.3 1.3-5.3 4-5.5-.7 1.5-1.1 3.3-1.2 5.5zM23.4 19c0-3.3-1.3-5.3-4-5.5.7 1.5 1.1 3.3 1.2 5.5z'),
  ],
  log: [line('M8.5 5.5H21M8.5 12H21M8.5 18.5H21'), fill(disc(4, 5.5, 1.7) + disc(4, 12, 1.7) + disc(4, 18.5, 1.7))],
  chat: [line('M3 4.5h18v12h-9l-5 4v-4H3z')],
  menu: [line('M4 6h16M4 12h16M4 18h16', 2.2)],
  close: [line('M5.5 5.5l13 13M18.5 5.5l-13 13', 2.4)],
  back: [line('M20 12H4.5M11 5l-7 7 7 7', 2.2)],
  forward: [line('M4 12h15.5M13 5l7 7-7 7', 2.2)],
  first: [fill('M21 4v16L8.5 12z'), line('M5 4.5v15', 2.6)],
  last: [fill('M3 4v16l12.5-8z'), line('M19 4.5v15', 2.6)],
  'step-back': [line('M16 5l-8 7 8 7', 2.6)],
  'step-forward': [line('M8 5l8 7-8 7', 2.6)],
  moon: [fill('M20 14.8A8.7 8.7 0 0 1 9.2 4a8.8 8.8 0 1 0 10.8 10.8z')],
  sun: [
    fill(disc(12, 12, 4.3)),
    line('M12 1.8v2.7M12 19.5v2.7M1.8 12h2.7M19.5 12h2.7M4.8 4.8l1.9 1.9M17.3 17.3l1.9 1.9M19.2 4.8l-1.9 1.9M6.7 17.3l-1.9 1.9'),
  ],
  flag: [line('M5 2.5v19', 2.3), fill('M6.5 3.5c4-2 7 2 14 0l-3 4.7 3 4.8c-7 2-10-2-14 0z')],
  download: [line('M12 3v12M6.5 10l5.5 5.5 5.5-5.5M4 20.5h16', 2.2)],
  upload: [line('M12 16V4M6.5 9 12 3.5 17.5 9M4 20.5h16', 2.2)],
  share: [line('M8 10.7l8-4.4M8 13.3l8 4.4'), fill(disc(5.5, 12, 3.2) + disc(18.5, 5, 3.2) + disc(18.5, 19, 3.2))],
  copy: [line('M9 8.5h11.5v12H9zM5.5 15.5h-2v-12H15v2')],
  'one-way': [line('M2.5 12H20M14.5 6l6 6-6 6', 2.2), line('M9 4v4.5M9 15.5V20', 2.6)],
  check: [line('M4 12.8l5.3 5.3L20 6.5', 2.6)],
  cross: [ring, line('M8.5 8.5l7 7M15.5 8.5l-7 7', 2.2)],
  plus: [line('M12 4.5v15M4.5 12h15', 2.6)],
  minus: [line('M4.5 12h15', 2.6)],
  search: [line(disc(10.5, 10.5, 6.7)), line('M15.5 15.5 21 21', 2.6)],
  draw: [line('M3.5 6.5h9v14h-9z'), line('M16 17.5V6M12 8.5l4-4.5 4 4.5', 2.2)],
  replay: [line('M4.5 12a7.5 7.5 0 1 0 2.6-5.7M7.5 2v4.8h4.8'), fill('M10.3 9v6l5-3z')],
  bot: [
    line('M5.5 8h13a1.5 1.5 0 0 1 1.5 1.5v9a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18.5v-9A1.5 1.5 0 0 1 5.5 8zM12 7.5V4M1.5 12.5v3.5M22.5 12.5v3.5'),
    fill(disc(12, 3.2, 1.6) + disc(8.7, 13, 1.7) + disc(15.3, 13, 1.7)),
    line('M9.5 17h5', 1.7),
  ],
  help: [ring, line('M9.2 9.3a2.9 2.9 0 1 1 4.2 2.6c-.9.5-1.4 1-1.4 2.1'), fill(disc(12, 17, 1.3))],
  keyboard: [
    line('M3.5 5.5h17a1.5 1.5 0 0 1 1.5 1.5v10a1.5 1.5 0 0 1-1.5 1.5h-17A1.5 1.5 0 0 1 2 17V7a1.5 1.5 0 0 1 1.5-1.5zM8 15h8'),
    dashes('M5.5 9.2h14M5.5 12.2h14', '1.9 1.9', 1.9),
  ],
  home: [line('M2.5 12 12 3.5l9.5 8.5M5.5 10v10.5h13V10M10 20.5v-6h4v6')],
  resign: [line('M6 2.5v19', 2.3), line('M7 4c4-1.5 6.5 1.5 12.5 0v9C13.5 14.5 11 11.5 7 13z')],
  expand: [line('M9.5 3.5h-6v6M14.5 20.5h6v-6M3.5 3.5l7 7M20.5 20.5l-7-7', 2.1)],
} satisfies Record<string, Mark[]>;

export type IconName = keyof typeof icons;

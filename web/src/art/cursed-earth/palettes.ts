/** Sky, light, three ridges from far to near, ink, and what glows. */
export const palettes = {
  dawn: ['#E9A27A', '#FFDDBB', '#D0744F', '#A94B36', '#722F2A', '#3B1B20', '#FFC46B'],
  sand: ['#D9B48A', '#F7DFB8', '#C99A6A', '#A87446', '#75492F', '#3E2920', '#FFE08A'],
  amber: ['#F3C98B', '#FFF0CF', '#E8A862', '#C9793F', '#8C4A2B', '#4A2A22', '#FFD56B'],
  teal: ['#BFD9DC', '#F4FBFA', '#93BBC4', '#648F9F', '#3D6274', '#1F3747', '#D8F7D0'],
  rose: ['#DDB0A6', '#FBE6DC', '#BF8388', '#91606F', '#5F3F54', '#2F2034', '#FFD08F'],
  green: ['#CFD79A', '#F3F7CF', '#A9BE78', '#7C9A5A', '#4B6B48', '#243A34', '#A6EC62'],
  dusk: ['#4A5E99', '#E9ECF9', '#3E4F84', '#33426F', '#283459', '#0F1424', '#FFC978'],
  violet: ['#6B5890', '#F1E4FA', '#574779', '#453863', '#33294C', '#171226', '#FFB98A'],
  bile: ['#4F7263', '#E7F7C4', '#3F5E53', '#324C45', '#253A37', '#10201F', '#B6F25C'],
} satisfies Record<string, string[]>;

export type PaletteName = keyof typeof palettes;

/** Nights have a moon. */
export const nights: ReadonlySet<PaletteName> = new Set<PaletteName>(['dusk', 'violet', 'bile']);

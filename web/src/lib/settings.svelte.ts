// What this browser remembers of the person who uses it.

import { keep, kept } from './kept';

export type Theme = 'system' | 'dark' | 'light' | 'contrast';
export type Motion = 'system' | 'full' | 'none';
type Confirm = 'first' | 'always' | 'never';

const DEFAULTS = {
  theme: 'system' as Theme,
  zoom: 1,
  motion: 'system' as Motion,
  speed: 1,
  confirm: 'first' as Confirm,
  letters: true,
  keys: {} as Record<string, string>,
  hints: true,
  notify: false,
  finished: 0,
  notesStopped: false,
  muted: [] as string[],
  handOrder: {} as Record<string, string[]>,
};
const PLACE = 'adjudge.settings';

export const settings = $state({ ...DEFAULTS, ...(kept(PLACE) as Partial<typeof DEFAULTS> | null) });

const light = matchMedia('(prefers-color-scheme: light)');
const contrast = matchMedia('(prefers-contrast: more)');
const still = matchMedia('(prefers-reduced-motion: reduce)');

/** The theme in use: the person's, or what the system asks for. */
function shownTheme(): 'dark' | 'light' | 'contrast' {
  if (settings.theme !== 'system') return settings.theme;
  if (contrast.matches) return 'contrast';
  return light.matches ? 'light' : 'dark';
}

/** Whether nothing may travel. */
export function motionless(): boolean {
  return settings.motion === 'none' || (settings.motion === 'system' && still.matches);
}

function show(): void {
  document.documentElement.dataset['theme'] = shownTheme();
  document.documentElement.dataset['motion'] = motionless() ? 'none' : 'full';
  document.documentElement.style.setProperty('--zoom', String(settings.zoom));
}

/** Whether steps that cannot be taken back are pressed twice. */
export function confirms(): boolean {
  return settings.confirm === 'always' || (settings.confirm === 'first' && settings.finished < 3);
}

/** Keep the page as the settings say, and remember them. */
export function keepSettings(): () => void {
  for (const query of [light, contrast, still]) query.addEventListener('change', show);
  return $effect.root(() => {
    $effect(() => {
      keep(PLACE, settings);
      show();
    });
  });
}
show();
